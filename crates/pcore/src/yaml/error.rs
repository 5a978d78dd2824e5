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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// What is wrong.
    pub problem: YamlProblem,
    /// Where; errors of writing have no location.
    pub at: Option<Position>,
}

impl Display for YamlError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.problem)?;
        match (&self.problem, self.at) {
            (YamlProblem::Parser, Some(at)) => write!(f, " after {at}"),
            // The messages of Psych about these have no location.
            (YamlProblem::DisallowedClass(_) | YamlProblem::UnknownAlias(_), _)
            | (YamlProblem::NotANumber { .. } | YamlProblem::NotAFloat(_), _)
            | (_, None) => Ok(()),
            (_, Some(at)) => write!(f, " at {at}"),
        }
    }
}

impl std::error::Error for YamlError {}

impl From<YamlProblem> for YamlError {
    fn from(problem: YamlProblem) -> YamlError {
        YamlError { problem, at: None }
    }
}

/// What is wrong in a text, or with a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum YamlProblem {
    /// The text is not YAML. The location is the one that Psych names: where the unfinished thing begins.
    #[error("(<unknown>): {problem}{}{}", if .context.is_some() { " " } else { "" }, .context.unwrap_or(""))]
    Syntax {
        /// The problem.
        problem: &'static str,
        /// The construct that was being parsed.
        context: Option<&'static str>,
    },
    /// A tag or a scalar asks for a Ruby class that is not allowed.
    #[error("Tried to load unspecified class: {0}")]
    DisallowedClass(EcoString),
    /// A tag that Psych itself fails on, or that creates a value without an equivalent outside of Ruby.
    #[error("tag '{0}' cannot be used here")]
    UnusableTag(EcoString),
    /// An alias without an anchor before it.
    #[error("Unknown alias: {0}")]
    UnknownAlias(EcoString),
    /// An alias inside the node that it refers to.
    #[error("alias '{0}' refers to a node that contains it")]
    RecursiveAlias(EcoString),
    /// With this alias, they would expand to too many nodes.
    #[error("aliases expand to more than {} nodes", super::MAX_ALIASED_NODES)]
    TooManyNodes,
    /// Collections are nested too deeply; this is the first one beyond the limit.
    #[error("nested more than {} levels deep", super::MAX_DEPTH)]
    TooDeep,
    /// A text looks like a number but is not valid.
    #[error("invalid value for {kind}(): \"{}\"", inspected(.text))]
    NotANumber {
        /// `Float` or `Integer`.
        kind: &'static str,
        /// The text.
        text: EcoString,
    },
    /// `!!float` is applied to something that is not a number: the value, as Ruby names it.
    #[error("can't convert {0} into Float")]
    NotAFloat(&'static str),
    /// An integer beyond 64 bits, shortened if long.
    #[error("integer {0} is beyond 64 bits")]
    BigInteger(EcoString),
    /// Base64 data that is not text.
    #[error("binary content is not UTF-8 text")]
    NotText,
    /// The parser failed unexpectedly on a text; the location is how far it had read.
    #[error("the YAML parser failed")]
    Parser,
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

impl YamlProblem {
    pub(super) fn at(self, at: Position) -> YamlError {
        YamlError { problem: self, at: Some(at) }
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
