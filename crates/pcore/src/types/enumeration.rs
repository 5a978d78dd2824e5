//! `Enum[values…]`, with a last parameter `true` for one that does not mind case.

use ecow::EcoString;

use super::{
    IntegerRange, StringType, Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// The texts of an Enum, sorted and without repetition. No text at all is the bare `Enum`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumType {
    /// The texts.
    pub values: Vec<EcoString>,
    /// Whether `A` is as good as `a`.
    pub case_insensitive: bool,
}

/// How many texts are faster compared one by one, most of them by their length, than searched.
const FEW: usize = 8;

impl EnumType {
    /// Sorts the texts and drops repetitions.
    pub fn new(mut values: Vec<EcoString>, case_insensitive: bool) -> EnumType {
        values.sort_unstable();
        values.dedup();
        EnumType { values, case_insensitive }
    }

    /// Reads `Enum[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let (count, case_insensitive) = match parameters.last() {
            Some(Value::Boolean(case_insensitive)) => (parameters.len() - 1, *case_insensitive),
            _ => (parameters.len(), false),
        };
        parameters.with_len(count).at_least_one("An Enum-Type")?;
        let values = (0..count).map(|index| parameters.string(index, "an Enum-Type")).collect::<Result<_, _>>()?;
        Ok(Type::Enum(std::sync::Arc::new(EnumType::new(values, case_insensitive))))
    }

    /// Returns whether the text is one of them. The bare `Enum` has no instance.
    pub fn is_instance(&self, text: &str) -> bool {
        if self.case_insensitive {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else if self.values.len() <= FEW {
            self.values.iter().any(|value| value == text)
        } else {
            self.values.binary_search_by(|value| value.as_str().cmp(text)).is_ok()
        }
    }

    /// Returns whether every text of `other` is one of these. The bare `Enum` accepts every type of texts.
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

    /// Returns how long the texts may be.
    pub(super) fn size(&self) -> IntegerRange {
        let lengths = self.values.iter().map(|value| IntegerRange::exactly(value.chars().count()));
        lengths.reduce(IntegerRange::hull).unwrap_or(IntegerRange::ANY_SIZE)
    }
}
