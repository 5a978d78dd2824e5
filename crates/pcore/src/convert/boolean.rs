//! `Boolean.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::value::Value;

pub(super) static BOOLEAN: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_boolean")
        .signature(&["Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]] from"], from)
        .refusal(&["Any from"], |call| ConversionError::inconvertible("new_boolean", call.argument(0), "Boolean"))
});

fn from(call: &Call<'_>) -> Result<Value, ConversionError> {
    Ok(Value::Boolean(match call.argument(0) {
        Value::Boolean(yes) => *yes,
        Value::Integer(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        other => {
            ["true", "yes", "y"].iter().any(|yes| other.as_str().is_some_and(|text| text.eq_ignore_ascii_case(yes)))
        }
    }))
}
