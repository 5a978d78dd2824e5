//! `hiera_include`: the classes that a key names, included.

use pcore::Value;

use super::hiera::{BLOCK, DEFAULT, KEY, LIST, OVERRIDE, by_key, listed};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Body, Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "hiera_include",
    "Includes the classes that all values of a key in the data name; use lookup and include",
    &[
        Signature { parameters: LIST, block: None, body: |call| included(call, |call| listed(call, "unique")) },
        Signature { parameters: KEY, block: None, body: |call| included(call, |call| by_key(call, "unique")) },
        Signature { parameters: DEFAULT, block: None, body: |call| included(call, |call| by_key(call, "unique")) },
        Signature { parameters: KEY, block: Some(BLOCK), body: |call| included(call, |call| by_key(call, "unique")) },
        Signature {
            parameters: OVERRIDE,
            block: Some(BLOCK),
            body: |call| included(call, |call| by_key(call, "unique")),
        },
    ],
    &[("hiera_include('no::such::key', [])", "undef")],
);

fn included(call: &mut Call<'_, '_>, search: Body) -> Outcome {
    let key = call.string(0).to_owned();
    let classes = search(call)?;
    match &classes {
        Value::Undef => Err(Interrupt::plain(format!("Could not find data item {key}"))),
        Value::Array(names) if names.is_empty() => Ok(Value::Undef),
        Value::String(name) if name.is_empty() => Ok(Value::Undef),
        _ => call.call_function("include", &[classes]),
    }
}
