//! `sort`: elements or characters in order.

use ecow::EcoString;
use pcore::Value;

use crate::{
    error::Outcome,
    functions::{
        Call, Function, Signature,
        ruby::{order, sort::merge_sort},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "sort",
    "Returns the elements of an array, or the characters of a text, in order; a block may compare two of them",
    &[
        Signature { parameters: &["String string_value"], block: Some("Callable[2, 2] block?"), body: text },
        Signature { parameters: &["Array array_value"], block: Some("Callable[2, 2] block?"), body: list },
    ],
    &[
        ("sort([3, 1, 2])", "[1, 2, 3]"),
        ("sort(['B', 'a', 'C'])", "['B', 'C', 'a']"),
        ("sort('cab')", "'abc'"),
        ("sort([1, 2, 3]) |$a, $b| { compare($b, $a) }", "[3, 2, 1]"),
    ],
);

fn sorted(call: &mut Call<'_, '_>, mut values: Vec<Value>) -> Outcome<Vec<Value>> {
    merge_sort(&mut values, &mut |one, two| {
        if !call.has_block() {
            return order::compared(one, two);
        }
        let answer = call.yield_block(&[one.clone(), two.clone()])?;
        order::answered(&answer, one, two)
    })?;
    Ok(values)
}

fn list(call: &mut Call<'_, '_>) -> Outcome {
    let values = call.argument(0).as_array().unwrap_or_default().to_vec();
    sorted(call, values).map(Value::from)
}

fn text(call: &mut Call<'_, '_>) -> Outcome {
    let characters = call.string(0).chars().map(|character| Value::String(EcoString::from(character))).collect();
    let sorted = sorted(call, characters)?;
    Ok(Value::String(sorted.iter().filter_map(Value::as_str).collect()))
}
