//! One execution of a command: what is asked for, step by step, and the three ways to do it.

use std::{ffi::OsStr, fmt, path::PathBuf, time::Duration};

use super::{
    Arguments, Command, CommandError, Completed, Destination, Encoding, Handle, OnInvalid, Options, Source, Text,
    launch::launch,
};
use crate::Context;

/// One execution of a [`Command`], which nothing has been done for yet.
///
/// The functions that begin it differ only in what they do with the streams unless told otherwise:
///
/// | | stdin | stdout | stderr |
/// |---|---|---|---|
/// | [`run`](Command::run) | none | log, debug | log, warning |
/// | [`start`](Command::start) | pipe | pipe | pipe |
/// | [`start_read`](Command::start_read) | none | pipe | log, warning |
/// | [`start_write`](Command::start_write) | pipe | log, debug | log, warning |
///
/// It is done by [`execute`](Execution::execute), which waits for the end; by [`spawn`](Execution::spawn), which
/// returns a [`Handle`]; or by [`with`](Execution::with), which lends the handle to a closure.
#[must_use = "nothing is executed before `execute`, `spawn` or `with`"]
pub struct Execution<'c> {
    pub(super) command: Command,
    pub(super) context: &'c Context,
    pub(super) arguments: Arguments,
    pub(super) options: Options,
}

