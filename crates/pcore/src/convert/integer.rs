//! `Integer.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
    error::Subject,
    explain,
    number::{absolute, read_integer, truncate},
};
use crate::value::Value;

pub(super) static INTEGER: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new")
        .local("Radix", "Variant[Default, Integer[2, 2], Integer[8, 8], Integer[10, 10], Integer[16, 16]]")
        .local(
            "Convertible",
            r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
        )
        .local("NamedArgs", "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]")
        .signature(&["Convertible from", "Radix radix?", "Boolean abs?"], from_arguments)
        .signature(&["NamedArgs hash_args"], from_hash)
        .refusal(&["Hash hash_args"], refuse_hash)
        .refusal(&["Any from", "Integer radix?", "Boolean abs?"], refuse)
});

fn from_arguments(call: &Call<'_>) -> Result<Value, ConversionError> {
    convert(call.argument(0), call.argument(1), call.flag(2))
}

fn from_hash(call: &Call<'_>) -> Result<Value, ConversionError> {
    convert(call.entry("from"), call.entry("radix"), *call.entry("abs") == Value::Boolean(true))
}

fn convert(from: &Value, radix: &Value, absolute_value: bool) -> Result<Value, ConversionError> {
    let number = match from {
        Value::Integer(number) => *number,
        Value::Float(number) => truncate(*number)?,
        Value::Boolean(yes) => i64::from(*yes),
        Value::Timespan(span) => span.seconds(),
        Value::Timestamp(stamp) => stamp.seconds(),
        Value::String(text) => read_integer(text, radix.as_integer().and_then(|radix| u32::try_from(radix).ok()))?,
        other => return Err(ConversionError::inconvertible("new", other, "Integer")),
    };
    Ok(Value::Integer(if absolute_value { absolute(number)? } else { number }))
}

fn refuse_hash(call: &Call<'_>) -> ConversionError {
    let from = call.argument(0).as_hash().and_then(|hash| hash.get_str("from"));
    if let (Some(from), Some(convertible)) = (from, INTEGER.named("Convertible"))
        && !convertible.is_instance(from)
    {
        return ConversionError::inconvertible("new", from, "Integer");
    }
    match call.entry("radix") {
        Value::Undef | Value::Default | Value::Integer(2 | 8 | 10 | 16) => {}
        radix => return illegal_radix(radix),
    }
    match INTEGER.named("NamedArgs") {
        Some(named) => ConversionError::WrongType(explain("Integer.new", &named, call.argument(0))),
        None => ConversionError::inconvertible("new", call.argument(0), "Integer"),
    }
}

fn refuse(call: &Call<'_>) -> ConversionError {
    match call.arguments.get(1) {
        None | Some(Value::Integer(2 | 8 | 10 | 16)) => {
            ConversionError::inconvertible("new", call.argument(0), "Integer")
        }
        Some(radix) => illegal_radix(radix),
    }
}

fn illegal_radix(radix: &Value) -> ConversionError {
    ConversionError::IllegalRadix(match radix {
        Value::Integer(_) | Value::String(_) | Value::Float(_) | Value::Boolean(_) => radix.to_string(),
        other => match Subject::of_type(other) {
            Subject::Text(text) => text.into(),
            Subject::OfType(name) => name,
        },
    })
}
