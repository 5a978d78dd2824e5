//! Shows how the content of a file is changed, as `diff` tells it. What cannot be shown is changed all the same.

use std::io::{self, Read, Write};

use resource_api::{
    Context, Failure, Outcome,
    command::{Captured, Command, Destination, Encoding, OnInvalid},
    log::{Level, property_path},
};

use super::{found::Found, goal::Goal, web::Web};

/// More than this is not shown.
const LONGEST: usize = 16 * 1024 * 1024;

/// Files that are larger are not compared: whoever does that has both of them in memory.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Logs the difference between what a file holds and what it should hold, if anybody wants to see it.
pub(super) fn show(context: &Context, web: &Web, goal: &Goal<'_>, found: Option<&Found>) {
    if context.setting("show_diff").as_deref() != Some("true") || !goal.wanted.shows_difference() {
        return;
    }
    let turn = context.turn();
    let level = turn.as_ref().map_or(Level::Notice, |turn| turn.level);
    let source = property_path(&turn.map(|turn| turn.path).unwrap_or_default(), "content");
    if goal.wanted.is_secret() {
        context.log().write(level, Some(&source), "[diff redacted]");
        return;
    }
    match difference(context, web, goal, found) {
        Ok(Some(told)) => context.log().write(level, Some(&source), &format!("\n{told}")),
        Ok(None) => {}
        Err(failure) => {
            let message = format!("Could not show the difference: {failure}");
            context.log().write(Level::Warning, Some(&source), &message);
        }
    }
}

/// What the program says; nothing without a program.
fn difference(context: &Context, web: &Web, goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Option<String>> {
    let program = context.setting("diff").unwrap_or_else(|| "diff".to_owned());
    if program.is_empty() {
        return Ok(None);
    }
    let options = context.setting("diff_args").unwrap_or_else(|| "-u".to_owned());
    let too_large = || {
        let most = LARGEST / 1024 / 1024;
        Failure::new(format!("only files of up to {most} MB are compared; set show_diff to false for this file"))
    };
    let of_source = goal.source.as_ref().map_or(0, |source| source.found.size);
    if found.is_some_and(|found| found.size > LARGEST) || of_source > LARGEST {
        return Err(too_large());
    }
    let mut new = tempfile::Builder::new().prefix("puppet-file").tempfile()?;
    match &goal.source {
        Some(source) => {
            let copied = io::copy(&mut source.open(context, web)?.take(LARGEST + 1), &mut new)?;
            if copied > LARGEST {
                return Err(too_large());
            }
        }
        None => new.write_all(goal.wanted.content().unwrap_or_default())?,
    }
    new.flush()?;
    let path = new.path().to_string_lossy().into_owned();
    let arguments = options.split(' ').filter(|option| !option.is_empty()).map(str::to_owned);
    let arguments: Vec<String> = arguments.chain([goal.wanted.path_text().to_owned(), path.clone()]).collect();
    // It only reads, and says with its exit code that there is a difference.
    let answer = Command::new(program.as_str())
        .run(context, &arguments)
        .stdout(Destination::Store)
        .noop(false)
        .stdout_encoding(Encoding::Binary, OnInvalid::Refuse)
        .output_limit(LONGEST)
        .ignore_exit_code()
        .execute()?;
    let told = answer.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default();
    Ok(Some(match std::str::from_utf8(told) {
        Ok(text) => text.to_owned(),
        Err(_) => format!("Binary files {} and {path} differ", goal.wanted.path_text()),
    }))
}
