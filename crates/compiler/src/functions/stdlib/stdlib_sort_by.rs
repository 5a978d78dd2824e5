//! `stdlib::sort_by`: a collection in the order of what a block makes of its elements.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{
        Call, Function, Signature,
        iteration::Element,
        ruby::{order, text},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::sort_by",
    "Returns an array, a hash or a text in the order of what a block makes of each element",
    &[
        Signature { parameters: &["Array ary"], block: Some("Callable[1, 1] block"), body },
        Signature { parameters: &["String str"], block: Some("Callable[1, 1] block"), body },
        Signature { parameters: &["Hash hsh"], block: Some("Variant[Callable[1, 1], Callable[2, 2]] block"), body },
    ],
    &[
        ("stdlib::sort_by(['ccc', 'a', 'bb']) |$word| { $word.length }", "['a', 'bb', 'ccc']"),
        ("stdlib::sort_by({'a' => 2, 'b' => 1}) |$key, $value| { $value }.keys", "['b', 'a']"),
        ("stdlib::sort_by('cab') |$letter| { $letter }", "'abc'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let walked = call.argument(0).clone();
    let in_two = call.block_parameters() == 2;
    let mut keyed: Vec<(Value, Element)> = Vec::new();
    for element in call.walk(&walked)? {
        let made = match &element.key {
            Some(key) if in_two => call.yield_block(&[key.clone(), element.value.clone()])?,
            _ => call.yield_block(&[element.whole()])?,
        };
        keyed.push((made, element));
    }
    // What has no order is told after sorting, which cannot fail half way.
    let mut problem = None;
    keyed.sort_by(|(one, _), (two, _)| {
        order::compare(one, two).unwrap_or_else(|| {
            problem.get_or_insert_with(|| no_order(one, two));
            std::cmp::Ordering::Equal
        })
    });
    if let Some(problem) = problem {
        return Err(problem);
    }
    let elements = keyed.into_iter().map(|(_, element)| element);
    Ok(match walked {
        Value::Hash(_) => Value::hash(elements.filter_map(|element| Some((element.key?, element.value)))),
        Value::String(_) => Value::from(elements.map(|element| text::to_s(&element.value)).collect::<String>()),
        _ => elements.map(|element| element.value).collect(),
    })
}

fn no_order(one: &Value, two: &Value) -> Interrupt {
    match order::compared(one, two) {
        Err(problem) => problem,
        Ok(_) => Interrupt::plain("comparison failed"),
    }
}
