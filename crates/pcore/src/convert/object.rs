//! `new` of Object types, which define their own constructors.

use std::sync::Arc;

use super::ConversionError;
use crate::{
    types::{ObjectType, TupleType},
    value::Value,
};

/// Creates an instance of an Object type.
pub(super) fn instantiate(object: &Arc<ObjectType>, arguments: &[Value]) -> Result<Value, ConversionError> {
    Ok(Value::from(object.instantiate(arguments)?))
}

/// Returns the parameters of the signatures: one hash with all attributes, or the attributes in order.
pub(super) fn parameters(object: &ObjectType) -> Vec<TupleType> {
    let signatures = object.constructor_signatures();
    signatures.iter().filter_map(|signature| signature.callable.parameters.clone()).collect()
}
