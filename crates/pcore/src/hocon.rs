//! HOCON: JSON for people, with comments, paths as keys, merging and substitutions (`${a.b}`).
//!
//! [`parse`](parse()) reads a document into a tree (`read`) and replaces substitutions by values (`resolve`). `include`
//! and environment variables are unsupported on purpose: data must not depend on the machine.

mod read;
mod resolve;

#[cfg(test)]
mod tests;

use crate::{Value, keyed::IndexMap};

/// Why a document is not HOCON, or is HOCON that cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line: {line})")]
pub struct HoconError {
    line: usize,
    column: usize,
    message: String,
    /// The same without any word of the document.
    redacted: &'static str,
}

/// Parses a document.
pub fn parse(text: &str) -> Result<Value, HoconError> {
    resolve::resolve(&read::read(text)?).map_err(|(offset, message)| {
        HoconError::at(text, offset, message).with_redacted("a substitution cannot be resolved")
    })
}

impl HoconError {
    /// The line, counted from one.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from one.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without any word of the document: for files that hold secrets.
    pub fn redacted(&self) -> &str {
        if self.redacted.is_empty() { &self.message } else { self.redacted }
    }

    fn at(text: &str, offset: usize, message: impl Into<String>) -> HoconError {
        let before = text.get(..offset).unwrap_or_default();
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        HoconError { line, column, message: message.into(), redacted: "" }
    }

    /// Returns this error with a message that quotes nothing from the document.
    fn with_redacted(self, redacted: &'static str) -> HoconError {
        HoconError { redacted, ..self }
    }
}

/// A parsed value.
#[derive(Clone, Debug)]
enum Node {
    /// A value and its source text, which is needed if the value is concatenated with others.
    Plain {
        value: Value,
        text: String,
    },
    Array(Vec<Node>),
    Object(Fields),
    Substitution {
        path: Vec<String>,
        optional: bool,
        /// Its offset in the document.
        at: usize,
    },
    /// Adjacent values that are concatenated: texts, arrays or objects.
    Row(Vec<Node>),
}

/// Every definition of each key, in order.
type Fields = IndexMap<String, Vec<Node>>;
