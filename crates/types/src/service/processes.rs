//! The process table, for services without a status command.

use std::io;

use pcore::regexp::Regexp;
use resource_api::{Context, Failure, Outcome};
use rustix::process::{Pid, Signal, kill_process};

use crate::program;

/// The process whose line in the table matches a pattern. Our own process and `ps` do not count, although their lines
/// may contain the pattern.
pub(super) fn find(context: &Context, pattern: &str) -> Outcome<Option<u32>> {
    let pattern = Regexp::new(pattern).map_err(|error| Failure::resource(error.to_string()))?;
    let line = program::command_line("ps -ef");
    let table = program::execute(context, &line, program::in_english)?.checked(&line)?;
    let ourselves = std::process::id();
    for line in table.lines() {
        let mut fields = line.split_whitespace().skip(1).map(|field| field.parse::<u32>().ok());
        let (Some(Some(process)), Some(Some(parent))) = (fields.next(), fields.next()) else { continue };
        if process != ourselves && parent != ourselves && pattern.is_match(line)? {
            return Ok(Some(process));
        }
    }
    Ok(None)
}

/// Terminates a process.
pub(super) fn end(process: u32) -> io::Result<()> {
    let process = i32::try_from(process).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
    Ok(kill_process(process, Signal::TERM)?)
}
