//! Which of two values comes first, and which are equal: `<=>` and `==` of Ruby.
//!
//! Unlike the operators of Puppet these mind case, and most kinds of values have no order at all.

use std::cmp::Ordering;

use pcore::Value;

use super::{number, text};
use crate::error::{Interrupt, Outcome};

/// `a <=> b`; nothing where the two have no order.
pub(crate) fn compare(one: &Value, two: &Value) -> Option<Ordering> {
    match (one, two) {
        (Value::Integer(one), Value::Integer(two)) => Some(one.cmp(two)),
        (Value::Float(one), Value::Float(two)) => one.partial_cmp(two),
        (Value::Integer(one), Value::Float(two)) => number::compare(*one, *two),
        (Value::Float(one), Value::Integer(two)) => number::compare(*two, *one).map(Ordering::reverse),
        (Value::String(one), Value::String(two)) | (Value::Symbol(one), Value::Symbol(two)) => Some(one.cmp(two)),
        (Value::SemVer(one), Value::SemVer(two)) => Some(one.precedence(two)),
        (Value::Timespan(one), Value::Timespan(two)) => Some(one.cmp(two)),
        (Value::Timestamp(one), Value::Timestamp(two)) => Some(one.cmp(two)),
        (Value::Timespan(one), Value::Integer(_) | Value::Float(_)) => with_seconds(one.as_nanoseconds(), two),
        (Value::Timestamp(one), Value::Integer(_) | Value::Float(_)) => with_seconds(one.as_nanoseconds(), two),
        (Value::Integer(_) | Value::Float(_), Value::Timespan(two)) => {
            with_seconds(two.as_nanoseconds(), one).map(Ordering::reverse)
        }
        (Value::Integer(_) | Value::Float(_), Value::Timestamp(two)) => {
            with_seconds(two.as_nanoseconds(), one).map(Ordering::reverse)
        }
        (Value::Array(one), Value::Array(two)) => {
            for (one, two) in one.iter().zip(two) {
                match compare(one, two)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(one.len().cmp(&two.len()))
        }
        (one, two) => (one == two).then_some(Ordering::Equal),
    }
}

fn with_seconds(nanoseconds: i128, number: &Value) -> Option<Ordering> {
    match number {
        Value::Integer(seconds) => Some(nanoseconds.cmp(&(i128::from(*seconds) * 1_000_000_000))),
        Value::Float(seconds) => (nanoseconds as f64 / 1e9).partial_cmp(seconds),
        _ => None,
    }
}

/// `a == b`: texts with their case, numbers by size, containers by content.
pub(crate) fn equals(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            number::compare(*integer, *float) == Some(Ordering::Equal)
        }
        (Value::Array(one), Value::Array(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| equals(one, two))
        }
        (Value::Hash(one), Value::Hash(two)) => {
            one.len() == two.len()
                && one.iter().all(|(key, value)| two.get(key).is_some_and(|other| equals(value, other)))
        }
        (one, two) => one == two,
    }
}

/// [`compare`], where no order is a failure.
pub(crate) fn compared(one: &Value, two: &Value) -> Outcome<Ordering> {
    compare(one, two).ok_or_else(|| Interrupt::unplaced(no_order(one, two)))
}

/// What a block that compares two values has answered: its sign counts.
pub(crate) fn answered(answer: &Value, one: &Value, two: &Value) -> Outcome<Ordering> {
    match answer {
        Value::Integer(number) => Ok(number.cmp(&0)),
        Value::Float(number) => number.partial_cmp(&0.0).ok_or_else(|| Interrupt::unplaced(no_order(one, two))),
        Value::Undef => Err(Interrupt::unplaced(no_order(one, two))),
        text @ Value::String(_) => Err(Interrupt::unplaced(no_order(text, &Value::Integer(0)))),
        other => Err(Interrupt::unplaced(text::no_method(">", other))),
    }
}

/// Ruby's message for two values without an order: simple values are shown, others named by their class.
fn no_order(one: &Value, two: &Value) -> String {
    let two = match two {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Default | Value::Symbol(_) => {
            text::inspect(two)
        }
        other => text::class_name(other),
    };
    format!("comparison of {} with {two} failed", text::class_name(one))
}
