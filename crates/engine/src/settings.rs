//! The settings of a session.

use std::{str::FromStr, sync::Arc};

use ecow::EcoString;
use resource_api::{Failure, context::SettingsView};

/// What happens when a provider breaks the rules of its type.
///
/// ```
/// use engine::Strictness;
///
/// assert_eq!("warning".parse(), Ok(Strictness::Warning));
/// assert_eq!(Strictness::default(), Strictness::Error);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// A debug message is logged.
    Off,
    /// A warning is logged.
    Warning,
    /// The resource fails.
    #[default]
    Error,
}

/// An unknown strictness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Invalid value '{word}' for parameter strict. Allowed values are 'off', 'warning', 'error'")]
pub struct UnknownStrictness {
    /// The word.
    pub word: EcoString,
}

impl FromStr for Strictness {
    type Err = UnknownStrictness;

    fn from_str(word: &str) -> Result<Strictness, UnknownStrictness> {
        match word {
            "off" => Ok(Strictness::Off),
            "warning" => Ok(Strictness::Warning),
            "error" => Ok(Strictness::Error),
            _ => Err(UnknownStrictness { word: word.into() }),
        }
    }
}

/// Where attribute values come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// From a catalog: they have their types.
    #[default]
    Catalog,
    /// From a command line: they are strings, to be converted to the types of the attributes.
    CommandLine,
}

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What happens when a provider breaks the rules.
    pub strict: Strictness,
    /// Whether nothing may be changed.
    pub noop: bool,
    /// Whether providers with `supports_noop` are called when nothing may be changed.
    pub call_noop_providers: bool,
    /// Where attribute values come from.
    pub origin: Origin,
    /// Whether the causes of failures are logged (`--trace`).
    pub trace: bool,
    /// All other settings, for providers.
    pub values: Option<Arc<dyn SettingsView>>,
}

impl Settings {
    /// The message of a failure, with `--trace` also the calls that led to it.
    pub(crate) fn describe(&self, failure: &Failure) -> String {
        if self.trace { failure.traced() } else { failure.to_string() }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strict: Strictness::Error,
            noop: false,
            call_noop_providers: true,
            origin: Origin::Catalog,
            trace: false,
            values: None,
        }
    }
}
