//! `reject`: an array without the texts that match.

use pcore::Value;

use super::{
    delete_regex::matches,
    fail,
    grep::{arguments, chosen},
};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "reject",
    "Returns an array without the texts, or a hash without the keys, that match a pattern",
    -1,
    body,
    &[("reject(['aaa', 'bbb', 'aab'], '^aa')", "['bbb']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (given, pattern) = arguments(call)?;
    match given {
        Value::Array(items) => chosen(items, &pattern, false),
        Value::Hash(hash) => {
            let mut left = Vec::new();
            for (key, value) in hash.iter() {
                if !matches(&pattern, key)? {
                    left.push((key.clone(), value.clone()));
                }
            }
            Ok(Value::hash(left))
        }
        other => fail(text::no_method("reject", other)),
    }
}
