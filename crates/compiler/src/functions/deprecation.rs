//! Warnings about what will go away: each only once in a compilation.

use resource_api::log::Level;

use super::Call;

impl Call<'_, '_> {
    /// Warns, without a place, unless the same was said before.
    pub(crate) fn deprecated(&mut self, key: &str, message: &str) {
        if self.compilation.warned.insert(key.into()) {
            self.compilation.log.line(Level::Warning, &format!("{message}\n   (file & line not available)"));
        }
    }

    /// Warns about the place of the call, once for each place.
    pub(crate) fn deprecated_here(&mut self, key: &str, message: &str) {
        let place = self.place_without_column();
        if self.compilation.warned.insert(format!("{key} {place}").into()) {
            self.compilation.log.line(Level::Warning, &format!("{message}\n   {place}"));
        }
    }

    /// `(file: site.pp, line: 1)`; a text without a name is `unknown`.
    fn place_without_column(&self) -> String {
        format!("(file: {}, line: {})", self.spot.file().unwrap_or("unknown"), self.spot.line())
    }
}
