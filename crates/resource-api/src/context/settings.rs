//! What the operator set, as far as providers need it.

use std::{fmt, sync::Arc};

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
        self
    }

    /// What the operator set; nothing when nobody knows.
    pub fn setting(&self, name: &str) -> Option<String> {
        self.settings.as_ref()?.text(name)
    }
}
