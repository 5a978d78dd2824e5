//! How answers and errors are printed, and their exit codes.
//!
//! Data goes to stdout, everything else to stderr. Colours are used on terminals only, and never if `NO_COLOR` is set.

mod secrets;
mod snippet;

use std::{
    borrow::Cow,
    fs::File,
    io::{self, IsTerminal as _, Write as _},
    os::fd::AsFd as _,
    process::ExitCode,
};

use diagnostics::{Diagnostic, Source};
use pcore::{Hash, Value, json};

use self::snippet::rendered;
pub(crate) use self::snippet::{RelatedLocation, show_location};
use crate::{arguments::Format, failure::Failure};

pub(crate) struct Answer {
    /// The text for stdout, without a line break at the end; nothing is printed if it is empty.
    pub(crate) text: String,
    /// Whether the answer is negative: exit code 1.
    pub(crate) negative: bool,
    /// Lines for stderr.
    pub(crate) warnings: Vec<String>,
}

impl Answer {
    /// An answer with exit code 0.
    pub(crate) fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), negative: false, warnings: Vec::new() }
    }

    /// A JSON document with exit code 0.
    pub(crate) fn json(document: &Value) -> Result<Answer, Failure> {
        match json::write_pretty(document) {
            Ok(text) => Ok(Answer::text(text)),
            Err(error) => Err(Failure::new(format!("cannot write the answer: {error}"))),
        }
    }

    /// The same answer with exit code 1.
    pub(crate) fn negative(self) -> Answer {
        Answer { negative: true, ..self }
    }
}

/// Prints an answer and returns its exit code.
pub(crate) fn print_answer(answer: &Answer) -> ExitCode {
    for warning in &answer.warnings {
        let _ = writeln!(anstream::stderr(), "{}", harmless(warning));
    }
    if !answer.text.is_empty() {
        let mut stdout = io::stdout().lock();
        let text = if stdout.is_terminal() { harmless(&answer.text) } else { Cow::Borrowed(answer.text.as_str()) };
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n"));
        match written.and_then(|()| stdout.flush()) {
            Ok(()) => {}
            // The reader has closed the pipe, as in `bunraku … | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: cannot write to stdout: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::from(u8::from(answer.negative))
}

/// Prints a line to stdout. Errors such as a closed pipe are ignored.
pub(crate) fn print_line(text: &str) {
    let mut stdout = io::stdout().lock();
    let text = if stdout.is_terminal() { harmless(text) } else { Cow::Borrowed(text) };
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush());
}

/// Prints what a function writes, and a line break, to stdout. Errors such as a closed pipe are ignored.
pub(crate) fn print_stream(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        let mut bytes = Vec::new();
        let _ = write(&mut bytes);
        return print_line(&String::from_utf8_lossy(&bytes));
    }
    // The pieces are large: the line buffering of stdout would only cost time.
    let _ = match stdout.as_fd().try_clone_to_owned() {
        Ok(descriptor) => {
            let mut file = File::from(descriptor);
            write(&mut file).and_then(|()| file.write_all(b"\n"))
        }
        Err(_) => write(&mut stdout.lock()).and_then(|()| stdout.lock().write_all(b"\n")),
    };
}

/// Copies a reader to stdout byte for byte, or without control characters if that is a terminal. Errors such as a
/// closed pipe are ignored.
pub(crate) fn copy_to_stdout(content: &mut dyn io::Read) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let mut part = vec![0; 64 * 1024];
    loop {
        let read = content.read(&mut part)?;
        let written = if stdout.is_terminal() {
            stdout.write_all(harmless(&String::from_utf8_lossy(&part[..read])).as_bytes())
        } else {
            stdout.write_all(&part[..read])
        };
        if read == 0 || written.is_err() {
            let _ = stdout.flush();
            return Ok(());
        }
    }
}

/// Prints a line to stderr. Errors such as a closed pipe are ignored.
pub(crate) fn print_stderr_line(text: &str) {
    let mut stderr = io::stderr().lock();
    let text = if stderr.is_terminal() { harmless(text) } else { Cow::Borrowed(text) };
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.write_all(b"\n"));
}

/// Prints a line to stderr without control characters.
pub(crate) fn print_note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", harmless(text));
}

/// Replaces control characters, which could steer a terminal: a value may contain any.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |character: char| {
        character.is_control() && !matches!(character, '\n' | '\t')
            || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends_line = letter == '\r' && letters.peek() == Some(&'\n');
        shown.push(if steers(letter) && !ends_line { '\u{fffd}' } else { letter });
    }
    if shown == text { Cow::Borrowed(text) } else { Cow::Owned(shown) }
}

/// Prints help or a usage error and returns the exit code.
pub(crate) fn print_usage_error(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Prints an error and returns its exit code.
pub(crate) fn print_error(failure: &Failure, format: Format) -> ExitCode {
    match format {
        Format::Json => {
            let _ = writeln!(anstream::stderr(), "{}", as_json(failure));
        }
        Format::Text => print_failure(failure),
    }
    ExitCode::from(2)
}

/// Prints an error to stderr for people.
pub(crate) fn print_failure(failure: &Failure) {
    let text = match failure {
        Failure::Text(text) => {
            let shown: Vec<String> =
                text.diagnostics.iter().map(|diagnostic| rendered(&text.source, diagnostic, text.secret)).collect();
            shown.join("\n\n")
        }
        Failure::Value { hint, .. } | Failure::Other { hint, .. } => {
            let hint = hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
            format!("error: {failure}{hint}")
        }
    };
    let _ = writeln!(anstream::stderr(), "{text}");
}

fn as_json(failure: &Failure) -> String {
    let error = match failure {
        Failure::Text(text) => {
            let mut diagnostics = text.diagnostics.iter().map(|diagnostic| of_diagnostic(&text.source, diagnostic));
            let mut error = diagnostics.next().unwrap_or_default();
            let others: Vec<Value> = diagnostics.map(Value::from).collect();
            if !others.is_empty() {
                error.insert("others".into(), others.into());
            }
            error
        }
        Failure::Value { source, position, message, hint } => error(message, Some(source), *position, hint),
        Failure::Other { message, hint } => error(message, None, None, hint),
    };
    let document = Value::hash([("error".into(), Value::from(error))]);
    json::write(&document).unwrap_or_else(|_| failure.to_string())
}

fn of_diagnostic(source: &Source, diagnostic: &Diagnostic) -> Hash {
    let location = source.position(diagnostic.span.start);
    let position = Some((location.line, location.column));
    error(&diagnostic.message, Some(&source.name), position, &diagnostic.hints)
}

fn error<'h>(
    message: &str,
    source: Option<&String>,
    position: Option<(usize, usize)>,
    hints: impl IntoIterator<Item = &'h String>,
) -> Hash {
    let mut error = Hash::from_iter([("message".into(), message.into())]);
    if let Some(source) = source {
        error.insert("source".into(), source.as_str().into());
    }
    if let Some((line, column)) = position {
        error.insert("line".into(), number(line));
        error.insert("column".into(), number(column));
    }
    error.insert("hints".into(), hints.into_iter().map(|hint| Value::from(hint.as_str())).collect());
    error
}

/// A line or a column, for programs.
pub(crate) fn number(position: usize) -> Value {
    Value::Integer(i64::try_from(position).unwrap_or(i64::MAX))
}
