//! Executes a command with its environment, its user and its timeout.

use std::{os::unix::fs::MetadataExt as _, path::Path, time::Duration};

use pcore::{Value, keyed::HashSet};
use resource_api::{
    CommandError, Context, Failure, Outcome,
    command::{Execution, is_executable},
    log::Level,
    render::{inspect_text, interpolate},
    secret::REDACTED,
    whole_file::TrustedDir,
};
use rustix::fs::FileType;

use super::{
    account,
    spec::{ExecSpec, Style, several},
    words,
};
use crate::{
    file::Kind,
    program::{self, ProgramResult},
    subject::unwrap_sensitive,
};

/// How long a command may take to end after its timeout.
const GRACE: Duration = Duration::from_secs(5);

/// The exit code of a shell that does not find a command.
const COMMAND_NOT_FOUND: i32 = 127;

/// What a command is executed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Check,
    Change,
}

/// A command that timed out.
#[derive(Debug, thiserror::Error)]
#[error("execution expired")]
pub(super) struct Expired;

/// What the commands of one resource have in common.
pub(super) struct Process<'p> {
    pub(super) context: &'p Context,
    pub(super) title: &'p str,
    pub(super) spec: ExecSpec<'p>,
    pub(super) warned_variables: &'p mut HashSet<String>,
}

