//! Executes a command until it succeeds, as often as it may be tried.

use std::thread;

use resource_api::{Failure, Outcome, log::Level};

use super::{
    process::{Process, Purpose},
    wanted::LogOutput,
};
use crate::program::Ended;

/// Executes the command, and fails when it does.
pub(super) fn attempt(process: &mut Process<'_>) -> Outcome {
    let wanted = process.wanted;
    let (returns, tries, pause) = (wanted.returns(), wanted.tries(), wanted.try_sleep());
    let is_success = |ended: &Ended| returns.iter().any(|code| *code == ended.code());
    let mut ended = process.run_in_time(wanted.command(), Purpose::Change)?;
    for _ in 1..tries {
        if is_success(&ended) {
            break;
        }
        thread::sleep(pause);
        ended = process.run_in_time(wanted.command(), Purpose::Change)?;
    }
    let success = is_success(&ended);
    match wanted.log_output() {
        LogOutput::Never => {}
        LogOutput::OnFailure if success => {}
        LogOutput::Always | LogOutput::OnFailure => {
            let level = process.context.turn().map_or(Level::Notice, |turn| turn.level);
            process.tell_output(level, "returns", &ended.output);
        }
    }
    if success {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} returned {} instead of one of [{}]",
        wanted.shown_command(),
        ended.code(),
        returns.join(",")
    )))
}
