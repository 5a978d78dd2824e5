//! Why a text is not a type.

use diagnostics::{Diagnostic, Span};

use crate::types::ParameterErrorKind;

/// What is wrong with a type expression, and what kind of mistake that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParseError {
    /// What is wrong, and where. Boxed, as the kind is: results of this type are on the stack at each level of nesting.
    pub diagnostic: Box<Diagnostic>,
    /// The kind of mistake, for callers with messages of their own.
    pub kind: Box<TypeParseErrorKind>,
}

/// The kinds of mistakes in a type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeParseErrorKind {
    /// A token is in the wrong place.
    Token {
        /// The token; nothing if it is the end of the text.
        found: Option<String>,
        /// What may be there instead, if that is known.
        expected: Option<String>,
    },
    /// A part of a qualified name does not begin with a capital letter.
    Name,
    /// A number has digits that its notation does not have.
    Number(Radix),
    /// The text cannot be parsed for another reason: a quote without its end, an escape, too deep nesting.
    Text,
    /// It is an expression, but not a type.
    NotAType,
    /// A type cannot have these parameters.
    Parameters(ParameterErrorKind),
    /// A literal or an instance of a type is impossible.
    Value,
}

/// The notations of whole numbers, with their bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// `017`
    Octal = 8,
    /// `15`
    Decimal = 10,
    /// `0xF`
    Hexadecimal = 16,
}

impl Radix {
    pub(super) fn name(self) -> &'static str {
        match self {
            Radix::Octal => "octal",
            Radix::Decimal => "decimal",
            Radix::Hexadecimal => "hexadecimal",
        }
    }
}

impl TypeParseError {
    pub(super) fn new(kind: TypeParseErrorKind, span: Span, message: impl Into<String>) -> TypeParseError {
        TypeParseError { diagnostic: Box::new(Diagnostic::error(span, message)), kind: Box::new(kind) }
    }

    pub(super) fn hint(self, text: impl Into<String>) -> TypeParseError {
        TypeParseError { diagnostic: Box::new(self.diagnostic.hint(text)), ..self }
    }
}
