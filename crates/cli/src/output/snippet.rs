//! Source lines with marked locations.

use std::{borrow::Cow, io::Write as _};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use diagnostics::{Diagnostic, Severity, Source, Span};
use resource_api::log::{Colour, Log};

use super::{harmless, secrets::without_secrets};

/// A related location, possibly in another text.
pub(crate) struct RelatedLocation {
    pub(crate) source: Source,
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// Prints the source lines of a diagnostic to stderr with its hints. The message was logged already. Secrets are
/// redacted as in the log.
pub(crate) fn show_location(
    source: &Source,
    diagnostic: &Diagnostic,
    related: &[RelatedLocation],
    log: &Log,
    colour: Colour,
) {
    let related: Vec<(Source, &RelatedLocation)> =
        related.iter().map(|other| (showable(&other.source), other)).collect();
    let shown = source_lines(&showable(source), diagnostic, &related);
    let shown = log.scrubber().scrub(&shown);
    let _ = match colour {
        Colour::Ansi => writeln!(anstream::stderr(), "{shown}"),
        Colour::None | Colour::Html => writeln!(anstream::stderr(), "{}", anstream::adapter::strip_str(&shown)),
    };
}

/// A text with its secrets hidden; columns stay the same.
fn showable(source: &Source) -> Source {
    Source::new(source.name.as_str(), without_secrets(&source.text))
}

/// The maximum length of a line that is shown as a whole; the renderer trims shorter ones itself, and still knows the
/// column.
const MAX_LINE_LENGTH: usize = 20_000;

/// How much of a longer line is shown around the location.
const CONTEXT_LENGTH: usize = 200;

/// A whole diagnostic: its message, source lines and hints.
pub(super) fn rendered(source: &Source, diagnostic: &Diagnostic, secret: bool) -> String {
    let level = level(diagnostic);
    let mut shown = if secret {
        let position = source.position(diagnostic.span.start);
        format!("error: {}:{}:{}: {}", source.name, position.line, position.column, harmless(&diagnostic.message))
    } else {
        let source = &showable(source);
        let message = with_location(source, diagnostic.span, &diagnostic.message);
        let mut report = vec![level.primary_title(message).element(snippet(source, diagnostic.span))];
        report.extend(diagnostic.labels.iter().map(|label| note(source, label.span, &label.text)));
        Renderer::styled().render(&report).to_string()
    };
    push_hints(diagnostic, &mut shown);
    shown
}

/// The maximum size of a text between locations that are shown in one excerpt.
const MAX_EXCERPT_LENGTH: usize = 100_000;

fn source_lines(source: &Source, diagnostic: &Diagnostic, related: &[(Source, &RelatedLocation)]) -> String {
    let together = MergedExcerpt::of(source, diagnostic);
    let first = match &together {
        Some(together) => together.snippet(source, diagnostic),
        None => snippet(source, diagnostic.span),
    };
    let mut report = vec![Group::with_level(level(diagnostic)).element(first)];
    if together.is_none() {
        report.extend(diagnostic.labels.iter().map(|label| note(source, label.span, &label.text)));
    }
    report.extend(related.iter().map(|(source, other)| note(source, other.span, &other.text)));
    let mut shown = Renderer::styled().render(&report).to_string();
    push_hints(diagnostic, &mut shown);
    shown
}

fn note<'s>(source: &'s Source, span: Span, text: &'s str) -> Group<'s> {
    Level::NOTE.secondary_title(with_location(source, span, text)).element(snippet(source, span))
}

fn push_hints(diagnostic: &Diagnostic, shown: &mut String) {
    for hint in &diagnostic.hints {
        shown.push_str("\nhint: ");
        shown.push_str(&harmless(hint));
    }
}

/// The lines of several locations in one text.
struct MergedExcerpt {
    start: usize,
    end: usize,
}

impl MergedExcerpt {
    /// The lines of all locations, unless they are too long or too far apart to be shown as one excerpt.
    fn of(source: &Source, diagnostic: &Diagnostic) -> Option<MergedExcerpt> {
        let spans = diagnostic.labels.iter().map(|label| label.span);
        // A location at the end of the text cannot be shown with others.
        if diagnostic.span.start as usize >= source.text.len() {
            return None;
        }
        let (mut start, mut end) = (usize::MAX, 0);
        for span in spans.chain([diagnostic.span]) {
            let excerpt = excerpt(source, span);
            if excerpt.is_cut || excerpt.text.len() > MAX_LINE_LENGTH {
                return None;
            }
            start = start.min(excerpt.start);
            end = end.max(excerpt.start + excerpt.text.len());
        }
        (!diagnostic.labels.is_empty() && end - start <= MAX_EXCERPT_LENGTH).then_some(MergedExcerpt { start, end })
    }

