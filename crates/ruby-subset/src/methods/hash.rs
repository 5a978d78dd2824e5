//! `Hash`: what leaves it as it is.

use pcore::keyed::HashSet;
use std::rc::Rc;

use super::{Answer, Arguments, array, hash_change};
use crate::{
    error::{Outcome, raise},
    machine::Machine,
    methods::enumerator::waiting,
    object::{Entries, Key, Object},
    text,
};

/// The value of a key, or what the hash gives for others.
pub(super) fn get(machine: &mut Machine<'_>, hash: &Rc<Entries>, key: &Object) -> Outcome {
    let found = hash.0.borrow().get(key)?;
    if let Some(found) = found {
        return Ok(found);
    }
    let block = hash.0.borrow().default_block.clone();
    match block {
        Some(block) => machine.call_block(&block, &[Object::Hash(hash.clone()), key.clone()]),
        None => Ok(hash.0.borrow().default.clone().unwrap_or(Object::Nil)),
    }
}

pub(super) fn call(machine: &mut Machine<'_>, hash: &Rc<Entries>, arguments: &Arguments<'_>) -> Answer {
    let pairs = || hash.0.borrow().pairs();
    let has = |key: &Object| Ok::<_, crate::error::Stop>(hash.0.borrow().map.contains_key(&Key::new(key, 0)?));
    let itself = || Object::Hash(hash.clone());
    Ok(Some(match arguments.method {
        "[]" => {
            arguments.count(1, 1)?;
            get(machine, hash, arguments.object(0)?)?
        }
        "dig" => {
            let inner = get(machine, hash, arguments.object(0)?)?;
            array::dig(machine, inner, arguments)?
        }
        "fetch" => {
            let key = arguments.object(0)?;
            let found = hash.0.borrow().get(key)?;
            match (found, arguments.block, arguments.get(1)) {
                (Some(found), ..) => found,
                (None, Some(block), _) => machine.call_block(block, std::slice::from_ref(key))?,
                (None, None, Some(default)) => default.clone(),
                (None, None, None) => return raise("KeyError", format!("key not found: {}", text::inspect(key)?)),
            }
        }
        "key?" | "has_key?" | "include?" | "member?" => Object::Boolean(has(arguments.object(0)?)?),
        "value?" | "has_value?" | "key" => {
            let wanted = arguments.object(0)?;
            let by_key = arguments.method == "key";
            for (key, value) in pairs() {
                if value.equals(wanted, 0)? {
                    return Ok(Some(if by_key { key } else { Object::Boolean(true) }));
                }
            }
            if by_key { Object::Nil } else { Object::Boolean(false) }
        }
        "keys" => Object::array(pairs().into_iter().map(|(key, _)| key).collect()),
        "values" => Object::array(pairs().into_iter().map(|(_, value)| value).collect()),
        "values_at" | "fetch_values" => {
            let mut made = Vec::new();
            for key in arguments.objects {
                if arguments.method == "fetch_values" && !has(key)? {
                    return raise("KeyError", format!("key not found: {}", text::inspect(key)?));
                }
                made.push(get(machine, hash, key)?);
            }
            Object::array(made)
        }
        "length" | "size" => Object::size(hash.0.borrow().map.len()),
        "empty?" => Object::Boolean(hash.0.borrow().map.is_empty()),
        "each" | "each_pair" => {
            let elements = machine.elements(&itself())?;
            let Some(block) = arguments.block else { return waiting(&itself(), "each", elements) };
            machine.call_with_each(block, elements)?;
            itself()
        }
        "each_key" | "each_value" => {
            if let Some(block) = arguments.block {
                for (key, value) in pairs() {
                    machine.call_block(block, &[if arguments.method == "each_key" { key } else { value }])?;
                }
            }
            itself()
        }
        "select" | "filter" | "reject" if arguments.block.is_some() => {
            let mut kept = Vec::new();
            for (key, value) in pairs() {
                let chosen = match arguments.block {
                    Some(block) => machine.call_block(block, &[key.clone(), value.clone()])?.is_true(),
                    None => true,
                };
                if chosen != (arguments.method == "reject") {
                    kept.push((key, value));
                }
            }
            Object::hash(kept)?
        }
        "merge" => {
            let made = Object::table(hash.0.borrow().clone());
            hash_change::merge(machine, &made, arguments)?;
            made
        }
        "to_h" | "to_hash" if arguments.block.is_none() => itself(),
        "invert" => Object::hash(pairs().into_iter().map(|(key, value)| (value, key)))?,
        "compact" => Object::hash(pairs().into_iter().filter(|(_, value)| !matches!(value, Object::Nil)))?,
        "slice" => {
            let mut kept = Vec::new();
            for key in arguments.objects {
                let found = hash.0.borrow().get(key)?;
                kept.extend(found.map(|value| (key.clone(), value)));
            }
            Object::hash(kept)?
        }
        "except" => {
            let left = arguments.objects.iter().map(|key| Key::new(key, 0));
            let left = left.collect::<Outcome<HashSet<Key>>>()?;
            let mut table = hash.0.borrow().clone();
            table.map.retain(|key, _| !left.contains(key));
            Object::table(table)
        }
        "transform_values" | "transform_keys" => transform(machine, hash, arguments)?,
        "default" => hash.0.borrow().default.clone().unwrap_or(Object::Nil),
        "any?" if arguments.block.is_none() && arguments.objects.is_empty() => {
            Object::Boolean(!hash.0.borrow().map.is_empty())
        }
        "flatten" => {
            let items = Object::array(machine.elements(&itself())?);
            machine.send(&items, "flatten", &[Object::Integer(1)], None)?
        }
        "<=" | ">=" => {
            let other = arguments.hash(0)?;
            let (small, large) = if arguments.method == "<=" { (hash, other) } else { (other, hash) };
            let (small, large) = (small.0.borrow(), large.0.borrow());
            for (key, (_, value)) in &small.map {
                let Some((_, other)) = large.map.get(key) else { return Ok(Some(Object::Boolean(false))) };
                if !value.equals(other, 0)? {
                    return Ok(Some(Object::Boolean(false)));
                }
            }
            Object::Boolean(true)
        }
        _ => {
            let answer = hash_change::call(machine, hash, arguments)?;
            machine.changed |= answer.is_some();
            return Ok(answer);
        }
    }))
}

fn transform(machine: &mut Machine<'_>, hash: &Rc<Entries>, arguments: &Arguments<'_>) -> Outcome {
    let Some(block) = arguments.block else {
        return crate::error::not_supported(format!("Hash#{} without a block", arguments.method));
    };
    let mut made = Vec::new();
    let pairs = hash.0.borrow().pairs();
    for (key, value) in pairs {
        made.push(if arguments.method == "transform_keys" {
            (machine.call_block(block, &[key])?, value)
        } else {
            let value = machine.call_block(block, &[value])?;
            (key, value)
        });
    }
    Object::hash(made)
}
