//! What a manifest says about a command, once it is in canonical form.

use std::{borrow::Cow, time::Duration};

use pcore::Value;
use resource_api::{State, render::interpolate};

/// How a command is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As a program with arguments; by a shell only where it takes one.
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

/// When output is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogOutput {
    Always,
    Never,
    OnFailure,
}

/// The attributes of a command.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    pub(super) style: Style,
    pub(super) should: &'w State,
}

impl<'w> Wanted<'w> {
    pub(super) fn new(style: Style, should: &'w State) -> Wanted<'w> {
        Wanted { style, should }
    }

    /// The command without a wrapping.
    pub(super) fn command(&self) -> &'w Value {
        unwrapped(self.should.get("command").unwrap_or(&Value::Undef))
    }

    /// Whether neither the command nor what it writes may be shown.
    pub(super) fn is_secret(&self) -> bool {
        is_secret(self.should)
    }

    /// The command as messages show it.
    pub(super) fn shown_command(&self) -> String {
        if self.is_secret() { "[command redacted]".to_owned() } else { format!("'{}'", interpolate(self.command())) }
    }

    /// The exit codes of a success.
    pub(super) fn returns(&self) -> Vec<String> {
        several(self.should.get("returns")).iter().map(interpolate).collect()
    }

    pub(super) fn log_output(&self) -> LogOutput {
        match self.should.text("logoutput") {
            Some("true") => LogOutput::Always,
            Some("false") => LogOutput::Never,
            Some(_) | None => LogOutput::OnFailure,
        }
    }

    pub(super) fn tries(&self) -> i64 {
        self.should.get("tries").and_then(Value::as_integer).unwrap_or(1)
    }

    pub(super) fn try_sleep(&self) -> Duration {
        self.seconds("try_sleep").unwrap_or_default()
    }

    /// How long it may take; nothing means as long as it likes.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.seconds("timeout").filter(|time| !time.is_zero())
    }

    pub(super) fn umask(&self) -> Option<u32> {
        u32::from_str_radix(self.should.text("umask")?, 8).ok()
    }

    /// Where programs are looked for.
    pub(super) fn path(&self) -> Option<String> {
        let folders = self.should.known("path")?;
        Some(several(Some(folders)).iter().map(interpolate).collect::<Vec<_>>().join(":"))
    }

    fn seconds(&self, name: &str) -> Option<Duration> {
        match self.should.get(name)? {
            Value::Integer(seconds) => u64::try_from(*seconds).ok().map(Duration::from_secs),
            Value::Float(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
            _ => None,
        }
    }
}

/// Whether a command, or another one that is executed for it, is a secret or holds one: that makes a secret of all.
pub(super) fn is_secret(should: &State) -> bool {
    ["command", "refresh", "unless", "onlyif"].iter().filter_map(|name| should.get(name)).any(Value::holds_secret)
}

/// A value without a wrapping.
pub(super) fn unwrapped(value: &Value) -> &Value {
    match value {
        Value::Sensitive(inner) => unwrapped(inner),
        plain => plain,
    }
}

/// One value or several, or none.
pub(super) fn several(value: Option<&Value>) -> Cow<'_, [Value]> {
    match value.map(unwrapped) {
        None | Some(Value::Undef) => Cow::Borrowed(&[]),
        Some(Value::Array(values)) => Cow::Borrowed(values.as_slice()),
        Some(single) => Cow::Owned(vec![single.clone()]),
    }
}
