//! `Array.new` and `Tuple.new`.

use std::sync::LazyLock;

use ecow::EcoVec;

use super::{
    ConversionError, MAX_ITEMS,
    constructor::{Call, Constructor},
    error::Subject,
};
use crate::{types::Type, value::Value};

pub(super) static ARRAY: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_array")
        .signature(&["Variant[Array, Hash, Binary, Iterable] from", "Boolean[false] wrap?"], to_array)
        .signature(&["Any from", "Boolean[true] wrap"], wrapped)
        .refusal(&["Any from", "Boolean wrap?"], refuse)
});

fn to_array(call: &Call<'_>) -> Result<Value, ConversionError> {
    match call.argument(0) {
        Value::Binary(bytes) => Ok(Value::array(bytes.iter().map(|byte| Value::Integer((*byte).into())))),
        other => elements(other)?.map(Value::Array).ok_or_else(|| refuse(call)),
    }
}

fn wrapped(call: &Call<'_>) -> Result<Value, ConversionError> {
    Ok(match call.argument(0) {
        array @ Value::Array(_) => array.clone(),
        other => Value::array([other.clone()]),
    })
}

fn refuse(call: &Call<'_>) -> ConversionError {
    let subject = Subject::of_type(call.argument(0));
    ConversionError::Inconvertible { function: Some("new_array"), subject, target: "Array" }
}

/// Returns the elements of an iterable value; `None` for other values.
pub(super) fn elements(value: &Value) -> Result<Option<EcoVec<Value>>, ConversionError> {
    Ok(Some(match value {
        Value::Array(items) => items.clone(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        Value::String(text) => {
            if text.len() > MAX_ITEMS && text.chars().count() > MAX_ITEMS {
                return Err(ConversionError::TooMany);
            }
            let mut buffer = [0; 4];
            text.chars().map(|letter| Value::from(&*letter.encode_utf8(&mut buffer))).collect()
        }
        // Zero counts up to -1, which is an empty range here.
        Value::Integer(count) if *count >= 0 => range(0, count - 1)?,
        Value::Iterator(iterator) => collect(iterator.iter())?,
        Value::Type(inner) => match inner.resolved() {
            Type::Integer(numbers) if numbers.is_finite() => range(numbers.from, numbers.to)?,
            Type::Enum(enumeration) => enumeration.values.iter().cloned().map(Value::String).collect(),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

fn range(from: i64, to: i64) -> Result<EcoVec<Value>, ConversionError> {
    // The size is checked before any element is created.
    if i128::from(to) - i128::from(from) >= MAX_ITEMS as i128 {
        return Err(ConversionError::TooMany);
    }
    Ok((from..=to).map(Value::Integer).collect())
}

fn collect(items: impl Iterator<Item = Value>) -> Result<EcoVec<Value>, ConversionError> {
    let collected: EcoVec<Value> = items.take(MAX_ITEMS + 1).collect();
    if collected.len() > MAX_ITEMS { Err(ConversionError::TooMany) } else { Ok(collected) }
}
