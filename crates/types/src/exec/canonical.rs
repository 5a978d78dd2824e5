//! Validates what the definition of commands cannot say.

use pcore::Value;
use resource_api::{Outcome, State, render::interpolate, secret::REDACTED};

use crate::subject::Subject;

use super::{
    spec::{Style, is_secret, several},
    words,
};

/// Validates a command.
pub(super) fn validate(style: Style, subject: &Subject<'_>, exec: &mut State) -> Outcome {
    check_user(subject, exec)?;
    let check = |command: &Value| if style == Style::Shell { Ok(()) } else { check_qualified(exec, command) };
    if let Some(refresh) = exec.known("refresh") {
        check(refresh).map_err(|problem| subject.refuse("refresh", problem))?;
    }
    for name in ["unless", "onlyif"] {
        for command in several(exec.get(name)).iter() {
            check(command).map_err(|problem| subject.refuse(name, problem))?;
        }
    }
    check(exec.get("command").unwrap_or(&Value::Undef)).map_err(|problem| subject.refuse_all(problem))
}

fn check_user(subject: &Subject<'_>, exec: &State) -> Outcome {
    let is_us = |user: &Value| {
        let name = interpolate(user);
        let us = rustix::process::getuid().as_raw();
        name == us.to_string() || crate::account::user_name(us).is_some_and(|us| us == name)
    };
    match exec.known("user") {
        Some(user) if !rustix::process::getuid().is_root() && !is_us(user) => {
            Err(subject.refuse("user", "Only root can execute commands as other users"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Fails if the program of a command is not an absolute path and there is no `path`.
fn check_qualified(exec: &State, command: &Value) -> Result<(), String> {
    let program = words::program(command).unwrap_or_default();
    if exec.known("path").is_some() || program.starts_with('/') {
        return Ok(());
    }
    let shown = if is_secret(exec) { REDACTED } else { &program };
    Err(format!("'{shown}' is not qualified and no path was specified. Please qualify the command or specify a path."))
}
