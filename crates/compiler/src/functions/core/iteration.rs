//! Functions that call a block for each element.

use std::ops::ControlFlow;

use ecow::EcoVec;
use indexmap::IndexMap;
use pcore::{Hash, Value};

use crate::{
    evaluate::is_truthy,
    functions::{
        Body, Call, Function, Interrupt, Outcome, Signature,
        iteration::{Breaks, Shape},
        order,
    },
};

functions![
    Function::typed(
        "all",
        "Returns whether the block is true for every element",
        &for_each(
            |call| Ok((!occurs(call, Shape::Labelled, false)?).into()),
            |call| Ok((!occurs(call, Shape::Whole, false)?).into()),
        ),
        &[
            ("[1, 2].all |$x| { $x > 0 }", "true"),
            ("{a => 1}.all |$key, $value| { $value == 2 }", "false"),
            ("[].all |$x| { false }", "true"),
        ],
    ),
    Function::typed(
        "any",
        "Returns whether the block is true for at least one element",
        &for_each(
            |call| occurs(call, Shape::Labelled, true).map(Into::into),
            |call| occurs(call, Shape::Whole, true).map(Into::into),
        ),
        &[
            ("[1, 2].any |$x| { $x == 2 }", "true"),
            ("{a => 1}.any |$key, $value| { $value == 2 }", "false"),
            ("[].any |$x| { true }", "false"),
        ],
    ),
    Function::typed(
        "each",
        "Calls a block for every element and returns what was walked",
        &for_each(|call| each(call, Shape::Labelled), |call| each(call, Shape::Whole)),
        &[("[1, 2].each |$x| { }", "[1, 2]"), ("{a => 1}.each |$key, $value| { }", "{a => 1}")],
    ).without_legacy()
    .quick(),
    Function::typed(
        "filter",
        "Returns the elements, or the entries of a hash, that the block is true for",
        &[
            Signature::new(&["Hash hash"], |call| entries(call, Shape::Labelled, true)).block(TWO),
            Signature::new(&["Hash hash"], |call| entries(call, Shape::Whole, true)).block(ONE),
            Signature::new(&["Iterable enumerable"], |call| elements(call, Shape::Labelled, true)).block(TWO),
            Signature::new(&["Iterable enumerable"], |call| elements(call, Shape::Whole, true)).block(ONE),
        ],
        &[
            ("[1, 2, 3].filter |$x| { $x > 1 }", "[2, 3]"),
            ("{a => 1, b => 2}.filter |$key, $value| { $value > 1 }", "{b => 2}"),
            ("'abc'.filter |$index, $letter| { $index > 0 }", "['b', 'c']"),
        ],
    ).without_legacy(),
    Function::typed(
        "group_by",
        "Returns a hash from what the block says to the elements that it says so of",
        &[
            Signature::new(&["Collection collection"], |call| groups(call, Shape::Whole)).block(ONE),
            Signature::new(&["Array array"], |call| groups(call, Shape::Labelled)).block(TWO),
            Signature::new(&["Collection collection"], |call| groups(call, Shape::Labelled)).block(TWO),
        ],
        &[
            ("['a', 'bb', 'cc'].group_by |$text| { $text.length }", "{1 => ['a'], 2 => ['bb', 'cc']}"),
            ("{a => 1, b => 1}.group_by |$key, $value| { $value }", "{1 => [['a', 1], ['b', 1]]}"),
        ],
    ),
    Function::typed(
        "index",
        "Returns the index or the key of the first element that is equal to a value, or that the block is true for",
        &[
            Signature::new(&["Hash hash"], |call| by_block(call, Shape::Labelled)).block(TWO),
            Signature::new(&["Hash hash"], |call| by_block(call, Shape::Value)).block(ONE),
            Signature::new(&["Iterable enumerable"], |call| by_block(call, Shape::Labelled)).block(TWO),
            Signature::new(&["Iterable enumerable"], |call| by_block(call, Shape::Value)).block(ONE),
            Signature::new(&["String str", "Variant[String, Regexp] match"], in_text),
            Signature::new(&["Iterable enumerable", "Any match"], by_value),
        ],
        &[
            ("[5, 6].index(6)", "1"),
            ("{a => 1, b => 2}.index |$value| { $value == 2 }", "'b'"),
            ("'äbc'.index('c')", "2"),
            ("'abc'.index(/[bc]/)", "1"),
            ("[5].index(7)", "undef"),
        ],
    ),
    Function::typed(
        "map",
        "Returns what a block gives for every element",
        &for_each(|call| map(call, Shape::Labelled), |call| map(call, Shape::Whole)),
        &[("[1, 2].map |$x| { $x + 1 }", "[2, 3]"), ("{a => 1}.map |$key, $value| { [$value, $key] }", "[[1, 'a']]")],
    ).without_legacy(),
    Function::typed(
        "partition",
        "Returns two arrays: the elements that the block is true for, and the others",
        &[
            Signature::new(&["Collection collection"], |call| halves(call, Shape::Whole)).block(ONE),
            Signature::new(&["Array array"], |call| halves(call, Shape::Labelled)).block(TWO),
            Signature::new(&["Collection collection"], |call| halves(call, Shape::Labelled)).block(TWO),
        ],
        &[
            ("[1, 2, 3, 4].partition |$x| { $x % 2 == 0 }", "[[2, 4], [1, 3]]"),
            ("{a => 1, b => 2}.partition |$key, $value| { $value == 2 }", "[[['b', 2]], [['a', 1]]]"),
        ],
    ),
    Function::typed(
        "reduce",
        "Calls the block with what it returned last, at first with a start value or the first element, and each element",
        &[
            Signature::new(&["Iterable enumerable"], reduce).block(TWO),
            Signature::new(&["Iterable enumerable", "Any memo"], reduce).block(TWO),
        ],
        &[
            ("[1, 2, 3].reduce |$sum, $x| { $sum + $x }", "6"),
            ("{a => 1, b => 2}.reduce(10) |$sum, $entry| { $sum + $entry[1] }", "13"),
            ("[].reduce |$sum, $x| { $sum + $x }", "undef"),
        ],
    ).without_legacy(),
];

