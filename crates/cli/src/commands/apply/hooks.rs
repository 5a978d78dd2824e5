//! The commands that settings ask for before and after a run.

use std::{
    io,
    process::{Command, Stdio},
};

use resource_api::log::{Level, Log};
use settings::Settings;

/// Runs the command of a setting such as `prerun_command`, and says whether it went well, as it does where there is none.
pub(super) fn run(settings: &Settings, name: &str, log: &Log) -> bool {
    let result = match settings.text(name) {
        Ok(command) if command.is_empty() => return true,
        Ok(command) => execute(&command),
        Err(error) => Err(error.to_string()),
    };
    if let Err(problem) = &result {
        log.line(Level::Err, &format!("Could not run command from {name}: {problem}"));
    }
    result.is_ok()
}

/// Runs a command line in a shell. What it prints is told only where it fails.
fn execute(command: &str) -> Result<(), String> {
    let output =
        Command::new("/bin/sh").args(["-c", "exec 2>&1; eval \"$1\"", "sh", command]).stdin(Stdio::null()).output();
    let output = match output {
        Ok(output) => output,
        Err(error) => return Err(unstartable(command, &error)),
    };
    if output.status.success() {
        return Ok(());
    }
    let code = output.status.code().map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    let said = String::from_utf8_lossy(&output.stdout);
    Err(format!("Execution of '{command}' returned {code}: {}", said.trim_end()))
}

fn unstartable(command: &str, error: &io::Error) -> String {
    format!("Execution of '{command}' returned 1: the shell cannot be started: {error}")
}
