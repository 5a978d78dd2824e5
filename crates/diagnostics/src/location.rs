//! Where something is, together with the text that it is in.

use std::{fmt, sync::Arc};

use crate::{Source, Span};

/// A span of a source. Unlike a [`Span`] alone it can be shown without knowing which text is meant.
///
/// ```
/// use std::sync::Arc;
///
/// use diagnostics::{Location, Source, Span};
///
/// let source = Arc::new(Source::new("site.pp", "include a\ninclude b\n"));
/// let location = Location::new(&source, Span::new(18, 19));
/// assert_eq!(location.to_string(), "(file: site.pp, line: 2, column: 9)");
/// assert_eq!(location.without_column(), "(file: site.pp, line: 2)");
/// ```
#[derive(Clone, Debug)]
pub struct Location {
    /// The text; without a name it is the command line's.
    pub source: Arc<Source>,
    /// The part of the text that is meant; messages name its start.
    pub span: Span,
}

impl Location {
    /// Returns the location of a span.
    pub fn new(source: &Arc<Source>, span: Span) -> Location {
        Location { source: Arc::clone(source), span }
    }

    /// Returns the line, from 1.
    pub fn line(&self) -> usize {
        self.source.position(self.span.start).line
    }

    /// Returns the file, unless the text comes from the command line.
    pub fn file(&self) -> Option<&str> {
        Some(self.source.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Returns the location as Puppet writes it in most messages: `(file: site.pp, line: 1)`.
    pub fn without_column(&self) -> String {
        match self.file() {
            Some(file) => format!("(file: {file}, line: {})", self.line()),
            None => format!("(line: {})", self.line()),
        }
    }
}

/// Writes `(file: site.pp, line: 1, column: 8)`.
impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.source.position(self.span.start);
        formatter.write_str("(")?;
        if let Some(file) = self.file() {
            write!(formatter, "file: {file}, ")?;
        }
        write!(formatter, "line: {}, column: {})", position.line, position.column)
    }
}
