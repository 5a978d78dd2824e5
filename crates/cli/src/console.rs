//! The log of a command: which lines are seen, where, and in which colours.

mod destinations;
mod difference;
mod groups;
mod guard;
mod progress;
mod speakers;

#[cfg(test)]
mod tests;

use std::{
    env,
    io::{self, IsTerminal as _},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use resource_api::log::{Colour, Console, Level, Log, LogEntry, LogSink, Stream, Verbosity};

use self::{destinations::Destination, progress::Progress};
pub(crate) use self::{
    groups::{Groups, Outlet},
    progress::Watch,
    speakers::{Speaker, Speakers},
};
use crate::{
    clock::LocalClock,
    options::{OptionError, Options},
};

/// A log that goes to the outputs of this process.
pub(crate) fn simple(verbosity: Verbosity, colour: Colour) -> Log {
    Log::new(Arc::new(Screen::new(lowest(verbosity), colour)), Arc::default())
}

/// The log that options ask for, and the console if it is part of it.
pub(crate) fn log(
    options: &Options,
    clock: &Arc<LocalClock>,
    speakers: &Arc<Speakers>,
) -> Result<(Log, Option<Arc<Screen>>), OptionError> {
    let level = level(options)?;
    let names: Vec<&str> = options.values("logdest").flat_map(|names| names.split(',')).map(str::trim).collect();
    let with_console = names.is_empty() || names.contains(&"console") || options.has("debug") || options.has("verbose");
    let screen = with_console.then(|| Arc::new(Screen::new(level, colour(options))));
    let mut sinks: Vec<Arc<dyn LogSink>> = Vec::new();
    for name in names.into_iter().filter(|name| *name != "console") {
        let destination = Destination::open(name, clock, speakers)
            .map_err(|reason| OptionError::Command(format!("Could not set logdest to {name}.\n{reason}")))?;
        sinks.push(Arc::new(From { lowest: level, sink: destination }));
    }
    sinks.extend(screen.clone().map(|screen| screen as Arc<dyn LogSink>));
    Ok((Log::new(Arc::new(All(sinks)), Arc::default()), screen))
}

/// The same log with one more sink, which gets everything.
pub(crate) fn with_sink(log: &Log, sink: Arc<dyn LogSink>) -> Log {
    let all: [Arc<dyn LogSink>; 2] = [Arc::new(Through(log.clone())), sink];
    Log::new(Arc::new(All(all.into())), log.scrubber().clone())
}

/// Several sinks.
struct All(Vec<Arc<dyn LogSink>>);

impl LogSink for All {
    fn write(&self, entry: &LogEntry) {
        self.0.iter().for_each(|sink| sink.write(entry));
    }

    fn wants(&self, level: Level) -> bool {
        self.0.iter().any(|sink| sink.wants(level))
    }
}

/// Another log as a sink.
struct Through(Log);

impl LogSink for Through {
    fn write(&self, entry: &LogEntry) {
        self.0.write(entry.level, entry.source.as_deref(), &entry.message);
    }

    fn wants(&self, level: Level) -> bool {
        self.0.wants(level)
    }
}

/// A sink for lines from a level on.
struct From<S> {
    lowest: Level,
    sink: S,
}

impl<S: LogSink> LogSink for From<S> {
    fn write(&self, entry: &LogEntry) {
        if entry.level >= self.lowest {
            self.sink.write(entry);
        }
    }

    fn wants(&self, level: Level) -> bool {
        level >= self.lowest && self.sink.wants(level)
    }
}

/// The colours when nobody says anything about them: those of a terminal, whatever the output is.
pub(crate) fn default_colour() -> Colour {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Colour::from(!refused)
}

/// The colours that options ask for.
pub(crate) fn colour(options: &Options) -> Colour {
    match options.value("color") {
        None => default_colour(),
        Some("ansi" | "true" | "yes" | "console") => Colour::Ansi,
        Some("html") => Colour::Html,
        Some(_) => Colour::None,
    }
}

/// The lowest level that is seen.
pub(crate) fn level(options: &Options) -> Result<Level, OptionError> {
    if options.has("debug") {
        return Ok(Level::Debug);
    }
    if options.has("verbose") || options.has("test") {
        return Ok(Level::Info);
    }
    match options.value("log_level") {
        None | Some("notice") => Ok(Level::Notice),
        Some("debug") => Ok(Level::Debug),
        Some("info") => Ok(Level::Info),
        Some("warning") => Ok(Level::Warning),
        Some("err") => Ok(Level::Err),
        Some("crit") => Ok(Level::Critical),
        Some("alert") => Ok(Level::Alert),
        Some("emerg") => Ok(Level::Emergency),
        Some(other) => Err(OptionError::Setting(format!("Invalid loglevel {other}"))),
    }
}

fn lowest(verbosity: Verbosity) -> Level {
    match verbosity {
        Verbosity::Normal => Level::Notice,
        Verbosity::Verbose => Level::Info,
        Verbosity::Debug => Level::Debug,
    }
}

/// The outputs of this process. What would steer a terminal instead of being shown does not get there.
pub(crate) struct Screen {
    console: Console<io::Stdout, io::Stderr>,
    /// The same lines, all of them beside the data.
    aside: Console<io::Stderr, io::Stderr>,
    is_aside: AtomicBool,
    lowest: Level,
    colour: Colour,
    terminals: (bool, bool),
    progress: Mutex<Progress>,
}

impl Screen {
    /// The outputs, for lines from a level on.
    pub(crate) fn new(lowest: Level, colour: Colour) -> Screen {
        Screen {
            console: Console::new(io::stdout(), io::stderr(), Verbosity::Debug, colour),
            aside: Console::new(io::stderr(), io::stderr(), Verbosity::Debug, colour),
            is_aside: AtomicBool::new(false),
            lowest,
            colour,
            terminals: (io::stdout().is_terminal(), io::stderr().is_terminal()),
            progress: Mutex::default(),
        }
    }

    /// From now on all lines go to stderr: stdout is for data that a program may read.
    pub(crate) fn leave_stdout_to_data(&self) {
        self.is_aside.store(true, Ordering::Relaxed);
    }

    /// Says how far a run is, as long as somebody watches it.
    pub(crate) fn progress(&self, number: usize, total: usize, what: &str) {
        if self.terminals.1 {
            self.line().note(number, total, what);
        }
    }

    /// Shows how far a run is until the answer is dropped, if somebody sits there to see it.
    pub(crate) fn watch(self: &Arc<Screen>) -> Option<Watch> {
        self.terminals.1.then(|| Watch::new(self))
    }

    /// Whether somebody reads what goes to stderr.
    pub(crate) fn has_reader(&self) -> bool {
        self.terminals.1
    }

    fn line(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        match stream {
            Stream::Stdout => self.terminals.0,
            Stream::Stderr => self.terminals.1,
        }
    }
}

impl LogSink for Screen {
    fn wants(&self, level: Level) -> bool {
        level >= self.lowest
    }

    fn write(&self, entry: &LogEntry) {
        if entry.level < self.lowest {
            return;
        }
        // Whoever writes holds the line, so that none is drawn in between.
        let mut line = self.line();
        line.clear();
        let (console, stream): (&dyn LogSink, Stream) = match self.is_aside.load(Ordering::Relaxed) {
            true => (&self.aside, Stream::Stderr),
            false => (&self.console, entry.level.stream()),
        };
        let mut entry = guard::guarded(entry);
        if self.is_terminal(stream)
            && self.colour == Colour::Ansi
            && let Some(coloured) = difference::coloured(&entry.message)
        {
            entry.to_mut().message = coloured.into();
        }
        console.write(&entry);
    }
}
