//! Why a value cannot be created, in Puppet's own sentences.

use ecow::EcoString;

use crate::{
    binary::BinaryError, format::FormatError, infer, inspect::inspected, regexp::RegexpError, semver::SemVerError,
    time::TimeError, types::ObjectError, uri::UriError, value::Value,
};

use super::{MAX_ITEMS, MAX_PATH, masking::masked};

/// Why a value cannot be created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// The named type has no `new`.
    #[error("Creation of new instance of type '{0}' is not supported")]
    Unsupported(String),
    /// The arguments fit no signature of `new`; holds the whole explanation.
    #[error("{0}")]
    Arguments(String),
    /// The value cannot be converted to the requested type.
    #[error("{}{subject} cannot be converted to {target}", quoted(.function))]
    Inconvertible {
        /// The function that refuses, if Puppet names it.
        function: Option<&'static str>,
        /// The value.
        subject: Subject,
        /// The requested type.
        target: &'static str,
    },
    /// A value was created but is not of the requested type; holds the whole explanation.
    #[error("{0}")]
    WrongType(String),
    /// `Timestamp.new()` was called without a current time; see [`ConversionContext`](super::ConversionContext).
    #[error("Timestamp.new without arguments needs a clock")]
    NeedsClock,
    /// A number is too large or too small for 64 bits.
    #[error("{0} is outside Integer's range of -9223372036854775808 to 9223372036854775807")]
    OutsideInteger(EcoString),
    /// The text is not a valid number of the kind after all: an octal one with an 8, say.
    #[error("invalid value for {kind}(): {}", inspected(.text))]
    InvalidNumber {
        /// `Integer` or `Float`.
        kind: &'static str,
        /// The text.
        text: EcoString,
    },
    /// Puppet does not support the base of a number.
    #[error("Illegal radix: {0}, expected 2, 8, 10, 16, or default")]
    IllegalRadix(String),
    /// A list has a key without a value.
    #[error("odd number of arguments for Hash")]
    OddHash,
    /// An element of a list of pairs is not a pair.
    #[error("wrong element type {0} (expected array)")]
    NoPair(String),
    /// A path of a tree leads into a value that has no parts.
    #[error("the path of a tree contains '{step}' in a value of type {type_name}")]
    NoBranch {
        /// The step that is not possible.
        step: String,
        /// The type of the value at that step.
        type_name: String,
    },
    /// The result would have too many elements.
    #[error("the result would have more than {MAX_ITEMS} elements")]
    TooMany,
    /// The result would be nested too deeply.
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
    /// The text is not a type expression; holds the diagnostic.
    #[error("{}", .0.message)]
    TypeExpression(diagnostics::Diagnostic),
    /// The value cannot be written in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The text is not a regular expression.
    #[error(transparent)]
    Regexp(#[from] RegexpError),
    /// The text cannot be decoded to bytes.
    #[error(transparent)]
    Binary(#[from] BinaryError),
    /// The text is not a version or version range.
    #[error(transparent)]
    SemVer(#[from] SemVerError),
    /// The text or number is not a time.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// The text is not a URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The Object type refuses the arguments.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl ConversionError {
    /// Returns the error of a function that cannot convert a value.
    pub(super) fn inconvertible(function: &'static str, value: &Value, target: &'static str) -> ConversionError {
        ConversionError::Inconvertible { function: Some(function), subject: Subject::of(value), target }
    }
}

/// The value that could not be converted, as a message names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A string, which is quoted.
    Text(EcoString),
    /// Anything else, which is named by its type.
    OfType(String),
}

impl Subject {
    /// Names a string by its text, anything else by its type.
    pub(super) fn of(value: &Value) -> Subject {
        match value {
            Value::String(text) => Subject::Text(text.clone()),
            other => Subject::of_type(other),
        }
    }

    /// Names a value by its type, even a string.
    pub(super) fn of_type(value: &Value) -> Subject {
        Subject::OfType(infer::generalized(&masked(value)).to_string())
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
