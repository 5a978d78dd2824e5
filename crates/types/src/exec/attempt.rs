//! Executes a command until it succeeds or has no tries left.

use std::thread;

use resource_api::{Failure, Outcome, log::Level};

use super::process::{Process, Purpose};
use crate::program::ProgramResult;

/// Executes the command, and fails if it does.
pub(super) fn attempt(process: &mut Process<'_>) -> Outcome {
    let spec = process.spec;
    let (returns, tries, pause) = (spec.returns(), spec.tries(), spec.try_sleep());
    let is_success = |ended: &ProgramResult| returns.iter().any(|code| *code == ended.code());
    let mut ended = process.run_with_timeout(spec.command(), Purpose::Change)?;
    for _ in 1..tries {
        if is_success(&ended) {
            break;
        }
        thread::sleep(pause);
        ended = process.run_with_timeout(spec.command(), Purpose::Change)?;
    }
    let success = is_success(&ended);
    if spec.logs_output(success) {
        let level = process.context.current_resource().map_or(Level::Notice, |turn| turn.level);
        process.log_output_lines(level, "returns", &ended.output);
    }
    if success {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} returned {} instead of one of [{}]",
        spec.shown_command(),
        ended.code(),
        returns.join(",")
    )))
}
