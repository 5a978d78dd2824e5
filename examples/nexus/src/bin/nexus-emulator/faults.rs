//! What goes wrong with a switch, told by its file `faults`: one fault a line, for commands that begin with some words.
//!
//! - `slow SECONDS COMMAND`: the answer takes a while;
//! - `hang COMMAND`: there is no answer;
//! - `die COMMAND`: the session ends instead;
//! - `garble COMMAND`: the answer is something else;
//! - `half COMMAND`: the answer stops in the middle, and the session ends;
//! - `reject COMMAND`: the command is not known.
//!
//! `COMMAND` may be `login`: what happens before the first prompt.

use std::{fs, path::Path, time::Duration};

/// What happens instead of an ordinary answer.
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
pub fn of(folder: &Path, command: &str) -> Option<Fault> {
    let told = fs::read_to_string(folder.join("faults")).ok()?;
    told.lines().find_map(|line| {
        let (kind, rest) = line.split_once(' ')?;
        let (fault, beginning) = match kind {
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
        command.starts_with(beginning).then_some(fault)
    })
}
