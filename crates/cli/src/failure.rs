//! Why a command failed.

use std::{fmt, io};

use diagnostics::{Diagnostic, Source};

/// Why a command failed. Exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A source text has errors.
    Text(Box<InvalidText>),
    /// A value cannot be read. Its text is not shown, because it may hold secrets.
    Value {
        /// The name of the text.
        source: String,
        /// The line and column, if known.
        position: Option<(usize, usize)>,
        message: String,
        hint: Option<String>,
    },
    /// Any other error.
    Other {
        /// The message: what could not be done, and why.
        message: String,
        hint: Option<String>,
    },
}

/// A source text and all its errors.
#[derive(Debug)]
pub(crate) struct InvalidText {
    pub(crate) source: Source,
    /// The errors; at least one.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether its lines may hold secrets, so that only their numbers are shown.
    pub(crate) secret: bool,
}

impl Failure {
    /// An error at a location in a text.
    pub(crate) fn at(source: Source, diagnostic: Diagnostic) -> Failure {
        Failure::Text(Box::new(InvalidText { source, diagnostics: vec![diagnostic], secret: false }))
    }

    /// Something could not be done, and why.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure::Other { message: message.into(), hint: None }
    }

    /// Adds what to do; an error in a text has its hints already.
    pub(crate) fn hint(mut self, text: impl Into<String>) -> Failure {
        if let Failure::Value { hint, .. } | Failure::Other { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }

    /// A file or stream could not be read.
    pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
        Failure::new(format!("cannot read {name}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Text(text) => {
                for (index, diagnostic) in text.diagnostics.iter().enumerate() {
                    let line_break = if index == 0 { "" } else { "\n" };
                    let position = text.source.position(diagnostic.span.start);
                    write!(f, "{line_break}{}:{}:{}: {diagnostic}", text.source.name, position.line, position.column)?;
                }
                Ok(())
            }
            Failure::Value { source, position: Some((line, column)), message, .. } => {
                write!(f, "{source}:{line}:{column}: {message}")
            }
            Failure::Value { source, position: None, message, .. } => write!(f, "{source}: {message}"),
            Failure::Other { message, .. } => f.write_str(message),
        }
    }
}
