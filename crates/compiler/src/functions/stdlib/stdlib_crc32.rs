//! `stdlib::crc32`: a short checksum of a value.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::crc32",
    "Returns the checksum CRC-32 of the text of a value, in hexadecimal",
    &[Signature {
        parameters: &["Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] my_data"],
        block: None,
        body,
    }],
    &[
        ("stdlib::crc32('my string')", "'18fbd270'"),
        ("stdlib::crc32(Sensitive('my string'))", "'18fbd270'"),
        ("stdlib::crc32(100.0)", "'a3fd429a'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::from(format!("{:x}", checksum(plain(call.argument(0)).as_bytes()))))
}

/// The text of a value, also of a secret one.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Sensitive(secret) => text::to_s(secret),
        other => text::to_s(other),
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
