//! Validates what the definition of commands cannot say.

use pcore::Value;
use resource_api::{Failure, Outcome, State, render::interpolate, secret::REDACTED};

use crate::subject::Subject;

use super::{
    spec::{Style, is_secret, several},
    words,
};

/// Validates a command.
pub(super) fn validate(style: Style, subject: &Subject<'_>, exec: &mut State) -> Outcome {
    let checks = Checks { subject, style };
    checks.user(exec)?;
    if let Some(refresh) = exec.known("refresh") {
        checks.qualified(exec, refresh).map_err(|problem| checks.refuse("refresh", problem))?;
    }
    for name in ["unless", "onlyif"] {
        for command in several(exec.get(name)).iter() {
            checks.qualified(exec, command).map_err(|problem| checks.refuse(name, problem))?;
        }
    }
    let command = exec.get("command").cloned().unwrap_or_default();
    checks.qualified(exec, &command).map_err(|problem| subject.refuse_all(problem))
}

/// Validates a command.
struct Checks<'e> {
    subject: &'e Subject<'e>,
    style: Style,
}

impl Checks<'_> {
    /// The failure of one parameter.
    fn refuse(&self, parameter: &str, problem: impl AsRef<str>) -> Failure {
        self.subject.refuse(parameter, problem)
    }

    fn user(&self, exec: &State) -> Outcome {
        let is_us = |user: &Value| {
            let name = interpolate(user);
            let us = rustix::process::getuid().as_raw();
            name == us.to_string() || crate::account::user_name(us).is_some_and(|us| us == name)
        };
        match exec.known("user") {
            Some(user) if !rustix::process::getuid().is_root() && !is_us(user) => {
                Err(self.refuse("user", "Only root can execute commands as other users"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Fails if the program of a command is not an absolute path and there is no `path`.
    fn qualified(&self, exec: &State, command: &Value) -> Result<(), String> {
        if self.style == Style::Shell || exec.known("path").is_some() {
            return Ok(());
        }
        let program = words::program(command).unwrap_or_default();
        if program.starts_with('/') {
            return Ok(());
        }
        let shown = if is_secret(exec) { REDACTED } else { &program };
        Err(format!(
            "'{shown}' is not qualified and no path was specified. Please qualify the command or specify a path."
        ))
    }
}
