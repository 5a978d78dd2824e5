//! Why a value cannot be made, in Puppet's own sentences.

use ecow::EcoString;

use crate::{
    binary::BinaryError, format::FormatError, infer, regexp::RegexpError, semver::SemVerError, time::TimeError,
    types::ObjectError, uri::UriError, value::Value,
};

use super::{MAX_ITEMS, MAX_PATH, masking::masked};

/// Why a value cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// The type, which is named, has no `new`.
    #[error("Creation of new instance of type '{0}' is not supported")]
    Unsupported(String),
    /// The arguments fit no signature of `new`; holds the whole explanation.
    #[error("{0}")]
    Arguments(String),
    /// The value cannot be made into one of the wanted type.
    #[error("{}{subject} cannot be converted to {wanted}", quoted(.function))]
    Inconvertible {
        /// The function that refuses, where Puppet names it.
        function: Option<&'static str>,
        /// What was given.
        subject: Subject,
        /// What was wanted.
        wanted: &'static str,
    },
    /// A value was made but is not of the wanted type; holds the whole explanation.
    #[error("{0}")]
    WrongType(String),
    /// `Timestamp.new()` was called where nobody knows what time it is; see [`new_instance_at`](super::new_instance_at).
    #[error("Timestamp.new without arguments needs a clock")]
    NeedsClock,
    /// A number is too large or too small for 64 bits.
    #[error("{0} is outside Integer's range of -9223372036854775808 to 9223372036854775807")]
    OutsideInteger(EcoString),
    /// The text is no number of the kind after all: an octal one with an 8, say.
    #[error("invalid value for {kind}(): {}", inspected(.text))]
    InvalidNumber {
        /// `Integer` or `Float`.
        kind: &'static str,
        /// What was given.
        text: EcoString,
    },
    /// The base of a number is none that Puppet knows.
    #[error("Illegal radix: {0}, expected 2, 8, 10, 16, or default")]
    IllegalRadix(String),
    /// A list has a key without a value.
    #[error("odd number of arguments for Hash")]
    OddHash,
    /// A list that should hold pairs holds something else.
    #[error("wrong element type {0} (expected array)")]
    NoPair(String),
    /// A path of a tree leads through something that has no parts.
    #[error("the path of a tree leads to '{step}' in a value of type {found}")]
    NoBranch {
        /// The step that cannot be taken.
        step: String,
        /// The type of what was reached.
        found: String,
    },
    /// The result would have more elements than can be wanted.
    #[error("the result would have more than {MAX_ITEMS} elements")]
    TooMany,
    /// The result would be nested deeper than can be wanted.
    #[error("the result would be nested more than {MAX_PATH} levels deep")]
    TooDeep,
    /// The fixed arguments of an `Init` fit no signature of `new`.
    #[error("The type '{init}' does not represent a valid set of parameters for {contained}.new()")]
    InitArguments {
        /// The whole type.
        init: String,
        /// The name of the type in its brackets.
        contained: String,
    },
    /// The text is no type expression; holds what is wrong with it.
    #[error("{}", .0.message)]
    TypeExpression(diagnostics::Diagnostic),
    /// A part of a URI is not what it should be.
    #[error("bad component(expected {part} component): {given}")]
    BadUriPart {
        /// Which part.
        part: &'static str,
        /// What was given.
        given: String,
    },
    /// A URI is to have a text without parts, and parts as well.
    #[error("can not set opaque with host, port, userinfo or path")]
    OpaqueUri,
    /// The value cannot be written in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The text is no regular expression.
    #[error(transparent)]
    Regexp(#[from] RegexpError),
    /// The text does not stand for bytes.
    #[error(transparent)]
    Binary(#[from] BinaryError),
    /// The text is no version, or no range of versions.
    #[error(transparent)]
    SemVer(#[from] SemVerError),
    /// The text or number is no time.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// The text is no URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The Object type refuses the arguments.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl ConversionError {
    /// Says that a value cannot be converted, in the name of a function.
    pub(super) fn inconvertible(function: &'static str, given: &Value, wanted: &'static str) -> ConversionError {
        ConversionError::Inconvertible { function: Some(function), subject: Subject::of(given), wanted }
    }
}

/// What could not be converted, as a message names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A text, which is shown.
    Text(EcoString),
    /// Anything else, which only its type stands for.
    OfType(String),
}

impl Subject {
    /// Names a text by itself, anything else by its type.
    pub(super) fn of(given: &Value) -> Subject {
        match given {
            Value::String(text) => Subject::Text(text.clone()),
            other => Subject::of_type(other),
        }
    }

    /// Names a value by its type, even a text.
    pub(super) fn of_type(given: &Value) -> Subject {
        Subject::OfType(infer::generalized(&masked(given)).to_string())
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Subject::Text(text) => write!(f, "The string '{text}'"),
            Subject::OfType(name) => write!(f, "Value of type {name}"),
        }
    }
}

fn quoted(function: &Option<&'static str>) -> String {
    function.map(|name| format!("'{name}' ")).unwrap_or_default()
}

/// Writes a text of digits and blanks as Ruby's `inspect` does.
fn inspected(text: &str) -> String {
    let mut shown = String::from('"');
    for letter in text.chars() {
        match letter {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\u{b}' => shown.push_str("\\v"),
            '\u{c}' => shown.push_str("\\f"),
            other => shown.push(other),
        }
    }
    shown.push('"');
    shown
}
