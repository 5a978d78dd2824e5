//! `Array`: what changes it.

use std::rc::Rc;

use super::{Answer, Arguments, range_bounds, resolve_index, slice_bounds};
use crate::{
    error::{Outcome, raise},
    machine::Machine,
    object::{Items, Object},
};

pub(super) fn call(machine: &mut Machine<'_>, array: &Rc<Items>, arguments: &Arguments<'_>) -> Answer {
    let length = array.0.borrow().len();
    let itself = Object::Array(array.clone());
    Ok(Some(match arguments.method {
        "<<" | "push" | "append" => {
            machine.check_count(length + arguments.objects.len())?;
            array.0.borrow_mut().extend_from_slice(arguments.objects);
            itself
        }
        "unshift" | "prepend" => {
            machine.spend(length)?;
            array.0.borrow_mut().splice(0..0, arguments.objects.iter().cloned());
            itself
        }
        "insert" => {
            let index = resolve_index(arguments.integer(0)?, length + 1).unwrap_or(length).min(length);
            machine.spend(length)?;
            array.0.borrow_mut().splice(index..index, arguments.objects.iter().skip(1).cloned());
            itself
        }
        "concat" => {
            for index in 0..arguments.objects.len() {
                let items = arguments.array(index)?;
                machine.check_count(array.0.borrow().len() + items.len())?;
                array.0.borrow_mut().extend(items);
            }
            itself
        }
        "pop" => match arguments.get(0) {
            None => array.0.borrow_mut().pop().unwrap_or(Object::Nil),
            Some(_) => {
                let count = arguments.size(0)?;
                Object::array(array.0.borrow_mut().split_off(length.saturating_sub(count)))
            }
        },
        "shift" => {
            machine.spend(length)?;
            let mut items = array.0.borrow_mut();
            match arguments.get(0) {
                None if items.is_empty() => Object::Nil,
                None => items.remove(0),
                Some(_) => {
                    let count = arguments.size(0)?.min(length);
                    Object::array(items.drain(..count).collect())
                }
            }
        }
        "delete" => {
            machine.spend(length)?;
            let wanted = arguments.object(0)?;
            let mut kept = Vec::with_capacity(length);
            for item in array.0.borrow().iter() {
                if !item.equals(wanted, 0)? {
                    kept.push(item.clone());
                }
            }
            let found = kept.len() < length;
            *array.0.borrow_mut() = kept;
            if found { wanted.clone() } else { Object::Nil }
        }
        "delete_at" => {
            machine.spend(length)?;
            match resolve_index(arguments.integer(0)?, length).filter(|index| *index < length) {
                Some(index) => array.0.borrow_mut().remove(index),
                None => Object::Nil,
            }
        }
        "slice!" => {
            let taken = machine.send(&itself, "slice", arguments.objects, None)?;
            let part = part(arguments, length)?;
            if let Some((start, count)) = part {
                array.0.borrow_mut().drain(start..start + count);
            }
            taken
        }
        "clear" => {
            let old = std::mem::take(&mut *array.0.borrow_mut());
            drop(old);
            itself
        }
        "fill" => {
            array.0.borrow_mut().fill(arguments.object(0)?.clone());
            itself
        }
        "replace" => {
            let items = arguments.array(0)?;
            *array.0.borrow_mut() = items;
            itself
        }
        "[]=" => {
            set(machine, array, arguments)?;
            arguments.objects.last().cloned().unwrap_or(Object::Nil)
        }
        "delete_if" | "keep_if" | "map!" | "collect!" | "select!" | "filter!" | "reject!" | "compact!" | "flatten!"
        | "uniq!" | "sort!" | "sort_by!" | "reverse!" | "rotate!" => {
            let plain = match arguments.method {
                "delete_if" => "reject",
                "keep_if" => "select",
                other => other.trim_end_matches('!'),
            };
            let made = machine.send(&itself, plain, arguments.objects, arguments.block)?;
            let Some(items) = made.as_items() else { return Ok(Some(made)) };
            let unchanged = items.len() == length;
            *array.0.borrow_mut() = items;
            // Some say so when there was nothing to do.
            match plain {
                "select" | "filter" | "reject" | "compact" | "flatten" | "uniq"
                    if unchanged && arguments.method.ends_with('!') =>
                {
                    Object::Nil
                }
                _ => itself,
            }
        }
        _ => return Ok(None),
    }))
}

fn part(arguments: &Arguments<'_>, length: usize) -> Outcome<Option<(usize, usize)>> {
    match (arguments.object(0)?, arguments.get(1)) {
        (Object::Range(range), _) => range_bounds(range, length),
        (_, Some(_)) => Ok(slice_bounds(arguments.integer(0)?, arguments.integer(1)?, length)),
        (_, None) => {
            Ok(resolve_index(arguments.integer(0)?, length).filter(|index| *index < length).map(|index| (index, 1)))
        }
    }
}

fn set(machine: &mut Machine<'_>, array: &Rc<Items>, arguments: &Arguments<'_>) -> Outcome<()> {
    let length = array.0.borrow().len();
    let (value, places) = match arguments.objects.split_last() {
        Some((value, places)) if !places.is_empty() => (value.clone(), places),
        _ => return raise("ArgumentError", "wrong number of arguments (given 1, expected 2..3)"),
    };
    if let [Object::Integer(number)] = places {
        let Some(index) = resolve_index(*number, length) else {
            let message = format!("index {number} too small for array; minimum: -{length}");
            return raise("IndexError", message);
        };
        machine.check_count(index)?;
        let mut items = array.0.borrow_mut();
        if index >= items.len() {
            items.resize(index + 1, Object::Nil);
        }
        items[index] = value;
        return Ok(());
    }
    let places = Arguments { objects: places, ..*arguments };
    let Some((start, count)) = part(&places, length)? else {
        return raise("RangeError", "index out of range");
    };
    machine.spend(length)?;
    let new = value.as_items().unwrap_or_else(|| vec![value]);
    machine.check_count(length + new.len())?;
    array.0.borrow_mut().splice(start..start + count, new);
    Ok(())
}
