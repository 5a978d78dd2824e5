//! Why data cannot be found: in a form that the layers can put their words around.

use std::path::Path;

use crate::error::Interrupt;

/// What a search gives: a value, nothing, or the reason why it cannot go on.
pub(super) type Found<T = pcore::Value> = Result<Option<T>, Problem>;

/// Why a search cannot go on.
#[derive(Debug)]
pub(super) enum Problem {
    /// Something about the data or a `hiera.yaml`.
    Lookup {
        message: String,
        /// Whether the message stands for itself. The global layer puts the key before all others.
        complete: bool,
    },
    /// Something about an expression, or a jump.
    Other(Interrupt),
}

impl Problem {
    /// Something about the data.
    pub(super) fn new(message: impl Into<String>) -> Problem {
        Problem::Lookup { message: message.into(), complete: false }
    }

    /// Something whose message needs no more words.
    pub(super) fn complete(message: impl Into<String>) -> Problem {
        Problem::Lookup { message: message.into(), complete: true }
    }

    /// Something about a `hiera.yaml`.
    pub(super) fn in_file(message: impl Into<String>, path: Option<&Path>, line: Option<usize>) -> Problem {
        let message = message.into();
        let Some(path) = path else { return Problem::complete(message) };
        let path = path.display();
        Problem::complete(match line {
            Some(line) => format!("{message} (file: {path}, line: {line})"),
            None => format!("{message} (file: {path})"),
        })
    }

    /// The same with the key before it, as the global layer says it.
    pub(super) fn in_global_layer(self, key: &str) -> Problem {
        match self {
            Problem::Lookup { message, complete: false } => {
                Problem::new(format!("Lookup of key '{key}' failed: {message}"))
            }
            other => other,
        }
    }

    /// The same as evaluation knows it: such a message is shown as it is.
    pub(super) fn into_interrupt(self) -> Interrupt {
        match self {
            Problem::Lookup { message, complete: true } => Interrupt::bare(message),
            Problem::Lookup { message, complete: false } => Interrupt::data(message),
            Problem::Other(interrupt) => interrupt,
        }
    }
}

impl From<Interrupt> for Problem {
    fn from(interrupt: Interrupt) -> Problem {
        Problem::Other(interrupt)
    }
}
