//! `join`: the elements of an array as one text.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "join",
    "Returns the elements of an array and of those nested in it as one text, with a delimiter between them",
    &[Signature { parameters: &["Array arg", "String delimiter?"], block: None, body }],
    &[
        ("join(['a', 'b'], '-')", "'a-b'"),
        ("join([1, [2, 3], undef])", "'123'"),
        ("join([{a => 1}], ',')", "'{\"a\"=>1}'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let delimiter = call.string(1);
    let mut joined = String::new();
    // An empty array takes a place, so what counts is where a text stands in its own array.
    let mut open = vec![(0_usize, call.argument(0).as_array().unwrap_or_default())];
    while let Some((place, items)) = open.last_mut() {
        let Some(item) = items.get(*place) else {
            open.pop();
            continue;
        };
        if *place > 0 {
            joined.push_str(delimiter);
        }
        *place += 1;
        match item {
            Value::Array(nested) => open.push((0, nested)),
            Value::Undef => {}
            Value::String(text) => joined.push_str(text),
            other => joined.push_str(&text::to_s(other)),
        }
        call.compilation.budget.size(joined.len())?;
    }
    Ok(Value::from(joined))
}
