//! Named texts, and positions in them.

/// A range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Returns the span of the given byte range; offsets beyond 4 GiB are clamped.
    ///
    /// ```
    /// let span = diagnostics::Span::new(3, 7);
    /// assert_eq!(span.to(diagnostics::Span::new(9, 12)), diagnostics::Span::new(3, 12));
    /// ```
    pub fn new(start: usize, end: usize) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end) }
    }

    /// Returns the span from the start of this one to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// Returns the bytes of `text` that this span covers, or an empty string where it does not fit.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// A text with the name a user knows it by: the path of a file, or nothing for the command line.
#[derive(Clone, Debug)]
pub struct Source {
    /// What the user calls it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// Names a text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Returns where a byte offset lies; an offset past the end means the position after the last character.
    ///
    /// ```
    /// let source = diagnostics::Source::new("example", "größe\nB");
    /// let position = source.position(8);
    /// assert_eq!((position.line, position.column), (2, 1));
    /// ```
    pub fn position(&self, offset: u32) -> Position {
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
