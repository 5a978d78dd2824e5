//! `any2array`: anything as an array.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "any2array",
    "Returns an array as it is, the keys and values of a hash in turn, nothing for an empty text, all else in an array",
    -1,
    body,
    &[
        ("any2array('a')", "['a']"),
        ("any2array(['a'])", "['a']"),
        ("any2array({'a' => 1})", "['a', 1]"),
        ("any2array(undef)", "[]"),
        ("any2array(1, 2)", "[1, 2]"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(match call.arguments {
        [array @ Value::Array(_)] => array.clone(),
        [Value::Hash(hash)] => hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect(),
        [Value::String(text)] if text.is_empty() => Value::array([]),
        all => all.iter().cloned().collect(),
    })
}
