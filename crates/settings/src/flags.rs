//! Settings on a command line: `--setting value`, `--setting=value`, `--[no-]switch`.
//!
//! A name may be abbreviated while it means one setting only, and a hyphen in it is the same as an underscore.

#[cfg(test)]
mod tests;

use crate::table::{self, Setting};

/// A command line, split into settings and other arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Settings with their values, in order. A switch has the value `true` or `false`.
    pub settings: Vec<(String, String)>,
    /// All other arguments.
    pub rest: Vec<String>,
}

/// Why a command line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlagError {
    /// There is no setting with that name.
    #[error("invalid option: {0}")]
    Unknown(String),
    /// Several settings start with that name.
    #[error("ambiguous option: {0}")]
    Ambiguous(String),
    /// A switch with a value.
    #[error("needless argument: {0}")]
    UnexpectedValue(String),
    /// A setting without its value.
    #[error("option '{0}' needs a parameter")]
    Missing(String),
}

/// What a flag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A switch, turned on or off.
    Switch(&'static Setting, bool),
    /// A setting with a value.
    Valued(&'static Setting),
}

/// Takes the settings out of a command line. Arguments after `--`, or with a single hyphen, are left alone.
///
/// ```
/// let arguments = ["note", "--noop", "--tags", "a,b", "--runinterval=1h"].map(String::from);
/// let flags = settings::flags::read(&arguments).unwrap();
/// assert_eq!(flags.rest, ["note"]);
/// assert_eq!(flags.settings[1], (String::from("tags"), String::from("a,b")));
/// ```
pub fn read(arguments: &[String]) -> Result<Flags, FlagError> {
    let mut flags = Flags::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            flags.rest.extend(arguments.by_ref().cloned());
            break;
        }
        let Some(long) = argument.strip_prefix("--") else {
            flags.rest.push(argument.clone());
            continue;
        };
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
        let flag = find(name).map_err(|several| match several {
            true => FlagError::Ambiguous(argument.clone()),
            false => FlagError::Unknown(argument.clone()),
        })?;
        let (setting, value) = match (flag, value) {
            (Flag::Switch(..), Some(_)) => return Err(FlagError::UnexpectedValue(argument.clone())),
            (Flag::Switch(setting, on), None) => (setting, on.to_string()),
            (Flag::Valued(setting), Some(value)) => (setting, value),
            (Flag::Valued(setting), None) => match arguments.next() {
                Some(value) if !value.starts_with("--") => (setting, value.clone()),
                _ => return Err(FlagError::Missing(argument.clone())),
            },
        };
        flags.settings.push((setting.name.to_owned(), value));
    }
    Ok(flags)
}

/// Finds the setting that the name of a flag refers to; the error is whether several match.
pub fn find(name: &str) -> Result<Flag, bool> {
    let name = name.replace('-', "_");
    let flag = |setting: &'static Setting| match setting.kind.is_switch() {
        true => Flag::Switch(setting, true),
        false => Flag::Valued(setting),
    };
    if let Some(setting) = table::find(&name) {
        return Ok(flag(setting));
    }
    let denied = name.strip_prefix("no_").and_then(table::find);
    if let Some(setting) = denied.filter(|setting| setting.kind.is_switch()) {
        return Ok(Flag::Switch(setting, false));
    }
    let mut beginning = table::all().filter(|setting| !name.is_empty() && setting.name.starts_with(&name));
    match (beginning.next(), beginning.next()) {
        (Some(only), None) => Ok(flag(only)),
        (None, _) => Err(false),
        (Some(_), Some(_)) => Err(true),
    }
}
