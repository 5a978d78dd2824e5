//! What can go wrong between us and a switch.

use std::time::Duration;

/// Why a switch did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// There was no login.
    #[error("cannot connect: {reason}")]
    Unreachable {
        /// What `ssh` said.
        reason: String,
        /// Whether another attempt may succeed.
        may_pass: bool,
    },
    /// The connection ended.
    #[error("the connection was lost during '{during}': {reason}")]
    Lost {
        /// The command that was at work.
        during: String,
        /// What `ssh` said.
        reason: String,
    },
    /// There was no answer.
    #[error("no answer to '{to}' within {} s", .after.as_secs_f64())]
    Silent {
        /// The command that was sent.
        to: String,
        /// How long was waited.
        after: Duration,
    },
    /// The switch said no.
    #[error("the switch refused '{command}': {answer}")]
    Refused {
        /// The command that was sent.
        command: String,
        /// What the switch said.
        answer: String,
    },
    /// The second password is wrong, or missing.
    #[error("the switch does not allow 'enable': {0}")]
    NotEnabled(&'static str),
    /// The answer is none that we know.
    #[error("the answer to '{to}' cannot be read: {expected} was expected")]
    Unreadable {
        /// The command that was sent.
        to: String,
        /// What should have been there.
        expected: &'static str,
    },
    /// The command holds more than a command.
    #[error("{0:?} cannot be sent: it holds a character that no command has")]
    Unsendable(String),
    /// The process that carries the connection cannot be started.
    #[error("cannot start ssh: {0}")]
    NoProcess(#[source] std::io::Error),
}
