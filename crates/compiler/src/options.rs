//! The settings that decide how a manifest is read and evaluated.

use ecow::EcoString;
use pcore::{Value, time::Timestamp};
use syntax::Strictness;

use crate::budget::Limits;

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// What becomes of doubtful things: the setting `strict`.
    pub strict: Strictness,
    /// Whether an unknown variable is a failure: the setting `strict_variables`.
    pub strict_variables: bool,
    /// The time that `Timestamp()` gives.
    pub now: Option<Timestamp>,
    /// How many seconds the machine's time zone is ahead of UTC.
    pub utc_offset: i32,
    /// All settings by name, for `$settings::…`.
    pub settings: Vec<(EcoString, Value)>,
    /// How far a manifest may go.
    pub limits: Limits,
    /// What the catalog says that it was compiled from: seconds since 1970, or what `config_version` printed.
    pub version: Value,
}

impl Default for Options {
    /// The defaults of Puppet 8.
    fn default() -> Options {
        Options {
            strict: Strictness::Error,
            strict_variables: true,
            now: None,
            utc_offset: 0,
            settings: Vec::new(),
            limits: Limits::default(),
            version: Value::Undef,
        }
    }
}
