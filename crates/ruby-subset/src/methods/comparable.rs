//! Order: `<=>` of two objects, and what follows from it.

use std::{cell::Cell, cmp::Ordering};

use super::{Answer, Arguments, general};
use crate::{
    error::{Outcome, argument_error},
    machine::Machine,
    number,
    object::{Object, too_much},
    text,
};

/// `one <=> two`; nothing where the two have no order.
pub(crate) fn order(one: &Object, two: &Object, depth: usize) -> Outcome<Option<Ordering>> {
    order_within(one, two, depth, &Cell::new(0))
}

fn order_within(one: &Object, two: &Object, depth: usize, walked: &Cell<usize>) -> Outcome<Option<Ordering>> {
    too_much(one, depth, walked)?;
    Ok(match (one, two) {
        (Object::Integer(one), Object::Integer(two)) => Some(one.cmp(two)),
        (Object::Float(one), Object::Float(two)) => one.partial_cmp(two),
        (Object::Integer(one), Object::Float(two)) => number::compare(*one, *two),
        (Object::Float(one), Object::Integer(two)) => number::compare(*two, *one).map(Ordering::reverse),
        (Object::String(one), Object::String(two)) => Some(one.borrow().as_str().cmp(two.borrow().as_str())),
        (Object::Symbol(one), Object::Symbol(two)) => Some(one.cmp(two)),
        (Object::Array(one), Object::Array(two)) => {
            let (one, two) = (one.0.borrow(), two.0.borrow());
            for (one, two) in one.iter().zip(two.iter()) {
                match order_within(one, two, depth + 1, walked)? {
                    Some(Ordering::Equal) => {}
                    other => return Ok(other),
                }
            }
            Some(one.len().cmp(&two.len()))
        }
        (Object::Value(pcore::Value::SemVer(one)), Object::Value(pcore::Value::SemVer(two))) => {
            Some(one.precedence(two))
        }
        (one, two) => one.equals(two, depth)?.then_some(Ordering::Equal),
    })
}

/// `one <=> two`, where there must be an order.
pub(crate) fn compare(one: &Object, two: &Object) -> Outcome<Ordering> {
    match order(one, two, 0)? {
        Some(order) => Ok(order),
        None => argument_error(format!("comparison of {} with {} failed", text::class_name(one), operand(two)?)),
    }
}

/// How the other one is named in that message: numbers and words by themselves.
fn operand(object: &Object) -> Outcome<String> {
    match object {
        Object::Nil | Object::Boolean(_) | Object::Integer(_) | Object::Float(_) => text::inspect(object),
        other => Ok(text::class_name(other).into()),
    }
}

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Object, arguments: &Arguments<'_>) -> Answer {
    let test = |wanted: fn(Ordering) -> bool| {
        let order = compare(receiver, arguments.object(0)?)?;
        Ok(Some(Object::Boolean(wanted(order))))
    };
    match arguments.method {
        "<" => test(Ordering::is_lt),
        ">" => test(Ordering::is_gt),
        "<=" => test(Ordering::is_le),
        ">=" => test(Ordering::is_ge),
        "between?" => {
            let above = compare(receiver, arguments.object(0)?)?.is_ge();
            Ok(Some(Object::Boolean(above && compare(receiver, arguments.object(1)?)?.is_le())))
        }
        "clamp" => {
            let (low, high) = match arguments.object(0)? {
                Object::Range(range) => (&range.from, &range.to),
                low => (low, arguments.object(1)?),
            };
            let chosen = if !matches!(low, Object::Nil) && compare(receiver, low)?.is_lt() {
                low
            } else if !matches!(high, Object::Nil) && compare(receiver, high)?.is_gt() {
                high
            } else {
                receiver
            };
            Ok(Some(chosen.clone()))
        }
        _ => general::call(machine, receiver, arguments),
    }
}
