//! How answers and failures look, and which exit code they have.
//!
//! Data goes to stdout, everything else to stderr. Colours are only for terminals, and `NO_COLOR` holds.

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
pub(crate) use self::snippet::{Aside, show_place};
use crate::{arguments::Format, failure::Failure};

/// What a command has to say.
pub(crate) struct Answer {
    /// The text for stdout, without a line break at the end; empty for silence.
    pub(crate) text: String,
    /// Whether the answer is a no: exit code 1.
    pub(crate) negative: bool,
    /// What else is worth knowing: a line each for stderr.
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
            Err(error) => Err(Failure::Other { message: format!("cannot write the answer: {error}"), hint: None }),
        }
    }

    /// The same answer as a no.
    pub(crate) fn negative(self) -> Answer {
        Answer { negative: true, ..self }
    }
}

/// Writes an answer, and returns its exit code.
pub(crate) fn show(answer: &Answer) -> ExitCode {
    for warning in &answer.warnings {
        let _ = writeln!(anstream::stderr(), "{}", harmless(warning));
    }
    if !answer.text.is_empty() {
        let mut stdout = io::stdout().lock();
        let text = if stdout.is_terminal() { harmless(&answer.text) } else { Cow::Borrowed(answer.text.as_str()) };
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n"));
        match written.and_then(|()| stdout.flush()) {
            Ok(()) => {}
            // Whoever reads us has seen enough, as in `bunraku … | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: cannot write to stdout: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::from(u8::from(answer.negative))
}

/// Writes a text and a line break to stdout, as far as somebody reads it.
pub(crate) fn say(text: &str) {
    let mut stdout = io::stdout().lock();
    let text = if stdout.is_terminal() { harmless(text) } else { Cow::Borrowed(text) };
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush());
}

/// Writes a text that comes in pieces and a line break to stdout, as far as somebody reads it.
pub(crate) fn say_in_pieces(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        let mut bytes = Vec::new();
        let _ = write(&mut bytes);
        return say(&String::from_utf8_lossy(&bytes));
    }
    // The pieces are large: looking for line breaks in them, as stdout does, would only cost time.
    let _ = match stdout.as_fd().try_clone_to_owned() {
        Ok(descriptor) => {
            let mut file = File::from(descriptor);
            write(&mut file).and_then(|()| file.write_all(b"\n"))
        }
        Err(_) => write(&mut stdout.lock()).and_then(|()| stdout.lock().write_all(b"\n")),
    };
}

/// Writes what is read to stdout, byte for byte, as far as somebody reads it. What a terminal shows is harmless.
pub(crate) fn pass_on(content: &mut dyn io::Read) -> io::Result<()> {
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

/// Writes a text and a line break to stderr, as far as somebody reads it.
pub(crate) fn say_aside(text: &str) {
    let mut stderr = io::stderr().lock();
    let text = if stderr.is_terminal() { harmless(text) } else { Cow::Borrowed(text) };
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.write_all(b"\n"));
}

/// Writes a text and a line break to stderr, as far as somebody reads it.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", harmless(text));
}

/// Replaces what would steer a terminal instead of being shown: a value may hold anything.
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

/// Writes a failure to stderr, and returns its exit code.
pub(crate) fn fail(failure: &Failure, format: Format) -> ExitCode {
    match format {
        Format::Json => {
            let _ = writeln!(anstream::stderr(), "{}", as_json(failure));
        }
        Format::Text => complain(failure),
    }
    ExitCode::from(2)
}

/// Writes a failure to stderr as people read it.
pub(crate) fn complain(failure: &Failure) {
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
        Failure::Value { source, place, message, hint } => {
            let mut error = Hash::default();
            error.insert("message".into(), message.as_str().into());
            error.insert("source".into(), source.as_str().into());
            if let Some((line, column)) = place {
                error.insert("line".into(), number(*line));
                error.insert("column".into(), number(*column));
            }
            error.insert("hints".into(), Value::array(hint.iter().map(|hint| hint.as_str().into())));
            error
        }
        Failure::Other { message, hint } => Hash::from_iter([
            ("message".into(), message.as_str().into()),
            ("hints".into(), Value::array(hint.iter().map(|hint| hint.as_str().into()))),
        ]),
    };
    let document = Value::hash([("error".into(), Value::from(error))]);
    json::write(&document).unwrap_or_else(|_| failure.to_string())
}

fn of_diagnostic(source: &Source, diagnostic: &Diagnostic) -> Hash {
    let place = source.position(diagnostic.span.start);
    Hash::from_iter([
        ("message".into(), diagnostic.message.as_str().into()),
        ("source".into(), source.name.as_str().into()),
        ("line".into(), number(place.line)),
        ("column".into(), number(place.column)),
        ("hints".into(), Value::array(diagnostic.hints.iter().map(|hint| hint.as_str().into()))),
    ])
}

fn number(position: usize) -> Value {
    Value::Integer(i64::try_from(position).unwrap_or(i64::MAX))
}
