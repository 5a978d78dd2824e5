//! `Array[type, from, to]`.

use std::sync::Arc;

use super::{
    Guard, IntegerRange, Search, Type, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// Arrays of elements of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// The type of the elements.
    pub element: Type,
    /// The number of elements; `None` for any number.
    pub size: Option<IntegerRange>,
}

impl ArrayType {
    /// Returns the Array type; one that can only be empty has no particular element type.
    pub fn sized(element: Type, size: Option<IntegerRange>) -> Type {
        let element = if size == Some(IntegerRange::exactly(0)) { Type::Unit } else { element };
        Type::Array(Arc::new(ArrayType { element, size }))
    }

    /// The type of `[]`.
    pub fn empty() -> Type {
        ArrayType::sized(Type::Unit, Some(IntegerRange::exactly(0)))
    }

    /// Creates the type from the parameters of `Array[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 3, "Array-Type")?;
        let element = parameters.get(0).and_then(Value::as_type);
        match (element, parameters.len()) {
            (Some(element), 1) => Ok(ArrayType::sized(element.clone(), None)),
            (Some(element), _) => IntegerRange::size_from_parameters(parameters, 1)
                .map(|size| ArrayType::sized(element.clone(), Some(size))),
            (None, 2) => {
                IntegerRange::size_from_parameters(parameters, 0).map(|size| ArrayType::sized(Type::Any, Some(size)))
            }
            (None, _) => Err(parameters.must_be_types(0, "Array-Type")),
        }
    }

    /// Returns whether the number of items fits, and all are of the element type.
    pub(super) fn is_instance_in(&self, items: &[Value], search: &mut Search) -> bool {
        self.size.is_none_or(|size| size.contains_length(items.len()))
            && items.iter().all(|item| self.element.is_instance_in(item, search))
    }

    /// Returns whether every array of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        let size = self.size.unwrap_or(IntegerRange::ANY_SIZE);
        match other {
            Type::Array(other) => {
                size.covers(other.size.unwrap_or(IntegerRange::ANY_SIZE))
                    && assignable::accepts(&self.element, &other.element, guard)
            }
            // A bare Tuple may hold anything.
            Type::Tuple(other) if other.is_default() => {
                size.covers(other.size_range()) && assignable::accepts(&self.element, &Type::Any, guard)
            }
            Type::Tuple(other) => {
                size.covers(other.size_range())
                    && other.types.iter().all(|part| assignable::accepts(&self.element, part, guard))
            }
            _ => false,
        }
    }

    /// Returns whether this is the bare `Array`.
    pub fn is_default(&self) -> bool {
        self.size.is_none() && self.element == Type::Any
    }
}
