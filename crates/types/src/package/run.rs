//! Runs programs of packaging systems, non-interactively and in English.

use std::env;

use resource_api::{
    CommandError, Context, Outcome,
    command::{Destination, Execution},
};

use crate::program::{self, ProgramResult};

/// The variables that prevent questions.
const NONINTERACTIVE: [(&str, &str); 3] =
    [("DEBIAN_FRONTEND", "noninteractive"), ("APT_LISTBUGS_FRONTEND", "none"), ("APT_LISTCHANGES_FRONTEND", "none")];

/// A command line.
pub(super) fn line(program: &str, arguments: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    std::iter::once(program.to_owned()).chain(arguments.into_iter().map(Into::into)).collect()
}

/// Runs a program, and returns its output. Fails if it does not succeed.
pub(super) fn run(context: &Context, line: &[String]) -> Outcome<String> {
    program::execute(context, line, noninteractive)?.checked(line)
}

/// Like [`run`], with our `HOME`, for a program that keeps files there.
pub(super) fn run_with_home(context: &Context, line: &[String]) -> Outcome<String> {
    try_with_home(context, line)?.checked(line)
}

/// Runs a program with our `HOME`, and returns its result, whatever that is.
pub(super) fn try_with_home(context: &Context, line: &[String]) -> Outcome<ProgramResult> {
    program::execute(context, line, |execution| Ok(set_home(noninteractive(execution)?)))
}

/// Runs a program with our `HOME`, and returns its result without stderr.
pub(super) fn query_with_home(context: &Context, line: &[String]) -> Outcome<ProgramResult> {
    program::execute(context, line, |execution| Ok(set_home(noninteractive(execution)?).stderr(Destination::Discard)))
}

/// Runs a program with a text as its input, and returns its result.
pub(super) fn run_with_input(context: &Context, line: &[String], text: &str) -> Outcome<ProgramResult> {
    program::execute(context, line, |execution| Ok(noninteractive(execution)?.stdin(text.to_owned())))
}

fn set_home(execution: Execution<'_>) -> Execution<'_> {
    match env::var_os("HOME").and_then(|home| home.into_string().ok()) {
        Some(home) => execution.environment("HOME", home),
        None => execution,
    }
}

fn noninteractive(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    let execution = program::in_english(execution)?;
    Ok(NONINTERACTIVE.iter().fold(execution, |execution, (name, value)| execution.environment(name, *value)))
}
