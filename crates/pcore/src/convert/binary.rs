//! `Binary.new`.

use std::sync::LazyLock;

use super::{ConversionError, constructor::Constructor};
use crate::{binary::decode, value::Value};

pub(super) static BINARY: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_Binary")
        .local("ByteInteger", "Integer[0, 255]")
        .local("Base64Format", "Enum['%b', '%u', '%B', '%s', '%r']")
        .local("StringHash", "Struct[{value => String, 'format' => Optional[Base64Format]}]")
        .local("ArrayHash", "Struct[{value => Array[ByteInteger]}]")
        .local("BinaryArgsHash", "Variant[StringHash, ArrayHash]")
        .signature(&["String str", "Base64Format format?"], |call| convert(call.argument(0), call.argument(1)))
        .signature(&["Array[ByteInteger] byte_array"], |call| convert(call.argument(0), &Value::Undef))
        .signature(&["BinaryArgsHash hash_args"], |call| convert(call.entry("value"), call.entry("format")))
});

fn convert(value: &Value, format: &Value) -> Result<Value, ConversionError> {
    if let Value::Array(items) = value {
        let bytes = items.iter().filter_map(|item| u8::try_from(item.as_integer()?).ok());
        return Ok(Value::Binary(bytes.collect()));
    }
    let bytes = decode(value.as_str().unwrap_or_default(), format.as_str().unwrap_or("%B"))?;
    Ok(Value::Binary(bytes.into_iter().collect()))
}
