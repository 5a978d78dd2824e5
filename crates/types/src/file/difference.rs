//! Shows how the content of a file is changed, as `diff` tells it. What cannot be shown is changed all the same.

use std::{
    fs::{File, FileTimes},
    io::{self, Read, Write},
};

use resource_api::{
    Context, Failure, Outcome,
    command::{Captured, Command, Destination, Encoding, OnInvalid},
    log::{Level, property_path},
    whole_file::open_regular,
};
use tempfile::NamedTempFile;

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
    // The program gets a copy of what was opened: it would follow any link on the way to the file.
    let old = copy_of(open_regular(goal.wanted.path)?)?.ok_or_else(too_large)?;
    let mut new = temporary()?;
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
    let (shown, copy) = (goal.wanted.path_text(), old.path().to_string_lossy().into_owned());
    let path = new.path().to_string_lossy().into_owned();
    let arguments = options.split(' ').filter(|option| !option.is_empty()).map(str::to_owned);
    let arguments: Vec<String> = arguments.chain([copy.clone(), path.clone()]).collect();
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
        // The name of the copy is one that nothing else has.
        Ok(text) => text.replace(&copy, shown),
        Err(_) => format!("Binary files {shown} and {path} differ"),
    }))
}

/// A file that nobody else can open.
fn temporary() -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix("puppet-file").tempfile()
}

/// A copy of a file, from the same time; nothing when it is too large.
fn copy_of(file: File) -> io::Result<Option<NamedTempFile>> {
    let modified = file.metadata()?.modified()?;
    let mut copy = temporary()?;
    if io::copy(&mut file.take(LARGEST + 1), &mut copy)? > LARGEST {
        return Ok(None);
    }
    copy.as_file().set_times(FileTimes::new().set_modified(modified))?;
    Ok(Some(copy))
}
