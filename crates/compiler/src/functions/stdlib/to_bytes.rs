//! `to_bytes`: sizes such as 4 kB in bytes.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::{fail, wrong_count};
use crate::{
    error::{Interrupt, Outcome},
    functions::{
        Call, Function,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "to_bytes",
    "Returns how many bytes a size such as '4 kB' or '1.5G' has",
    -1,
    body,
    &[("to_bytes('4 kB')", "4096"), ("to_bytes('1.5 G')", "1610612736"), ("to_bytes(12)", "12")],
);

static SIZE: LazyLock<Option<Regexp>> = LazyLock::new(|| Regexp::new(r"([0-9.e+-]*)\s*([^bB]?)").ok());

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let written = match call.arguments {
        [number @ (Value::Integer(_) | Value::Float(_))] => return Ok(number.clone()),
        [Value::String(written)] => written,
        [other] => return fail(text::no_conversion(other, "String")),
        _ => return wrong_count(call, "1"),
    };
    let captures = match &*SIZE {
        Some(size) => size.captures(written).map_err(|error| Interrupt::plain(error.to_string()))?,
        None => None,
    };
    let part = |number| {
        captures.as_ref().and_then(|captures| captures.get(number)).map(|found| found.as_str()).unwrap_or_default()
    };
    let power = match part(2) {
        "" => 0,
        "k" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "P" => 50,
        "E" => 60,
        other => return fail(format!("to_bytes(): Unknown prefix {other}")),
    };
    let bytes = (number::to_f(part(1)) * (1_u64 << power) as f64).trunc();
    // 2 ** 63 itself is no Integer.
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&bytes) {
        return fail(format!("to_bytes(): {written} is more bytes than an Integer can count"));
    }
    Ok(Value::Integer(bytes as i64))
}
