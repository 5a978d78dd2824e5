//! Why a command could not do its work.

use std::{fmt, io, time::Duration};

use rustix::io::Errno;

use super::{Captured, Encoding, Stream};

/// Why a command could not be executed, or failed.
///
/// Converts into a [`Failure`](crate::Failure) with `?`, and can be asked for with
/// [`downcast_ref`](crate::Failure::downcast_ref). No message and no dump of it shows a secret that is known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no such file, in `PATH` or where the path points, or it may not be executed.
    #[error("Command '{command}' not found")]
    NotFound {
        /// The command as it was named.
        command: String,
    },
    /// The process ended with another exit code than 0, or by a signal.
    #[error("{0}")]
    Failed(Box<FailedCommand>),
    /// The process did not end in time. It has been stopped, unless the time was that of
    /// [`poll_for_exit`](super::Handle::poll_for_exit).
    #[error("Command '{command_line}' did not exit within {after:?}")]
    TimedOut {
        /// The command with its arguments.
        command_line: String,
        /// The time that it had.
        after: Duration,
    },
    /// The process wrote more than may be kept, and has been stopped.
    #[error(
        "Command '{command_line}' wrote more than {limit} bytes to its {stream}; raise output_limit, or send the output to a file"
    )]
    OutputTooLarge {
        /// The command with its arguments.
        command_line: String,
        /// The stream that grew too large.
        stream: Stream,
        /// How many bytes were allowed.
        limit: usize,
    },
    /// The process succeeded, but what it wrote is not in the encoding that was asked for.
    #[error("Command '{command_line}' wrote bytes to its {stream} that are not {encoding}")]
    NotInEncoding {
        /// The command with its arguments.
        command_line: String,
        /// The stream with the bytes.
        stream: Stream,
        /// What they should have been.
        encoding: Encoding,
    },
    /// The working directory cannot be used.
    #[error("Command '{command}' cannot run in '{directory}': {source}")]
    BadCwd {
        /// The command as it was named.
        command: String,
        /// The working directory that was asked for.
        directory: String,
        /// What is wrong with it.
        source: io::Error,
    },
    /// What was asked for makes no sense; nothing has been executed.
    #[error("{0}")]
    InvalidArgument(String),
    /// An argument is a secret or holds one; nothing has been executed.
    #[error(
        "argument {position} of '{command}' holds a secret, and every user of the system can read the arguments of a \
         process; pass the secret through stdin or the environment"
    )]
    SecretInArguments {
        /// The command as it was named.
        command: String,
        /// Which argument it is, counted from 1.
        position: usize,
    },
    /// The operating system refused something.
    #[error("Command '{command}' failed: cannot {action}: {source}")]
    Io {
        /// The command as it was named.
        command: String,
        /// What could not be done.
        action: &'static str,
        /// Why not.
        source: io::Error,
    },
}

/// A command that ended with another exit code than 0, or by a signal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedCommand {
    /// The command as it was named.
    pub command: String,
    /// Its arguments, without secrets.
    pub args: Vec<String>,
    /// The command with its arguments, as in the log.
    pub command_line: String,
    /// Its exit code; `None` when a signal ended it.
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// What it wrote to stdout, when that was stored.
    pub stdout: Option<Captured>,
    /// What it wrote to stderr, when that was stored.
    pub stderr: Option<Captured>,
}

impl fmt::Display for FailedCommand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = &self.command_line;
        match (self.exit_code, self.signal) {
            (Some(code), _) => write!(formatter, "Command '{line}' failed with exit code {code}"),
            (None, Some(signal)) => write!(formatter, "Command '{line}' failed with signal {signal}"),
            (None, None) => write!(formatter, "Command '{line}' ended, but its exit code is not known"),
        }
    }
}

impl CommandError {
    /// The exit code of a command that failed with one.
    pub fn exit_code(&self) -> Option<i32> {
        if let CommandError::Failed(failed) = self { failed.exit_code } else { None }
    }

    /// Whether the system had no process, descriptor or memory left for it. That says nothing about the command, so nothing
    /// may be concluded from it: a check that could not be made has no result.
    pub fn is_shortage(&self) -> bool {
        let (CommandError::Io { source, .. } | CommandError::BadCwd { source, .. }) = self else { return false };
        let errno = source.raw_os_error().map(Errno::from_raw_os_error);
        matches!(errno, Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE))
    }
}
