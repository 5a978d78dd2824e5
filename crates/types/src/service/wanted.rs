//! What a manifest says about a service, once it is in canonical form.

use pcore::Value;
use resource_api::{State, render::interpolate};

use super::commands::CommandLine;
use crate::{program, subject::opened};

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

    /// The command of an attribute, if it is given: a line of a shell, or a program with its arguments.
    pub(super) fn command(&self, attribute: &str) -> Option<CommandLine> {
        let given = self.should.known(attribute)?;
        let (words, shown) = match opened(given) {
            Value::Array(words) => {
                let words: Vec<String> = words.iter().map(|word| interpolate(opened(word))).collect();
                let shown = words.join(" ");
                (words, shown)
            }
            line => {
                let line = interpolate(line);
                (program::line(&line), line)
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

    /// What the table of processes is searched for.
    pub(super) fn pattern(&self) -> &'w str {
        let binary = || self.should.known("binary").and_then(|binary| opened(binary).as_str());
        self.text("pattern").or_else(binary).unwrap_or(self.name)
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
