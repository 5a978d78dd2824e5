//! What can go wrong with a switch.

use std::time::Duration;

/// Why a switch did not do what it should.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SwitchError {
    /// The login failed.
    #[error("cannot connect: {reason}")]
    Unreachable {
        /// The message of `ssh`.
        reason: String,
        /// Whether another attempt may succeed.
        is_transient: bool,
    },
    /// The connection was lost.
    #[error("the connection was lost during '{during}': {reason}")]
    Lost {
        /// The command that was running.
        during: String,
        /// The message of `ssh`.
        reason: String,
    },
    /// There was no answer in time.
    #[error("no answer to '{to}' within {} s", .after.as_secs_f64())]
    Silent {
        /// The command that was sent.
        to: String,
        /// The time limit.
        after: Duration,
    },
    /// The switch refused a command.
    #[error("the switch refused '{command}': {answer}")]
    Refused {
        /// The command that was sent.
        command: String,
        /// The answer of the switch.
        answer: String,
    },
    /// The password for `enable` is wrong or missing.
    #[error("the switch does not allow 'enable': {0}")]
    NotEnabled(&'static str),
    /// The answer has an unknown format.
    #[error("the answer to '{to}' cannot be read: {expected} was expected")]
    Unreadable {
        /// The command that was sent.
        to: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The command contains control characters.
    #[error("{0:?} cannot be sent: it holds a character that no command has")]
    Unsendable(String),
    /// The process that carries the connection cannot be started.
    #[error("cannot start ssh: {0}")]
    NoProcess(#[source] std::io::Error),
}