impl Process<'_> {
    /// Executes a command, with Puppet's message for a timeout.
    pub(super) fn run_with_timeout(&mut self, command: &Value, purpose: Purpose) -> Outcome<ProgramResult> {
        self.run(command, purpose).map_err(|failure| match failure.downcast_ref::<Expired>() {
            Some(_) => Failure::new("Command exceeded timeout"),
            None => failure,
        })
    }

    /// Executes a command, and fails with [`Expired`] if it times out.
    pub(super) fn run(&mut self, command: &Value, purpose: Purpose) -> Outcome<ProgramResult> {
        if self.spec.style == Style::Posix {
            self.check_program(command)?;
        }
        self.log_execution(command, purpose);
        let should = self.spec.should;
        let cwd = should.text("cwd");
        if let Some(cwd) = cwd {
            self.check_cwd(cwd)?;
        }
        let mut variables = self.variables();
        let mut line = self.line(command);
        if self.spec.is_secret() {
            let (shell, (name, script)) = program::hide_in_environment(&line);
            line = shell;
            variables.push((name.to_owned(), script));
        }
        let account = account::find(self.context, should.known("user"), should.known("group"));
        let ended = program::execute_here(self.context, &line, |execution| {
            let account = account.clone().map_err(CommandError::InvalidArgument)?;
            Ok(self.configure(execution, account, &variables, cwd))
        });
        let ended = ended.map_err(|error| match error {
            CommandError::TimedOut { .. } => Failure::from(Expired),
            shortage => Failure::new(shortage.to_string()),
        })?;
        if ended.exit_code == Some(COMMAND_NOT_FOUND) {
            return Err(Failure::new(if self.spec.is_secret() { "[output redacted]" } else { &ended.output }));
        }
        Ok(ended)
    }

    /// Checks the working directory. The link of another user must not lead a command of root to another directory.
    fn check_cwd(&self, cwd: &str) -> Outcome {
        if !Path::new(cwd).is_dir() {
            return Err(Failure::new(format!("Working directory {cwd} does not exist!")));
        }
        if self.spec.should.known("user").is_some() {
            return Ok(());
        }
        let opened = TrustedDir::open(Path::new(cwd)).map(drop);
        opened.map_err(|error| Failure::new(format!("Working directory {cwd} cannot be used: {error}")))
    }

    /// The program and its arguments.
    fn line(&self, command: &Value) -> Vec<String> {
        let mut line = Vec::new();
        words::flattened(command, &mut line);
        match (self.spec.style, unwrap_sensitive(command)) {
            (Style::Shell, _) => {
                line.splice(0..0, ["/bin/sh".to_owned(), "-c".to_owned()]);
                line
            }
            (Style::Posix, Value::Array(_)) => line,
            (Style::Posix, _) => program::command_line(&line.pop().unwrap_or_default()),
        }
    }

    /// Sets the environment, the directory, the user and the limits.
    fn configure<'c>(
        &self,
        mut execution: Execution<'c>,
        account: account::Account,
        variables: &[(String, Value)],
        cwd: Option<&str>,
    ) -> Execution<'c> {
        execution = execution.grace(GRACE);
        for (name, value) in variables {
            execution = execution.environment(name, value);
        }
        if let Some(cwd) = cwd {
            execution = execution.cwd(cwd);
        }
        if let Some(timeout) = self.spec.timeout() {
            execution = execution.timeout(timeout);
        }
        if let Some(umask) = self.spec.umask() {
            execution = execution.umask(umask);
        }
        if let Some(user) = account.user {
            execution = execution.user(user);
        }
        if let Some(group) = account.group {
            execution = execution.group(group);
        }
        execution
    }

    /// The variables of the command in addition to ours.
    fn variables(&mut self) -> Vec<(String, Value)> {
        let mut variables: Vec<(String, Value)> =
            self.spec.path().map(|path| ("PATH".to_owned(), path.into())).into_iter().collect();
        for setting in several(self.spec.should.get("environment")).iter() {
            let secret = matches!(setting, Value::Sensitive(_))
                || matches!(self.spec.should.get("environment"), Some(Value::Sensitive(_)));
            let text = interpolate(unwrap_sensitive(setting));
            let Some((name, value)) = words::setting(&text) else {
                let shown = if secret { REDACTED.to_owned() } else { inspect_text(&text) };
                self.log_as_provider(Level::Warning, &format!("Cannot understand environment setting {shown}"));
                continue;
            };
            if variables.iter().any(|(known, _)| known == name) {
                let shown = if secret { REDACTED } else { value };
                self.log_as_provider(
                    Level::Warning,
                    &format!("Overriding environment setting '{name}' with '{shown}'"),
                );
            }
            if value.is_empty() && self.warned_variables.insert(name.to_owned()) {
                let location =
                    self.context.current_resource().map(|turn| turn.location).filter(|location| !location.is_empty());
                let location = location.unwrap_or_else(|| " (file & line not available)".into());
                let message = format!("Empty environment setting '{name}'\n  {location}");
                self.context.log().line(Level::Warning, &message);
            }
            variables.retain(|(other, _)| *other != name);
            let value = Value::from(value);
            variables.push((name.to_owned(), if secret { Value::sensitive(value) } else { value }));
        }
        variables
    }

    /// Fails if the program of a command does not exist.
    fn check_program(&self, command: &Value) -> Outcome {
        let program = words::program(command).unwrap_or_default();
        let shown = if self.spec.is_secret() { REDACTED } else { &program };
        let path = Path::new(&program);
        if is_plain_absolute(&program) {
            let Ok(found) = path.metadata() else {
                return Err(Failure::new(format!("Could not find command '{shown}'")));
            };
            if !found.is_file() {
                let kind = Kind::of(FileType::from_raw_mode(found.mode())).word();
                return Err(Failure::new(format!("'{shown}' is a {kind}, not a file")));
            }
            if !is_executable(path) {
                return Err(Failure::new(format!("'{shown}' is not executable")));
            }
            return Ok(());
        }
        let directories = self.spec.path().unwrap_or_default();
        let mut directories = directories.split(':').filter(|directory| !directory.is_empty());
        let is_found = directories.any(|directory| is_executable(&Path::new(directory).join(&program)));
        if is_found { Ok(()) } else { Err(Failure::new(format!("Could not find command '{shown}'"))) }
    }

    /// Logs a message about the command, or about one of its attributes.
    pub(super) fn log(&self, level: Level, attribute: Option<&str>, message: &str) {
        crate::subject::log(self.context, level, attribute, message);
    }

    /// Logs the output of a command line by line.
    pub(super) fn log_output_lines(&self, level: Level, attribute: &str, output: &str) {
        if self.spec.is_secret() {
            return self.log(level, Some(attribute), "[output redacted]");
        }
        if self.context.log().wants(level) {
            output.trim_end_matches('\n').split('\n').filter(|_| !output.is_empty()).for_each(|line| {
                self.log(level, Some(attribute), line);
            });
        }
    }

    /// Logs why the command is not executed.
    pub(super) fn log_skipped(&self, check: &str) {
        let command = self.spec.shown_command();
        self.log(Level::Debug, None, &format!("{command} won't be executed because of failed check '{check}'"));
    }

    fn log_execution(&self, command: &Value, purpose: Purpose) {
        if self.context.log().wants(Level::Debug) {
            let shown =
                if self.spec.is_secret() { REDACTED.to_owned() } else { interpolate(unwrap_sensitive(command)) };
            let check = if purpose == Purpose::Check { " check" } else { "" };
            self.log_as_provider(Level::Debug, &format!("Executing{check} '{shown}'"));
            let account = [("user", "uid"), ("group", "gid")].into_iter().filter_map(|(attribute, word)| {
                Some(format!(" {word}={}", interpolate(self.spec.should.known(attribute)?)))
            });
            let account: String = account.collect();
            let with = if account.is_empty() { "" } else { " with" };
            self.context.log().line(Level::Debug, &format!("Executing{with}{account}: '{shown}'"));
        }
    }

    fn log_as_provider(&self, level: Level, message: &str) {
        let source = format!("Exec[{}](provider={})", self.title, self.spec.style.name());
        self.context.log().write(level, Some(&source), message);
    }
}

/// Whether a path is absolute and normalized.
fn is_plain_absolute(path: &str) -> bool {
    path.strip_prefix('/')
        .is_some_and(|rest| rest.is_empty() || rest.split('/').all(|part| !matches!(part, "" | "." | "..")))
}