    fn snippet<'s>(&self, source: &'s Source, diagnostic: &'s Diagnostic) -> Snippet<'s, Annotation<'s>> {
        let text = source.text.get(self.start..self.end).unwrap_or_default();
        // Of a span of several lines only the first is marked.
        let within = |span: Span| {
            let line = excerpt(source, span);
            let last = line.start + line.text.len();
            let (start, end) = ((span.start as usize).min(last), (span.end as usize).min(last));
            start.saturating_sub(self.start)..end.max(start).saturating_sub(self.start)
        };
        let line = source.position(u32::try_from(self.start).unwrap_or(u32::MAX)).line;
        let others = diagnostic
            .labels
            .iter()
            .map(|label| AnnotationKind::Context.span(within(label.span)).label(label.text.as_str()));
        let snippet = Snippet::source(text)
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(within(diagnostic.span)))
            .annotations(others);
        if source.name.is_empty() { snippet } else { snippet.path(source.name.as_str()) }
    }
}

fn level(diagnostic: &Diagnostic) -> Level<'static> {
    match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// The message, with its location if the line is cut, because the renderer does not know the column then.
fn with_location<'m>(source: &Source, span: Span, message: &'m str) -> Cow<'m, str> {
    if !excerpt(source, span).is_cut {
        return message.into();
    }
    let position = source.position(span.start);
    format!("{}:{}:{}: {message}", source.name, position.line, position.column).into()
}

fn snippet(source: &Source, span: Span) -> Snippet<'_, Annotation<'_>> {
    let Excerpt { text, line, start, is_cut } = excerpt(source, span);
    let clamp = |offset: u32| (offset as usize).saturating_sub(start).min(text.len());
    let marked = clamp(span.start)..clamp(span.end).max(clamp(span.start));
    let snippet = Snippet::source(text).line_start(line).annotation(AnnotationKind::Primary.span(marked));
    if is_cut || source.name.is_empty() { snippet } else { snippet.path(source.name.as_str()) }
}

/// A part of a source.
struct Excerpt<'s> {
    text: &'s str,
    /// The number of its first line, from 1.
    line: usize,
    /// The offset in the source.
    start: usize,
    /// Whether it begins inside of a line.
    is_cut: bool,
}

/// Cuts the lines of a span out of the source and shortens very long ones.
fn excerpt(source: &Source, span: Span) -> Excerpt<'_> {
    let text = source.text.as_str();
    let at = |offset: u32| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let (from, to) = (at(span.start), at(span.end).max(at(span.start)));
    let line_start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[from..].find('\n').map_or(text.len(), |newline| from + newline);
    if line_end - line_start <= MAX_LINE_LENGTH {
        let line = source.position(span.start).line;
        return Excerpt { text: &text[line_start..line_end], line, start: line_start, is_cut: false };
    }
    let mut start = line_start.max(from.saturating_sub(CONTEXT_LENGTH));
    let mut end =
        line_end.min(to.min(line_end).saturating_add(CONTEXT_LENGTH)).min(from.saturating_add(4 * CONTEXT_LENGTH));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let line = source.position(span.start).line;
    Excerpt { text: &text[start..end.max(start)], line, start, is_cut: start > line_start }
}
