//! The parameters in the brackets after a type's name, and their errors.
//!
//! The sentences are Puppet's own: people search for them.

use std::sync::Arc;

use ecow::EcoString;

use super::{IntegerRange, Type};
use crate::{infer, regexp::Regexp, value::Value};

/// Why a type cannot have these parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParameterError {
    /// What is wrong.
    pub message: String,
    /// The index of the invalid parameter, if it is a single one.
    pub index: Option<usize>,
    /// What kind of mistake it is.
    pub kind: ParameterErrorKind,
}

/// The mistakes that callers tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterErrorKind {
    /// The type has no parameters.
    NotParameterized,
    /// There are too few or too many.
    Count {
        /// How many there may be: `1`, `1 to 2` or `1 or more`.
        accepted: String,
        /// How many there are.
        found: usize,
    },
    /// A parameter has the wrong class.
    Class,
    /// A parameter is not a type where only types may be, or not a number where only numbers may be.
    Element,
    /// A parameter is of a kind for which the type has a message of its own.
    Argument,
    /// A parameter has the right class, but a value that is not possible.
    Value,
}

/// The parameters of one type expression.
#[derive(Clone, Copy)]
pub(crate) struct Parameters<'a> {
    values: &'a [Value],
}

impl<'a> Parameters<'a> {
    pub(crate) fn new(values: &'a [Value]) -> Parameters<'a> {
        Parameters { values }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&'a Value> {
        self.values.get(index)
    }

    pub(super) fn last(&self) -> Option<&'a Value> {
        self.values.last()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &'a Value> {
        self.values.iter()
    }

