//! The meaning of `Iterable[T]`: which values are iterable, and their element types.

use std::sync::Arc;

use super::{Guard, IntegerRange, StringType, TupleType, Type, assignable};
use crate::{infer, value::Value};

/// Returns whether the value is iterable, with elements of the type.
pub(super) fn is_iterable_instance(element: Option<&Type>, value: &Value) -> bool {
    match element.filter(|element| !element.accepts(&Type::Any)) {
        None => match value {
            Value::Iterator(_) | Value::String(_) | Value::Hash(_) | Value::Array(_) => true,
            Value::Integer(number) => *number >= 0,
            Value::Type(inner) => is_iterable_type_value(inner.resolved()),
            _ => false,
        },
        Some(_) => accepts(element, &infer::reduced(value), &mut Guard::default()),
    }
}

/// Returns whether values of `other` are iterable, with elements of the type.
pub(super) fn accepts(element: Option<&Type>, other: &Type, guard: &mut Guard) -> bool {
    match element.filter(|element| !assignable::accepts(element, &Type::Any, guard)) {
        None => is_iterable(other),
        Some(expected) => match element_type(other) {
            Some(actual) => assignable::accepts(expected, &actual, guard),
            None => false,
        },
    }
}

fn is_iterable(candidate: &Type) -> bool {
    match candidate.resolved() {
        Type::Integer(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Pattern(_)
        | Type::Collection(_)
        | Type::Array(_)
        | Type::Hash(_)
        | Type::Tuple(_)
        | Type::Struct(_)
        | Type::Iterable(_)
        | Type::Iterator(_) => true,
        Type::Type(Some(contained)) => is_iterable_type_value(contained),
        _ => false,
    }
}

fn is_iterable_type_value(inner: &Type) -> bool {
    match inner {
        Type::Enum(_) => true,
        Type::Integer(range) => range.is_finite(),
        _ => false,
    }
}

/// Returns the type of the elements, if it is known.
fn element_type(candidate: &Type) -> Option<Type> {
    let one_character = || Type::String(StringType::Sized(IntegerRange { from: 1, to: 1 }));
    let pair = |key: Type, value: Type| {
        Type::Tuple(Arc::new(TupleType { types: vec![key, value], size: Some(IntegerRange { from: 2, to: 2 }) }))
    };
    match candidate.resolved() {
        Type::Integer(_) => Some(Type::INTEGER),
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Some(one_character()),
        Type::Array(array) if array.element == Type::Any => None,
        Type::Array(array) => Some(array.element.clone()),
        Type::Hash(hash) if hash.is_default() || hash.is_empty() => Some(pair(Type::Unit, Type::Unit)),
        Type::Hash(hash) => Some(pair(hash.key.clone(), hash.value.clone())),
        Type::Tuple(tuple) => Some(Type::variant(tuple.types.iter().cloned())),
        Type::Struct(structure) if structure.elements.is_empty() => Some(pair(Type::Unit, Type::Unit)),
        Type::Struct(structure) => Some(pair(
            Type::variant(structure.elements.iter().map(|element| element.key_type())),
            Type::variant(structure.elements.iter().map(|element| element.value_type.clone())),
        )),
        Type::Iterable(contained) | Type::Iterator(contained) => contained.as_deref().cloned(),
        Type::Type(Some(contained)) if is_iterable_type_value(contained) => Some((**contained).clone()),
        _ => None,
    }
}
