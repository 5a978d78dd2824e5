//! `String.new`.

use std::sync::LazyLock;

use super::{ConversionError, constructor::Constructor};
use crate::{
    format::{self, Formats},
    value::Value,
};

pub(super) static STRING: LazyLock<Constructor> = LazyLock::new(|| {
    let names = format::SIGNATURE_NAMES.iter();
    names
        .fold(Constructor::new("new_string"), |constructor, (name, target)| constructor.local(name, target))
        .signature(&["Convertible from", "Formats string_formats?"], |call| {
            to_text(call.argument(0), call.arguments.get(1)).map(Value::from)
        })
});

/// Formats a value with the given formats: none, `default`, one as a string, or a hash of formats by type.
fn to_text(value: &Value, formats: Option<&Value>) -> Result<String, ConversionError> {
    let formats = match formats {
        None => Formats::default(),
        Some(formats) => Formats::from_value(formats)?,
    };
    Ok(format::convert(value, &formats)?)
}