/// `reject` with a block, which only the logic of types can call; elsewhere it is a function of stdlib.
pub(crate) static REJECT: Function = Function::typed(
    "reject",
    "Returns the elements, or the entries of a hash, that the block is not true for",
    &[
        Signature::new(&["Hash hash"], |call| entries(call, Shape::Labelled, false)).block(TWO),
        Signature::new(&["Hash hash"], |call| entries(call, Shape::Whole, false)).block(ONE),
        Signature::new(&["Iterable enumerable"], |call| elements(call, Shape::Labelled, false)).block(TWO),
        Signature::new(&["Iterable enumerable"], |call| elements(call, Shape::Whole, false)).block(ONE),
    ],
    &[],
);

/// A block with two parameters: a key or an index, and a value.
const TWO: &str = "Callable[2, 2] block";
/// A block with one parameter.
const ONE: &str = "Callable[1, 1] block";

/// The signatures of functions that call a block for each element with its label, or for the element alone.
const fn for_each(labelled: Body, whole: Body) -> [Signature; 4] {
    [
        Signature::new(&["Hash hash"], labelled).block(TWO),
        Signature::new(&["Hash hash"], whole).block(ONE),
        Signature::new(&["Iterable enumerable"], labelled).block(TWO),
        Signature::new(&["Iterable enumerable"], whole).block(ONE),
    ]
}

/// Whether the block gives a truth for some element.
fn occurs(call: &mut Call<'_, '_>, shape: Shape, truth: bool) -> Outcome<bool> {
    let mut found = false;
    call.visit(call.argument(0), shape, Breaks::Illegal, |_, _, _, answer| {
        found = is_truthy(&answer) == truth;
        Ok(if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(found)
}

fn each(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    call.visit(call.argument(0), shape, Breaks::End, |_, _, _, _| Ok(ControlFlow::Continue(())))?;
    Ok(call.argument(0).clone())
}

/// The entries that the block is true for, or not.
fn entries(call: &mut Call<'_, '_>, shape: Shape, truth: bool) -> Outcome {
    let mut kept = Hash::default();
    call.visit(call.argument(0), shape, Breaks::Illegal, |_, element, _, answer| {
        if let (true, Some(key)) = (is_truthy(&answer) == truth, element.key) {
            kept.insert(key, element.value);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(kept.into())
}

/// The elements that the block is true for, or not.
fn elements(call: &mut Call<'_, '_>, shape: Shape, truth: bool) -> Outcome {
    let mut kept = EcoVec::new();
    call.visit(call.argument(0), shape, Breaks::End, |call, element, _, answer| {
        if is_truthy(&answer) == truth {
            call.push(&mut kept, element.value)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(kept))
}

fn groups(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let mut groups: IndexMap<Value, EcoVec<Value>> = IndexMap::new();
    call.visit(call.argument(0), shape, Breaks::Illegal, |_, element, _, answer| {
        groups.entry(answer).or_default().push(element.whole());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::hash(groups.into_iter().map(|(label, group)| (label, Value::Array(group)))))
}

fn by_block(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let mut found = Value::Undef;
    call.visit(call.argument(0), shape, Breaks::Illegal, |_, element, index, answer| {
        if !is_truthy(&answer) {
            return Ok(ControlFlow::Continue(()));
        }
        found = element.label(index);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found)
}

fn by_value(call: &mut Call<'_, '_>) -> Outcome {
    for (index, element) in call.walk(call.argument(0))?.enumerate() {
        call.compilation.budget.size(index)?;
        if order::equals(&element.value, call.argument(1)) {
            return Ok(element.label(index));
        }
    }
    Ok(Value::Undef)
}

fn in_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0)?;
    let start = match call.argument(1) {
        Value::Regexp(pattern) => {
            let found = pattern.captures(text).map_err(|error| Interrupt::unplaced(error.to_string()))?;
            found.map(|captures| captures.whole().start())
        }
        other => text.find(other.as_str().unwrap_or_default()),
    };
    let index = start.and_then(|start| text.get(..start)).map(|before| before.chars().count());
    Ok(index.and_then(|index| i64::try_from(index).ok()).map(Value::Integer).unwrap_or_default())
}

fn map(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let mut made = EcoVec::new();
    call.visit(call.argument(0), shape, Breaks::End, |call, _, _, answer| {
        call.push(&mut made, answer)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(made))
}

fn halves(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let (mut yes, mut no) = (EcoVec::new(), EcoVec::new());
    call.visit(call.argument(0), shape, Breaks::Illegal, |_, element, _, answer| {
        if is_truthy(&answer) {
            yes.push(element.whole())
        } else {
            no.push(element.whole())
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::array([Value::Array(yes), Value::Array(no)]))
}

fn reduce(call: &mut Call<'_, '_>) -> Outcome {
    let mut elements = call.walk(call.argument(0))?;
    let mut memo = match call.arguments.get(1) {
        Some(start) => start.clone(),
        None => elements.next().map(|first| first.whole()).unwrap_or_default(),
    };
    for element in elements {
        memo = match call.yield_block(&[memo.clone(), element.whole()]) {
            Err(Interrupt::Break(_)) => return Ok(memo),
            other => other?,
        };
    }
    Ok(memo)
}
