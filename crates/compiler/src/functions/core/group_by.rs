//! `group_by`: elements by what a block says of them.

use std::ops::ControlFlow;

use ecow::EcoVec;
use indexmap::IndexMap;
use pcore::Value;

use crate::{
    error::Outcome,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "group_by",
    "Returns a hash from what the block says to the elements that it says so of",
    &[
        Signature {
            parameters: &["Collection collection"],
            block: Some("Callable[1, 1] block"),
            body: |call| groups(call, Shape::Whole),
        },
        Signature {
            parameters: &["Array array"],
            block: Some("Callable[2, 2] block"),
            body: |call| groups(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Collection collection"],
            block: Some("Callable[2, 2] block"),
            body: |call| groups(call, Shape::Labelled),
        },
    ],
    &[
        ("['a', 'bb', 'cc'].group_by |$text| { $text.length }", "{1 => ['a'], 2 => ['bb', 'cc']}"),
        ("{a => 1, b => 1}.group_by |$key, $value| { $value }", "{1 => [['a', 1], ['b', 1]]}"),
    ],
);

fn groups(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut groups: IndexMap<Value, EcoVec<Value>> = IndexMap::new();
    call.visit(&walked, shape, Breaks::Illegal, |_, element, _, answer| {
        groups.entry(answer).or_default().push(element.whole());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::hash(groups.into_iter().map(|(label, group)| (label, Value::Array(group)))))
}
