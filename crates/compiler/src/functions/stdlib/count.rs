//! `count`: how many elements there are, or how many of a kind.

use pcore::Value;

use super::{characters::Characters, fail};
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{order, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "count",
    "Returns how many elements are neither undef nor empty texts, or how many are equal to a value",
    -2,
    body,
    &[("count([1, undef, '', 2])", "2"), ("count([1, 2, 1], 1)", "2"), ("count('banana', 'an')", "5")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 2 {
        return fail(format!("count(): Wrong number of arguments given {count} for 1 or 2."));
    }
    let item = call.arguments.get(1).filter(|item| !matches!(item, Value::Undef | Value::Boolean(false)));
    let is_there = |value: &Value| !value.is_undef() && value.as_str() != Some("");
    let count = match (call.argument(0), item) {
        (Value::Array(items), None) => items.iter().filter(|value| is_there(value)).count(),
        (Value::Array(items), Some(item)) => items.iter().filter(|value| order::equals(value, item)).count(),
        // A pair is never empty.
        (Value::Hash(hash), None) => hash.len(),
        (Value::Hash(hash), Some(item)) => {
            let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]));
            pairs.filter(|pair| order::equals(pair, item)).count()
        }
        (Value::String(given), Some(Value::String(wanted))) => {
            let wanted = Characters::parse(wanted)?;
            given.chars().filter(|letter| wanted.contains(*letter)).count()
        }
        (Value::String(_), Some(other)) => return fail(text::no_conversion(other, "String")),
        (Value::String(_), None) => return fail("wrong number of arguments (given 0, expected 1+)"),
        (other, _) => return fail(text::no_method("count", other)),
    };
    Ok(Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
}
