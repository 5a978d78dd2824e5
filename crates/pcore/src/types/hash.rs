//! `Hash[key, value, from, to]`.

use std::sync::Arc;

use super::{
    Guard, IntegerRange, Search, Type, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::value::{Hash, Value};

/// Hashes with keys of one type and values of another.
#[derive(Clone, Debug, PartialEq, Eq, std::hash::Hash)]
pub struct HashType {
    /// The type of the keys.
    pub key: Type,
    /// The type of the values.
    pub value: Type,
    /// The number of entries; `None` for any number.
    pub size: Option<IntegerRange>,
}

impl HashType {
    /// Returns the Hash type; one that can only be empty has no particular types of entries.
    pub fn sized(key: Type, value: Type, size: Option<IntegerRange>) -> Type {
        let (key, value) = if size == Some(IntegerRange::exactly(0)) { (Type::Unit, Type::Unit) } else { (key, value) };
        Type::Hash(Arc::new(HashType { key, value, size }))
    }

    /// The type of `{}`.
    pub fn empty() -> Type {
        HashType::sized(Type::Unit, Type::Unit, Some(IntegerRange::exactly(0)))
    }

    /// Creates the type from the parameters of `Hash[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let parameter = |index: usize| parameters.get(index);
        if let (Some(Value::Integer(_) | Value::Default), Some(Value::Integer(_) | Value::Default), 2) =
            (parameter(0), parameter(1), parameters.len())
        {
            let size = IntegerRange::size_from_parameters(parameters, 0)?;
            return Ok(HashType::sized(Type::Any, Type::Any, Some(size)));
        }
        let types: Vec<&Type> = (0..parameters.len().min(2))
            .map(|index| {
                parameter(index).and_then(Value::as_type).ok_or_else(|| parameters.must_be_types(index, "Hash-Type"))
            })
            .collect::<Result<_, _>>()?;
        parameters.arity(2, 4, "Hash-Type")?;
        let size = if parameters.len() > 2 { Some(IntegerRange::size_from_parameters(parameters, 2)?) } else { None };
        Ok(HashType::sized(types[0].clone(), types[1].clone(), size))
    }

    /// Returns whether the number of entries fits, and all are of the types.
    pub(super) fn is_instance_in(&self, hash: &Hash, search: &mut Search) -> bool {
        self.size.is_none_or(|size| size.contains_length(hash.len()))
            && hash
                .iter()
                .all(|(key, value)| self.key.is_instance_in(key, search) && self.value.is_instance_in(value, search))
    }

    /// Returns whether every hash of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        let size = self.size.unwrap_or(IntegerRange::ANY_SIZE);
        match other {
            Type::Hash(other) if other.is_empty() => size.from == 0,
            Type::Hash(other) => {
                size.covers(other.size.unwrap_or(IntegerRange::ANY_SIZE))
                    && assignable::accepts(&self.key, &other.key, guard)
                    && assignable::accepts(&self.value, &other.value, guard)
            }
            Type::Struct(other) => {
                size.covers(other.size_range())
                    && other.elements.iter().all(|element| {
                        self.key.is_instance(&Value::String(element.name.clone()))
                            && assignable::accepts(&self.value, &element.value_type, guard)
                    })
            }
            _ => false,
        }
    }

    /// Returns whether only `{}` is of this type.
    pub(super) fn is_empty(&self) -> bool {
        self.size == Some(IntegerRange::exactly(0))
    }

    /// Returns whether this is the bare `Hash`.
    pub fn is_default(&self) -> bool {
        self.size.is_none() && self.key == Type::Any && self.value == Type::Any
    }
}
