//! `slice`: elements in groups of some size.

use ecow::EcoVec;
use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "slice",
    "Returns the elements in groups of some size, or calls the block with each group",
    &[
        Signature {
            parameters: &["Hash hash", "Integer[1] slice_size"],
            block: Some("Callable block?"),
            body: |call| slices(call, &Value::Array(EcoVec::new())),
        },
        Signature {
            parameters: &["Iterable enumerable", "Integer[1] slice_size"],
            block: Some("Callable block?"),
            body: |call| slices(call, &Value::Undef),
        },
    ],
    &[
        ("[1, 2, 3].slice(2)", "[[1, 2], [3]]"),
        ("{a => 1, b => 2}.slice(2)", "[[['a', 1], ['b', 2]]]"),
        ("[1, 2, 3].slice(2) |$one, $two| { }", "[1, 2, 3]"),
    ],
);

/// Makes the groups; a block with as many parameters as a group has elements gets `filler` for those that are missing.
fn slices(call: &mut Call<'_, '_>, filler: &Value) -> Outcome {
    let walked = call.argument(0).clone();
    let size = usize::try_from(call.argument(1).as_integer().unwrap_or(1)).unwrap_or(usize::MAX);
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
    for (place, element) in call.walk(walked)?.enumerate() {
        call.compilation.budget.count(place)?;
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
        return Err(Interrupt::plain("slice(): block must define at least one parameter. Block has 0."));
    }
    if count != 1 && count != size {
        let names: Vec<_> = block.definition.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        return Err(Interrupt::plain(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice \
             ({size}). Block has {count}; {}",
            names.join(", ")
        )));
    }
    Ok(Some(count))
}
