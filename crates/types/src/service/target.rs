//! What a manifest says about a service, in canonical form.

use pcore::Value;
use resource_api::{State, render::interpolate};

use super::commands::CommandLine;
use crate::{program, subject::unwrap_sensitive};

/// The attributes of a service.
#[derive(Clone, Copy)]
pub(super) struct ServiceTarget<'t> {
    pub(super) name: &'t str,
    should: &'t State,
}

impl<'t> ServiceTarget<'t> {
    pub(super) fn new(name: &'t str, should: &'t State) -> ServiceTarget<'t> {
        ServiceTarget { name, should }
    }

    pub(super) fn text(&self, attribute: &str) -> Option<&'t str> {
        self.should.text(attribute)
    }

    /// The command of an attribute: a shell command line, or a program with its arguments.
    pub(super) fn command(&self, attribute: &str) -> Option<CommandLine> {
        let given = self.should.known(attribute)?;
        let (words, shown) = match unwrap_sensitive(given) {
            Value::Array(words) => {
                let words: Vec<String> = words.iter().map(|word| interpolate(unwrap_sensitive(word))).collect();
                let shown = words.join(" ");
                (words, shown)
            }
            line => {
                let line = interpolate(line);
                (program::command_line(&line), line)
            }
        };
        Some(CommandLine { words, shown, is_secret: given.holds_secret() })
    }

    pub(super) fn has_status(&self) -> bool {
        self.should.get("hasstatus") != Some(&Value::Boolean(false))
    }

    pub(super) fn has_restart(&self) -> bool {
        self.should.get("hasrestart") == Some(&Value::Boolean(true))
    }

    /// The pattern for the process table.
    pub(super) fn pattern(&self) -> &'t str {
        let binary = || self.should.known("binary").and_then(|binary| unwrap_sensitive(binary).as_str());
        self.text("pattern").or_else(binary).unwrap_or(self.name)
    }

    /// The directories of init scripts.
    pub(super) fn path(&self) -> Vec<String> {
        match self.should.known("path") {
            Some(Value::Array(directories)) => directories.iter().map(interpolate).collect(),
            Some(directory) => vec![interpolate(directory)],
            None => vec!["/etc/init.d".to_owned()],
        }
    }
}
