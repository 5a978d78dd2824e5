//! One execution of a command: its arguments and options, and running it.

use std::{ffi::OsStr, path::PathBuf, time::Duration};

use ::process::complete;

use super::{
    Arguments, Command, CommandError, Completed, Destination, Encoding, FailedCommand, OnInvalid, Source, Stream, Text,
    launch::{Launched, launch},
    options::Options,
};
use crate::{Context, log::Level};

/// One execution of a [`Command`]. Nothing happens until it is executed.
///
/// [`Command::run`] creates it, without input and with logged output. [`execute`](Execution::execute) starts the
/// process and waits for it.
#[derive(Debug)]
#[must_use = "nothing is executed before `execute`"]
pub struct Execution<'c> {
    pub(super) command: Command,
    pub(super) context: &'c Context,
    pub(super) arguments: Arguments,
    pub(super) options: Options,
}

impl<'c> Execution<'c> {
    pub(super) fn new(command: Command, context: &'c Context, arguments: Arguments) -> Execution<'c> {
        let mut options = Options { stdin: Some(Source::None), ..Options::default() };
        options.stdout.destination = Some(Destination::Log(Level::Debug));
        options.stderr.destination = Some(Destination::Log(Level::Warning));
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

    /// Allows arguments that are or contain secrets, although every user of the system can read them while the process
    /// runs. They are still not logged.
    pub fn allow_secrets_in_arguments(mut self) -> Self {
        self.options.secrets_in_arguments = true;
        self
    }

    /// Sets a variable for this execution. Takes precedence over the command's variables and over inherited ones.
    pub fn environment(mut self, name: impl AsRef<OsStr>, value: impl Into<Text>) -> Self {
        self.options.environment.set(name, value);
        self
    }

    /// Inherits no variables, so only those that are set here exist. For processes of other users, who can read the
    /// environment of their processes.
    pub fn clear_environment(mut self) -> Self {
        self.options.environment.clear();
        self
    }

    /// Prevents this execution from inheriting a variable.
    pub fn unset(mut self, name: impl AsRef<OsStr>) -> Self {
        self.options.environment.unset(name);
        self
    }

    /// Sets the working directory. A relative path is relative to our current directory.
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.options.cwd = Some(directory.into());
        self
    }

    /// Sets whether to skip the execution and report success, overriding the context.
    pub fn noop(mut self, noop: bool) -> Self {
        self.options.noop = Some(noop);
        self
    }

    /// Sets the input: a [`Source`], a text, a `Value`, bytes or an open file.
    pub fn stdin(mut self, source: impl Into<Source>) -> Self {
        self.options.stdin = Some(source.into());
        self
    }

    /// Sets the encoding of text input, and what to do with characters that it lacks. By default it is [that of the
    /// system](Encoding::of_system), and such characters are an error.
    pub fn stdin_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stdin_encoding = Some(encoding);
        self.options.stdin_on_invalid = Some(on_invalid);
        self
    }

    /// Sets the destination of stdout.
    pub fn stdout(mut self, destination: impl Into<Destination>) -> Self {
        self.options.stdout.destination = Some(destination.into());
        self
    }

