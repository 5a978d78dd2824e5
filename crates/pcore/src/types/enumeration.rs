//! `Enum[values…]`, with a last parameter `true` to ignore case.

use ecow::EcoString;

use super::{
    IntegerRange, StringType, Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// The values of an Enum, sorted and without duplicates. The bare `Enum` has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumType {
    /// The values.
    pub values: Vec<EcoString>,
    /// Whether `A` equals `a`.
    pub case_insensitive: bool,
}

/// Up to this many values are compared one by one, mostly by their length, which is faster than a search.
const MAX_LINEAR_SEARCH: usize = 8;

impl EnumType {
    /// Sorts the values and drops duplicates.
    pub fn new(mut values: Vec<EcoString>, case_insensitive: bool) -> EnumType {
        values.sort_unstable();
        values.dedup();
        EnumType { values, case_insensitive }
    }

    /// Creates the type from the parameters of `Enum[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let (count, case_insensitive) = match parameters.last() {
            Some(Value::Boolean(case_insensitive)) => (parameters.len() - 1, *case_insensitive),
            _ => (parameters.len(), false),
        };
        parameters.with_len(count).at_least_one("An Enum-Type")?;
        let values = (0..count).map(|index| parameters.string(index, "an Enum-Type")).collect::<Result<_, _>>()?;
        Ok(Type::Enum(std::sync::Arc::new(EnumType::new(values, case_insensitive))))
    }

    /// Returns whether the string is one of them. The bare `Enum` has no instances.
    pub fn is_instance(&self, text: &str) -> bool {
        if self.case_insensitive {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else if self.values.len() <= MAX_LINEAR_SEARCH {
            self.values.iter().any(|value| value == text)
        } else {
            self.values.binary_search_by(|value| value.as_str().cmp(text)).is_ok()
        }
    }

    /// Returns whether every string of `other` is one of these. The bare `Enum` accepts every type of strings.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        if self.values.is_empty() && matches!(other, Type::String(_) | Type::Enum(_) | Type::Pattern(_)) {
            return true;
        }
        match other {
            Type::String(StringType::Exact(text)) => self.is_instance(text),
            Type::Enum(other) => {
                self == &**other
                    || !other.values.is_empty()
                        && (self.case_insensitive || !other.case_insensitive)
                        && other.values.iter().all(|value| self.is_instance(value))
            }
            _ => false,
        }
    }

    /// Returns the possible lengths of the strings.
    pub(super) fn size(&self) -> IntegerRange {
        let lengths = self.values.iter().map(|value| IntegerRange::exactly(value.chars().count()));
        lengths.reduce(IntegerRange::hull).unwrap_or(IntegerRange::ANY_SIZE)
    }
}
