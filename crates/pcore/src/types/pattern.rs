//! `Pattern[patterns…]` and `Regexp[pattern]`.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::{
    StringType, Type,
    parameters::{ParameterError, ParameterErrorKind, Parameters},
};
use crate::{
    regexp::Regexp,
    value::{Value, unordered},
};

/// The regular expressions of a Pattern type; their order does not matter. The bare `Pattern` has none.
#[derive(Clone, Debug)]
pub struct PatternType {
    /// The expressions.
    pub patterns: Vec<Arc<Regexp>>,
}

impl PatternType {
    /// Drops duplicates.
    pub fn new(patterns: impl IntoIterator<Item = Arc<Regexp>>) -> PatternType {
        let mut unique: Vec<Arc<Regexp>> = Vec::new();
        for pattern in patterns {
            if !unique.contains(&pattern) {
                unique.push(pattern);
            }
        }
        PatternType { patterns: unique }
    }

    /// Returns the type of an expression that is written in this program.
    pub(super) fn compiled_in(source: &str) -> Type {
        let regexp = Regexp::new(source).expect("the compiled-in expressions are valid");
        Type::Pattern(Arc::new(PatternType::new([Arc::new(regexp)])))
    }

    /// Creates the type from the parameters of `Pattern[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.at_least_one("A Pattern-Type")?;
        let mut patterns = Vec::new();
        for (index, parameter) in parameters.values().enumerate() {
            match parameter {
                Value::Type(inner) => match &**inner {
                    Type::Pattern(other) => patterns.extend(other.patterns.iter().cloned()),
                    Type::Regexp(other) => patterns.push(match other {
                        Some(regexp) => Arc::clone(regexp),
                        None => parameters.regexp(index, "")?,
                    }),
                    _ => return Err(wrong_pattern(parameters, index, parameter)),
                },
                Value::String(text) => patterns.push(parameters.regexp(index, text)?),
                Value::Regexp(regexp) => patterns.push(Arc::clone(regexp)),
                _ => return Err(wrong_pattern(parameters, index, parameter)),
            }
        }
        Ok(Type::Pattern(Arc::new(PatternType::new(patterns))))
    }

    /// Creates the type from the parameters of `Regexp[…]`.
    pub(super) fn regexp_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 1, "Regexp-Type")?;
        match parameters.get(0) {
            Some(Value::String(text)) => Ok(Type::Regexp(Some(parameters.regexp(0, text)?))),
            Some(Value::Regexp(regexp)) => Ok(Type::Regexp(Some(Arc::clone(regexp)))),
            other => {
                let class = parameters.name_of_class(other.unwrap_or(&Value::Undef));
                let message = format!("Regexp-Type[] requires a String or Regexp argument. Got {class}");
                Err(parameters.error_of(ParameterErrorKind::Argument, 0, message))
            }
        }
    }

    /// Returns whether the string contains a match of one of the expressions.
    ///
    /// A search that exceeds the limits counts as no match; see [`crate::regexp`].
    pub fn is_instance(&self, text: &str) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.is_match(text).unwrap_or(false))
    }

    /// Returns whether every string of `other` matches.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        match other {
            Type::String(StringType::Exact(text)) => self.is_instance(text),
            Type::String(_) => self.patterns.is_empty(),
            Type::Enum(other) if other.values.is_empty() => self.patterns.is_empty(),
            Type::Enum(other) => other.values.iter().all(|value| self.is_instance(value)),
            // Whether one expression implies another is not decided, except for identical ones.
            Type::Pattern(other) => self.patterns.is_empty() || self == &**other,
            _ => false,
        }
    }
}

fn wrong_pattern(parameters: &Parameters<'_>, index: usize, parameter: &Value) -> ParameterError {
    parameters.wrong_kind(index, "a Pattern-Type", parameter, "String or Regexp or Pattern-Type or Regexp-Type")
}

impl PartialEq for PatternType {
    fn eq(&self, other: &PatternType) -> bool {
        self.patterns.len() == other.patterns.len()
            && self.patterns.iter().all(|pattern| other.patterns.contains(pattern))
    }
}

impl Eq for PatternType {}

impl Hash for PatternType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        unordered(self.patterns.iter()).hash(state);
    }
}
