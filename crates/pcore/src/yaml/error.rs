//! Errors of reading and writing YAML, with Psych's messages if it has them.

use std::fmt::{self, Display, Formatter};

use ecow::EcoString;

/// A location in a text: line and column, both counted from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
}

impl Position {
    /// The start of a text.
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
        /// The problem.
        problem: &'static str,
        /// The construct that was being parsed.
        context: Option<&'static str>,
        /// Where that construct begins.
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
    /// A tag that Psych itself fails on, or that creates a value without an equivalent outside of Ruby.
    #[error("tag '{tag}' cannot be used here at {at}")]
    UnusableTag {
        /// The tag, in full.
        tag: EcoString,
        /// Where the node is.
        at: Position,
    },
    /// An alias without an anchor before it.
    #[error("Unknown alias: {name}")]
    UnknownAlias {
        /// The name after the `*`.
        name: EcoString,
        /// Where the alias is.
        at: Position,
    },
    /// An alias inside the node that it refers to.
    #[error("alias '{name}' refers to a node that contains it at {at}")]
    RecursiveAlias {
        /// The name after the `*`.
        name: EcoString,
        /// Where the alias is.
        at: Position,
    },
    /// The aliases would expand to too many nodes.
    #[error("aliases expand to more than {} nodes at {at}", super::MAX_ALIASED_NODES)]
    TooManyNodes {
        /// The alias that exceeded the limit.
        at: Position,
    },
    /// Collections are nested too deeply.
    #[error("nested more than {} levels deep at {at}", super::MAX_DEPTH)]
    TooDeep {
        /// The first collection beyond the limit.
        at: Position,
    },
    /// A text looks like a number but is not valid.
    #[error("invalid value for {kind}(): \"{}\"", inspected(.text))]
    NotANumber {
        /// `Float` or `Integer`.
        kind: &'static str,
        /// The text.
        text: EcoString,
        /// Where the scalar is.
        at: Position,
    },
    /// `!!float` is applied to something that is not a number.
    #[error("can't convert {kind} into Float")]
    NotAFloat {
        /// The value, as Ruby names it.
        kind: &'static str,
        /// Where the scalar is.
        at: Position,
    },
    /// An integer beyond 64 bits.
    #[error("integer {text} is beyond 64 bits at {at}")]
    BigInteger {
        /// The number, shortened if long.
        text: EcoString,
        /// Where the scalar is.
        at: Position,
    },
    /// Base64 data that is not text.
    #[error("binary content is not UTF-8 text at {at}")]
    NotText {
        /// Where the scalar is.
        at: Position,
    },
    /// The parser failed unexpectedly on a text.
    #[error("the YAML parser failed after {at}")]
    Parser {
        /// How far the parser had read.
        at: Position,
    },
    /// A value that is not plain data.
    #[error("cannot write {kind} as YAML{}", at_path(.path))]
    NotData {
        /// Its kind.
        kind: &'static str,
        /// Its path in the value, such as `['a'][0]`.
        path: String,
    },
    /// A secret. It is never written, and this error does not reveal it.
    #[error("refusing to write a Sensitive value as YAML{}", at_path(.path))]
    Sensitive {
        /// Its path in the value, such as `['a'][0]`.
        path: String,
    },
    /// A value with too many levels.
    #[error("cannot write a value nested more than {} levels deep as YAML", super::MAX_DEPTH)]
    ValueTooDeep,
}

impl YamlError {
    /// Returns the location of the error in the text; errors of writing have none.
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
            YamlError::NotData { .. } | YamlError::Sensitive { .. } | YamlError::ValueTooDeep => None,
        }
    }
}

fn at_path(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" at {path}") }
}

/// Returns the text of an invalid number as Ruby shows it.
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
