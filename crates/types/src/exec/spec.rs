//! What a manifest says about a command, in canonical form.

use std::{borrow::Cow, time::Duration};

use pcore::Value;
use resource_api::{State, render::interpolate};

use crate::subject::{joined, unwrap_sensitive};

/// How a command is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As a program with arguments; by a shell only if it needs one.
    Posix,
    /// By a shell.
    Shell,
}

impl Style {
    pub(super) fn name(self) -> &'static str {
        match self {
            Style::Posix => "posix",
            Style::Shell => "shell",
        }
    }
}

/// The attributes of a command.
#[derive(Clone, Copy)]
pub(super) struct ExecSpec<'s> {
    pub(super) style: Style,
    pub(super) should: &'s State,
}

impl<'s> ExecSpec<'s> {
    pub(super) fn new(style: Style, should: &'s State) -> ExecSpec<'s> {
        ExecSpec { style, should }
    }

    /// The command, unwrapped.
    pub(super) fn command(&self) -> &'s Value {
        unwrap_sensitive(self.should.get("command").unwrap_or(&Value::Undef))
    }

    /// Whether the command and its output must not be shown.
    pub(super) fn is_secret(&self) -> bool {
        is_secret(self.should)
    }

    /// The command for messages.
    pub(super) fn shown_command(&self) -> String {
        if self.is_secret() { "[command redacted]".to_owned() } else { format!("'{}'", interpolate(self.command())) }
    }

    /// The exit codes that mean success.
    pub(super) fn returns(&self) -> Vec<String> {
        several(self.should.get("returns")).iter().map(interpolate).collect()
    }

    /// Whether output is logged; by default only that of a command that fails.
    pub(super) fn logs_output(&self, success: bool) -> bool {
        match self.should.text("logoutput") {
            Some("true") => true,
            Some("false") => false,
            Some(_) | None => !success,
        }
    }

    pub(super) fn tries(&self) -> i64 {
        self.should.get("tries").and_then(Value::as_integer).unwrap_or(1)
    }

    pub(super) fn try_sleep(&self) -> Duration {
        self.seconds("try_sleep").unwrap_or_default()
    }

    /// The timeout, if there is one.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.seconds("timeout").filter(|time| !time.is_zero())
    }

    pub(super) fn umask(&self) -> Option<u32> {
        u32::from_str_radix(self.should.text("umask")?, 8).ok()
    }

    /// The search path for programs.
    pub(super) fn path(&self) -> Option<String> {
        let directories = self.should.known("path")?;
        Some(joined(&several(Some(directories)), ":"))
    }

    fn seconds(&self, name: &str) -> Option<Duration> {
        match self.should.get(name)? {
            Value::Integer(seconds) => u64::try_from(*seconds).ok().map(Duration::from_secs),
            Value::Float(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
            _ => None,
        }
    }
}

/// Whether the command, or another one that is executed for it, is secret or contains a secret. Then nothing of it is
/// shown.
pub(super) fn is_secret(should: &State) -> bool {
    ["command", "refresh", "unless", "onlyif"].iter().filter_map(|name| should.get(name)).any(Value::holds_secret)
}

/// One value, several, or none.
pub(super) fn several(value: Option<&Value>) -> Cow<'_, [Value]> {
    match value.map(unwrap_sensitive) {
        None | Some(Value::Undef) => Cow::Borrowed(&[]),
        Some(Value::Array(values)) => Cow::Borrowed(values.as_slice()),
        Some(single) => Cow::Owned(vec![single.clone()]),
    }
}
