//! Logs how the content of a file changes, as `diff` shows it. If that fails, the content is changed all the same.

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

use super::{goal::Goal, stat::FileStat, web::Web};

/// Longer output is not shown.
const MAX_OUTPUT: usize = 16 * 1024 * 1024;

/// Larger files are not compared, since `diff` reads both of them into memory.
const MAX_FILE_SIZE: u64 = 64 * 1024 * 1024;

/// Logs the difference between the current and the desired content, if the settings ask for it.
pub(super) fn show(context: &Context, web: &Web, goal: &Goal<'_>, stat: Option<&FileStat>) {
    if context.setting("show_diff").as_deref() != Some("true") || !goal.target.shows_difference() {
        return;
    }
    let turn = context.current_resource();
    let level = turn.as_ref().map_or(Level::Notice, |turn| turn.level);
    let source = property_path(&turn.map(|turn| turn.path).unwrap_or_default(), "content");
    if goal.target.is_secret() {
        context.log().write(level, Some(&source), "[diff redacted]");
        return;
    }
    match difference(context, web, goal, stat) {
        Ok(Some(diff)) => context.log().write(level, Some(&source), &format!("\n{diff}")),
        Ok(None) => {}
        Err(failure) => {
            let message = format!("Could not show the difference: {failure}");
            context.log().write(Level::Warning, Some(&source), &message);
        }
    }
}

/// The output of `diff`; none if the setting is empty.
fn difference(context: &Context, web: &Web, goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Option<String>> {
    let program = context.setting("diff").unwrap_or_else(|| "diff".to_owned());
    if program.is_empty() {
        return Ok(None);
    }
    let options = context.setting("diff_args").unwrap_or_else(|| "-u".to_owned());
    let too_large = || {
        let max = MAX_FILE_SIZE / 1024 / 1024;
        Failure::new(format!("only files of up to {max} MB are compared; set show_diff to false for this file"))
    };
    let of_source = goal.source.as_ref().map_or(0, |source| source.stat.size);
    if stat.is_some_and(|stat| stat.size > MAX_FILE_SIZE) || of_source > MAX_FILE_SIZE {
        return Err(too_large());
    }
    // `diff` gets a copy of the opened file, since it would follow any link in the path.
    let old = copy_of(open_regular(goal.target.path)?)?.ok_or_else(too_large)?;
    let mut new = temporary()?;
    match &goal.source {
        Some(source) => {
            let copied = io::copy(&mut source.open(context, web)?.take(MAX_FILE_SIZE + 1), &mut new)?;
            if copied > MAX_FILE_SIZE {
                return Err(too_large());
            }
        }
        None => new.write_all(goal.target.content().unwrap_or_default())?,
    }
    new.flush()?;
    let (shown, copy) = (goal.target.path_text(), old.path().to_string_lossy().into_owned());
    let path = new.path().to_string_lossy().into_owned();
    let arguments = options.split(' ').filter(|option| !option.is_empty()).map(str::to_owned);
    let arguments: Vec<String> = arguments.chain([copy.clone(), path.clone()]).collect();
    // It only reads, and its exit code tells whether there is a difference.
    let answer = Command::new(program.as_str())
        .run(context, &arguments)
        .stdout(Destination::Store)
        .noop(false)
        .stdout_encoding(Encoding::Binary, OnInvalid::Refuse)
        .output_limit(MAX_OUTPUT)
        .ignore_exit_code()
        .execute()?;
    let output = answer.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default();
    Ok(Some(match std::str::from_utf8(output) {
        // The name of the copy is unique, so only the header contains it.
        Ok(text) => text.replace(&copy, shown),
        Err(_) => format!("Binary files {shown} and {path} differ"),
    }))
}

/// A file that no other user can open.
fn temporary() -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix("puppet-file").tempfile()
}

/// A copy of a file with its modification time; none if it is too large.
fn copy_of(file: File) -> io::Result<Option<NamedTempFile>> {
    let modified = file.metadata()?.modified()?;
    let mut copy = temporary()?;
    if io::copy(&mut file.take(MAX_FILE_SIZE + 1), &mut copy)? > MAX_FILE_SIZE {
        return Ok(None);
    }
    copy.as_file().set_times(FileTimes::new().set_modified(modified))?;
    Ok(Some(copy))
}
