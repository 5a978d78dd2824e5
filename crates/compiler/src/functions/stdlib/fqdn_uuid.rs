//! `fqdn_uuid`: the UUID of a name.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, digest::Algorithm, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "fqdn_uuid",
    "Returns the UUID, version 5, of the name of a machine",
    -1,
    body,
    &[("fqdn_uuid('test.example.com')", "'d0408231-0d06-54fb-ba49-a4a898f0d898'")],
);

/// The namespace of the names of machines.
const NAMESPACE: [u8; 16] =
    [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let name = match call.arguments {
        [] => return fail("fqdn_uuid: No arguments given"),
        [Value::String(name)] => name,
        [other] => return fail(text::no_conversion(other, "String")),
        all => return fail(format!("fqdn_uuid: Too many arguments given ({})", all.len())),
    };
    let mut digits = Algorithm::Sha1.hexadecimal(&[&NAMESPACE, name.as_bytes()].concat());
    // The version, and the two bits that say what kind of UUID it is.
    let variant = digits.get(16..17).and_then(|digit| u8::from_str_radix(digit, 16).ok()).unwrap_or_default();
    digits.replace_range(12..13, "5");
    digits.replace_range(16..17, &format!("{:x}", (variant & 0x3) | 0x8));
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    Ok(Value::from([part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")))
}
