//! `String[from, to]`, and the type of one string, which is inferred for a string value.

use ecow::EcoString;

use super::{
    IntegerRange, Type,
    parameters::{ParameterError, Parameters},
};

/// The strings that a String type accepts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StringType {
    /// All of them.
    Any,
    /// Those with a length in this range.
    Sized(IntegerRange),
    /// This one.
    Exact(EcoString),
}

impl StringType {
    /// Creates the type from the parameters of `String[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        if !(1..=2).contains(&parameters.len()) {
            let message = format!("String supports [] with one or two arguments. Got {}", parameters.len());
            return Err(parameters.wrong_count("1 to 2", message));
        }
        IntegerRange::size_from_parameters(parameters, 0).map(|size| Type::String(StringType::Sized(size)))
    }

    /// Returns whether the string is of this type.
    #[inline]
    pub fn is_instance(&self, text: &str) -> bool {
        match self {
            StringType::Any => true,
            StringType::Sized(size) => has_size(text, *size),
            StringType::Exact(expected) => expected == text,
        }
    }

    /// Returns whether every string of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        match (self, other) {
            (StringType::Any, Type::String(_) | Type::Enum(_) | Type::Pattern(_)) => true,
            (StringType::Sized(size), Type::String(other)) => size.covers(other.size()),
            (StringType::Sized(size), Type::Enum(other)) => size.covers(other.size()),
            (StringType::Sized(size), Type::Pattern(_)) => size.covers(IntegerRange::ANY_SIZE),
            (StringType::Exact(_), Type::String(other)) => self == other,
            (StringType::Exact(text), Type::Enum(other)) => !other.case_insensitive && other.values == [text.clone()],
            _ => false,
        }
    }

    /// Returns the possible lengths of the strings.
    pub(super) fn size(&self) -> IntegerRange {
        match self {
            StringType::Any => IntegerRange::ANY_SIZE,
            StringType::Sized(size) => *size,
            StringType::Exact(text) => IntegerRange::exactly(text.chars().count()),
        }
    }

    /// Returns the string of this type if there is only one.
    pub fn exact(&self) -> Option<&EcoString> {
        if let StringType::Exact(text) = self { Some(text) } else { None }
    }
}

/// Counts characters only if necessary: a string has between a quarter of its bytes and all of them.
fn has_size(text: &str, size: IntegerRange) -> bool {
    let bytes = i64::try_from(text.len()).unwrap_or(i64::MAX);
    if size.from <= (bytes + 3) / 4 && bytes <= size.to {
        return true;
    }
    if bytes < size.from {
        return false;
    }
    size.contains_length(text.chars().count())
}
