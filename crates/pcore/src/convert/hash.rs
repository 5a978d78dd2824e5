//! `Hash.new` and `Struct.new`, from pairs, from a flat list, or from the paths of a tree.

use std::sync::{Arc, LazyLock};

use super::{
    ConversionError, MAX_ITEMS, MAX_PATH,
    array::elements,
    constructor::{Call, Constructor},
    error::Subject,
    masking::masked,
};
use crate::{
    infer,
    value::{Hash, Value},
};

pub(super) static HASH: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_hash")
        .local("KeyValueArray", "Array[Tuple[Any, Any], 1]")
        .local("TreeArray", "Array[Tuple[Array, Any], 1]")
        .local("NewHashOption", "Enum[tree, hash_tree]")
        .signature(&["TreeArray from", "NewHashOption build_option?"], from_tree)
        .signature(&["KeyValueArray from"], |call| from_pairs(items(call)))
        .signature(&["Any from"], from_any)
});

fn items<'a>(call: &'a Call<'_>) -> &'a [Value] {
    call.argument(0).as_array().unwrap_or_default()
}

/// Builds nested hashes from paths and values. An empty path means the root.
fn from_tree(call: &Call<'_>) -> Result<Value, ConversionError> {
    let all_hashes = match call.text(1) {
        "tree" => false,
        "hash_tree" => true,
        _ => return from_pairs(items(call)),
    };
    let mut root = Value::hash([]);
    for entry in items(call) {
        let Some([Value::Array(path), value]) = entry.as_array() else { continue };
        if path.len() > MAX_PATH {
            return Err(ConversionError::TooDeep);
        }
        match path.split_last() {
            None => merge_into_root(&mut root, value)?,
            Some((last, parents)) => {
                let mut node = &mut root;
                for step in parents {
                    node = child(node, step)?;
                }
                set(node, last, if all_hashes { arrays_as_hashes(value) } else { value.clone() })?;
            }
        }
    }
    Ok(root)
}

fn from_pairs(pairs: &[Value]) -> Result<Value, ConversionError> {
    let mut hash = Hash::with_capacity(pairs.len());
    for pair in pairs {
        match pair.as_array() {
            Some([key, value]) => hash.insert(key.clone(), value.clone()),
            Some([key]) => hash.insert(key.clone(), Value::Undef),
            _ => return Err(ConversionError::NoPair(type_name(pair))),
        };
    }
    Ok(Value::from(hash))
}

fn from_any(call: &Call<'_>) -> Result<Value, ConversionError> {
    let from = call.argument(0);
    if let Value::Hash(_) = from {
        return Ok(from.clone());
    }
    let Some(items) = elements(from)? else {
        let subject = Subject::of_type(from);
        return Err(ConversionError::Inconvertible { function: None, subject, target: "Hash" });
    };
    match (&items[..], from) {
        // A sequence of one element is that element: a hash, or the pairs of one.
        ([only @ Value::Hash(_)], Value::Iterator(_)) => Ok(only.clone()),
        ([Value::Array(pairs)], Value::Iterator(_)) => from_pairs(pairs),
        (flat, _) => from_flat(flat),
    }
}

fn from_flat(items: &[Value]) -> Result<Value, ConversionError> {
    let (pairs, rest) = items.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(ConversionError::OddHash);
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone()))))
}

fn merge_into_root(root: &mut Value, value: &Value) -> Result<(), ConversionError> {
    match value {
        Value::Array(items) => {
            for (index, item) in (0..).zip(items) {
                set(root, &Value::Integer(index), item.clone())?;
            }
        }
        Value::Hash(hash) => {
            for (key, item) in hash.iter() {
                set(root, key, item.clone())?;
            }
        }
        other => return Err(no_branch(&Value::from(""), other)),
    }
    Ok(())
}

/// Returns the part of a node that a step leads to; a hash gets an empty one if it is missing.
fn child<'a>(node: &'a mut Value, step: &Value) -> Result<&'a mut Value, ConversionError> {
    match node {
        Value::Hash(hash) => {
            let hash = Arc::make_mut(hash);
            if !hash.contains_key(step) {
                hash.insert(step.clone(), Value::hash([]));
            }
            Ok(hash.entry(step.clone()))
        }
        Value::Array(items) => match position(step, items.len()) {
            Some(index) => items.make_mut().get_mut(index).ok_or_else(|| no_branch(step, &Value::Undef)),
            None => Err(no_branch(step, &Value::Array(items.clone()))),
        },
        other => Err(no_branch(step, other)),
    }
}

/// Sets a part of a node; an array grows as needed.
fn set(node: &mut Value, step: &Value, value: Value) -> Result<(), ConversionError> {
    match node {
        Value::Hash(hash) => {
            Arc::make_mut(hash).insert(step.clone(), value);
            Ok(())
        }
        Value::Array(items) => {
            let Some(index) = position(step, items.len()) else {
                return Err(no_branch(step, &Value::Array(items.clone())));
            };
            if index >= MAX_ITEMS {
                return Err(ConversionError::TooMany);
            }
            while items.len() <= index {
                items.push(Value::Undef);
            }
            if let Some(slot) = items.make_mut().get_mut(index) {
                *slot = value;
            }
            Ok(())
        }
        other => Err(no_branch(step, other)),
    }
}

/// Returns the index in an array that a step means; negative ones count from the end.
fn position(step: &Value, length: usize) -> Option<usize> {
    let index = step.as_integer()?;
    match usize::try_from(index) {
        Ok(index) => Some(index),
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    }
}

fn arrays_as_hashes(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            Value::hash((0..).zip(items).map(|(index, item)| (Value::Integer(index), arrays_as_hashes(item))))
        }
        other => other.clone(),
    }
}

fn no_branch(step: &Value, node: &Value) -> ConversionError {
    ConversionError::NoBranch { step: step.to_string(), type_name: type_name(node) }
}

fn type_name(value: &Value) -> String {
    infer::generalized(&masked(value)).to_string()
}
