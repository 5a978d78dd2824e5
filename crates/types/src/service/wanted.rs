//! What a manifest says about a service, once it is in canonical form.

use pcore::Value;
use resource_api::{State, render::interpolate};

use crate::program;

/// The attributes of a service.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    pub(super) name: &'w str,
    should: &'w State,
}

impl<'w> Wanted<'w> {
    pub(super) fn new(name: &'w str, should: &'w State) -> Wanted<'w> {
        Wanted { name, should }
    }

    /// What a text attribute says, if it is given.
    pub(super) fn text(&self, attribute: &str) -> Option<&'w str> {
        self.should.text(attribute)
    }

    /// The words of the command for an action, if one is given: a line of a shell, or a program with its arguments.
    pub(super) fn command(&self, action: &str) -> Option<Vec<String>> {
        match self.should.known(action)? {
            Value::Array(words) => Some(words.iter().map(interpolate).collect()),
            line => Some(program::line(&interpolate(line))),
        }
    }

    /// The command for an action as messages show it.
    pub(super) fn shown(&self, action: &str) -> Option<String> {
        match self.should.known(action)? {
            Value::Array(words) => Some(words.iter().map(interpolate).collect::<Vec<_>>().join(" ")),
            line => Some(interpolate(line)),
        }
    }

    pub(super) fn has_status(&self) -> bool {
        self.should.get("hasstatus") != Some(&Value::Boolean(false))
    }

    pub(super) fn has_restart(&self) -> bool {
        self.should.get("hasrestart") == Some(&Value::Boolean(true))
    }

    /// What the table of processes is searched for.
    pub(super) fn pattern(&self) -> &'w str {
        self.text("pattern").or_else(|| self.text("binary")).unwrap_or(self.name)
    }

    /// Where scripts are looked for.
    pub(super) fn path(&self) -> Vec<String> {
        match self.should.known("path") {
            Some(Value::Array(folders)) => folders.iter().map(interpolate).collect(),
            Some(folder) => vec![interpolate(folder)],
            None => vec!["/etc/init.d".to_owned()],
        }
    }
}
