//! Runs external commands for providers.
//!
//! A [`Command`] names a program. Each [`Execution`] of it has its own arguments and options. No shell is involved:
//! every argument is passed to the program unchanged.
//!
//! ```
//! # use std::sync::Arc;
//! # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
//! # let definition = pcore::yaml::parse("{name: key, desc: A key, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
//! # let context = Context::new(Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(Arc::new(Recorder::default()), Arc::default()));
//! use resource_api::{CommandError, command::{Command, Destination}};
//!
//! let ls = Command::new("ls").environment("LC_ALL", "C");
//! let root = ls.run(&context, ["-a", "/"]).stdout(Destination::Store).execute()?;
//! assert!(root.stdout_text().lines().any(|entry| entry == "tmp"));
//!
//! let error = ls.run(&context, ["/no such directory"]).execute().unwrap_err();
//! assert_eq!(error.to_string(), "Command 'ls \"/no such directory\"' failed with exit code 2");
//!
//! let error = Command::new("no-such-command").run(&context, ()).execute().unwrap_err();
//! assert_eq!(error.to_string(), "Command 'no-such-command' not found");
//! # Ok::<(), CommandError>(())
//! ```
//!
//! # Streams
//!
//! [`Command::run`] gives the process no input and logs its output: stdout at debug level, stderr at warning level. A
//! [`Source`] or a [`Destination`] changes that.
//!
//! The input is complete before the process starts: it is in a sealed file in memory. If we die, the process does not
//! mistake that for the end of its input.
//!
//! # Bounds
//!
//! - [`timeout`](Execution::timeout): a process that takes longer is stopped. There is no default, because installing a
//!   package may take an hour. Set one wherever you can.
//! - [`output_limit`](Execution::output_limit): a process that writes more stored output is stopped, which is an error.
//!   With [`keep_end`](Execution::keep_end) it continues, and the end of the output is kept.
//! - Every process leads its own session and process group, without a terminal and with no inherited descriptors except
//!   the three standard ones ([`process::isolate`](::process::isolate)). Stopping it sends `SIGTERM` to the group and
//!   to all descendants, and `SIGKILL` after a [`grace`](Execution::grace) period. Only a process that left the group
//!   and whose parent has exited is not found.
//! - After a process has exited, its output is read to the end. If another process that it started keeps the output
//!   open, we wait for the [`linger`](Execution::linger) period, then close the output, kill the rest of the group and
//!   log a warning. Run a command that starts a daemon with [`Destination::Discard`], unless the daemon creates a
//!   session of its own, as daemons should: processes that left the group or do not hold the output are not stopped.
//!   With [`leave_behind`](Execution::leave_behind) nothing is stopped.
//! - If our own process is killed, the processes that it started find their pipes closed but keep running.
//!
//! # Secrets
//!
//! Every user of a system can read the arguments of every process. Therefore an argument that is a `Sensitive` value,
//! or contains a secret that the log's scrubber knows, is refused with [`CommandError::SecretInArguments`]. A secret of
//! less than [`MIN_REFUSED_LENGTH`] bytes is refused only as a separate word, because it may occur by chance. Pass
//! secrets through stdin or the environment, still wrapped:
//!
//! ```
//! # use std::sync::Arc;
//! # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
//! # let definition = pcore::yaml::parse("{name: key, desc: A key, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
//! # let recorder = Arc::new(Recorder::default());
//! # let context = Context::new(Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(recorder.clone(), Arc::default()));
//! use resource_api::{CommandError, command::Command};
//!
//! let password = pcore::Value::sensitive("correct horse".into());
//! let cat = Command::new("cat");
//! assert!(matches!(cat.run(&context, [&password]).execute(), Err(CommandError::SecretInArguments { .. })));
//!
//! cat.run(&context, ()).stdin(&password).execute()?;
//! assert_eq!(recorder.entries()[1].message, "key: [redacted]");
//! # Ok::<(), CommandError>(())
//! ```
//!
//! Stored output is returned to the provider unchanged. Command lines, errors, debug output and logged output never
//! show a secret that the scrubber knows.
//!
//! # noop
//!
//! If the context is in noop mode, nothing is executed, and the result is a success without output.
//! [`noop`](Execution::noop) overrides the context, for commands that only read.

mod arguments;
mod completed;
mod encoding;
mod environment;
mod error;
mod execution;
mod launch;
mod lines;
mod options;
mod outputs;
mod stream;
mod text;

#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::Duration,
};

pub use arguments::{Arguments, MIN_REFUSED_LENGTH};
pub use completed::{Captured, Completed};
pub use encoding::{Encoding, OnInvalid};
pub use environment::Environment;
pub use error::{CommandError, FailedCommand};
pub use execution::Execution;
pub use launch::is_executable;
pub use options::{DEFAULT_GRACE, DEFAULT_LINGER, DEFAULT_OUTPUT_LIMIT};
pub use stream::{Bytes, Destination, Source, Stream};
pub use text::Text;

/// Running processes, for transports that talk to one such as `ssh`.
pub mod process {
    pub use ::process::{Child, Exit, Input, Output, RunAs, Stream};
}

use crate::Context;

/// A command as messages may show it.
#[derive(Clone, Debug)]
struct ShownCommand {
    command: String,
    arguments: Vec<String>,
    line: String,
}

/// A program, with the options that all its executions share.
///
/// ```
/// use std::time::Duration;
/// use resource_api::Command;
///
/// let apt_key = Command::new("apt-key").environment("LC_ALL", "C").cwd("/").timeout(Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Command {
    program: OsString,
    environment: Environment,
    cwd: Option<PathBuf>,
    timeout: Option<Duration>,
}

impl Command {
    /// Creates a command from a path, or from a bare name that is looked up in `PATH` at each execution.
    ///
    /// `PATH` is that of the new process: ours, unless the environment is changed. A relative path is relative to the
    /// working directory of the new process.
    pub fn new(program: impl AsRef<OsStr>) -> Command {
        Command { program: program.as_ref().to_owned(), environment: Environment::default(), cwd: None, timeout: None }
    }

    /// Sets an environment variable for all executions, in addition to the inherited ones.
    #[must_use]
    pub fn environment(mut self, name: impl AsRef<OsStr>, value: impl Into<Text>) -> Command {
        self.environment.set(name, value);
        self
    }

    /// Removes an inherited environment variable for all executions.
    #[must_use]
    pub fn unset(mut self, name: impl AsRef<OsStr>) -> Command {
        self.environment.unset(name);
        self
    }

    /// Sets the working directory for all executions.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Command {
        self.cwd = Some(directory.into());
        self
    }

    /// Sets the timeout for all executions.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Command {
        self.timeout = Some(time);
        self
    }

    /// Prepares an execution without input whose output is logged: stdout at debug level, stderr at warning level.
    pub fn run<'c>(&self, context: &'c Context, arguments: impl Into<Arguments>) -> Execution<'c> {
        Execution::new(self.clone(), context, arguments.into())
    }
}
