//! Debian's tools for scripts that are started with the machine.

use std::fs;

use resource_api::{Context, Failure, Outcome};

use crate::program;

pub(super) const UPDATE: &str = "/usr/sbin/update-rc.d";
pub(super) const INVOKE: &str = "/usr/sbin/invoke-rc.d";
pub(super) const SERVICE: &str = "/usr/sbin/service";

/// How many links make a service one that is started with the machine.
const LINKS: usize = 4;

/// Whether a service is started with the machine: `true` or `false`.
pub(super) fn enabled(context: &Context, name: &str) -> Outcome<&'static str> {
    let line = [INVOKE, "--quiet", "--query", name, "start"].map(str::to_owned);
    let asked = program::execute(context, &line, program::answering)?;
    let is_enabled = match asked.exit_code {
        Some(104 | 106) => true,
        // The tool may not say it, or the script cannot be asked.
        Some(101 | 105) => links(name) >= LINKS,
        _ => false,
    };
    Ok(if is_enabled { "true" } else { "false" })
}

/// Starts a service with the machine from now on, or not any more.
pub(super) fn enable(context: &Context, name: &str, on: bool) -> Outcome {
    if on {
        update(context, &["-f", name, "remove"])?;
        update(context, &[name, "defaults"])
    } else {
        update(context, &[name, "disable"])
    }
}

fn update(context: &Context, arguments: &[&str]) -> Outcome {
    let mut line = vec![UPDATE.to_owned()];
    line.extend(arguments.iter().map(|&argument| argument.to_owned()));
    let ended = program::execute(context, &line, program::in_english)?;
    if ended.is_success() {
        return Ok(());
    }
    let (shown, code, output) = (line.join(" "), ended.code(), ended.output.trim());
    Err(Failure::new(format!("Execution of '{shown}' returned {code}: {output}")))
}

/// How many links start a service with the machine.
fn links(name: &str) -> usize {
    let folders = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_folder = |folder: &str| folder.starts_with("rc") && folder.ends_with(".d");
    let mut count = 0;
    for folder in folders.filter(|folder| folder.file_name().to_str().is_some_and(is_folder)) {
        for link in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let file = link.file_name();
            let is_start = |link: &str| link.starts_with('S') && link.get(3..) == Some(name);
            count += usize::from(file.to_str().is_some_and(is_start));
        }
    }
    count
}