impl<'c> Execution<'c> {
    pub(super) fn new(
        command: Command,
        context: &'c Context,
        arguments: Arguments,
        stdin: Source,
        stdout: Destination,
        stderr: Destination,
    ) -> Execution<'c> {
        let mut options = Options { stdin: Some(stdin), ..Options::default() };
        options.stdout.destination = Some(stdout);
        options.stderr.destination = Some(stderr);
        Execution { command, context, arguments, options }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl Into<Text>) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Adds arguments.
    pub fn args<T: Into<Text>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// Allows arguments to be secrets or to hold them, although every user of the system can read them while the
    /// process is at work. They are still not logged.
    pub fn allow_secrets_in_arguments(mut self) -> Self {
        self.options.secrets_in_arguments = true;
        self
    }

    /// Sets a variable for this execution; wins over the command's and over those that are inherited.
    pub fn environment(mut self, name: impl AsRef<OsStr>, value: impl Into<Text>) -> Self {
        self.options.environment.set(name, value);
        self
    }

    /// Lets this execution inherit no variable at all: it has those that are set here, and no others. For processes of
    /// other users, who can read the environment of their processes.
    pub fn clear_environment(mut self) -> Self {
        self.options.environment.clear();
        self
    }

    /// Keeps a variable from this execution that it would inherit.
    pub fn unset(mut self, name: impl AsRef<OsStr>) -> Self {
        self.options.environment.unset(name);
        self
    }

    /// Sets the working directory for this execution; a relative one is looked for in the current directory.
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.options.cwd = Some(directory.into());
        self
    }

    /// Says whether to skip the execution and to signal success, whatever the context says.
    pub fn noop(mut self, noop: bool) -> Self {
        self.options.noop = Some(noop);
        self
    }

    /// Says where the process reads its input: a [`Source`], a text, a `Value`, bytes, an open file.
    pub fn stdin(mut self, source: impl Into<Source>) -> Self {
        self.options.stdin = Some(source.into());
        self
    }

    /// Sets the encoding in which a text is written to stdin, and what happens to characters that it does not have.
    /// Without it: [that of the system](Encoding::of_system), and such a character is an error.
    pub fn stdin_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stdin_encoding = Some(encoding);
        self.options.stdin_on_invalid = Some(on_invalid);
        self
    }

    /// Says where the standard output goes.
    pub fn stdout(mut self, destination: impl Into<Destination>) -> Self {
        self.options.stdout.destination = Some(destination.into());
        self
    }

    /// Sets the encoding of the standard output, and what happens to bytes that are not in it. Without it:
    /// [that of the system](Encoding::of_system), and invalid bytes are replaced by `U+FFFD`; so they are in the log in
    /// any case.
    pub fn stdout_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stdout.encoding = Some(encoding);
        self.options.stdout.on_invalid = Some(on_invalid);
        self
    }

    /// Says where the standard error goes.
    pub fn stderr(mut self, destination: impl Into<Destination>) -> Self {
        self.options.stderr.destination = Some(destination.into());
        self
    }

    /// Sets the encoding of the standard error; see [`stdout_encoding`](Execution::stdout_encoding).
    pub fn stderr_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stderr.encoding = Some(encoding);
        self.options.stderr.on_invalid = Some(on_invalid);
        self
    }

    /// Takes any exit code, and death by a signal, for a success.
    pub fn ignore_exit_code(mut self) -> Self {
        self.options.ignore_exit_code = Some(true);
        self
    }

    /// Sets the time after which the process is stopped, with everything it started. Without it, and without one of
    /// the command, there is no limit.
    pub fn timeout(mut self, time: Duration) -> Self {
        self.options.timeout = Some(time);
        self
    }

    /// Sets how many bytes of each stream may be kept in memory, instead of
    /// [256 MiB](super::DEFAULT_OUTPUT_LIMIT). A process that writes more is stopped: half an answer is worse than an
    /// error.
    pub fn output_limit(mut self, bytes: usize) -> Self {
        self.options.output_limit = Some(bytes);
        self
    }

    /// Lets a process go on that writes more than the [limit](Execution::output_limit): the end of what it wrote is
    /// kept, at least half as much as the limit allows, and a warning says so. For commands whose work counts, and whose
    /// output only tells of it.
    pub fn keep_end(mut self) -> Self {
        self.options.keeps_end = true;
        self
    }

    /// Sets how long a process may go on after `SIGTERM` before it is killed, instead of
    /// [5 seconds](super::DEFAULT_GRACE).
    pub fn grace(mut self, time: Duration) -> Self {
        self.options.grace = Some(time);
        self
    }

    /// Sets how long to go on reading after the end of the process while another one, which it has started, keeps its
    /// output open; instead of [2 seconds](super::DEFAULT_LINGER).
    pub fn linger(mut self, time: Duration) -> Self {
        self.options.linger = Some(time);
        self
    }

    /// Executes it as another user, by number, with the groups that this user has. Only root can do that. The process is
    /// that user before its program begins, so no variable of its environment has an effect on root.
    pub fn user(mut self, user: u32) -> Self {
        self.options.run_as.user = Some(user);
        self
    }

    /// Executes it in another group, by number.
    pub fn group(mut self, group: u32) -> Self {
        self.options.run_as.group = Some(group);
        self
    }

    /// Sets the permissions that files made by the process do not get.
    pub fn umask(mut self, mask: u32) -> Self {
        self.options.run_as.umask = Some(mask);
        self
    }

    /// Lets everything go on that the process leaves behind. Nothing waits for it: once the process itself has ended,
    /// what it wrote is read, and whatever others write to its output later is lost.
    pub fn leave_behind(mut self) -> Self {
        self.options.leaves_behind = true;
        self
    }

    /// Takes over options that were given as words.
    pub fn options(mut self, options: Options) -> Self {
        self.options.take_over(options);
        self
    }

    /// Executes the command and waits for its end.
    ///
    /// Any exit code but 0 is an error, unless it is to be ignored. Streams cannot be pipes here, since there is no
    /// handle to read and write them.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
    /// # let definition = pcore::yaml::parse("{name: key, desc: A key, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let context = Context::new(Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(Arc::new(Recorder::default()), Arc::default()));
    /// use resource_api::command::{Command, Destination};
    ///
    /// let sort = Command::new("sort");
    /// let result = sort.run(&context, ["-u"]).stdin("b\na\nb\n").stdout(Destination::Store).execute()?;
    /// assert_eq!(result.stdout_text(), "a\nb\n");
    /// # Ok::<(), resource_api::CommandError>(())
    /// ```
    pub fn execute(self) -> Result<Completed, CommandError> {
        let piped = matches!(self.options.stdin, Some(Source::Pipe))
            || matches!(self.options.stdout.destination, Some(Destination::Pipe))
            || matches!(self.options.stderr.destination, Some(Destination::Pipe));
        if piped {
            return Err(CommandError::InvalidArgument(
                "a pipe needs a handle: use spawn or with, or another destination".to_owned(),
            ));
        }
        let ignore_exit_code = self.options.ignore_exit_code.unwrap_or(false);
        let mut handle = launch(self)?;
        let completed = handle.wait()?;
        if ignore_exit_code { Ok(completed) } else { handle.check(completed) }
    }

    /// Starts the process in the background. Waiting for it and looking at its exit code is the caller's.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
    /// # let definition = pcore::yaml::parse("{name: key, desc: A key, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let context = Context::new(Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(Arc::new(Recorder::default()), Arc::default()));
    /// use std::{io::Read, time::Duration};
    /// use resource_api::command::Command;
    ///
    /// let mut handle = Command::new("echo").start_read(&context, ["hello"]).spawn()?;
    /// let mut text = String::new();
    /// handle.stdout().read_to_string(&mut text)?;
    /// handle.poll_for_exit(Duration::from_secs(10))?;
    /// assert_eq!((text.as_str(), handle.exit_code()), ("hello\n", Some(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spawn(self) -> Result<Handle<'c>, CommandError> {
        launch(self)
    }

    /// Starts the process and lends its handle to a closure, whose value is returned.
    ///
    /// After the closure the input is closed, what was not read is thrown away, and the process is awaited; any exit
    /// code but 0 is an error, unless it is to be ignored. When the closure fails, the process is stopped.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
    /// # let definition = pcore::yaml::parse("{name: key, desc: A key, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let context = Context::new(Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(Arc::new(Recorder::default()), Arc::default()));
    /// use std::io::Write;
    /// use resource_api::{Outcome, command::Command};
    ///
    /// # let result: Outcome = (|| {
    /// Command::new("cat").start_write(&context, ()).with(|handle| -> Outcome {
    ///     Ok(handle.stdin().write_all(b"logged at debug\n")?)
    /// })?;
    /// # Ok(()) })();
    /// # result.unwrap();
    /// ```
    pub fn with<T, E: From<CommandError>>(self, block: impl FnOnce(&mut Handle<'c>) -> Result<T, E>) -> Result<T, E> {
        let ignore_exit_code = self.options.ignore_exit_code.unwrap_or(false);
        let mut handle = launch(self)?;
        // A handle that is dropped stops its process.
        let value = block(&mut handle)?;
        let completed = handle.conclude()?;
        if !ignore_exit_code {
            handle.check(completed)?;
        }
        Ok(value)
    }
}

impl fmt::Debug for Execution<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Execution")
            .field("command", &self.command)
            .field("arguments", &self.arguments)
            .field("options", &self.options)
            .finish()
    }
}
