//! How programs of packaging systems are executed: nobody is asked anything, and they speak English.

use std::{env, path::Path};

use resource_api::{
    CommandError, Context, Failure, Outcome,
    command::{Destination, Execution},
};

use crate::program::{self, Ended};

/// What keeps programs from asking.
const QUIET: [(&str, &str); 3] =
    [("DEBIAN_FRONTEND", "noninteractive"), ("APT_LISTBUGS_FRONTEND", "none"), ("APT_LISTCHANGES_FRONTEND", "none")];

/// A command line.
pub(super) fn line(program: &str, arguments: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    std::iter::once(program.to_owned()).chain(arguments.into_iter().map(Into::into)).collect()
}

/// Executes a program that must succeed, and returns what it wrote.
pub(super) fn succeed(context: &Context, line: &[String]) -> Outcome<String> {
    required(line, execute(context, line, quiet)?)
}

/// As [`succeed`], for a program that keeps files in the home of whoever started us.
pub(super) fn succeed_at_home(context: &Context, line: &[String]) -> Outcome<String> {
    required(line, at_home(context, line)?)
}

/// Executes a program in the home of whoever started us, however it ends.
pub(super) fn at_home(context: &Context, line: &[String]) -> Outcome<Ended> {
    execute(context, line, |execution| Ok(with_home(quiet(execution)?)))
}

/// Executes a program in the home of whoever started us, and takes its answer without what it complains about.
pub(super) fn answer_at_home(context: &Context, line: &[String]) -> Outcome<Ended> {
    execute(context, line, |execution| Ok(with_home(quiet(execution)?).stderr(Destination::Discard)))
}

/// Executes a program that reads a text, however it ends.
pub(super) fn feed(context: &Context, line: &[String], text: &str) -> Outcome<Ended> {
    execute(context, line, |execution| Ok(quiet(execution)?.stdin(text.to_owned())))
}

fn execute<'c>(
    context: &'c Context,
    line: &[String],
    complete: impl Fn(Execution<'c>) -> Result<Execution<'c>, CommandError>,
) -> Outcome<Ended> {
    Ok(program::execute(context, line, complete)?)
}

fn with_home(execution: Execution<'_>) -> Execution<'_> {
    match env::var_os("HOME").and_then(|home| home.into_string().ok()) {
        Some(home) => execution.environment("HOME", home),
        None => execution,
    }
}

fn quiet(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    let execution = program::in_english(execution)?;
    Ok(QUIET.iter().fold(execution, |execution, (name, value)| execution.environment(name, *value)))
}

fn required(line: &[String], ended: Ended) -> Outcome<String> {
    if ended.is_success() {
        return Ok(ended.output);
    }
    let (shown, code) = (line.join(" "), ended.code());
    Err(Failure::new(format!("Execution of '{shown}' returned {code}: {}", ended.output.trim())))
}

/// The program of a language: the one that is named, or the first of these in the `PATH`.
pub(super) fn tool(named: Option<&str>, provider: &str, programs: &[&str]) -> Outcome<String> {
    let Some(path) = named.map(str::to_owned).or_else(|| found(programs)) else {
        return Err(Failure::resource(format!("Provider {provider} package command is not functional on this host")));
    };
    if !Path::new(&path).is_file() {
        let problem = format!("Provider {provider} package command '{path}' does not exist on this host");
        return Err(Failure::resource(problem));
    }
    Ok(path)
}

/// The path of the first of these programs that there is.
pub(super) fn found(programs: &[&str]) -> Option<String> {
    programs.iter().find_map(|program| program::find(program)).map(|path| path.display().to_string())
}
