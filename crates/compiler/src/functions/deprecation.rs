//! Warnings about what will go away: each only once in a compilation.

use resource_api::log::Level;

use super::Call;

impl Call<'_, '_> {
    /// Warns without a location, unless the same key was warned about before.
    pub(crate) fn deprecated(&mut self, key: &str, message: &str) {
        if self.compilation.is_new_warning(key) {
            self.compilation.log.line(Level::Warning, &format!("{message}\n   (file & line not available)"));
        }
    }

    /// Warns with the location of the call, once per location.
    pub(crate) fn deprecated_here(&mut self, key: &str, message: &str) {
        let (file, line) = (self.location.file().unwrap_or("unknown"), self.location.line());
        let location = format!("(file: {file}, line: {line})");
        if self.compilation.is_new_warning(format!("{key} {location}")) {
            self.compilation.log.line(Level::Warning, &format!("{message}\n   {location}"));
        }
    }
}