    /// Sets the encoding of stdout, and what to do with invalid bytes. By default it is [that of the
    /// system](Encoding::of_system), and invalid bytes are replaced with `U+FFFD`. In the log they are always replaced.
    pub fn stdout_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stdout.encoding = Some(encoding);
        self.options.stdout.on_invalid = Some(on_invalid);
        self
    }

    /// Sets the destination of stderr.
    pub fn stderr(mut self, destination: impl Into<Destination>) -> Self {
        self.options.stderr.destination = Some(destination.into());
        self
    }

    /// Sets the encoding of stderr; see [`stdout_encoding`](Execution::stdout_encoding).
    pub fn stderr_encoding(mut self, encoding: Encoding, on_invalid: OnInvalid) -> Self {
        self.options.stderr.encoding = Some(encoding);
        self.options.stderr.on_invalid = Some(on_invalid);
        self
    }

    /// Treats every exit code as success, and death by a signal as well.
    pub fn ignore_exit_code(mut self) -> Self {
        self.options.ignore_exit_code = Some(true);
        self
    }

    /// Sets the timeout after which the process and everything it started is stopped. By default it is that of the
    /// command, or none.
    pub fn timeout(mut self, time: Duration) -> Self {
        self.options.timeout = Some(time);
        self
    }

    /// Sets how many bytes of each stream are kept in memory, instead of [256 MiB](super::DEFAULT_OUTPUT_LIMIT). A
    /// process that writes more is stopped, because truncated output is worse than an error.
    pub fn output_limit(mut self, bytes: usize) -> Self {
        self.options.output_limit = Some(bytes);
        self
    }

    /// Keeps the end of the output of a process that exceeds the [limit](Execution::output_limit), instead of stopping
    /// it. At least half of the limit is kept, and a warning is logged. For commands that are run for their effect,
    /// whose output is only informative.
    pub fn keep_end(mut self) -> Self {
        self.options.keeps_end = true;
        self
    }

    /// Sets how long a process may run after `SIGTERM` before it is killed, instead of [5
    /// seconds](super::DEFAULT_GRACE).
    pub fn grace(mut self, time: Duration) -> Self {
        self.options.grace = Some(time);
        self
    }

    /// Sets how long to keep reading after the process has exited while another process that it started keeps its
    /// output open, instead of [2 seconds](super::DEFAULT_LINGER).
    pub fn linger(mut self, time: Duration) -> Self {
        self.options.linger = Some(time);
        self
    }

    /// Runs the process as another user, given by number, with that user's groups. Requires root. The user is switched
    /// before the program starts, so its environment never affects a process of root.
    pub fn user(mut self, user: u32) -> Self {
        self.options.run_as.user = Some(user);
        self
    }

    /// Runs the process with another group, given by number.
    pub fn group(mut self, group: u32) -> Self {
        self.options.run_as.group = Some(group);
        self
    }

    /// Sets the umask.
    pub fn umask(mut self, mask: u32) -> Self {
        self.options.run_as.umask = Some(mask);
        self
    }

    /// Lets processes that the command leaves running continue. We do not wait for them: once the command has exited,
    /// what is in the pipes is read, and later output is lost.
    pub fn leave_behind(mut self) -> Self {
        self.options.leaves_behind = true;
        self
    }

    /// Executes the command and waits for it to exit.
    ///
    /// A nonzero exit code is an error, unless it is [ignored](Execution::ignore_exit_code).
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
        let ignore_exit_code = self.options.ignore_exit_code.unwrap_or(false);
        let context = self.context;
        let Launched { shown, running, stdout, stderr } = launch(self)?;
        let Some((mut child, completion, mut outputs)) = running else {
            return Ok(Completed {
                exit_code: Some(0),
                stdout: stdout.decode(Vec::new(), Stream::Stdout, &shown)?,
                stderr: stderr.decode(Vec::new(), Stream::Stderr, &shown)?,
                signal: None,
            });
        };
        let completed = complete(&mut child, completion, |stream, bytes| outputs.take(stream, bytes));
        let exit = match completed {
            Ok(::process::Completed::Exited { exit, has_killed }) => {
                if has_killed {
                    let line = &shown.line;
                    context.message(
                        Level::Warning,
                        &format!(
                            "'{line}' exited, but left a process running that keeps its output open; closed the output \
                             and killed the rest of its process group"
                        ),
                    );
                }
                exit
            }
            Ok(::process::Completed::Late(after)) => {
                return Err(CommandError::TimedOut { command_line: shown.line, after });
            }
            Ok(::process::Completed::Refused(stream)) => {
                return Err(CommandError::OutputTooLarge { command_line: shown.line, stream, limit: outputs.limit });
            }
            Err(source) => {
                return Err(CommandError::Io { command: shown.command, action: "wait for its end", source });
            }
        };
        let is_success = exit.code == Some(0);
        // The exit code of a failed command matters more than the encoding of its output.
        let (stdout, stderr) = if is_success { (stdout, stderr) } else { (stdout.lossy(), stderr.lossy()) };
        let stdout = stdout.decode(outputs.stdout.take_stored(), Stream::Stdout, &shown)?;
        let stderr = stderr.decode(outputs.stderr.take_stored(), Stream::Stderr, &shown)?;
        if is_success {
            context.message(Level::Debug, &format!("Successfully executed '{}'", shown.line));
        } else if !ignore_exit_code {
            return Err(CommandError::Failed(Box::new(FailedCommand {
                command: shown.command,
                args: shown.arguments,
                command_line: shown.line,
                exit_code: exit.code,
                signal: exit.signal,
                stdout,
                stderr,
            })));
        }
        Ok(Completed { stdout, stderr, exit_code: exit.code, signal: exit.signal })
    }
}
