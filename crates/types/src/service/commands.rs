//! The operations on a service.

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{processes, provider::ServiceProvider, systemd::EnabledCache, target::ServiceTarget};
use crate::program::{self, ProgramResult};

pub(super) struct Service<'s> {
    pub(super) provider: &'static dyn ServiceProvider,
    pub(super) context: &'s Context,
    pub(super) target: ServiceTarget<'s>,
    pub(super) enabled_cache: &'s mut EnabledCache,
}

/// A command for a service.
pub(super) struct CommandLine {
    pub(super) words: Vec<String>,
    /// The text for messages, unless it is secret.
    pub(super) shown: String,
    /// Whether the command and its output must not be shown, and must not appear in the process list.
    pub(super) is_secret: bool,
}

impl From<Vec<String>> for CommandLine {
    /// A command that contains nothing of the manifest but the name.
    fn from(words: Vec<String>) -> CommandLine {
        CommandLine { shown: words.join(" "), words, is_secret: false }
    }
}

/// What to do with a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Start,
    Stop,
    Restart,
    Status,
}

impl Action {
    pub(super) fn word(self) -> &'static str {
        match self {
            Action::Start => "start",
            Action::Stop => "stop",
            Action::Restart => "restart",
            Action::Status => "status",
        }
    }
}

impl Service<'_> {
    /// Its status: `running` or `stopped`.
    pub(super) fn status(&mut self) -> Outcome<&'static str> {
        let runs = match self.line(Action::Status)? {
            Some(line) => self.run(&line)?.answer().map_err(|error| {
                let shown = if line.is_secret { "[command redacted]" } else { &line.shown };
                Failure::new(format!("Could not get the status of {}: '{shown}': {error}", self.reference()))
            })?,
            None if !self.provider.searches_processes() => false,
            None => processes::find(self.context, self.target.pattern())?.is_some(),
        };
        Ok(if runs { "running" } else { "stopped" })
    }

    /// Starts or stops it according to `ensure`.
    pub(super) fn ensure(&mut self) -> Outcome {
        match self.target.text("ensure") {
            Some("running") => self.provider.start(self),
            Some(_) => self.provider.stop(self),
            None => Ok(()),
        }
    }

    pub(super) fn restart_by_command(&mut self) -> Outcome {
        match self.line(Action::Restart)? {
            Some(line) => self.perform(Action::Restart, &line),
            None => {
                self.provider.stop(self)?;
                self.provider.start(self)
            }
        }
    }

    pub(super) fn start_by_command(&mut self) -> Outcome {
        match self.line(Action::Start)? {
            Some(line) => self.perform(Action::Start, &line),
            None => Err(Failure::new("Services must specify a start command or a binary")),
        }
    }

    pub(super) fn stop_by_command(&mut self) -> Outcome {
        if let Some(line) = self.line(Action::Stop)? {
            return self.perform(Action::Stop, &line);
        }
        let name = self.target.name;
        let Some(process) = processes::find(self.context, self.target.pattern())? else {
            let source = format!("{}(provider={})", self.reference(), self.provider.name());
            self.context.log().write(Level::Info, Some(&source), &format!("{name} is not running"));
            return Ok(());
        };
        processes::end(process).map_err(|error| {
            Failure::new(format!("Could not kill {name}, PID {process}: {}", crate::file::reason(&error)))
        })
    }

    /// What `enable` is, if it differs.
    pub(super) fn enable_differs(&mut self) -> Outcome<Option<&'static str>> {
        let Some(target) = self.target.text("enable") else { return Ok(None) };
        self.provider.enable_differs(self, target)
    }

    /// Enables or disables it.
    pub(super) fn enable(&mut self) -> Outcome {
        let Some(target) = self.target.text("enable") else { return Ok(()) };
        self.provider.enable(self, target)
    }

    /// The command for an action: that of the manifest, or else that of the provider.
    pub(super) fn line(&mut self, action: Action) -> Outcome<Option<CommandLine>> {
        if let Some(given) = self.target.command(action.word()) {
            return Ok(Some(given));
        }
        self.provider.command(self, action)
    }

    /// Executes a command, and fails when it does.
    pub(super) fn perform(&self, action: Action, line: &CommandLine) -> Outcome {
        let ended = self.run(line)?;
        if ended.is_success() {
            return Ok(());
        }
        let (reference, code) = (self.reference(), ended.code());
        let (shown, output) = match line.is_secret {
            true => ("[command redacted]", "[output redacted]"),
            false => (line.shown.as_str(), ended.output.trim()),
        };
        let reason = format!("Execution of '{shown}' returned {code}: {output}");
        Err(Failure::new(format!("Could not {} {reference}: {reason}", action.word())))
    }

    /// The reference for messages, with the title, which may differ from the name.
    pub(super) fn reference(&self) -> String {
        let turn = self.context.current_resource();
        format!("Service[{}]", turn.as_ref().map_or(self.target.name, |turn| turn.title.as_str()))
    }

    /// Runs a command, which may be secret, and returns its result.
    fn run(&self, line: &CommandLine) -> Outcome<ProgramResult> {
        if !line.is_secret {
            return self.execute(&line.words);
        }
        let (shell, (name, script)) = program::hide_in_environment(&line.words);
        program::execute(self.context, &shell, |execution| Ok(execution.environment(name, &script)))
    }

    /// Runs a command, and returns its result. It is an error if the system lacks resources to start it.
    pub(super) fn execute(&self, line: &[String]) -> Outcome<ProgramResult> {
        program::execute(self.context, line, Ok)
    }

    /// Runs a command whose output is parsed.
    pub(super) fn ask(&self, line: &[String]) -> Outcome<ProgramResult> {
        program::execute(self.context, line, program::discarding_stderr)
    }
}
