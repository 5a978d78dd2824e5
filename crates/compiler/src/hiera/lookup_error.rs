//! Why a lookup fails, in a form that the layers can add context to.

use std::path::Path;

use crate::error::Interrupt;

/// The result of a search: a value, nothing, or the reason why it failed.
pub(super) type LookupResult<T = pcore::Value> = Result<Option<T>, LookupError>;

#[derive(Debug)]
pub(super) enum LookupError {
    /// A problem with the data or a `hiera.yaml`.
    Data {
        message: String,
        /// Whether the message is complete. The global layer adds the key to all others.
        complete: bool,
    },
    /// A failure or jump of an expression.
    Interrupt(Interrupt),
}

impl LookupError {
    /// A problem with the data.
    pub(super) fn new(message: impl Into<String>) -> LookupError {
        LookupError::Data { message: message.into(), complete: false }
    }

    /// A problem whose message is complete.
    pub(super) fn complete(message: impl Into<String>) -> LookupError {
        LookupError::Data { message: message.into(), complete: true }
    }

    /// A problem with a `hiera.yaml`.
    pub(super) fn in_file(message: impl Into<String>, path: Option<&Path>, line: Option<usize>) -> LookupError {
        let message = message.into();
        let Some(path) = path else { return LookupError::complete(message) };
        let path = path.display();
        LookupError::complete(match line {
            Some(line) => format!("{message} (file: {path}, line: {line})"),
            None => format!("{message} (file: {path})"),
        })
    }

    /// Adds the key, as the global layer does.
    pub(super) fn in_global_layer(self, key: &str) -> LookupError {
        match self {
            LookupError::Data { message, complete: false } => {
                LookupError::new(format!("Lookup of key '{key}' failed: {message}"))
            }
            other => other,
        }
    }

    pub(super) fn into_interrupt(self) -> Interrupt {
        match self {
            LookupError::Data { message, complete: true } => Interrupt::verbatim(message),
            LookupError::Data { message, complete: false } => Interrupt::data(message),
            LookupError::Interrupt(interrupt) => interrupt,
        }
    }
}

impl From<Interrupt> for LookupError {
    fn from(interrupt: Interrupt) -> LookupError {
        LookupError::Interrupt(interrupt)
    }
}
