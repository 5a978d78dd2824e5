//! Replaces types inside a type.

use std::sync::Arc;

use crate::{
    types::{InitType, ObjectExtension, ObjectType, Type},
    value::{Hash, Value},
};

/// Returns the replacement of a type; `None` to replace its parts.
pub(super) type Replacement<'a> = &'a dyn Fn(&Type) -> Option<Type>;

/// Returns the type with its parts replaced. Named types are not entered.
pub(super) fn in_type(original: &Type, replacement: Replacement<'_>) -> Type {
    if let Some(replaced) = replacement(original) {
        return replaced;
    }
    match original {
        Type::Init(init) => {
            let contained = init.contained.as_ref().map(|part| Arc::new(in_type(part, replacement)));
            let arguments = init.arguments.iter().map(|argument| in_value(argument, replacement)).collect();
            Type::Init(Arc::new(InitType { contained, arguments }))
        }
        Type::Object(Some(object)) if object.name().is_none() => {
            // The original definition was valid; if the new one is not, the original stays, with its unresolved names.
            let redefined = ObjectType::define(None, &in_hash(&object.definition(), replacement));
            Type::Object(Some(redefined.map_or_else(|_| Arc::clone(object), Arc::new)))
        }
        Type::ObjectExtension(extension) => {
            let base = match in_type(&Type::Object(Some(Arc::clone(extension.base()))), replacement) {
                Type::Object(Some(base)) => base,
                _ => return original.clone(),
            };
            let values: Hash = extension
                .parameters()
                .iter()
                .map(|(name, value)| (Value::String(name.clone()), in_value(value, replacement)))
                .collect();
            let replaced = ObjectExtension::new(&base, &[Value::from(values)]);
            replaced.map_or_else(|_| original.clone(), |extension| Type::ObjectExtension(Arc::new(extension)))
        }
        other => other.map_parts(&mut |part| in_type(part, replacement)),
    }
}

/// Returns the value with the types in it replaced.
pub(super) fn in_value(original: &Value, replacement: Replacement<'_>) -> Value {
    match original {
        Value::Type(inner) => Value::from(in_type(inner, replacement)),
        Value::Array(items) => items.iter().map(|item| in_value(item, replacement)).collect(),
        Value::Hash(entries) => Value::from(in_hash(entries, replacement)),
        other => other.clone(),
    }
}

/// Returns the hash with the types in its keys and values replaced.
pub(super) fn in_hash(original: &Hash, replacement: Replacement<'_>) -> Hash {
    original.iter().map(|(key, value)| (in_value(key, replacement), in_value(value, replacement))).collect()
}
