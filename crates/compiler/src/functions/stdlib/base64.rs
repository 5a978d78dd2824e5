//! `base64`: texts to Base64 and back.

use pcore::{
    Value,
    binary::{self, BinaryFormat},
};

use super::fail;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "base64",
    "Returns a text in Base64, or what a text in Base64 says; 'default' breaks lines, 'strict' and 'urlsafe' do not",
    -1,
    body,
    &[
        ("base64('encode', 'hello', 'strict')", "'aGVsbG8='"),
        ("base64('decode', 'aGVsbG8=')", "'hello'"),
        ("base64('encode', '??>', 'urlsafe')", "'Pz8-'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("base64(): Wrong number of arguments ({count}; must be >= 2)"));
    }
    let encodes = match call.argument(0).as_str() {
        Some("encode") => true,
        Some("decode") => false,
        _ => return fail("base64(): the first argument must be one of 'encode' or 'decode'"),
    };
    let Value::String(text) = call.argument(1) else {
        return fail("base64(): the second argument must be a string to base64");
    };
    let form = if count == 2 { Some("default") } else { call.argument(2).as_str() };
    let (Some(form @ ("default" | "strict" | "urlsafe")), text) = (form, text.as_str()) else {
        return fail("base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'");
    };
    if encodes {
        return Ok(Value::from(match form {
            "strict" => binary::encode_strict(text.as_bytes()),
            "urlsafe" => binary::encode_url_safe(text.as_bytes()),
            _ => binary::encode_relaxed(text.as_bytes()),
        }));
    }
    let format = match form {
        "strict" => BinaryFormat::Strict,
        "urlsafe" => BinaryFormat::UrlSafe,
        _ => BinaryFormat::Relaxed,
    };
    let decoded = binary::decode(text, format).map_err(|error| Interrupt::plain(error.to_string()))?;
    match String::from_utf8(decoded) {
        Ok(text) => Ok(Value::from(text)),
        Err(_) => Err(Interrupt::plain("base64(): what the text says is not in UTF-8")
            .hint("Binary.new(text, '%b') keeps bytes that are no text")),
    }
}
