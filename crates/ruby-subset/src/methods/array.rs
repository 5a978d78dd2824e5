//! `Array`: what leaves it as it is.

use pcore::keyed::HashSet;
use std::rc::Rc;

use ecow::EcoString;

use super::{Answer, Arguments, array_change, range_bounds, resolve_index, slice_bounds, to_integer};
use crate::{
    error::{Outcome, argument_error, raise, type_error},
    machine::{Machine, no_conversion},
    methods::enumerator::waiting,
    object::{Items, Key, Object, too_deep},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, array: &Rc<Items>, arguments: &Arguments<'_>) -> Answer {
    let length = array.0.borrow().len();
    let at = |index: Option<usize>| {
        let items = array.0.borrow();
        index.and_then(|index| items.get(index).cloned()).unwrap_or(Object::Nil)
    };
    let all = || array.0.borrow().clone();
    Ok(Some(match arguments.method {
        "each" => {
            let Some(block) = arguments.block else { return waiting(&Object::Array(array.clone()), "each", all()) };
            let mut index = 0;
            // The array may change while it is walked.
            loop {
                let Some(item) = array.0.borrow().get(index).cloned() else { break };
                machine.call_block(block, &[item])?;
                index += 1;
            }
            Object::Array(array.clone())
        }
        "each_index" => {
            let indices = (0..length).map(Object::size).collect();
            let Some(block) = arguments.block else { return waiting(&Object::Array(array.clone()), "each", indices) };
            machine.call_with_each(block, indices)?;
            Object::Array(array.clone())
        }
        "length" | "size" => Object::size(length),
        "empty?" => Object::Boolean(length == 0),
        "[]" | "slice" => {
            arguments.count(1, 2)?;
            slice(&array.0.borrow(), arguments)?
        }
        "at" => at(resolve_index(arguments.integer(0)?, length)),
        "dig" => {
            let inner = at(resolve_index(arguments.integer(0)?, length));
            dig(machine, inner, arguments)?
        }
        "fetch" => {
            let number = arguments.integer(0)?;
            match (resolve_index(number, length).filter(|index| *index < length), arguments.block, arguments.get(1)) {
                (Some(index), ..) => at(Some(index)),
                (None, Some(block), _) => machine.call_block(block, &[Object::Integer(number)])?,
                (None, None, Some(default)) => default.clone(),
                (None, None, None) => {
                    let message = format!("index {number} outside of array bounds: -{length}...{length}");
                    return raise("IndexError", message);
                }
            }
        }
        "values_at" => {
            let places = arguments.objects.iter().map(|index| Ok(at(resolve_index(to_integer(index)?, length))));
            Object::array(places.collect::<Outcome<_>>()?)
        }
        "first" if arguments.objects.is_empty() => at(Some(0)),
        "last" => match arguments.get(0) {
            None => at(length.checked_sub(1)),
            Some(_) => {
                arguments.count(0, 1)?;
                let count = arguments.size(0)?;
                Object::array(all().into_iter().skip(length.saturating_sub(count)).collect())
            }
        },
        "join" => {
            arguments.count(0, 1)?;
            let separator = match arguments.get(0) {
                None | Some(Object::Nil) => EcoString::new(),
                Some(_) => arguments.text(0)?,
            };
            let mut made = EcoString::new();
            join(machine, &all(), &separator, &mut made, &mut true, 0)?;
            Object::text(made)
        }
        "to_a" | "to_ary" => Object::Array(array.clone()),
        "+" => match arguments.object(0)? {
            Object::Array(other) => {
                machine.check_count(length + other.0.borrow().len())?;
                let (own, other) = (array.0.borrow(), other.0.borrow());
                let mut items = Vec::with_capacity(length + other.len());
                items.extend(own.iter().chain(other.iter()).cloned());
                Object::array(items)
            }
            other => return type_error(no_conversion(other, "Array")),
        },
        "-" | "difference" | "&" | "intersection" | "intersect?" => {
            let other = arguments.array(0)?;
            let known = other.iter().map(|item| Key::new(item, 0)).collect::<Outcome<HashSet<Key>>>()?;
            let wanted = !matches!(arguments.method, "-" | "difference");
            let mut kept = Vec::new();
            for item in all() {
                if known.contains(&Key::new(&item, 0)?) == wanted {
                    kept.push(item);
                }
            }
            match arguments.method {
                "intersect?" => Object::Boolean(!kept.is_empty()),
                _ if wanted => machine.send(&Object::array(kept), "uniq", &[], None)?,
                _ => Object::array(kept),
            }
        }
        "|" | "union" => {
            let both = machine.send(&Object::Array(array.clone()), "+", arguments.objects, None)?;
            machine.send(&both, "uniq", &[], None)?
        }
        "*" => match arguments.object(0)? {
            Object::String(_) => {
                return call(machine, array, &Arguments { method: "join", ..*arguments });
            }
            _ => {
                let count = arguments.size(0)?;
                machine.check_count(count.saturating_mul(length))?;
                Object::array(std::iter::repeat_n(all(), count).flatten().collect())
            }
        },
        "compact" => Object::array(all().into_iter().filter(|item| !matches!(item, Object::Nil)).collect()),
        "flatten" => {
            let levels = match arguments.get(0) {
                None | Some(Object::Nil) => usize::MAX,
                Some(_) => usize::try_from(arguments.integer(0)?).unwrap_or(usize::MAX),
            };
            let mut made = Vec::new();
            flatten(machine, &all(), levels, &mut made, 0)?;
            Object::array(made)
        }
        "reverse" => Object::array(all().into_iter().rev().collect()),
        "rotate" => {
            let mut items = all();
            if length > 0 {
                let turns = arguments.optional_integer(0)?.unwrap_or(1);
                let turns = turns.rem_euclid(i64::try_from(length).unwrap_or(i64::MAX));
                items.rotate_left(usize::try_from(turns).unwrap_or_default());
            }
            Object::array(items)
        }
        "transpose" => transpose(&all())?,
        "rindex" => {
            let wanted = arguments.object(0)?;
            for (index, item) in all().iter().enumerate().rev() {
                if item.equals(wanted, 0)? {
                    return Ok(Some(Object::size(index)));
                }
            }
            Object::Nil
        }
        "assoc" => {
            let wanted = arguments.object(0)?;
            for item in all() {
                if let Some(first) = item.as_items().and_then(|items| items.first().cloned())
                    && first.equals(wanted, 0)?
                {
                    return Ok(Some(item));
                }
            }
            Object::Nil
        }
        "product" => {
            let other = arguments.array(0)?;
            machine.check_texts(other.len().saturating_mul(length))?;
            let pairs = all().into_iter().flat_map(|one| {
                other.iter().map(move |two| Object::pair(one.clone(), two.clone())).collect::<Vec<_>>()
            });
            Object::array(pairs.collect())
        }
        _ => {
            let answer = array_change::call(machine, array, arguments)?;
            machine.changed |= answer.is_some();
            return Ok(answer);
        }
    }))
}

