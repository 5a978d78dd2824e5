//! The log of a command: which lines are shown, where, and in which colours.

mod destinations;
mod difference;
mod groups;
mod guard;
mod log_sources;
mod progress;

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
    groups::{Groups, Output},
    log_sources::{LogSource, LogSources},
    progress::ProgressGuard,
};
use crate::{
    clock::LocalClock,
    options::{OptionError, Options},
};

/// A log that writes to the standard streams.
pub(crate) fn simple(colour: Colour) -> Log {
    Log::new(Arc::new(Screen::new(Level::Notice, colour)), Arc::default())
}

/// The log that the options ask for, and its console if it has one.
pub(crate) fn log(
    options: &Options,
    clock: &Arc<LocalClock>,
    log_sources: &Arc<LogSources>,
) -> Result<(Log, Option<Arc<Screen>>), OptionError> {
    let level = level(options)?;
    let names: Vec<&str> = options.values("logdest").flat_map(|names| names.split(',')).map(str::trim).collect();
    let with_console = names.is_empty() || names.contains(&"console") || options.has("debug") || options.has("verbose");
    let screen = with_console.then(|| Arc::new(Screen::new(level, colour(options))));
    let mut sinks: Vec<Arc<dyn LogSink>> = Vec::new();
    for name in names.into_iter().filter(|name| *name != "console") {
        let destination = Destination::open(name, clock, log_sources)
            .map_err(|reason| OptionError::Command(format!("Could not set logdest to {name}.\n{reason}")))?;
        sinks.push(Arc::new(LevelFilter { lowest_level: level, sink: destination }));
    }
    sinks.extend(screen.clone().map(|screen| screen as Arc<dyn LogSink>));
    Ok((Log::new(Arc::new(Fanout(sinks)), Arc::default()), screen))
}

/// The same log with an additional sink, which receives every line.
pub(crate) fn with_sink(log: &Log, sink: Arc<dyn LogSink>) -> Log {
    let all: [Arc<dyn LogSink>; 2] = [Arc::new(Forward(log.clone())), sink];
    Log::new(Arc::new(Fanout(all.into())), log.scrubber().clone())
}

/// A sink that passes lines on to several others.
struct Fanout(Vec<Arc<dyn LogSink>>);

impl LogSink for Fanout {
    fn write(&self, entry: &LogEntry) {
        self.0.iter().for_each(|sink| sink.write(entry));
    }

    fn wants(&self, level: Level) -> bool {
        self.0.iter().any(|sink| sink.wants(level))
    }
}

/// A sink that passes lines on to a log.
struct Forward(Log);

impl LogSink for Forward {
    fn write(&self, entry: &LogEntry) {
        self.0.write(entry.level, entry.source.as_deref(), &entry.message);
    }

    fn wants(&self, level: Level) -> bool {
        self.0.wants(level)
    }
}

/// A sink that passes on lines of a level and above.
struct LevelFilter<S> {
    lowest_level: Level,
    sink: S,
}

impl<S: LogSink> LogSink for LevelFilter<S> {
    fn write(&self, entry: &LogEntry) {
        if entry.level >= self.lowest_level {
            self.sink.write(entry);
        }
    }

    fn wants(&self, level: Level) -> bool {
        level >= self.lowest_level && self.sink.wants(level)
    }
}

/// The default colours: those of a terminal, even if the output is not one.
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

/// The lowest level that is shown.
pub(crate) fn level(options: &Options) -> Result<Level, OptionError> {
    if options.has("debug") {
        return Ok(Level::Debug);
    }
    if options.has("verbose") || options.has("test") {
        return Ok(Level::Info);
    }
    match options.value("log_level") {
        None => Ok(Level::Notice),
        Some(name) => Level::named(name).ok_or_else(|| OptionError::Setting(format!("Invalid loglevel {name}"))),
    }
}

/// The standard streams. Control characters, which could steer a terminal, are replaced.
pub(crate) struct Screen {
    console: Console<io::Stdout, io::Stderr>,
    /// The same lines, all of them on stderr.
    stderr_only: Console<io::Stderr, io::Stderr>,
    uses_stderr: AtomicBool,
    lowest_level: Level,
    colour: Colour,
    terminals: (bool, bool),
    progress: Mutex<Progress>,
}

impl Screen {
    /// The standard streams, for lines of a level and above.
    pub(crate) fn new(lowest_level: Level, colour: Colour) -> Screen {
        Screen {
            console: Console::new(io::stdout(), io::stderr(), Verbosity::Debug, colour),
            stderr_only: Console::new(io::stderr(), io::stderr(), Verbosity::Debug, colour),
            uses_stderr: AtomicBool::new(false),
            lowest_level,
            colour,
            terminals: (io::stdout().is_terminal(), io::stderr().is_terminal()),
            progress: Mutex::default(),
        }
    }

    /// From now on all lines go to stderr: stdout is reserved for data that programs read.
    pub(crate) fn reserve_stdout_for_data(&self) {
        self.uses_stderr.store(true, Ordering::Relaxed);
    }

    /// Records the progress of a run if stderr is a terminal.
    pub(crate) fn progress(&self, number: usize, total: usize, what: &str) {
        if self.terminals.1 {
            self.line().note(number, total, what);
        }
    }

    /// Shows the progress of a run until the guard is dropped, if stderr is a terminal.
    pub(crate) fn watch(self: &Arc<Screen>) -> Option<ProgressGuard> {
        self.terminals.1.then(|| ProgressGuard::new(self))
    }

    /// Whether stderr is a terminal.
    pub(crate) fn has_terminal(&self) -> bool {
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
        level >= self.lowest_level
    }

    fn write(&self, entry: &LogEntry) {
        if entry.level < self.lowest_level {
            return;
        }
        // Holding the lock keeps the progress line from being drawn in between.
        let mut line = self.line();
        line.clear();
        let (console, stream): (&dyn LogSink, Stream) = match self.uses_stderr.load(Ordering::Relaxed) {
            true => (&self.stderr_only, Stream::Stderr),
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
