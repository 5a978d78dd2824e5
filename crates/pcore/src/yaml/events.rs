//! The events of a text, from the parser that is a port of the library used by Psych.
//!
//! The known problems of that parser are handled here:
//!
//! - A block scalar at the end of the text without a line break makes it panic. A line break is added to the text, and
//!   removed from the value of that scalar.
//! - A tag before a comma makes it panic; see `tag_comma`.
//! - Its run time is quadratic in the depth, so depth is limited.
//! - Any other panic is caught and returned as an error. Builds must not use `panic = "abort"`, and panic hooks should
//!   say nothing about panics with a location in [`PARSER`].

use std::{
    io::{BufReader, Chain, Read},
    panic::{AssertUnwindSafe, catch_unwind},
};

use libyaml_safer::{Encoding, Error, ErrorKind, Event, EventData, Mark, Parser, ScalarStyle};

use super::{Position, YamlError, YamlProblem, tag_comma::TagCommas};

/// The limit on the nesting of collections.
pub const MAX_DEPTH: usize = 500;

/// The name of the parser's crate, which is in the path of its sources.
pub const PARSER: &str = "libyaml-safer";

/// How much the parser decodes at once. Psych reads in the same steps, and an invalid character is found before any
/// other error in its step.
const STEP: usize = 16 * 1024;

/// Reads the events of a text one by one.
pub(super) struct Events<'t> {
    parser: Parser<BufReader<Chain<&'t [u8], &'static [u8]>>>,
    source: &'t TagCommas<'t>,
    break_added: bool,
    depth: usize,
    last: Position,
}

impl<'t> Events<'t> {
    pub(super) fn new(source: &'t TagCommas<'t>) -> Events<'t> {
        let text = source.text();
        let break_added = !text.ends_with(is_break);
        let added: &[u8] = if break_added { b"\n" } else { b"" };
        let mut parser = Parser::new();
        parser.set_input(BufReader::with_capacity(STEP, text.as_bytes().chain(added)));
        // Psych sets the encoding of its parser, too. Without it, this one treats any text that begins with a character
        // from U+F000 on as a broken byte order mark.
        parser.set_encoding(Encoding::Utf8);
        Events { parser, source, break_added, depth: 0, last: Position::START }
    }

    /// Returns the next event and where it starts; `None` after the end of the stream.
    pub(super) fn next(&mut self) -> Result<Option<(EventData, Position)>, YamlError> {
        let parser = &mut self.parser;
        // The parser is not used again after a panic, so its state does not matter.
        let Ok(event) = catch_unwind(AssertUnwindSafe(|| parser.next())) else {
            return Err(YamlProblem::Parser.at(self.last));
        };
        let mut event = match event {
            None => return Ok(None),
            Some(Ok(event)) => event,
            Some(Err(error)) => return Err(self.syntax_error(&error)),
        };
        let at = self.position(event.start_mark);
        self.last = at;
        self.drop_added_break(&mut event);
        match &event.data {
            EventData::SequenceStart { .. } | EventData::MappingStart { .. } => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(YamlProblem::TooDeep.at(at));
                }
            }
            EventData::SequenceEnd | EventData::MappingEnd => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        Ok(Some((event.data, at)))
    }

    /// Removes the added line break from a block scalar that reaches the end of the text.
    fn drop_added_break(&self, event: &mut Event) {
        let end = event.end_mark.index;
        if let EventData::Scalar { value, style: ScalarStyle::Literal | ScalarStyle::Folded, .. } = &mut event.data
            && self.break_added
            && end == self.source.text().len() as u64 + 1
            && value.ends_with('\n')
            && holds_added_break(value, self.source.text())
        {
            value.pop();
        }
    }

    fn position(&self, mark: Mark) -> Position {
        let column = mark.column.saturating_sub(self.source.added_before(mark.index, mark.line));
        Position { line: mark.line + 1, column: column + 1 }
    }

    fn syntax_error(&self, error: &Error) -> YamlError {
        // Psych reports the start of the context, and the start of the text if the library sets no context.
        let mark = match error.kind() {
            ErrorKind::Scanner => error.context_mark().or_else(|| error.problem_mark()),
            ErrorKind::Parser => error.context_mark(),
            ErrorKind::Reader | ErrorKind::Composer | ErrorKind::Emitter | ErrorKind::Io => None,
        };
        let (mut problem, mut context) = (error.problem(), error.context());
        if mark.is_some_and(|mark| self.ends_in_escape(problem, mark)) {
            problem = "found unknown escape character";
            context = Some("while parsing a quoted scalar");
        }
        YamlProblem::Syntax { problem, context }.at(mark.map_or(Position::START, |mark| self.position(mark)))
    }

    /// Whether a double quoted scalar was cut off after a backslash, which the added line break then hid.
    fn ends_in_escape(&self, problem: &str, mark: Mark) -> bool {
        let text = self.source.text();
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        let start = usize::try_from(mark.index).ok().and_then(|index| text.get(index..));
        self.break_added
            && problem == "found unexpected end of stream"
            && backslashes % 2 == 1
            && start.is_some_and(|rest| rest.starts_with('"'))
    }
}

/// Whether the last line break of a block scalar's value is the one that was added to the text.
///
/// It is if the last line of the text belongs to the scalar's content. A last line of nothing but spaces may be
/// indentation only; then the break counts in a scalar that keeps trailing breaks, and is dropped by itself otherwise.
fn holds_added_break(value: &str, text: &str) -> bool {
    let last_line = text.rsplit(is_break).next().unwrap_or(text);
    if last_line.contains(|character| character != ' ') {
        return true;
    }
    let rest = value.strip_suffix('\n').unwrap_or(value);
    let last_content = rest.rsplit('\n').next().unwrap_or(rest);
    last_content.chars().all(|character| character == ' ')
}

pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
