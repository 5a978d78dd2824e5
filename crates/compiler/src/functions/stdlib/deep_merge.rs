//! `deep_merge`: several hashes as one, and so the hashes in them.

use std::sync::Arc;

use pcore::{Hash, Value};

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "deep_merge",
    "Returns the entries of all hashes; hashes with the same key are merged, of all else the later wins",
    -1,
    body,
    &[("deep_merge({'a' => {'b' => 1}}, {'a' => {'c' => 2}})", "{'a' => {'b' => 1, 'c' => 2}}")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("deep_merge(): wrong number of arguments ({count}; must be at least 2)"));
    }
    let mut all = Arc::new(Hash::default());
    for argument in call.arguments {
        match argument {
            Value::String(text) if text.is_empty() => {}
            Value::Hash(hash) => merge(&mut all, hash),
            other => {
                let class = text::class_name(other);
                return fail(format!("deep_merge: unexpected argument type {class}, only expects hash arguments"));
            }
        }
    }
    Ok(Value::Hash(all))
}

/// Values were built by a program, so they are no deeper than the stack allows.
fn merge(all: &mut Arc<Hash>, hash: &Arc<Hash>) {
    if all.is_empty() {
        *all = hash.clone();
        return;
    }
    let all = Arc::make_mut(all);
    for (key, value) in hash.iter() {
        match (all.entry(key.clone()), value) {
            (Value::Hash(old), Value::Hash(new)) => merge(old, new),
            (held, value) => *held = value.clone(),
        }
    }
}
