//! Functions that return iterators, or walk in steps.

use ecow::EcoVec;
use pcore::Value;

use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail};

functions![
    Function::typed(
        "reverse_each",
        "Returns an iterator over the elements from the last to the first, or calls the block with each of them",
        &[
            Signature::new(&["Iterable iterable"], reversed),
            Signature::new(&["Iterable iterable"], |call| {
                let elements = reversed(call)?;
                call.yield_each(&elements)
            })
            .block("Callable[1, 1] block"),
        ],
        &[
            ("Array([1, 2, 3].reverse_each)", "[3, 2, 1]"),
            ("'abc'.reverse_each.reduce |$text, $letter| { \"${text}${letter}\" }", "'cba'"),
        ],
    )
    .without_legacy()
    .quick(),
    Function::typed(
        "slice",
        "Returns the elements in groups of some size, or calls the block with each group",
        &[
            Signature::new(&["Hash hash", "Integer[1] slice_size"], |call| slices(call, &Value::Array(EcoVec::new())))
                .block("Callable block?"),
            Signature::new(&["Iterable enumerable", "Integer[1] slice_size"], |call| slices(call, &Value::Undef))
                .block("Callable block?"),
        ],
        &[
            ("[1, 2, 3].slice(2)", "[[1, 2], [3]]"),
            ("{a => 1, b => 2}.slice(2)", "[[['a', 1], ['b', 2]]]"),
            ("[1, 2, 3].slice(2) |$one, $two| { }", "[1, 2, 3]"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "step",
        "Returns an iterator over every nth element, beginning with the first, or calls the block with each of them",
        &[
            Signature::new(&["Iterable iterable", "Integer[1] step"], iterator),
            Signature::new(&["Iterable iterable", "Integer[1] step"], each).block("Callable[1, 1] block"),
        ],
        &[("Array([1, 2, 3, 4, 5].step(2))", "[1, 3, 5]"), ("Array(Integer[1, 10].step(3))", "[1, 4, 7, 10]")],
    )
    .without_legacy()
    .quick(),
];

fn reversed(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.lazy(0)?.reversed().into())
}

/// Makes the groups; a block with as many parameters as a group has elements gets `filler` for those that are missing.
fn slices(call: &mut Call<'_, '_>, filler: &Value) -> Outcome {
    let walked = call.argument(0).clone();
    let size = call.count(1)?;
    let spread = match parameters(call, size)? {
        None => return groups(call, &walked, size).map(Value::Array),
        Some(count) => count != 1,
    };
    let mut elements = call.walk(&walked)?.peekable();
    while elements.peek().is_some() {
        let mut group = EcoVec::new();
        for element in elements.by_ref().take(size) {
            call.push(&mut group, element.whole())?;
        }
        let answer = if spread {
            call.compilation.budget.count(size)?;
            group.extend(std::iter::repeat_n(filler.clone(), size - group.len()));
            call.yield_block(&group)
        } else {
            call.yield_block(&[Value::Array(group)])
        };
        match answer {
            Err(Interrupt::Break(_)) => break,
            other => other?,
        };
    }
    drop(elements);
    Ok(walked)
}

fn groups(call: &Call<'_, '_>, walked: &Value, size: usize) -> Outcome<EcoVec<Value>> {
    let mut made = EcoVec::new();
    let mut group = EcoVec::new();
    for (index, element) in call.walk(walked)?.enumerate() {
        call.compilation.budget.count(index)?;
        call.push(&mut group, element.whole())?;
        if group.len() >= size {
            made.push(Value::Array(std::mem::take(&mut group)));
        }
    }
    if !group.is_empty() {
        made.push(Value::Array(group));
    }
    Ok(made)
}

/// How many parameters the block has: one, or as many as a group has elements; nothing without a block.
fn parameters(call: &Call<'_, '_>, size: usize) -> Outcome<Option<usize>> {
    let Some(block) = &call.block else { return Ok(None) };
    // One that may take more or fewer gets the elements one by one.
    let open =
        block.definition.parameters.iter().any(|parameter| parameter.captures_rest || parameter.default.is_some());
    let count = if open { size } else { block.parameters() };
    if count == 0 {
        return fail("slice(): block must define at least one parameter. Block has 0.");
    }
    if count != 1 && count != size {
        let names: Vec<_> = block.definition.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        return fail(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice \
             ({size}). Block has {count}; {}",
            names.join(", ")
        ));
    }
    Ok(Some(count))
}

fn stepped(call: &Call<'_, '_>) -> Outcome {
    Ok(call.lazy(0)?.stepped(call.count(1)?).into())
}

fn iterator(call: &mut Call<'_, '_>) -> Outcome {
    // A hash that is not stepped through stays one, so that a block with two parameters still gets its keys.
    match (call.argument(0), call.argument(1)) {
        (hash @ Value::Hash(_), Value::Integer(1)) => Ok(hash.clone()),
        _ => stepped(call),
    }
}

fn each(call: &mut Call<'_, '_>) -> Outcome {
    let elements = stepped(call)?;
    call.yield_each(&elements)
}
