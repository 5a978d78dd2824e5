//! Places in texts: the lines with what matters in them marked.

use std::{borrow::Cow, io::Write as _};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use diagnostics::{Diagnostic, Severity, Source, Span};
use resource_api::log::{Colour, Log};

use super::{harmless, secrets::without_secrets};

/// A second place, which may lie in another text.
pub(crate) struct Aside {
    /// The text.
    pub(crate) source: Source,
    /// Where.
    pub(crate) span: Span,
    /// Why it matters.
    pub(crate) text: String,
}

/// Writes the places that a diagnostic is about to stderr, and what to do; the message was logged already, and as in the
/// log, no secret of the run is shown.
pub(crate) fn show_place(source: &Source, diagnostic: &Diagnostic, elsewhere: &[Aside], log: &Log, colour: Colour) {
    let asides: Vec<(Source, &Aside)> = elsewhere.iter().map(|aside| (showable(&aside.source), aside)).collect();
    let shown = place(&showable(source), diagnostic, &asides);
    let shown = log.scrubber().scrub(&shown);
    let _ = match colour {
        Colour::Ansi => writeln!(anstream::stderr(), "{shown}"),
        Colour::None | Colour::Html => writeln!(anstream::stderr(), "{}", anstream::adapter::strip_str(&shown)),
    };
}

/// A text as its lines may be shown; places in it stay where they are.
fn showable(source: &Source) -> Source {
    Source::new(source.name.as_str(), without_secrets(&source.text))
}

/// How long a line may be before it is cut around the place that matters; a shorter one is trimmed by the renderer,
/// which then still knows the column.
const LONGEST_LINE: usize = 20_000;

/// How much of a longer one is shown.
const SHOWN_AROUND: usize = 200;

/// A whole diagnostic: its message, its places, and what to do.
pub(super) fn rendered(source: &Source, diagnostic: &Diagnostic, secret: bool) -> String {
    let level = level(diagnostic);
    let mut shown = if secret {
        let place = source.position(diagnostic.span.start);
        format!("error: {}:{}:{}: {}", source.name, place.line, place.column, harmless(&diagnostic.message))
    } else {
        let source = &showable(source);
        let message = with_place(source, diagnostic.span, &diagnostic.message);
        let mut report = vec![level.primary_title(message).element(snippet(source, diagnostic.span))];
        report.extend(diagnostic.labels.iter().map(|label| {
            let text = with_place(source, label.span, &label.text);
            Level::NOTE.secondary_title(text).element(snippet(source, label.span))
        }));
        Renderer::styled().render(&report).to_string()
    };
    push_hints(diagnostic, &mut shown);
    shown
}

/// How much text may lie between places that are shown together.
const LONGEST_TEXT: usize = 100_000;

fn place(source: &Source, diagnostic: &Diagnostic, elsewhere: &[(Source, &Aside)]) -> String {
    let together = Together::of(source, diagnostic);
    let first = match &together {
        Some(together) => together.snippet(source, diagnostic),
        None => snippet(source, diagnostic.span),
    };
    let mut report = vec![Group::with_level(level(diagnostic)).element(first)];
    if together.is_none() {
        report.extend(diagnostic.labels.iter().map(|label| note(source, label.span, &label.text)));
    }
    report.extend(elsewhere.iter().map(|(source, aside)| note(source, aside.span, &aside.text)));
    let mut shown = Renderer::styled().render(&report).to_string();
    push_hints(diagnostic, &mut shown);
    shown
}

fn note<'s>(source: &'s Source, span: Span, text: &'s str) -> Group<'s> {
    Level::NOTE.secondary_title(with_place(source, span, text)).element(snippet(source, span))
}

fn push_hints(diagnostic: &Diagnostic, shown: &mut String) {
    for hint in &diagnostic.hints {
        shown.push_str("\nhint: ");
        shown.push_str(&harmless(hint));
    }
}

/// Lines that hold several places of one text.
struct Together {
    start: usize,
    end: usize,
}

impl Together {
    /// The lines of all places, unless they are too long or too far from each other to be shown at once.
    fn of(source: &Source, diagnostic: &Diagnostic) -> Option<Together> {
        let spans = diagnostic.labels.iter().map(|label| label.span);
        // The place behind the last line cannot be shown with others.
        if diagnostic.span.start as usize >= source.text.len() {
            return None;
        }
        let (mut start, mut end) = (usize::MAX, 0);
        for span in spans.chain([diagnostic.span]) {
            let excerpt = excerpt(source, span);
            if excerpt.is_cut || excerpt.text.len() > LONGEST_LINE {
                return None;
            }
            start = start.min(excerpt.start);
            end = end.max(excerpt.start + excerpt.text.len());
        }
        (!diagnostic.labels.is_empty() && end - start <= LONGEST_TEXT).then_some(Together { start, end })
    }

    fn snippet<'s>(&self, source: &'s Source, diagnostic: &'s Diagnostic) -> Snippet<'s, Annotation<'s>> {
        let text = source.text.get(self.start..self.end).unwrap_or_default();
        // Of what goes over several lines the first is enough.
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

/// The message, with its place where the renderer cannot tell it: it does not know what is cut off a line.
fn with_place<'m>(source: &Source, span: Span, message: &'m str) -> Cow<'m, str> {
    if !excerpt(source, span).is_cut {
        return message.into();
    }
    let place = source.position(span.start);
    format!("{}:{}:{}: {message}", source.name, place.line, place.column).into()
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
    /// The line that it begins in, from 1.
    line: usize,
    /// Where it begins in the source.
    start: usize,
    /// Whether it begins inside a line.
    is_cut: bool,
}

/// Cuts the lines that the span touches out of the source, and shortens very long ones.
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
    if line_end - line_start <= LONGEST_LINE {
        let line = source.position(span.start).line;
        return Excerpt { text: &text[line_start..line_end], line, start: line_start, is_cut: false };
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
    let line = source.position(span.start).line;
    Excerpt { text: &text[start..end.max(start)], line, start, is_cut: start > line_start }
}
