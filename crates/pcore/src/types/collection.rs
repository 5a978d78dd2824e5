//! `Collection[from, to]`: arrays and hashes of some size.

use super::{
    IntegerRange, Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// Creates the type from the parameters of `Collection[…]`.
pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.arity(1, 2, "Collection-Type")?;
    IntegerRange::size_from_parameters(parameters, 0).map(|size| Type::Collection(Some(size)))
}

/// Returns whether the value is an array or a hash of the right size.
pub(super) fn is_instance(size: Option<IntegerRange>, value: &Value) -> bool {
    let length = match value {
        Value::Array(items) => items.len(),
        Value::Hash(hash) => hash.len(),
        _ => return false,
    };
    size.is_none_or(|size| size.contains_length(length))
}

/// Returns whether every collection of `other` has the right size.
pub(super) fn accepts(size: Option<IntegerRange>, other: &Type) -> bool {
    let size = size.unwrap_or(IntegerRange::ANY_SIZE);
    let other = match other {
        Type::Collection(other) => other.unwrap_or(IntegerRange::ANY_SIZE),
        Type::Array(other) => other.size.unwrap_or(IntegerRange::ANY_SIZE),
        Type::Hash(other) => other.size.unwrap_or(IntegerRange::ANY_SIZE),
        Type::Tuple(other) => other.size_range(),
        Type::Struct(other) => other.size_range(),
        _ => return false,
    };
    size.covers(other)
}
