//! `join_keys_to_values`: the entries of a hash as texts.

use ecow::EcoVec;
use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "join_keys_to_values",
    "Returns a text for each entry of a hash, its key and its value with a text between; each element of an array \
     counts as a value",
    -1,
    body,
    &[("join_keys_to_values({'a' => 1, 'b' => [2, 3]}, ' is ')", "['a is 1', 'b is 2', 'b is 3']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let [hash, separator] = call.arguments else {
        let count = call.arguments.len();
        return fail(format!("join_keys_to_values(): Takes exactly two arguments, but {count} given."));
    };
    let Value::Hash(hash) = hash else {
        let class = text::class_name(hash);
        return fail(format!("join_keys_to_values(): The first argument must be a hash, but a {class} was given."));
    };
    let Value::String(separator) = separator else {
        let class = text::class_name(separator);
        return fail(format!("join_keys_to_values(): The second argument must be a string, but a {class} was given."));
    };
    let mut made = EcoVec::new();
    let mut bytes = 0_usize;
    for (key, value) in hash.iter() {
        let key = text::to_s(key);
        let mut push = |joined: String| {
            bytes = bytes.saturating_add(joined.len());
            call.compilation.budget.size(bytes)?;
            call.push(&mut made, Value::from(joined))
        };
        let joined = |value: &Value| format!("{key}{separator}{}", text::to_s(value));
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| push(joined(item)))?,
            Value::String(word) if word == "undef" => push(key.clone())?,
            other => push(joined(other))?,
        }
    }
    Ok(Value::Array(made))
}
