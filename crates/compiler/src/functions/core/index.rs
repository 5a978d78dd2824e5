//! `index`: where something stands.

use std::ops::ControlFlow;

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    evaluate::is_truthy,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
        ruby::order,
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "index",
    "Returns the place or the key of the first element that is equal to a value, or that the block is true for",
    &[
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[2, 2] block"),
            body: |call| by_block(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[1, 1] block"),
            body: |call| by_block(call, Shape::Value),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[2, 2] block"),
            body: |call| by_block(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[1, 1] block"),
            body: |call| by_block(call, Shape::Value),
        },
        Signature { parameters: &["String str", "Variant[String, Regexp] match"], block: None, body: in_text },
        Signature { parameters: &["Iterable enumerable", "Any match"], block: None, body: by_value },
    ],
    &[
        ("[5, 6].index(6)", "1"),
        ("{a => 1, b => 2}.index |$value| { $value == 2 }", "'b'"),
        ("'äbc'.index('c')", "2"),
        ("'abc'.index(/[bc]/)", "1"),
        ("[5].index(7)", "undef"),
    ],
);

fn by_block(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut found = Value::Undef;
    call.visit(&walked, shape, Breaks::Illegal, |_, element, place, answer| {
        if !is_truthy(&answer) {
            return Ok(ControlFlow::Continue(()));
        }
        found = element.label(place);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found)
}

fn by_value(call: &mut Call<'_, '_>) -> Outcome {
    for (place, element) in call.walk(call.argument(0))?.enumerate() {
        call.compilation.budget.size(place)?;
        if order::equals(&element.value, call.argument(1)) {
            return Ok(element.label(place));
        }
    }
    Ok(Value::Undef)
}

fn in_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0);
    let start = match call.argument(1) {
        Value::Regexp(pattern) => {
            let found = pattern.captures(text).map_err(|error| Interrupt::plain(error.to_string()))?;
            found.map(|captures| captures.whole().start())
        }
        other => text.find(other.as_str().unwrap_or_default()),
    };
    let place = start.and_then(|start| text.get(..start)).map(|before| before.chars().count());
    Ok(place.and_then(|place| i64::try_from(place).ok()).map(Value::Integer).unwrap_or_default())
}