/// Goes on digging with the rest of the keys.
pub(super) fn dig(machine: &mut Machine<'_>, inner: Object, arguments: &Arguments<'_>) -> Outcome {
    let rest = arguments.objects.get(1..).unwrap_or_default();
    if rest.is_empty() || matches!(inner, Object::Nil) {
        return Ok(inner);
    }
    machine.nested(|machine| machine.send(&inner, "dig", rest, None))
}

fn slice(items: &[Object], arguments: &Arguments<'_>) -> Outcome {
    let found = match (arguments.object(0)?, arguments.get(1)) {
        (_, Some(_)) => slice_bounds(arguments.integer(0)?, arguments.integer(1)?, items.len()),
        (Object::Range(range), None) => range_bounds(range, items.len())?,
        (_, None) => {
            let index = resolve_index(arguments.integer(0)?, items.len());
            return Ok(index.and_then(|index| items.get(index).cloned()).unwrap_or(Object::Nil));
        }
    };
    Ok(found.map_or(Object::Nil, |(start, length)| Object::array(items[start..start + length].to_vec())))
}

fn join(
    machine: &mut Machine<'_>,
    items: &[Object],
    separator: &str,
    made: &mut EcoString,
    first: &mut bool,
    depth: usize,
) -> Outcome<()> {
    if depth > crate::object::MAX_NESTING {
        return argument_error("recursive array join");
    }
    for item in items {
        if let Object::Array(inner) = item {
            let inner = inner.0.borrow().clone();
            join(machine, &inner, separator, made, first, depth + 1)?;
            continue;
        }
        if !std::mem::take(first) {
            machine.check_size(made.len() + separator.len())?;
            made.push_str(separator);
        }
        made.push_str(&text::to_s(item)?);
        machine.check_size(made.len())?;
    }
    Ok(())
}

pub(super) fn flatten(
    machine: &mut Machine<'_>,
    items: &[Object],
    levels: usize,
    made: &mut Vec<Object>,
    depth: usize,
) -> Outcome<()> {
    too_deep(depth)?;
    for item in items {
        match item {
            Object::Array(inner) if levels > 0 => {
                let inner = inner.0.borrow().clone();
                flatten(machine, &inner, levels - 1, made, depth + 1)?;
            }
            other => made.push(other.clone()),
        }
        machine.check_count(made.len())?;
    }
    Ok(())
}

fn transpose(rows: &[Object]) -> Outcome {
    let rows = rows.iter().map(|row| match row.as_items() {
        Some(items) => Ok(items),
        None => type_error(no_conversion(row, "Array")),
    });
    let rows = rows.collect::<Outcome<Vec<_>>>()?;
    let width = rows.first().map_or(0, Vec::len);
    if let Some(odd) = rows.iter().find(|row| row.len() != width) {
        return raise("IndexError", format!("element size differs ({} should be {width})", odd.len()));
    }
    let column = |index: usize| Object::array(rows.iter().filter_map(|row| row.get(index).cloned()).collect());
    Ok(Object::array((0..width).map(column).collect()))
}
