//! The commands that settings run before and after a run.

use std::{process::Command, time::Duration};

use process::{Limits, RunError};
use resource_api::log::{Level, Log};
use settings::Settings;

use crate::configuration;

/// The maximum size of the output of a command.
const MAX_OUTPUT: usize = 16 << 20;

/// Runs the command of a setting such as `prerun_command`. Returns whether it succeeded; an empty setting counts as
/// success.
pub(super) fn run(settings: &Settings, name: &str, log: &Log) -> bool {
    let result = match settings.text(name) {
        Ok(command) if command.is_empty() => return true,
        // A command may take as long as a run.
        Ok(command) => match configuration::time_limit(settings, "runtimeout") {
            Ok(limit) => execute(&command, limit),
            Err(error) => Err(error.to_string()),
        },
        Err(error) => Err(error.to_string()),
    };
    if let Err(problem) = &result {
        log.line(Level::Err, &format!("Could not run command from {name}: {problem}"));
    }
    result.is_ok()
}

/// Runs a command line in a shell. Its output is logged only if it fails.
fn execute(command: &str, limit: Option<Duration>) -> Result<(), String> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", command]);
    let output = process::run_merged(&mut shell, Limits { time: limit, output: MAX_OUTPUT });
    let output = output.map_err(|error| match error {
        RunError::Io(error) => format!("Execution of '{command}' returned 1: cannot start the shell: {error}"),
        RunError::Late(limit) => {
            let seconds = limit.as_secs();
            format!(
                "'{command}' did not finish within {seconds} seconds and was stopped; the limit is the setting runtimeout"
            )
        }
        RunError::Large(limit) => format!("'{command}' printed more than {limit} bytes and was stopped"),
    })?;
    if output.exit.code == Some(0) {
        return Ok(());
    }
    let code = output.exit.code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    let printed = String::from_utf8_lossy(&output.stdout);
    Err(format!("Execution of '{command}' returned {code}: {}", printed.trim_end()))
}
