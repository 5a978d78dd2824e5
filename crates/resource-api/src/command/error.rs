//! Errors of commands.

use std::{fmt, io, time::Duration};

use rustix::io::Errno;

use super::{Captured, Encoding, Stream};

/// Why a command could not be executed, or why it failed.
///
/// Converts to a [`Failure`](crate::Failure) with `?`, from which [`downcast_ref`](crate::Failure::downcast_ref)
/// returns it. Neither its message nor its debug output shows known secrets.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The file does not exist, neither at its path nor in `PATH`, or it is not executable.
    #[error("Command '{command}' not found")]
    NotFound {
        /// The command.
        command: String,
    },
    /// The process exited with a nonzero exit code, or was killed by a signal.
    #[error("{0}")]
    Failed(Box<FailedCommand>),
    /// The process exceeded its timeout and was stopped.
    #[error("Command '{command_line}' did not exit within {after:?}")]
    TimedOut {
        /// The command with its arguments.
        command_line: String,
        /// The timeout.
        after: Duration,
    },
    /// The process exceeded the output limit and was stopped.
    #[error(
        "Command '{command_line}' wrote more than {limit} bytes to its {stream}; raise output_limit, or send the output to a file"
    )]
    OutputTooLarge {
        /// The command with its arguments.
        command_line: String,
        /// The stream that exceeded the limit.
        stream: Stream,
        /// The limit in bytes.
        limit: usize,
    },
    /// The process succeeded, but its output is not in the expected encoding.
    #[error("Command '{command_line}' wrote bytes to its {stream} that are not {encoding}")]
    NotInEncoding {
        /// The command with its arguments.
        command_line: String,
        /// The stream with the invalid bytes.
        stream: Stream,
        /// The expected encoding.
        encoding: Encoding,
    },
    /// The working directory cannot be used.
    #[error("Command '{command}' cannot run in '{directory}': {source}")]
    BadCwd {
        /// The command.
        command: String,
        /// The requested working directory.
        directory: String,
        /// The cause.
        source: io::Error,
    },
    /// The options are invalid. Nothing was executed.
    #[error("{0}")]
    InvalidArgument(String),
    /// An argument is or contains a secret. Nothing was executed.
    #[error(
        "argument {position} of '{command}' contains a secret, and every user of the system can read the arguments of a \
         process; pass the secret through stdin or the environment"
    )]
    SecretInArguments {
        /// The command.
        command: String,
        /// The position of the argument, starting at 1.
        position: usize,
    },
    /// A system call failed.
    #[error("Command '{command}' failed: cannot {action}: {source}")]
    Io {
        /// The command.
        command: String,
        /// What could not be done.
        action: &'static str,
        /// The cause.
        source: io::Error,
    },
}

/// A command that exited with a nonzero exit code, or was killed by a signal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedCommand {
    /// The command.
    pub command: String,
    /// Its arguments, without secrets.
    pub args: Vec<String>,
    /// The command with its arguments, as it appears in the log.
    pub command_line: String,
    /// Its exit code; `None` if it was killed by a signal.
    pub exit_code: Option<i32>,
    /// The signal that killed it.
    pub signal: Option<i32>,
    /// What it wrote to stdout, if that was stored.
    pub stdout: Option<Captured>,
    /// What it wrote to stderr, if that was stored.
    pub stderr: Option<Captured>,
}

impl fmt::Display for FailedCommand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = &self.command_line;
        match (self.exit_code, self.signal) {
            (Some(code), _) => write!(formatter, "Command '{line}' failed with exit code {code}"),
            (None, Some(signal)) => write!(formatter, "Command '{line}' failed with signal {signal}"),
            (None, None) => write!(formatter, "Command '{line}' exited, but its exit code is unknown"),
        }
    }
}

impl CommandError {
    /// The exit code, if the command failed with one.
    pub fn exit_code(&self) -> Option<i32> {
        if let CommandError::Failed(failed) = self { failed.exit_code } else { None }
    }

    /// Whether the system had no process, descriptor or memory left, or the exit code was lost. That says nothing about the
    /// command: a check that could not run has no result.
    pub fn is_shortage(&self) -> bool {
        let (CommandError::Io { source, .. } | CommandError::BadCwd { source, .. }) = self else { return false };
        let errno = source.raw_os_error().map(Errno::from_raw_os_error);
        // Its user stopped it before its program had started.
        let is_stopped = source.kind() == io::ErrorKind::TimedOut;
        is_stopped || matches!(errno, Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE | Errno::CHILD))
    }
}
