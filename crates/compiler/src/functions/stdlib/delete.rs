//! Functions that return collections without some of their elements.

use std::sync::Arc;

use pcore::{Value, keyed::HashSet, regexp::Regexp};

use super::arguments::{array_and, has_number_line, to_i};
use crate::functions::{Call, Function, Interrupt, Outcome, fail, order, text};

functions![
    Function::unchecked(
        "delete",
        "Returns an array without some elements, a hash without some keys, or a text without some parts",
        delete,
        &[
            ("delete(['a', 'b', 'a'], 'a')", "['b']"),
            ("delete({'a' => 1, 'b' => 2}, ['a'])", "{'b' => 2}"),
            ("delete('banana', 'an')", "'ba'"),
        ],
    ),
    Function::unchecked(
        "delete_at",
        "Returns an array without the element at an index, counted from 0, or from the end when negative",
        delete_at,
        &[("delete_at(['a', 'b', 'c'], 1)", "['a', 'c']"), ("delete_at(['a', 'b', 'c'], -1)", "['a', 'b']")],
    ),
    Function::unchecked(
        "delete_regex",
        "Returns an array without the texts, or a hash without the keys, that a pattern matches as a whole word",
        delete_regex,
        &[
            ("delete_regex(['abc', 'abd', 'x'], 'ab.')", "['x']"),
            ("delete_regex({'a' => 1, 'b' => 2}, 'a')", "{'b' => 2}")
        ],
    ),
    Function::unchecked(
        "delete_undef_values",
        "Returns an array without the elements, or a hash without the entries, that are undef",
        delete_undef_values,
        &[
            ("delete_undef_values([1, undef, ''])", "[1, '']"),
            ("delete_undef_values({'a' => undef, 'b' => false})", "{'b' => false}"),
        ],
    ),
    Function::unchecked(
        "delete_values",
        "Returns a hash without the entries that have a value",
        delete_values,
        &[("delete_values({'a' => 'x', 'b' => 'y'}, 'x')", "{'b' => 'y'}")],
    ),
];

fn delete(call: &mut Call<'_, '_>) -> Outcome {
    let [given, wanted] = call.arguments else {
        return fail(format!("delete(): Wrong number of arguments given {} for 2", call.arguments.len()));
    };
    let mut left = given.clone();
    for item in to_array(wanted) {
        left = match left {
            Value::Array(_) => return Ok(without(&left, to_array(wanted))),
            Value::Hash(mut hash) => {
                if hash.contains_key(&item) {
                    Arc::make_mut(&mut hash).remove(&item);
                }
                Value::Hash(hash)
            }
            Value::String(all) => match &item {
                Value::String(part) if part.is_empty() => Value::String(all),
                Value::String(part) => Value::from(all.replace(part.as_str(), "")),
                other => {
                    return fail(format!("wrong argument type {} (expected Regexp)", text::class_name(other)));
                }
            },
            other => {
                return fail(format!(
                    "delete(): First argument must be an Array, String, or Hash. Given an argument of class {}.",
                    text::class_name(&other)
                ));
            }
        };
    }
    Ok(left)
}

/// The elements that are not among some others; a whole number equals the same number with a point.
fn without(array: &Value, items: Vec<Value>) -> Value {
    let items: HashSet<Value> = items.iter().map(canonical).collect();
    array.as_array().unwrap_or_default().iter().filter(|value| !items.contains(&canonical(value))).cloned().collect()
}

fn canonical(value: &Value) -> Value {
    match value {
        Value::Float(number) if order::equals(&Value::Integer(*number as i64), value) => Value::Integer(*number as i64),
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (key.clone(), canonical(value)))),
        other => other.clone(),
    }
}

