//! Log lines on a console: labels, colours, streams.

use std::{
    io::Write,
    sync::{Mutex, PoisonError},
};

pub use process::Stream;

use super::{Level, LogEntry, LogSink};

/// The minimum level of displayed lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verbosity {
    /// Notice and above.
    #[default]
    Normal,
    /// Info and above (`--verbose`).
    Verbose,
    /// All levels (`--debug`).
    Debug,
}

impl Verbosity {
    /// Whether lines of a level are displayed.
    pub fn shows(self, level: Level) -> bool {
        level
            >= match self {
                Verbosity::Normal => Level::Notice,
                Verbosity::Verbose => Level::Info,
                Verbosity::Debug => Level::Debug,
            }
    }
}

impl Level {
    /// The label at the start of a line, for example `Error`.
    pub fn word(self) -> &'static str {
        self.looks().0
    }

    /// The name of the level, for example `err`.
    pub fn name(self) -> &'static str {
        self.looks().1
    }

    /// The stream for lines of this level.
    pub fn stream(self) -> Stream {
        if self >= Level::Warning { Stream::Stderr } else { Stream::Stdout }
    }

    /// The label, the name, the escape sequence for the colour, and the style in HTML.
    fn looks(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Level::Debug => ("Debug", "debug", "\u{1b}[0;36m", "color: #40FFFF"),
            Level::Info => ("Info", "info", "\u{1b}[0;32m", "color: #00CD00"),
            Level::Notice => ("Notice", "notice", "\u{1b}[m", ""),
            Level::Warning => ("Warning", "warning", "\u{1b}[1;33m", "color: #FFFF60"),
            Level::Err => ("Error", "err", "\u{1b}[1;31m", "color: #FFA0A0"),
            Level::Critical => ("Critical", "crit", "\u{1b}[1;31m", "color: #FFA0A0"),
            Level::Alert => ("Alert", "alert", "\u{1b}[1;31m", "color: #FFA0A0"),
            Level::Emergency => ("Emergency", "emerg", "\u{1b}[1;31m", "color: #FFA0A0"),
        }
    }
}

/// How levels are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// No colours.
    #[default]
    None,
    /// ANSI escape sequences.
    Ansi,
    /// HTML.
    Html,
}

impl From<bool> for Colour {
    fn from(colour: bool) -> Colour {
        if colour { Colour::Ansi } else { Colour::None }
    }
}

/// The escape sequence that resets the colour.
const RESET: &str = "\u{1b}[0m";

/// The default source, which is not displayed.
const DEFAULT_SOURCE: &str = "Puppet";

impl LogEntry {
    /// Returns the line as displayed on a console, without colours and without a final newline.
    ///
    /// ```
    /// use resource_api::log::{Level, LogEntry};
    ///
    /// let entry = LogEntry { level: Level::Err, source: Some("/User[alice]".into()), message: "no such shell".into() };
    /// assert_eq!(entry.line(), "Error: /User[alice]: no such shell");
    /// ```
    pub fn line(&self) -> String {
        let word = self.level.word();
        let message = self.message.strip_suffix('\n').unwrap_or(&self.message);
        match self.source.as_deref() {
            None | Some(DEFAULT_SOURCE) => format!("{word}: {message}"),
            Some(source) => format!("{word}: {source}: {message}"),
        }
    }

    /// Returns the [`line`](LogEntry::line) with the given kind of colours.
    pub fn line_in(&self, colour: Colour) -> String {
        let (_, _, escape, style) = self.level.looks();
        match colour {
            Colour::None => self.line(),
            Colour::Ansi => format!("{escape}{}{RESET}", self.line()),
            Colour::Html => format!("<span style=\"{style}\">{}</span>", self.line()),
        }
    }
}

/// Writes log lines in the format of `puppet` to two outputs.
///
/// ```
/// use std::sync::Arc;
/// use resource_api::log::{Console, Level, Log, Verbosity};
///
/// let console = Arc::new(Console::new(Vec::new(), Vec::new(), Verbosity::Normal, false));
/// let log = Log::new(console.clone(), Arc::default());
/// log.line(Level::Debug, "not shown");
/// log.line(Level::Notice, "hello");
/// log.line(Level::Warning, "careful");
/// drop(log);
/// let (stdout, stderr) = Arc::into_inner(console).unwrap().into_outputs();
/// assert_eq!(stdout, b"Notice: hello\n");
/// assert_eq!(stderr, b"Warning: careful\n");
/// ```
pub struct Console<O, E> {
    outputs: Mutex<(O, E)>,
    verbosity: Verbosity,
    colour: Colour,
}

impl<O: Write + Send, E: Write + Send> Console<O, E> {
    /// Creates a console from two outputs.
    pub fn new(stdout: O, stderr: E, verbosity: Verbosity, colour: impl Into<Colour>) -> Console<O, E> {
        Console { outputs: Mutex::new((stdout, stderr)), verbosity, colour: colour.into() }
    }

    /// Returns the outputs.
    pub fn into_outputs(self) -> (O, E) {
        self.outputs.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<O: Write + Send, E: Write + Send> LogSink for Console<O, E> {
    fn wants(&self, level: Level) -> bool {
        self.verbosity.shows(level)
    }

    fn write(&self, entry: &LogEntry) {
        if !self.wants(entry.level) {
            return;
        }
        let line = entry.line_in(self.colour);
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        // There is nowhere to report that the console is closed.
        let _ = match entry.level.stream() {
            Stream::Stdout => writeln!(outputs.0, "{line}"),
            Stream::Stderr => writeln!(outputs.1, "{line}"),
        };
    }
}

/// Writes each entry as `level: message` to one output. Used by providers without a runtime.
pub struct Plain<W>(Mutex<W>);

impl<W: Write + Send> Plain<W> {
    /// Creates a sink that writes to an output.
    pub fn new(output: W) -> Plain<W> {
        Plain(Mutex::new(output))
    }
}

impl<W: Write + Send> LogSink for Plain<W> {
    fn write(&self, entry: &LogEntry) {
        let message = entry.message.strip_suffix('\n').unwrap_or(&entry.message);
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(output, "{}: {message}", entry.level.name());
    }
}
