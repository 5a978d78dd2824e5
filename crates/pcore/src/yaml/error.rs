//! What can go wrong with YAML, in Psych's words where Psych has them.

use std::fmt::{self, Display, Formatter};

use ecow::EcoString;

/// A place in a text: line and column, both counted from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
}

impl Position {
    /// Where a text starts.
    pub(super) const START: Position = Position { line: 1, column: 1 };
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// Why YAML could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum YamlError {
    /// The text is not YAML. The position is the one that Psych names: where the unfinished thing begins.
    #[error("(<unknown>): {problem}{}{} at {at}", if .context.is_some() { " " } else { "" }, .context.unwrap_or(""))]
    Syntax {
        /// What was found or not found.
        problem: &'static str,
        /// What was being read at the time.
        context: Option<&'static str>,
        /// Where that thing begins.
        at: Position,
    },
    /// A tag or a scalar asks for a Ruby class that is not allowed.
    #[error("Tried to load unspecified class: {class}")]
    DisallowedClass {
        /// The name of the class.
        class: EcoString,
        /// Where the node is.
        at: Position,
    },
    /// A tag that Psych itself trips over, or that makes what has no equal outside of Ruby.
    #[error("tag '{tag}' cannot be used here at {at}")]
    UnusableTag {
        /// The tag, written out.
        tag: EcoString,
        /// Where the node is.
        at: Position,
    },
    /// An alias comes before its anchor, or has none.
    #[error("Unknown alias: {name}")]
    UnknownAlias {
        /// The name after the `*`.
        name: EcoString,
        /// Where the alias is.
        at: Position,
    },
    /// An alias stands inside the node that it names.
    #[error("alias '{name}' is part of what it stands for at {at}")]
    RecursiveAlias {
        /// The name after the `*`.
        name: EcoString,
        /// Where the alias is.
        at: Position,
    },
    /// Aliases would blow the document up.
    #[error("aliases stand for more than {} nodes at {at}", super::MAX_ALIASED_NODES)]
    TooManyNodes {
        /// Where the alias is that went too far.
        at: Position,
    },
    /// Collections lie too deep inside each other.
    #[error("nested more than {} levels deep at {at}", super::MAX_DEPTH)]
    TooDeep {
        /// Where the first collection is that is too deep.
        at: Position,
    },
    /// A text has the shape of a number but is none.
    #[error("invalid value for {kind}(): \"{}\"", inspected(.text))]
    NotANumber {
        /// `Float` or `Integer`.
        kind: &'static str,
        /// What is no number.
        text: EcoString,
        /// Where the scalar is.
        at: Position,
    },
    /// `!!float` stands before something that is no number at all.
    #[error("can't convert {found} into Float")]
    NotAFloat {
        /// What was found, as Ruby names it.
        found: &'static str,
        /// Where the scalar is.
        at: Position,
    },
    /// A whole number beyond 64 bits.
    #[error("integer {text} is beyond 64 bits at {at}")]
    BigInteger {
        /// The number, shortened if long.
        text: EcoString,
        /// Where the scalar is.
        at: Position,
    },
    /// Bytes in base 64 that are no text.
    #[error("binary content is not UTF-8 text at {at}")]
    NotText {
        /// Where the scalar is.
        at: Position,
    },
    /// The parser gave up on a text in a way that it should not.
    #[error("the YAML parser failed after {at}")]
    Parser {
        /// How far it came.
        at: Position,
    },
    /// A value that plain data has no form for.
    #[error("cannot write {found} as YAML{}", place(.path))]
    NotData {
        /// What was found.
        found: &'static str,
        /// Where it is in the value, such as `['a'][0]`.
        path: String,
    },
    /// A secret. It is never written, and this error does not tell it.
    #[error("refusing to write a Sensitive value as YAML{}", place(.path))]
    Sensitive {
        /// Where it is in the value, such as `['a'][0]`.
        path: String,
    },
    /// A value with too many levels.
    #[error("cannot write a value nested more than {} levels deep as YAML", super::MAX_DEPTH)]
    ValueTooDeep,
    /// The emitter refused an event.
    #[error("cannot write YAML: {problem}")]
    Emitter {
        /// The emitter's own words.
        problem: &'static str,
    },
}

impl YamlError {
    /// Returns where in the text the error is; errors of writing have no such place.
    pub fn position(&self) -> Option<Position> {
        match self {
            YamlError::Syntax { at, .. }
            | YamlError::DisallowedClass { at, .. }
            | YamlError::UnusableTag { at, .. }
            | YamlError::UnknownAlias { at, .. }
            | YamlError::RecursiveAlias { at, .. }
            | YamlError::TooManyNodes { at }
            | YamlError::TooDeep { at }
            | YamlError::NotANumber { at, .. }
            | YamlError::NotAFloat { at, .. }
            | YamlError::BigInteger { at, .. }
            | YamlError::NotText { at }
            | YamlError::Parser { at } => Some(*at),
            YamlError::NotData { .. }
            | YamlError::Sensitive { .. }
            | YamlError::ValueTooDeep
            | YamlError::Emitter { .. } => None,
        }
    }
}

fn place(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" at {path}") }
}

/// Ruby shows the bytes of a text that it takes for no number.
fn inspected(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => shown.extend(['\\', char::from(byte)]),
            b'\t' => shown.push_str("\\t"),
            b'\n' => shown.push_str("\\n"),
            b' '..=b'~' => shown.push(char::from(byte)),
            other => shown.push_str(&format!("\\x{other:02X}")),
        }
    }
    shown
}
