//! How answers and failures look, and which exit code they have.
//!
//! Data goes to stdout, everything else to stderr. Colours are only for terminals, and `NO_COLOR` holds.

use std::{
    borrow::Cow,
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use diagnostics::{Diagnostic, Severity, Source};
use pcore::{Hash, Value, json};

use crate::{arguments::Format, failure::Failure};

/// What a command has to say.
pub(crate) struct Answer {
    /// The text for stdout, without a line break at the end; empty for silence.
    pub(crate) text: String,
    /// Whether the answer is a no: exit code 1.
    pub(crate) negative: bool,
}

impl Answer {
    /// An answer with exit code 0.
    pub(crate) fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), negative: false }
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

/// Replaces what would steer a terminal instead of being shown: a value may hold anything.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |character: char| {
        character.is_control() && !matches!(character, '\n' | '\t')
            || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|character| if steers(character) { '\u{fffd}' } else { character }).collect()
}

/// Writes a failure to stderr, and returns its exit code.
pub(crate) fn fail(failure: &Failure, format: Format) -> ExitCode {
    let text = match (format, failure) {
        (Format::Json, _) => as_json(failure),
        (Format::Text, Failure::Text(text)) => rendered(&text.0, &text.1),
        (Format::Text, Failure::Value { hint, .. } | Failure::Other { hint, .. }) => {
            let hint = hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
            format!("error: {failure}{hint}")
        }
    };
    let _ = writeln!(anstream::stderr(), "{text}");
    ExitCode::from(2)
}

/// How long a line may be before it is cut around the place that matters; a shorter one is trimmed by the renderer,
/// which then still knows the column.
const LONGEST_LINE: usize = 20_000;

/// How much of a longer one is shown.
const SHOWN_AROUND: usize = 200;

fn rendered(source: &Source, diagnostic: &Diagnostic) -> String {
    let (text, line, start) = excerpt(source, diagnostic);
    let clamp = |offset: u32| (offset as usize).saturating_sub(start).min(text.len());
    let span = clamp(diagnostic.span.start)..clamp(diagnostic.span.end).max(clamp(diagnostic.span.start));
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let report = [level.primary_title(&diagnostic.message).element(
        Snippet::source(text)
            .line_start(line)
            .path(source.name.as_str())
            .annotation(AnnotationKind::Primary.span(span)),
    )];
    let mut shown = Renderer::styled().render(&report).to_string();
    for hint in &diagnostic.hints {
        shown.push_str("\nhint: ");
        shown.push_str(hint);
    }
    shown
}

/// Cuts the lines that the span touches out of the source, and shortens very long ones.
fn excerpt<'a>(source: &'a Source, diagnostic: &Diagnostic) -> (&'a str, usize, usize) {
    let text = source.text.as_str();
    let at = |offset: u32| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let (from, to) = (at(diagnostic.span.start), at(diagnostic.span.end).max(at(diagnostic.span.start)));
    let line_start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[from..].find('\n').map_or(text.len(), |newline| from + newline);
    if line_end - line_start <= LONGEST_LINE {
        return (&text[line_start..line_end], source.position(diagnostic.span.start).line, line_start);
    }
    let mut start = line_start.max(from.saturating_sub(SHOWN_AROUND));
    let mut end =
        line_end.min(to.min(line_end).saturating_add(SHOWN_AROUND)).min(from.saturating_add(4 * SHOWN_AROUND));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    (&text[start..end.max(start)], source.position(diagnostic.span.start).line, start)
}

fn as_json(failure: &Failure) -> String {
    let mut error = Hash::default();
    let number = |position: usize| Value::Integer(i64::try_from(position).unwrap_or(i64::MAX));
    match failure {
        Failure::Text(text) => {
            let (source, diagnostic) = &**text;
            let place = source.position(diagnostic.span.start);
            error.insert("message".into(), diagnostic.message.as_str().into());
            error.insert("source".into(), source.name.as_str().into());
            error.insert("line".into(), number(place.line));
            error.insert("column".into(), number(place.column));
            error.insert("hints".into(), Value::array(diagnostic.hints.iter().map(|hint| hint.as_str().into())));
        }
        Failure::Value { source, place, message, hint } => {
            error.insert("message".into(), message.as_str().into());
            error.insert("source".into(), source.as_str().into());
            if let Some((line, column)) = place {
                error.insert("line".into(), number(*line));
                error.insert("column".into(), number(*column));
            }
            error.insert("hints".into(), Value::array(hint.iter().map(|hint| hint.as_str().into())));
        }
        Failure::Other { message, hint } => {
            error.insert("message".into(), message.as_str().into());
            error.insert("hints".into(), Value::array(hint.iter().map(|hint| hint.as_str().into())));
        }
    }
    let document = Value::hash([("error".into(), Value::from(error))]);
    json::write(&document).unwrap_or_else(|_| failure.to_string())
}
