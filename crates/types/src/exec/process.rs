//! Executes one command: with the environment, the user and the time that it has.

use std::{path::Path, time::Duration};

use pcore::Value;
use resource_api::{
    CommandError, Context, Failure, Outcome,
    command::{Execution, is_executable},
    log::{Level, property_path},
    render::{inspect_text, interpolate},
    secret::REDACTED,
};
use rustc_hash::FxHashSet;

use super::{
    account,
    wanted::{Style, Wanted, several, unwrapped},
    words,
};
use crate::program::{self, Ended};

/// How long a command may go on after its time is over, and it was asked to end.
const GRACE: Duration = Duration::from_secs(5);

/// The exit code of a shell that does not know a command.
const UNKNOWN: i32 = 127;

/// What a command is executed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Check,
    Change,
}

/// A command that took longer than it may.
#[derive(Debug, thiserror::Error)]
#[error("execution expired")]
pub(super) struct TooLong;

/// What commands of one resource have in common.
pub(super) struct Process<'p> {
    pub(super) context: &'p Context,
    pub(super) title: &'p str,
    pub(super) wanted: Wanted<'p>,
    pub(super) told_of: &'p mut FxHashSet<String>,
}

impl Process<'_> {
    /// Executes a command. That it takes too long is told as operators know it.
    pub(super) fn run_in_time(&mut self, command: &Value, purpose: Purpose) -> Outcome<Ended> {
        self.run(command, purpose).map_err(|failure| match failure.downcast_ref::<TooLong>() {
            Some(_) => Failure::new("Command exceeded timeout"),
            None => failure,
        })
    }

    /// Executes a command, and fails with [`TooLong`] when that takes too long.
    pub(super) fn run(&mut self, command: &Value, purpose: Purpose) -> Outcome<Ended> {
        if self.wanted.style == Style::Posix {
            self.check_program(command)?;
        }
        self.tell_execution(command, purpose);
        let should = self.wanted.should;
        let cwd = should.text("cwd");
        if let Some(cwd) = cwd.filter(|cwd| !Path::new(cwd).is_dir()) {
            return Err(Failure::new(format!("Working directory {cwd} does not exist!")));
        }
        let mut variables = self.variables();
        let mut line = self.line(command);
        if self.wanted.is_secret() {
            let (shell, (name, script)) = program::concealed(&line);
            line = shell;
            variables.push((name.to_owned(), script));
        }
        let account = account::find(self.context, should.known("user"), should.known("group"));
        let ended = program::execute_here(self.context, &line, |execution| {
            let account = account.clone().map_err(CommandError::InvalidArgument)?;
            Ok(self.completed(execution, account, &variables, cwd))
        });
        let ended = ended.map_err(|error| match error {
            CommandError::TimedOut { .. } => Failure::from(TooLong),
            shortage => Failure::new(shortage.to_string()),
        })?;
        if ended.exit_code == Some(UNKNOWN) {
            return Err(Failure::new(if self.wanted.is_secret() { "[output redacted]" } else { &ended.output }));
        }
        Ok(ended)
    }

    /// The program and its arguments.
    fn line(&self, command: &Value) -> Vec<String> {
        let mut line = Vec::new();
        words::flattened(command, &mut line);
        match (self.wanted.style, unwrapped(command)) {
            (Style::Shell, _) => {
                line.splice(0..0, ["/bin/sh".to_owned(), "-c".to_owned()]);
                line
            }
            (Style::Posix, Value::Array(_)) => line,
            (Style::Posix, _) => program::line(&line.pop().unwrap_or_default()),
        }
    }

    /// The execution with all that this command has of its own.
    fn completed<'c>(
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
        if let Some(timeout) = self.wanted.timeout() {
            execution = execution.timeout(timeout);
        }
        if let Some(umask) = self.wanted.umask() {
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

    /// The variables that the command sees beside those that we have.
    fn variables(&mut self) -> Vec<(String, Value)> {
        let mut variables: Vec<(String, Value)> =
            self.wanted.path().map(|path| ("PATH".to_owned(), path.into())).into_iter().collect();
        for setting in several(self.wanted.should.get("environment")).iter() {
            let secret = matches!(setting, Value::Sensitive(_))
                || matches!(self.wanted.should.get("environment"), Some(Value::Sensitive(_)));
            let text = interpolate(unwrapped(setting));
            let Some((name, value)) = words::setting(&text) else {
                let shown = if secret { REDACTED.to_owned() } else { inspect_text(&text) };
                self.tell_provider(Level::Warning, &format!("Cannot understand environment setting {shown}"));
                continue;
            };
            if variables.iter().any(|(known, _)| known == name) {
                let shown = if secret { REDACTED } else { value };
                self.tell_provider(Level::Warning, &format!("Overriding environment setting '{name}' with '{shown}'"));
            }
            if value.is_empty() && self.told_of.insert(name.to_owned()) {
                let place = self.context.turn().map(|turn| turn.place).filter(|place| !place.is_empty());
                let place = place.unwrap_or_else(|| " (file & line not available)".into());
                let message = format!("Empty environment setting '{name}'\n  {place}");
                self.context.log().line(Level::Warning, &message);
            }
            variables.retain(|(other, _)| *other != name);
            let value = Value::from(value);
            variables.push((name.to_owned(), if secret { Value::sensitive(value) } else { value }));
        }
        variables
    }

    /// Fails when the program of a command is not there.
    fn check_program(&self, command: &Value) -> Outcome {
        let program = words::program(command).unwrap_or_default();
        let shown = if self.wanted.is_secret() { REDACTED } else { &program };
        let path = Path::new(&program);
        if is_plain_absolute(&program) {
            let Ok(found) = path.metadata() else {
                return Err(Failure::new(format!("Could not find command '{shown}'")));
            };
            if !found.is_file() {
                return Err(Failure::new(format!("'{shown}' is a {}, not a file", kind(&found))));
            }
            if !is_executable(path) {
                return Err(Failure::new(format!("'{shown}' is not executable")));
            }
            return Ok(());
        }
        let folders = self.wanted.path().unwrap_or_default();
        let mut folders = folders.split(':').filter(|folder| !folder.is_empty());
        let is_found = folders.any(|folder| is_executable(&Path::new(folder).join(&program)));
        if is_found { Ok(()) } else { Err(Failure::new(format!("Could not find command '{shown}'"))) }
    }

    /// Says something about the command, or about one of its attributes.
    pub(super) fn tell(&self, level: Level, attribute: Option<&str>, message: &str) {
        let path = self.context.turn().map(|turn| turn.path).unwrap_or_default();
        let source = match attribute {
            Some(attribute) => property_path(&path, attribute),
            None => path.into(),
        };
        self.context.log().write(level, Some(&source), message);
    }

    /// Logs what a command wrote, a line at a time.
    pub(super) fn tell_output(&self, level: Level, attribute: &str, output: &str) {
        if self.wanted.is_secret() {
            return self.tell(level, Some(attribute), "[output redacted]");
        }
        if self.context.log().wants(level) {
            output.trim_end_matches('\n').split('\n').filter(|_| !output.is_empty()).for_each(|line| {
                self.tell(level, Some(attribute), line);
            });
        }
    }

    /// Says why the command is not executed.
    pub(super) fn tell_prevented(&self, check: &str) {
        let command = self.wanted.shown_command();
        self.tell(Level::Debug, None, &format!("{command} won't be executed because of failed check '{check}'"));
    }

    fn tell_execution(&self, command: &Value, purpose: Purpose) {
        if self.context.log().wants(Level::Debug) {
            let shown = if self.wanted.is_secret() { REDACTED.to_owned() } else { interpolate(unwrapped(command)) };
            let check = if purpose == Purpose::Check { " check" } else { "" };
            self.tell_provider(Level::Debug, &format!("Executing{check} '{shown}'"));
            let account = [("user", "uid"), ("group", "gid")].into_iter().filter_map(|(attribute, word)| {
                Some(format!(" {word}={}", interpolate(self.wanted.should.known(attribute)?)))
            });
            let account: String = account.collect();
            let with = if account.is_empty() { "" } else { " with" };
            self.context.log().line(Level::Debug, &format!("Executing{with}{account}: '{shown}'"));
        }
    }

    fn tell_provider(&self, level: Level, message: &str) {
        let source = format!("Exec[{}](provider={})", self.title, self.wanted.style.name());
        self.context.log().write(level, Some(&source), message);
    }
}

/// Whether a path begins at the root, and has no parts that could be left out.
fn is_plain_absolute(path: &str) -> bool {
    path.strip_prefix('/')
        .is_some_and(|rest| rest.is_empty() || rest.split('/').all(|part| !matches!(part, "" | "." | "..")))
}

/// What a file is that is none.
fn kind(found: &std::fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;

    let kind = found.file_type();
    match () {
        () if kind.is_dir() => "directory",
        () if kind.is_char_device() => "characterSpecial",
        () if kind.is_block_device() => "blockSpecial",
        () if kind.is_fifo() => "fifo",
        () if kind.is_socket() => "socket",
        () => "unknown",
    }
}
