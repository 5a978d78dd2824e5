//! Why a command could not be carried out.

use std::{fmt, io};

use diagnostics::{Diagnostic, Source};

/// Why a command could not be carried out. Exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Text that a person wrote cannot be used.
    Text(Box<BadText>),
    /// A value cannot be read. Its text is not shown: it may hold secrets.
    Value {
        /// What the user calls the text.
        source: String,
        /// The line and column, where known.
        place: Option<(usize, usize)>,
        /// What is wrong.
        message: String,
        /// What to do about it.
        hint: Option<String>,
    },
    /// Something else went wrong.
    Other {
        /// What could not be done, and why.
        message: String,
        /// What to do about it.
        hint: Option<String>,
    },
}

/// A text with all that is wrong in it.
#[derive(Debug)]
pub(crate) struct BadText {
    /// The text.
    pub(crate) source: Source,
    /// What is wrong; at least one thing.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether its lines may hold secrets, so that only their numbers are shown.
    pub(crate) secret: bool,
}

impl Failure {
    /// Points at a place in a text.
    pub(crate) fn at(source: Source, diagnostic: Diagnostic) -> Failure {
        Failure::Text(Box::new(BadText { source, diagnostics: vec![diagnostic], secret: false }))
    }

    /// Says that a file or stream could not be read.
    pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
        Failure::Other { message: format!("cannot read {name}: {error}"), hint: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Text(text) => {
                for (index, diagnostic) in text.diagnostics.iter().enumerate() {
                    let line_break = if index == 0 { "" } else { "\n" };
                    let place = text.source.position(diagnostic.span.start);
                    write!(f, "{line_break}{}:{}:{}: {diagnostic}", text.source.name, place.line, place.column)?;
                }
                Ok(())
            }
            Failure::Value { source, place: Some((line, column)), message, .. } => {
                write!(f, "{source}:{line}:{column}: {message}")
            }
            Failure::Value { source, place: None, message, .. } => write!(f, "{source}: {message}"),
            Failure::Other { message, .. } => f.write_str(message),
        }
    }
}
