//! `stdlib::sha256`: a digest of a value.

use pcore::Value;

use super::stdlib_crc32::plain;
use crate::functions::{Function, Signature, digest::Algorithm};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::sha256",
    "Returns the digest SHA-256 of the text of a value, in hexadecimal",
    &[Signature {
        parameters: &["Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] my_data"],
        block: None,
        body: |call| Ok(Value::from(Algorithm::Sha256.hexadecimal(plain(call.argument(0)).as_bytes()))),
    }],
    &[("stdlib::sha256(Sensitive('my string'))", "'2f7e2089add0288a309abd71ffcc3b3567e2d4215e20e6ed3b74d6042f7ef8e5'")],
);
