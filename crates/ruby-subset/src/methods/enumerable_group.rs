//! What can be done with everything that has elements: order, extremes, groups.

use std::cmp::Ordering;

use indexmap::IndexMap;
use pcore::keyed::RandomState;

use super::{Answer, Arguments, compare, enumerator::waiting, general};
use crate::{
    error::{Outcome, argument_error},
    machine::Machine,
    object::{Callable, Key, Object},
    sort::merge_sort,
};

/// The answer of a block that compares.
fn ordered_by(machine: &mut Machine<'_>, block: &Callable, one: &Object, two: &Object) -> Outcome<Ordering> {
    match machine.call_block(block, &[one.clone(), two.clone()])? {
        Object::Integer(number) => Ok(number.cmp(&0)),
        Object::Float(number) => Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        _ => {
            let (one, two) = (crate::text::class_name(one), crate::text::class_name(two));
            argument_error(format!("comparison of {one} with {two} failed"))
        }
    }
}

fn sorted(machine: &mut Machine<'_>, mut items: Vec<Object>, block: Option<&Callable>) -> Outcome<Vec<Object>> {
    machine.spend(items.len())?;
    merge_sort(&mut items, &mut |one, two| match block {
        Some(block) => ordered_by(machine, block, one, two),
        None => compare(one, two),
    })?;
    Ok(items)
}

/// Elements in the order of the answers of a block.
fn sorted_by(machine: &mut Machine<'_>, items: Vec<Object>, block: &Callable) -> Outcome<Vec<Object>> {
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((machine.call_block(block, std::slice::from_ref(&item))?, item));
    }
    merge_sort(&mut keyed, &mut |one, two| compare(&one.0, &two.0))?;
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

/// The first, the last, or some from an end.
fn chosen(arguments: &Arguments<'_>, mut items: Vec<Object>, from_end: bool) -> Outcome {
    if from_end {
        items.reverse();
    }
    match arguments.get(0) {
        Some(_) => {
            items.truncate(arguments.size(0)?);
            Ok(Object::array(items))
        }
        None => Ok(items.into_iter().next().unwrap_or(Object::Nil)),
    }
}

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Object, arguments: &Arguments<'_>) -> Answer {
    let method = arguments.method;
    Ok(Some(match (method, arguments.block) {
        ("sort", block) => {
            let items = machine.elements(receiver)?;
            Object::array(sorted(machine, items, block)?)
        }
        ("min" | "max", block) => {
            let items = machine.elements(receiver)?;
            let items = sorted(machine, items, block)?;
            chosen(arguments, items, method == "max")?
        }
        ("minmax", block) => {
            let items = machine.elements(receiver)?;
            let items = sorted(machine, items, block)?;
            let (first, last) = (items.first().cloned(), items.last().cloned());
            Object::pair(first.unwrap_or(Object::Nil), last.unwrap_or(Object::Nil))
        }
        ("sort_by" | "min_by" | "max_by" | "group_by", None) => {
            let items = machine.elements(receiver)?;
            return waiting(receiver, method, items);
        }
        ("sort_by", Some(block)) => {
            let items = machine.elements(receiver)?;
            Object::array(sorted_by(machine, items, block)?)
        }
        ("min_by" | "max_by", Some(block)) => {
            let items = machine.elements(receiver)?;
            let items = sorted_by(machine, items, block)?;
            chosen(arguments, items, method == "max_by")?
        }
        ("group_by", Some(block)) => {
            let mut groups: IndexMap<Key, (Object, Vec<Object>), RandomState> = IndexMap::default();
            for item in machine.elements(receiver)? {
                let key = machine.call_block(block, std::slice::from_ref(&item))?;
                groups.entry(Key::new(&key, 0)?).or_insert_with(|| (key, Vec::new())).1.push(item);
            }
            Object::hash(groups.into_values().map(|(key, items)| (key, Object::array(items))))?
        }
        ("tally", _) => {
            let mut counts: IndexMap<Key, (Object, i64), RandomState> = IndexMap::default();
            for item in machine.elements(receiver)? {
                counts.entry(Key::new(&item, 0)?).or_insert((item, 0)).1 += 1;
            }
            Object::hash(counts.into_values().map(|(item, count)| (item, Object::Integer(count))))?
        }
        ("uniq", block) => {
            let mut seen: IndexMap<Key, Object, RandomState> = IndexMap::default();
            for item in machine.elements(receiver)? {
                let key = match block {
                    Some(block) => machine.call_block(block, std::slice::from_ref(&item))?,
                    None => item.clone(),
                };
                seen.entry(Key::new(&key, 0)?).or_insert(item);
            }
            Object::array(seen.into_values().collect())
        }
        ("each_slice" | "each_cons", block) => {
            let size = arguments.size(0)?;
            if size == 0 {
                return argument_error(if method == "each_slice" { "invalid slice size" } else { "invalid size" });
            }
            let items = machine.elements(receiver)?;
            machine.spend(items.len())?;
            let made: Vec<Object> = if method == "each_slice" {
                items.chunks(size).map(|chunk| Object::array(chunk.to_vec())).collect()
            } else {
                machine.check_count(items.len().saturating_mul(size))?;
                items.windows(size).map(|window| Object::array(window.to_vec())).collect()
            };
            match block {
                None => return waiting(receiver, method, made),
                Some(block) => {
                    machine.call_with_each(block, made)?;
                    receiver.clone()
                }
            }
        }
        ("zip", _) => {
            let mut others = Vec::new();
            for other in arguments.objects {
                others.push(machine.elements(other)?);
            }
            let items = machine.elements(receiver)?;
            machine.check_texts(items.len().saturating_mul(others.len() + 1))?;
            let rows = items.into_iter().enumerate().map(|(index, item)| {
                let rest = others.iter().map(|other| other.get(index).cloned().unwrap_or(Object::Nil));
                Object::array(std::iter::once(item).chain(rest).collect())
            });
            let rows: Vec<Object> = rows.collect();
            match arguments.block {
                None => Object::array(rows),
                Some(block) => {
                    machine.call_with_each(block, rows)?;
                    Object::Nil
                }
            }
        }
        _ => return general::call(machine, receiver, arguments),
    }))
}
