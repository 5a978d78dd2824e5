//! Normalizes what manifests write about commands, and validates it.

use pcore::Value;
use resource_api::{
    Failure, Outcome, State,
    definition::ruby_class,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use crate::subject::{Subject, unwrap_sensitive};

use super::{
    spec::{Style, is_secret, several},
    words,
};

/// Brings the attributes of a command into canonical form, and refuses invalid ones.
pub(super) fn canonicalize(style: Style, exec: &mut State) -> Outcome {
    let title: String = exec.known("title").or_else(|| exec.known("command")).map(interpolate).unwrap_or_default();
    let checks = Checks { subject: Subject { type_name: "Exec", title: &title }, style };
    checks.command(exec)?;
    let returns: Vec<Value> = several(exec.get("returns")).iter().map(|code| interpolate(code).into()).collect();
    if exec.known("returns").is_some() {
        exec.insert("returns", returns);
    }
    checks.path(exec);
    checks.user(exec)?;
    checks.check_cwd(exec)?;
    checks.subject.keyword(exec, "logoutput", &["true", "false", "on_failure"], &[])?;
    checks.subject.true_or_false(exec, "refreshonly")?;
    if let Some(refresh) = exec.known("refresh") {
        checks.qualified(exec, refresh).map_err(|problem| checks.refuse("refresh", problem))?;
    }
    checks.environment(exec)?;
    checks.umask(exec)?;
    checks.timeout(exec)?;
    checks.tries(exec)?;
    checks.try_sleep(exec)?;
    checks.creates(exec)?;
    for name in ["unless", "onlyif"] {
        for command in several(exec.get(name)).iter() {
            checks.qualified(exec, command).map_err(|problem| checks.refuse(name, problem))?;
        }
    }
    let command = exec.get("command").cloned().unwrap_or_default();
    checks.qualified(exec, &command).map_err(|problem| checks.subject.refuse_all(problem))
}

/// Validates a command.
struct Checks<'e> {
    subject: Subject<'e>,
    style: Style,
}

impl Checks<'_> {
    /// The failure of one parameter.
    fn refuse(&self, parameter: &str, problem: impl AsRef<str>) -> Failure {
        self.subject.refuse(parameter, problem)
    }

    /// The failure of a value that cannot be converted.
    fn munging_failure(&self, parameter: &str, given: &Value, problem: &str) -> Failure {
        let given = inspect(given);
        self.refuse(parameter, format!("Munging failed for value {given} in class {parameter}: {problem}"))
    }

    fn command(&self, exec: &State) -> Outcome {
        let command = unwrap_sensitive(exec.get("command").unwrap_or(&Value::Undef));
        if matches!(command, Value::String(_) | Value::Array(_)) {
            return Ok(());
        }
        let class = ruby_class(command);
        Err(self.refuse("command", format!("Command must be a String or Array<String>, got value of class {class}")))
    }

    fn path(&self, exec: &mut State) {
        if exec.known("path").is_some() {
            let directories = several(exec.get("path"));
            let directories: Vec<Value> = directories
                .iter()
                .flat_map(|directories| interpolate(directories).split(':').map(Value::from).collect::<Vec<_>>())
                .collect();
            exec.insert("path", directories);
        }
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

    fn check_cwd(&self, exec: &State) -> Outcome {
        match exec.known("cwd") {
            Some(Value::Array(_)) => Err(self.refuse("cwd", "cwd only accepts a single path, not an array of paths")),
            Some(directory) if !interpolate(directory).starts_with('/') => {
                Err(self.refuse("cwd", "cwd must be a fully qualified path"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn environment(&self, exec: &State) -> Outcome {
        let Some(given) = exec.known("environment") else { return Ok(()) };
        let is_secret = matches!(given, Value::Sensitive(_));
        for setting in several(Some(given)).iter() {
            let text = match unwrap_sensitive(setting) {
                Value::String(text) => text.to_string(),
                other => inspect(other),
            };
            if !matches!(unwrap_sensitive(setting), Value::String(_)) || !words::contains_setting(&text) {
                let hidden = is_secret || matches!(setting, Value::Sensitive(_));
                let shown = if hidden { REDACTED } else { &text };
                return Err(self.refuse("environment", format!("Invalid environment setting '{shown}'")));
            }
        }
        Ok(())
    }

    fn umask(&self, exec: &State) -> Outcome {
        let Some(given) = exec.known("umask") else { return Ok(()) };
        let is_octal = |text: &str| {
            let digits = if text.len() > 4 { text.strip_prefix('0').unwrap_or(text) } else { text };
            (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| (b'0'..=b'7').contains(&digit))
        };
        match given {
            Value::String(text) if is_octal(text) => Ok(()),
            other => {
                let problem = format!("The umask specification is invalid: {}", inspect(other));
                Err(self.refuse("umask", problem))
            }
        }
    }

    fn timeout(&self, exec: &mut State) -> Outcome {
        let Some(given) = exec.known("timeout") else { return Ok(()) };
        let given = several(Some(given)).first().cloned().unwrap_or_default();
        let seconds =
            number(&given).ok_or_else(|| self.munging_failure("timeout", &given, "The timeout must be a number."))?;
        exec.insert("timeout", Value::Float(seconds.max(0.0)));
        Ok(())
    }

    fn tries(&self, exec: &mut State) -> Outcome {
        let Some(given) = exec.known("tries") else { return Ok(()) };
        let tries = match given {
            Value::Integer(tries) => Some(*tries),
            Value::String(text) if text.bytes().all(|digit| digit.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        let tries = tries.ok_or_else(|| self.munging_failure("tries", given, "Tries must be an integer"))?;
        if tries < 1 {
            return Err(self.munging_failure("tries", given, "Tries must be an integer >= 1"));
        }
        exec.insert("tries", tries);
        Ok(())
    }

    fn try_sleep(&self, exec: &mut State) -> Outcome {
        let Some(given) = exec.known("try_sleep") else { return Ok(()) };
        let seconds =
            number(given).ok_or_else(|| self.munging_failure("try_sleep", given, "try_sleep must be a number"))?;
        if seconds < 0.0 {
            return Err(self.munging_failure("try_sleep", given, "try_sleep cannot be a negative number"));
        }
        exec.insert("try_sleep", Value::Float(seconds));
        Ok(())
    }

    fn creates(&self, exec: &State) -> Outcome {
        let is_relative = |path: &Value| !interpolate(path).starts_with('/');
        if several(exec.get("creates")).iter().any(is_relative) {
            return Err(self.refuse("creates", "creates must be a fully qualified path"));
        }
        Ok(())
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

/// A number, or a text with one.
fn number(given: &Value) -> Option<f64> {
    let number = match given {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}
