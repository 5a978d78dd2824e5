//! HOCON: JSON for people, with comments, paths as keys, merging and substitutions (`${a.b}`).
//!
//! [`parse`](parse()) reads a text to a tree (`read`), and puts values in place of substitutions (`resolve`). Files of the text's
//! `include` and variables of the process are out of reach on purpose: data says nothing about the machine.

mod read;
mod resolve;

#[cfg(test)]
mod tests;

use crate::{Value, keyed::IndexMap};

/// Why a text is no HOCON, or none that can be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line: {line})")]
pub struct HoconError {
    line: usize,
    column: usize,
    message: String,
    /// The same without a word of the text.
    discreet: &'static str,
}

/// Reads a text.
pub fn parse(text: &str) -> Result<Value, HoconError> {
    resolve::resolve(&read::read(text)?)
        .map_err(|(place, message)| HoconError::at(text, place, message).discreetly("a substitution cannot be made"))
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

    /// What is wrong, without a word of the text: for files that hold secrets.
    pub fn discreet(&self) -> &str {
        if self.discreet.is_empty() { &self.message } else { self.discreet }
    }

    fn at(text: &str, place: usize, message: impl Into<String>) -> HoconError {
        let before = text.get(..place).unwrap_or_default();
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        HoconError { line, column, message: message.into(), discreet: "" }
    }

    /// This error, with words that hold nothing of the text.
    fn discreetly(self, discreet: &'static str) -> HoconError {
        HoconError { discreet, ..self }
    }
}

/// What a text says.
#[derive(Clone, Debug)]
enum Node {
    /// A value, and its text, which counts where it stands next to others.
    Plain {
        value: Value,
        text: String,
    },
    Array(Vec<Node>),
    Object(Fields),
    Substitution {
        path: Vec<String>,
        optional: bool,
        /// Where it stands.
        at: usize,
    },
    /// Several in a row, which become one: texts, arrays or objects.
    Row(Vec<Node>),
}

/// For each key all that was said about it, in order.
type Fields = IndexMap<String, Vec<Node>>;
