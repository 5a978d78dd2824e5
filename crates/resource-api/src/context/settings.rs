//! The provider's view of the settings.

use std::fmt;

use super::Context;

/// Gives providers access to the settings of the run: `puppet.conf`, the command line, defaults.
///
/// Implemented by whatever runs providers; a closure will do.
///
/// ```
/// use resource_api::Context;
///
/// fn shows_differences(context: &Context) -> bool {
///     context.setting("show_diff").as_deref() == Some("true")
/// }
/// ```
pub trait SettingsView: Send + Sync {
    /// Returns the text of a setting; `None` if it does not exist or is not usable.
    fn text(&self, name: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String> + Send + Sync> SettingsView for F {
    fn text(&self, name: &str) -> Option<String> {
        self(name)
    }
}

impl fmt::Debug for dyn SettingsView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SettingsView")
    }
}

impl Context {
    /// Returns a setting; `None` if it is unknown. It does not change during a run.
    pub fn setting(&self, name: &str) -> Option<String> {
        let settings = self.settings.as_ref()?;
        if let Some(known) = self.known_settings.borrow().get(name) {
            return known.clone();
        }
        let text = settings.text(name);
        self.known_settings.borrow_mut().insert(name.into(), text.clone());
        text
    }
}
