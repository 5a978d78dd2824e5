//! What defines an Object type or a type set, as the hash that `Object[{…}]` and `TypeSet[{…}]` take.

use std::sync::Arc;

use crate::{
    types::{ObjectExtension, ObjectType, TypeSet},
    value::{Hash, Value},
};

/// Returns the definition of an Object type.
pub(super) fn object_definition(object: &Arc<ObjectType>) -> Hash {
    object.definition()
}

/// Returns the definition of a type set.
pub(super) fn type_set_definition(set: &Arc<TypeSet>) -> Hash {
    set.definition()
}

/// Returns the type parameters of an Object type that has some filled in.
pub(super) fn extension_parameters(extension: &Arc<ObjectExtension>) -> Vec<Value> {
    match extension.initializer() {
        Value::Array(values) => values.to_vec(),
        named => vec![named],
    }
}
