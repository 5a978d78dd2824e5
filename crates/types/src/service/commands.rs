//! What can be done with one service, and by which commands.

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{Kind, debian, processes, scripts, systemd, wanted::Wanted};
use crate::program::{self, Ended};

/// One service.
pub(super) struct Service<'s> {
    pub(super) kind: Kind,
    pub(super) context: &'s Context,
    pub(super) wanted: Wanted<'s>,
    pub(super) systemd: &'s mut systemd::Systemd,
}

/// A command for a service.
pub(super) struct CommandLine {
    pub(super) words: Vec<String>,
    /// As messages show it, unless it is a secret.
    pub(super) shown: String,
    /// Whether neither the command nor what it writes may be shown, and the list of processes must not have it.
    pub(super) is_secret: bool,
}

impl From<Vec<String>> for CommandLine {
    /// A command that every reader of our code knows.
    fn from(words: Vec<String>) -> CommandLine {
        CommandLine { shown: words.join(" "), words, is_secret: false }
    }
}

/// What a service is told to do.
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
    /// Whether it runs: `running` or `stopped`.
    pub(super) fn status(&mut self) -> Outcome<&'static str> {
        let runs = match self.line(Action::Status)? {
            Some(line) => self.run(&line)?.is_success(),
            None if self.kind == Kind::Systemd => false,
            None => processes::find(self.context, self.wanted.pattern())?.is_some(),
        };
        Ok(if runs { "running" } else { "stopped" })
    }

    /// Brings it to run or to stop.
    pub(super) fn ensure(&mut self) -> Outcome {
        match self.wanted.text("ensure") {
            Some("running") => self.start(),
            Some(_) => self.stop(),
            None => Ok(()),
        }
    }

    pub(super) fn restart(&mut self) -> Outcome {
        if self.kind == Kind::Systemd {
            return systemd::restart(self);
        }
        match self.line(Action::Restart)? {
            Some(line) => self.perform(Action::Restart, &line),
            None => {
                self.stop()?;
                self.start()
            }
        }
    }

    fn start(&mut self) -> Outcome {
        if self.kind == Kind::Systemd {
            return systemd::start(self);
        }
        match self.line(Action::Start)? {
            Some(line) => self.perform(Action::Start, &line),
            None => Err(Failure::new("Services must specify a start command or a binary")),
        }
    }

    fn stop(&mut self) -> Outcome {
        if self.kind == Kind::Systemd {
            return systemd::stop(self);
        }
        if let Some(line) = self.line(Action::Stop)? {
            return self.perform(Action::Stop, &line);
        }
        let name = self.wanted.name;
        let Some(process) = processes::find(self.context, self.wanted.pattern())? else {
            let source = format!("{}(provider={})", self.reference(), self.kind.name());
            self.context.log().write(Level::Info, Some(&source), &format!("{name} is not running"));
            return Ok(());
        };
        processes::end(process).map_err(|error| {
            Failure::new(format!("Could not kill {name}, PID {process}: {}", crate::file::reason(&error)))
        })
    }

    /// Whether it is started with the machine, in the words of whoever wants to know; nothing where nobody can say.
    pub(super) fn enabled(&mut self, wanted: &str) -> Outcome<Option<&'static str>> {
        Ok(match self.kind {
            Kind::Systemd => Some(systemd::enabled(self, wanted)?),
            Kind::Debian => Some(debian::enabled(self.context, self.wanted.name)?),
            Kind::Init | Kind::Base => None,
        })
    }

    /// What `enable` is when it is not what it should be.
    pub(super) fn enable_differs(&mut self) -> Outcome<Option<&'static str>> {
        let Some(wanted) = self.wanted.text("enable") else { return Ok(None) };
        match self.kind {
            Kind::Systemd => systemd::enable_differs(self, wanted),
            Kind::Debian => {
                let is = debian::enabled(self.context, self.wanted.name)?;
                Ok((is != wanted).then_some(is))
            }
            Kind::Init | Kind::Base => Ok(None),
        }
    }

    /// Brings it to be started with the machine, or not.
    pub(super) fn enable(&mut self) -> Outcome {
        let Some(wanted) = self.wanted.text("enable") else { return Ok(()) };
        match self.kind {
            Kind::Systemd => systemd::enable(self, wanted),
            Kind::Debian => debian::enable(self.context, self.wanted.name, wanted == "true"),
            Kind::Init | Kind::Base => Ok(()),
        }
    }

    /// The command for an action: the one of the manifest, or the one that the provider has for it.
    pub(super) fn line(&mut self, action: Action) -> Outcome<Option<CommandLine>> {
        if let Some(given) = self.wanted.command(action.word()) {
            return Ok(Some(given));
        }
        let name = self.wanted.name;
        match (self.kind, action) {
            (Kind::Systemd, action) => Ok(systemd::line(action, name).map(CommandLine::from)),
            (Kind::Base, Action::Start) => Ok(self.wanted.command("binary")),
            (Kind::Base, _) => Ok(None),
            (Kind::Init | Kind::Debian, Action::Status) if !self.wanted.has_status() => Ok(None),
            (Kind::Init | Kind::Debian, Action::Restart) if !self.wanted.has_restart() => Ok(None),
            (Kind::Debian, Action::Status) => {
                Ok(Some(vec![debian::SERVICE.to_owned(), name.to_owned(), "status".to_owned()].into()))
            }
            (Kind::Init | Kind::Debian, action) => {
                let script = scripts::find(&self.wanted.path(), name)?;
                Ok(Some(vec![script, action.word().to_owned()].into()))
            }
        }
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

    /// What messages call it: by its title, which need not be its name.
    pub(super) fn reference(&self) -> String {
        let turn = self.context.turn();
        format!("Service[{}]", turn.as_ref().map_or(self.wanted.name, |turn| turn.title.as_str()))
    }

    /// Executes a command, which may be a secret, whatever becomes of it.
    fn run(&self, line: &CommandLine) -> Outcome<Ended> {
        if !line.is_secret {
            return self.execute(&line.words);
        }
        let (shell, (name, script)) = program::concealed(&line.words);
        Ok(program::execute(self.context, &shell, |execution| Ok(execution.environment(name, &script)))?)
    }

    /// Executes a command, whatever becomes of it. That it cannot be started for want of anything is a failure.
    pub(super) fn execute(&self, line: &[String]) -> Outcome<Ended> {
        Ok(program::execute(self.context, line, Ok)?)
    }

    /// Executes a command whose answer is read.
    pub(super) fn ask(&self, line: &[String]) -> Outcome<Ended> {
        Ok(program::execute(self.context, line, program::answering)?)
    }

    /// Says something about the service.
    pub(super) fn tell(&self, level: Level, message: &str) {
        let path = self.context.turn().map(|turn| turn.path).unwrap_or_default();
        self.context.log().write(level, Some(&path), message);
    }
}
