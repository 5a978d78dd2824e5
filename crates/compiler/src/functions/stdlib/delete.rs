//! `delete`: a collection without some elements, or a text without some parts.

use std::sync::Arc;

use pcore::Value;
use pcore::keyed::HashSet;

use super::fail;
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{order, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "delete",
    "Returns an array without some elements, a hash without some keys, or a text without some parts",
    -1,
    body,
    &[
        ("delete(['a', 'b', 'a'], 'a')", "['b']"),
        ("delete({'a' => 1, 'b' => 2}, ['a'])", "{'b' => 2}"),
        ("delete('banana', 'an')", "'ba'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let [given, wanted] = call.arguments else {
        return fail(format!("delete(): Wrong number of arguments given {} for 2", call.arguments.len()));
    };
    let mut left = given.clone();
    for item in items(wanted) {
        left = match left {
            Value::Array(_) => return Ok(without(&left, items(wanted))),
            Value::Hash(mut hash) => {
                if hash.contains_key(&item) {
                    Arc::make_mut(&mut hash).remove(&item);
                }
                Value::Hash(hash)
            }
            Value::String(all) => match &item {
                Value::String(part) if part.is_empty() => Value::String(all),
                Value::String(part) => Value::from(all.replace(part.as_str(), "")),
                other => {
                    return fail(format!("wrong argument type {} (expected Regexp)", text::class_name(other)));
                }
            },
            other => {
                return fail(format!(
                    "delete(): First argument must be an Array, String, or Hash. Given an argument of class {}.",
                    text::class_name(&other)
                ));
            }
        };
    }
    Ok(left)
}

/// The elements that are not among some others; a whole number equals the same number with a point.
fn without(array: &Value, items: Vec<Value>) -> Value {
    let items: HashSet<Value> = items.iter().map(canonical).collect();
    array.as_array().unwrap_or_default().iter().filter(|value| !items.contains(&canonical(value))).cloned().collect()
}

fn canonical(value: &Value) -> Value {
    match value {
        Value::Float(number) if order::equals(&Value::Integer(*number as i64), value) => Value::Integer(*number as i64),
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (key.clone(), canonical(value)))),
        other => other.clone(),
    }
}

/// What Ruby's `Array()` makes of a value.
pub(super) fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Undef => Vec::new(),
        Value::Array(items) => items.to_vec(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        other => vec![other.clone()],
    }
}
