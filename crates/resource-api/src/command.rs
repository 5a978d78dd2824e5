//! Commands: how providers start processes.
//!
//! A [`Command`] names a program, once; each [`Execution`] of it has its arguments and options. There is never a shell
//! in between: every argument arrives as it was given.
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
//! [`Command::run`] gives the process no input and logs what it writes, stdout at debug and stderr at warning; a
//! [`Destination`] or a [`Source`] changes that. [`Command::start`], [`start_read`](Command::start_read) and
//! [`start_write`](Command::start_write) start a process in the background, whose [`Handle`] reads and writes the
//! streams that are pipes. All of them take the same options.
//!
//! Input that is given as a whole is complete before the process starts, in a sealed file in memory: a process that
//! installs what it reads never takes our death for the end of the text. What a handle writes goes through a pipe.
//!
//! # Bounds
//!
//! - [`timeout`](Execution::timeout): a process that takes longer is stopped. There is none by default, since installing
//!   a package may take an hour; set one wherever you know better.
//! - [`output_limit`](Execution::output_limit): a process whose stored output is larger is stopped, and that is an
//!   error; with [`keep_end`](Execution::keep_end) it goes on, and the end is kept.
//! - Every process leads a session and a group of its own, without a terminal and with no descriptor of ours but the
//!   three standard ones ([`process::isolate`](::process::isolate)). Stopping means `SIGTERM` for the group and for all that descends from the
//!   process, and `SIGKILL` after a [`grace`](Execution::grace). Only a process that left the group and whose parent has
//!   ended is not found.
//! - After the end of a process its output is read to the end. When another process that it started keeps the output
//!   open, that is waited for a while ([`linger`](Execution::linger)); then the output is closed, the rest of the group
//!   is killed, and a warning is logged. A command that starts a daemon should be run with
//!   [`Destination::Discard`], or the daemon should have a session of its own, as daemons do: what left the group,
//!   or does not hold the output, goes on. After [`leave_behind`](Execution::leave_behind) everything goes on.
//! - When our own process is killed, those that it started find their pipes closed, but are not stopped.
//!
//! # Secrets
//!
//! Every user of a system can read the arguments of every process. So an argument that is a `Sensitive` value, or that
//! holds a secret which is known to the log's scrubber, is refused with [`CommandError::SecretInArguments`]; a secret of
//! less than [`SHORTEST_REFUSED`] bytes only where it is a word of its own, since it may be part of another by chance. Give secrets through stdin or the environment, still wrapped:
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
//! What a command stores is handed to the provider as it is. Command lines, errors, dumps and logged output show no
//! secret that the scrubber knows.
//!
//! # noop
//!
//! When the context says that nothing may be changed, nothing is executed: the result is a success without output.
//! [`noop`](Execution::noop) overrides the context, for commands that only read.

mod arguments;
mod completed;
mod encoding;
mod environment;
mod error;
mod execution;
mod handle;
mod launch;
mod lines;
mod options;
mod pipes;
pub mod process;
mod running;
mod stream;
mod text;
mod words;

#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::Duration,
};

pub use arguments::{Arguments, SHORTEST_REFUSED};
pub use completed::{Captured, Completed};
pub use encoding::{Encoding, OnInvalid};
pub use environment::Environment;
pub use error::{CommandError, FailedCommand};
pub use execution::Execution;
pub use handle::{Handle, Reader, Writer};
pub use launch::is_executable;
pub use options::{DEFAULT_GRACE, DEFAULT_LINGER, DEFAULT_OUTPUT_LIMIT, Options};
pub use stream::{Bytes, Destination, Source, Stream};
pub use text::Text;

use crate::{Context, log::Level};

/// A program with what all its executions have in common.
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
    /// Names a program by a path, or by a bare name that is looked for in `PATH` whenever it is executed.
    ///
    /// The `PATH` is that of the process to be: ours, unless an environment sets another one. A relative path begins in
    /// the working directory of the process.
    pub fn new(program: impl AsRef<OsStr>) -> Command {
        Command { program: program.as_ref().to_owned(), environment: Environment::default(), cwd: None, timeout: None }
    }

    /// Sets a variable for all executions, beside those that are inherited.
    #[must_use]
    pub fn environment(mut self, name: impl AsRef<OsStr>, value: impl Into<Text>) -> Command {
        self.environment.set(name, value);
        self
    }

    /// Keeps a variable from being inherited by any execution.
    #[must_use]
    pub fn unset(mut self, name: impl AsRef<OsStr>) -> Command {
        self.environment.unset(name);
        self
    }

    /// Sets the working directory of all executions.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Command {
        self.cwd = Some(directory.into());
        self
    }

    /// Sets the time after which any execution is stopped.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Command {
        self.timeout = Some(time);
        self
    }

    /// Begins an execution that has no input and whose output is logged: stdout at debug, stderr at warning.
    pub fn run<'c>(&self, context: &'c Context, arguments: impl Into<Arguments>) -> Execution<'c> {
        let stdout = Destination::Log(Level::Debug);
        Execution::new(self.clone(), context, arguments.into(), Source::None, stdout, Destination::Log(Level::Warning))
    }

    /// Begins an execution in the background, whose three streams are pipes of the handle.
    pub fn start<'c>(&self, context: &'c Context, arguments: impl Into<Arguments>) -> Execution<'c> {
        Execution::new(self.clone(), context, arguments.into(), Source::Pipe, Destination::Pipe, Destination::Pipe)
    }

    /// Begins an execution in the background whose stdout is read; it has no input, and stderr is logged.
    pub fn start_read<'c>(&self, context: &'c Context, arguments: impl Into<Arguments>) -> Execution<'c> {
        let stderr = Destination::Log(Level::Warning);
        Execution::new(self.clone(), context, arguments.into(), Source::None, Destination::Pipe, stderr)
    }

    /// Begins an execution in the background whose stdin is written; its output is logged.
    pub fn start_write<'c>(&self, context: &'c Context, arguments: impl Into<Arguments>) -> Execution<'c> {
        let stdout = Destination::Log(Level::Debug);
        Execution::new(self.clone(), context, arguments.into(), Source::Pipe, stdout, Destination::Log(Level::Warning))
    }
}
