//! `Hash`: what changes it.

use std::rc::Rc;

use super::{Answer, Arguments};
use crate::{
    error::Outcome,
    machine::Machine,
    object::{Entries, Key, Object},
};

pub(super) fn call(machine: &mut Machine<'_>, hash: &Rc<Entries>, arguments: &Arguments<'_>) -> Answer {
    let itself = Object::Hash(hash.clone());
    Ok(Some(match arguments.method {
        "[]=" | "store" => {
            arguments.count(2, 2)?;
            let value = arguments.object(1)?.clone();
            hash.0.borrow_mut().insert(arguments.object(0)?.clone(), value.clone())?;
            let count = hash.0.borrow().map.len();
            machine.check_count(count)?;
            value
        }
        "delete" => {
            let key = Key::new(arguments.object(0)?, 0)?;
            let count = hash.0.borrow().map.len();
            // The entries after it move.
            machine.spend(count / 8)?;
            let removed = hash.0.borrow_mut().map.shift_remove(&key);
            match (removed, arguments.block) {
                (Some((_, value)), _) => value,
                (None, Some(block)) => machine.call_block(block, std::slice::from_ref(arguments.object(0)?))?,
                (None, None) => Object::Nil,
            }
        }
        "merge!" | "update" => {
            merge(machine, &itself, arguments)?;
            itself
        }
        "clear" => {
            hash.0.borrow_mut().map.clear();
            itself
        }
        "default=" => {
            let default = arguments.object(0)?.clone();
            hash.0.borrow_mut().default = Some(default.clone());
            default
        }
        "shift" => match hash.0.borrow_mut().map.shift_remove_index(0) {
            Some((_, (key, value))) => Object::pair(key, value),
            None => Object::Nil,
        },
        "replace" => {
            let map = arguments.hash(0)?.0.borrow().map.clone();
            hash.0.borrow_mut().map = map;
            itself
        }
        "delete_if" | "keep_if" | "select!" | "filter!" | "reject!" | "compact!" | "transform_values!"
        | "transform_keys!" => {
            let plain = match arguments.method {
                "delete_if" => "reject",
                "keep_if" => "select",
                other => other.trim_end_matches('!'),
            };
            let made = machine.send(&itself, plain, arguments.objects, arguments.block)?;
            let Object::Hash(other) = &made else { return Ok(Some(made)) };
            let map = other.0.borrow().map.clone();
            let unchanged = map.len() == hash.0.borrow().map.len();
            hash.0.borrow_mut().map = map;
            let says_so = arguments.method.ends_with('!') && !plain.starts_with("transform");
            if unchanged && says_so { Object::Nil } else { itself }
        }
        _ => return Ok(None),
    }))
}

/// Puts the entries of other hashes into one; a block decides about keys that both have.
pub(super) fn merge(machine: &mut Machine<'_>, into: &Object, arguments: &Arguments<'_>) -> Outcome<()> {
    let Object::Hash(into) = into else { return Ok(()) };
    for index in 0..arguments.objects.len() {
        let pairs = arguments.hash(index)?.0.borrow().pairs();
        machine.spend(pairs.len())?;
        for (key, value) in pairs {
            let old = into.0.borrow().get(&key)?;
            let value = match (old, arguments.block) {
                (Some(old), Some(block)) => machine.call_block(block, &[key.clone(), old, value])?,
                _ => value,
            };
            into.0.borrow_mut().insert(key, value)?;
            machine.check_count(into.0.borrow().map.len())?;
        }
    }
    Ok(())
}
