//! What the operator set, as far as providers need it.

use std::{cell::RefCell, fmt, sync::Arc};

use super::Context;

/// The settings of the run, for providers to look at: `puppet.conf`, the command line, defaults.
///
/// Whoever runs providers implements it; a closure will do.
///
/// ```
/// use resource_api::Context;
///
/// fn shows_differences(context: &Context) -> bool {
///     context.setting("show_diff").as_deref() == Some("true")
/// }
/// ```
pub trait SettingsView: Send + Sync {
    /// The text of a setting; nothing when there is no such setting, or none that can be used.
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
    /// This context with the settings of the run.
    #[must_use]
    pub fn with_settings(mut self, settings: Arc<dyn SettingsView>) -> Context {
        self.settings = Some(settings);
        self.known_settings = RefCell::default();
        self
    }

    /// What the operator set; nothing when nobody knows. It is the same for the whole run.
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
