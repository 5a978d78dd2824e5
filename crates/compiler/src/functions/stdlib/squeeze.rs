//! `squeeze`: runs of a character as one.

use pcore::Value;

use super::{characters::Characters, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "squeeze",
    "Returns a text, or the texts of an array, with runs of the same character as one; of some characters only if given",
    -1,
    body,
    &[("squeeze('aaabbc')", "'abc'"), ("squeeze(['aab', 'bb'], 'b')", "['aab', 'b']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (given, wanted) = match call.arguments {
        [given] => (given, None),
        [given, Value::String(wanted)] => (given, Some(Characters::parse(wanted)?)),
        [_, other] => return fail(text::no_conversion(other, "String")),
        all => return fail(format!("squeeze(): Wrong number of arguments given {} for 2 or 1", all.len())),
    };
    match given {
        Value::Array(items) => items.iter().map(|item| squeezed(item, wanted.as_ref())).collect(),
        other => squeezed(other, wanted.as_ref()),
    }
}

fn squeezed(value: &Value, wanted: Option<&Characters>) -> Outcome {
    let Value::String(given) = value else { return fail(text::no_method("squeeze", value)) };
    let mut made = String::with_capacity(given.len());
    let mut last = None;
    for letter in given.chars() {
        if last != Some(letter) || wanted.is_some_and(|wanted| !wanted.contains(letter)) {
            made.push(letter);
        }
        last = Some(letter);
    }
    Ok(Value::from(made))
}