/// What Ruby's `Array()` makes of a value.
pub(super) fn to_array(value: &Value) -> Vec<Value> {
    match value {
        Value::Undef => Vec::new(),
        Value::Array(items) => items.to_vec(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        other => vec![other.clone()],
    }
}

fn delete_at(call: &mut Call<'_, '_>) -> Outcome {
    let (array, index) = array_and(call, "delete_at")?;
    if index.as_str().is_some_and(|index| !has_number_line(index)) {
        return fail("delete_at(): You must provide non-negative numeric index");
    }
    let index = to_i(index)?;
    let length = i64::try_from(array.len()).unwrap_or(i64::MAX);
    if index >= length {
        return fail("delete_at(): Given index exceeds size of array given");
    }
    let removed = usize::try_from(if index < 0 { index.saturating_add(length) } else { index });
    let left = array.iter().enumerate().filter(|(at, _)| Ok(*at) != removed);
    Ok(left.map(|(_, item)| item.clone()).collect())
}

fn delete_regex(call: &mut Call<'_, '_>) -> Outcome {
    let [given, wanted] = call.arguments else {
        return fail(format!("delete_regex(): Wrong number of arguments given {} for 2", call.arguments.len()));
    };
    let mut left = given.clone();
    for item in to_array(wanted) {
        left = match &left {
            Value::Array(_) | Value::Hash(_) => {
                without_matches(&left, &pattern(&format!(r"\b{}\b", text::to_s(&item)))?)?
            }
            Value::String(_) => return fail(text::no_method("reject!", &left)),
            other => {
                return fail(format!(
                    "delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class {}.",
                    text::class_name(other)
                ));
            }
        };
    }
    Ok(left)
}

/// An array without the texts, or a hash without the keys, that match.
pub(super) fn without_matches(value: &Value, pattern: &Regexp) -> Outcome {
    let Value::Hash(hash) = value else { return chosen(value.as_array().unwrap_or_default(), pattern, false) };
    let mut left = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        if !matches(pattern, key)? {
            left.push((key.clone(), value.clone()));
        }
    }
    Ok(Value::hash(left))
}

/// The elements that match, or those that do not.
pub(super) fn chosen(items: &[Value], pattern: &Regexp, wanted: bool) -> Outcome {
    let mut chosen = Vec::new();
    for item in items {
        if matches(pattern, item)? == wanted {
            chosen.push(item.clone());
        }
    }
    Ok(Value::array(chosen))
}

/// Reads a pattern, with Ruby's words where it cannot be read.
pub(super) fn pattern(source: &str) -> Outcome<Regexp> {
    Regexp::new(source).map_err(|error| Interrupt::unplaced(error.to_string()))
}

/// Whether a value is a text that matches.
pub(super) fn matches(pattern: &Regexp, value: &Value) -> Outcome<bool> {
    match value {
        Value::String(text) => pattern.is_match(text).map_err(|error| Interrupt::unplaced(error.to_string())),
        _ => Ok(false),
    }
}

fn delete_undef_values(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.first() {
        None => fail("delete_undef_values(): Wrong number of arguments given (0)"),
        Some(Value::Array(items)) => Ok(items.iter().filter(|item| !item.is_undef()).cloned().collect()),
        Some(Value::Hash(hash)) => {
            let left = hash.iter().filter(|(_, value)| !value.is_undef());
            Ok(Value::hash(left.map(|(key, value)| (key.clone(), value.clone()))))
        }
        Some(other) => {
            let (shown, class) = (text::to_s(other), text::class_name(other));
            fail(format!("delete_undef_values(): expected an array or hash, got {shown} type  {class} "))
        }
    }
}

fn delete_values(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Hash(hash), value] => {
            let left = hash.iter().filter(|(_, held)| !order::equals(value, held));
            Ok(Value::hash(left.map(|(key, value)| (key.clone(), value.clone()))))
        }
        [other, _] => fail(format!(
            "delete_values(): First argument must be a Hash. Given an argument of class {}.",
            text::class_name(other)
        )),
        all => fail(format!("delete_values(): Wrong number of arguments given ({} of 2)", all.len())),
    }
}
