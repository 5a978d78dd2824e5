//! `String.new`.

use std::sync::LazyLock;

use super::{ConversionError, constructor::Constructor};
use crate::{
    format::{self, Formats},
    value::Value,
};

/// The names that the signature uses, each defined in terms of earlier ones.
const NAMES: [(&str, &str); 5] = [
    ("Convertible", "Any"),
    ("Format", r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]"),
    (
        "ContainerFormat",
        "Struct[{
            Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String,
            Optional[string_formats] => Hash[Type, Format]
        }]",
    ),
    ("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]"),
    ("Formats", "Variant[Default, String[1], TypeMap]"),
];

pub(super) static STRING: LazyLock<Constructor> = LazyLock::new(|| {
    NAMES
        .iter()
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
