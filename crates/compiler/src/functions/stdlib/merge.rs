//! `merge`: several hashes as one.

use std::sync::Arc;

use pcore::{Hash, Value};

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

const SIGNATURES: &[Signature] = &[
    Signature {
        parameters: &["Variant[Hash[Scalar, Any], Undef, String[0, 0]] args*"],
        block: None,
        body: |call| Ok(merged(call.arguments)),
    },
    Signature { parameters: &["Iterable args*"], block: Some("Callable[3, 3] block"), body: collected },
    Signature { parameters: &["Iterable args*"], block: Some("Callable[2, 2] block"), body: collected },
];

pub(super) static FUNCTION: Function = Function::typed(
    "merge",
    "Returns the entries of all hashes, or of the hashes that a block makes of the elements; later ones win",
    SIGNATURES,
    &[
        ("merge({'a' => 1}, undef, {'a' => 2, 'b' => 3})", "{'a' => 2, 'b' => 3}"),
        ("merge(['x', 'y']) |$all, $place, $item| { {$item => $place} }", "{'x' => 0, 'y' => 1}"),
    ],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::merge",
    "Returns the entries of all hashes, or of the hashes that a block makes of the elements; later ones win",
    SIGNATURES,
    &[("stdlib::merge({'a' => 1}, {'b' => 2})", "{'a' => 1, 'b' => 2}")],
);

fn merged(arguments: &[Value]) -> Value {
    let mut all = Hash::default();
    for hash in arguments.iter().filter_map(Value::as_hash) {
        all.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    Value::Hash(Arc::new(all))
}

/// Merges what the block makes of each element; it sees what there is so far.
fn collected(call: &mut Call<'_, '_>) -> Outcome {
    let mut all = Arc::new(Hash::default());
    let walked = call.argument(0).clone();
    let with_place = call.block_parameters() == 3;
    for (place, element) in call.walk(&walked)?.enumerate() {
        let so_far = Value::Hash(all.clone());
        let made = if with_place {
            call.yield_block(&[so_far, element.label(place), element.value.clone()])?
        } else {
            call.yield_block(&[so_far, element.whole()])?
        };
        if let Value::Hash(made) = made {
            // What the block saw is gone by now, so this copies only where it kept it.
            Arc::make_mut(&mut all).extend(made.iter().map(|(key, value)| (key.clone(), value.clone())));
            call.compilation.budget.count(all.len())?;
        }
    }
    Ok(Value::Hash(all))
}
