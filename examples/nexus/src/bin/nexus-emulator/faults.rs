//! The faults of a switch, from its file `faults`: one per line, for commands with a prefix.
//!
//! - `slow SECONDS COMMAND`: the answer takes a while;
//! - `hang COMMAND`: there is no answer;
//! - `die COMMAND`: the session ends instead;
//! - `garble COMMAND`: the answer is something else;
//! - `half COMMAND`: the answer stops in the middle, and the session ends;
//! - `reject COMMAND`: the command is unknown.
//!
//! `COMMAND` may be `login`, for what happens before the first prompt.

use std::{fs, path::Path, time::Duration};

/// What happens instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    Slow(Duration),
    Hang,
    Die,
    Garble,
    Half,
    Reject,
}

/// The fault of a command, if it has one.
pub fn of(directory: &Path, command: &str) -> Option<Fault> {
    let faults = fs::read_to_string(directory.join("faults")).ok()?;
    faults.lines().find_map(|line| {
        let (kind, rest) = line.split_once(' ')?;
        let (fault, prefix) = match kind {
            "slow" => {
                let (seconds, rest) = rest.split_once(' ')?;
                (Fault::Slow(Duration::from_secs_f64(seconds.parse().ok()?)), rest)
            }
            "hang" => (Fault::Hang, rest),
            "die" => (Fault::Die, rest),
            "garble" => (Fault::Garble, rest),
            "half" => (Fault::Half, rest),
            "reject" => (Fault::Reject, rest),
            _ => return None,
        };
        command.starts_with(prefix).then_some(fault)
    })
}
