//! Environment variables for a process.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    os::unix::ffi::OsStrExt,
};

use indexmap::IndexMap;

use super::{CommandError, Text};
use crate::secret::Scrubber;

/// Variables to set or to unset. The last call for a variable wins.
#[derive(Clone, Default)]
pub struct Environment {
    variables: IndexMap<OsString, Option<Text>>,
    inherits_nothing: bool,
}

impl Environment {
    /// Sets a variable.
    pub fn set(&mut self, name: impl AsRef<OsStr>, value: impl Into<Text>) {
        self.variables.insert(name.as_ref().to_owned(), Some(value.into()));
    }

    /// Prevents all variables from being inherited.
    pub fn clear(&mut self) {
        self.variables.clear();
        self.inherits_nothing = true;
    }

    /// Whether the process sees only the variables that are set here.
    pub(super) fn inherits_nothing(&self) -> bool {
        self.inherits_nothing
    }

    /// Prevents a variable from being inherited.
    pub fn unset(&mut self, name: impl AsRef<OsStr>) {
        self.variables.insert(name.as_ref().to_owned(), None);
    }

    /// Adds the variables of another environment, which take precedence.
    pub fn extend(&mut self, other: &Environment) {
        if other.inherits_nothing {
            self.clear();
        }
        self.variables.extend(other.variables.iter().map(|(name, value)| (name.clone(), value.clone())));
    }

    /// Returns the variables for the process, and registers secret ones with the scrubber.
    pub(super) fn check(&self, command: &str, scrubber: &Scrubber) -> Result<Vec<Variable>, CommandError> {
        self.variables.iter().map(|(name, value)| check(command, name, value.as_ref(), scrubber)).collect()
    }
}

/// A variable with its value; `None` unsets it.
pub(super) type Variable = (OsString, Option<OsString>);

fn check(command: &str, name: &OsStr, value: Option<&Text>, scrubber: &Scrubber) -> Result<Variable, CommandError> {
    let invalid = |problem: String| {
        let shown = name.to_string_lossy();
        let shown = scrubber.scrub(&shown);
        Err(CommandError::InvalidArgument(format!("the environment variable '{shown}' of '{command}' {problem}")))
    };
    if name.is_empty() || name.as_bytes().iter().any(|byte| matches!(byte, 0 | b'=')) {
        return invalid("needs a name without '=' and NUL".to_owned());
    }
    let Some(value) = value else { return Ok((name.to_owned(), None)) };
    let revealed = match value.reveal() {
        Ok(revealed) => revealed,
        Err(found) => return invalid(format!("must be a text, got {found}")),
    };
    if revealed.text.as_bytes().contains(&0) {
        return invalid("contains a NUL byte, which cannot be passed to a process".to_owned());
    }
    revealed.teach(scrubber);
    Ok((name.to_owned(), Some(revealed.text)))
}

/// Shows the names only.
impl fmt::Debug for Environment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.variables.keys()).finish()
    }
}
