//! Why a value cannot be formatted, in the words of Puppet and of Ruby's `format`.

use ecow::EcoString;

use super::{MAX_BYTES, MAX_WIDTH};

/// Why a value cannot be formatted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The string is not a format.
    #[error("The format '{0}' is not a valid format on the form '%<flags><width>.<prec><format>'")]
    Invalid(EcoString),
    /// A flag is repeated.
    #[error("The same flag can only be used once, got '{0}'")]
    RepeatedFlag(EcoString),
    /// Two flags ask for different brackets.
    #[error("Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{0}'")]
    SeveralDelimiters(EcoString),
    /// The width or precision is too large.
    #[error("The format '{0}' asks for a width or precision above {MAX_WIDTH}")]
    TooWide(EcoString),
    /// The letter has no meaning for this kind of value.
    #[error(
        "Illegal format '{letter}' specified for value of {kind} type - expected one of the characters '{expected}'"
    )]
    IllegalLetter {
        /// The letter of the format.
        letter: char,
        /// The kind of the value.
        kind: &'static str,
        /// The letters that are valid.
        expected: &'static str,
    },
    /// A flag or letter that Ruby's `format` does not support.
    #[error("malformed format string{}", if .0.is_control() { String::new() } else { format!(" - %{}", .0) })]
    MalformedDirective(char),
    /// A `<` or `{` begins a name in Ruby's `format`, and the name has no end.
    #[error("malformed name - unmatched parenthesis")]
    MalformedName,
    /// The number is not a character.
    #[error("invalid character")]
    InvalidCharacter,
    /// The number is too large or too small for a character.
    #[error("pack(U): value out of range")]
    CharacterOutOfRange,
    /// The bytes are not text; holds the first invalid one.
    #[error("\"\\x{0:02X}\" from ASCII-8BIT to UTF-8")]
    NotText(u8),
    /// The value cannot be formatted as a number.
    #[error("can't convert {kind} into {target}")]
    NotANumber {
        /// What the value is.
        kind: &'static str,
        /// The kind of number that the format is for.
        target: &'static str,
    },
    /// The value is nested so deeply that formatting it could exhaust the stack.
    #[error("cannot convert a value that is nested more than {0} levels deep")]
    TooDeep(usize),
    /// The result would be too large.
    #[error("The limit of {MAX_BYTES} bytes in one value is exceeded")]
    TooLong,
}