    /// Returns the first `count` parameters.
    pub(super) fn with_len(&self, count: usize) -> Parameters<'a> {
        Parameters { values: self.values.get(..count).unwrap_or(self.values) }
    }

    /// Returns the parameters after the first `count`.
    pub(super) fn tail(&self, count: usize) -> &'a [Value] {
        self.values.get(count..).unwrap_or_default()
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ParameterError {
        ParameterError { message: message.into(), index: None, kind: ParameterErrorKind::Value }
    }

    pub(super) fn error_at(&self, index: usize, message: impl Into<String>) -> ParameterError {
        ParameterError { index: Some(index), ..self.error(message) }
    }

    /// An error about the number of parameters.
    pub(super) fn wrong_count(&self, accepted: &str, message: String) -> ParameterError {
        let kind = ParameterErrorKind::Count { accepted: accepted.into(), found: self.len() };
        ParameterError { kind, ..self.error(message) }
    }

    pub(super) fn error_of(
        &self,
        kind: ParameterErrorKind,
        index: usize,
        message: impl Into<String>,
    ) -> ParameterError {
        ParameterError { kind, ..self.error_at(index, message) }
    }

    /// Refuses fewer than `min` and more than `max` parameters.
    pub(super) fn arity(&self, min: usize, max: usize, label: &str) -> Result<(), ParameterError> {
        if (min..=max).contains(&self.len()) {
            return Ok(());
        }
        let accepted = if min == max { min.to_string() } else { format!("{min} to {max}") };
        let noun = if max == 1 { "argument" } else { "arguments" };
        let message = format!("{label}[] accepts {accepted} {noun}. Got {}", self.len());
        Err(self.wrong_count(&accepted, message))
    }

    /// Refuses an empty list.
    pub(super) fn at_least_one(&self, label: &str) -> Result<(), ParameterError> {
        if self.len() > 0 {
            return Ok(());
        }
        Err(self.wrong_count("1 or more", format!("{label}[] accepts 1 or more arguments. Got 0")))
    }

    /// Returns a parameter that must be a type.
    pub(super) fn type_at(&self, index: usize, label: &str) -> Result<Type, ParameterError> {
        let parameter = self.get(index).unwrap_or(&Value::Undef);
        parameter.as_type().cloned().ok_or_else(|| self.wrong_kind(index, label, parameter, "Any-Type"))
    }

    /// Returns the only parameter, which must be a type.
    pub(super) fn only_type(&self, label: &str) -> Result<Type, ParameterError> {
        self.arity(1, 1, label)?;
        self.get(0).and_then(Value::as_type).cloned().ok_or_else(|| self.must_be_types(0, label))
    }

    /// Returns the only parameter, which must be a type, or a string, which means the type of that string.
    pub(super) fn only_type_or_text(&self, label: &str) -> Result<Type, ParameterError> {
        match (self.get(0), self.len()) {
            (Some(Value::String(text)), 1) => Ok(Type::exact_string(text.clone())),
            _ => self.only_type(label),
        }
    }

    /// Returns a parameter that must be a string.
    pub(super) fn string(&self, index: usize, label: &str) -> Result<EcoString, ParameterError> {
        match self.get(index).unwrap_or(&Value::Undef) {
            Value::String(text) => Ok(text.clone()),
            other => Err(self.wrong_kind(index, label, other, "String")),
        }
    }

    /// Returns the regular expression in a parameter.
    pub(super) fn regexp(&self, index: usize, source: &str) -> Result<Arc<Regexp>, ParameterError> {
        Regexp::new(source).map(Arc::new).map_err(|error| self.error_at(index, error.to_string()))
    }

    /// Returns the number of parameters before a trailing size, and the size.
    pub(super) fn split_trailing_size(&self) -> Result<(usize, Option<IntegerRange>), ParameterError> {
        let is_bound = |back: usize| {
            self.len() >= back && matches!(self.values[self.len() - back], Value::Integer(_) | Value::Default)
        };
        let count = match (is_bound(1), is_bound(2)) {
            (true, true) => self.len() - 2,
            (true, false) => self.len() - 1,
            (false, _) => return Ok((self.len(), None)),
        };
        Ok((count, Some(IntegerRange::size_from_parameters(self, count)?)))
    }

    pub(super) fn must_be_types(&self, index: usize, label: &str) -> ParameterError {
        let class = self.name_of_class(self.get(index).unwrap_or(&Value::Undef));
        let message = format!("{label}[] arguments must be types. Got {class}");
        self.error_of(ParameterErrorKind::Element, index, message)
    }

    pub(super) fn wrong_kind(&self, index: usize, label: &str, parameter: &Value, expected: &str) -> ParameterError {
        let class = match parameter {
            Value::Undef => String::from("Undef"),
            Value::Default => String::from("Default"),
            other => infer::reduced(other).generalized().to_string(),
        };
        self.error_of(
            ParameterErrorKind::Class,
            index,
            format!("Error creating type specialization of {label}, Cannot use {class} where {expected} is expected"),
        )
    }

    /// Returns the Ruby class of a value, as in Puppet's own sentences.
    pub(super) fn name_of_class(&self, value: &Value) -> String {
        let name = match value {
            Value::Undef => "NilClass",
            Value::Default | Value::Symbol(_) => "Symbol",
            Value::Boolean(true) => "TrueClass",
            Value::Boolean(false) => "FalseClass",
            Value::Type(inner) => return format!("{}-Type", inner.kind_name()),
            other => return infer::reduced(other).kind_name().to_owned(),
        };
        name.to_owned()
    }
}

impl Type {
    /// Creates a type from this bare one and the parameters in its brackets.
    ///
    /// ```
    /// use pcore::{Type, Value};
    ///
    /// let port = Type::INTEGER.with_parameters(&[Value::from(0), Value::from(65535)]).unwrap();
    /// assert_eq!(port.to_string(), "Integer[0, 65535]");
    /// ```
    pub fn with_parameters(&self, parameter: &[Value]) -> Result<Type, ParameterError> {
        let parameters = Parameters::new(parameter);
        match self {
            Type::Object(Some(object)) => object.with_parameters(&parameters),
            Type::Resource(resource) => match &resource.type_name {
                Some(name) if resource.title.is_none() => {
                    parameters.arity(1, 1, &self.to_string())?;
                    super::ResourceType::titled(name.clone(), &parameters)
                }
                Some(_) => Err(parameters.error(format!("{self} cannot have further parameters"))),
                None => super::ResourceType::from_parameters(&parameters),
            },
            other => match super::builtin(other.kind_name()) {
                Some(builtin) if (builtin.bare)() == *other => builtin.with_parameters(parameter),
                _ => Err(parameters.error(format!("Not a parameterized type <{}>", other.kind_name()))),
            },
        }
    }
}
