//! `versioncmp`: which of two versions is older, whatever they look like.

use std::cmp::Ordering;

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "versioncmp",
    "Returns -1, 0 or 1 as the first of two versions is older than, the same as or newer than the second",
    &[Signature { parameters: &["String a", "String b", "Boolean ignore_trailing_zeroes?"], block: None, body }],
    &[
        ("versioncmp('1.2', '1.10')", "-1"),
        ("versioncmp('2.0-1', '2.0-1')", "0"),
        ("versioncmp('1.2.3-rc1', '1.2.3')", "1"),
        ("versioncmp('1.0.0', '1', true)", "0"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (one, two) = (call.string(0), call.string(1));
    let order = match call.argument(2) {
        Value::Boolean(true) => compare(&without_zeroes(one), &without_zeroes(two)),
        _ => compare(one, two),
    };
    Ok(Value::Integer(order as i64))
}

/// Compares two versions part by part.
pub(crate) fn compare(one: &str, two: &str) -> Ordering {
    for (left, right) in parts(one).zip(parts(two)) {
        if left == right {
            continue;
        }
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        return match (left, right) {
            ("-", _) => Ordering::Less,
            (_, "-") => Ordering::Greater,
            (".", _) => Ordering::Less,
            (_, ".") => Ordering::Greater,
            _ if is_number(left) && is_number(right) && !left.starts_with('0') && !right.starts_with('0') => {
                // Without zeros in front the longer number is the larger one, however many digits there are.
                left.len().cmp(&right.len()).then_with(|| left.cmp(right))
            }
            _ => left.to_uppercase().cmp(&right.to_uppercase()),
        };
    }
    one.cmp(two)
}

/// Takes a version apart: a dash, a point, digits, or anything else in a row.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '-' | '.' => 1,
            '0'..='9' => rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()),
            _ => rest.find(|letter: char| matches!(letter, '-' | '.' | '0'..='9')).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        Some(part)
    })
}

/// The version without zeros at the end of what stands before the first dash.
fn without_zeroes(version: &str) -> String {
    let version = version.trim_end_matches('-');
    match version.split_once('-') {
        Some((main, rest)) => format!("{}-{rest}", main.trim_end_matches(['.', '0'])),
        None => version.trim_end_matches(['.', '0']).to_owned(),
    }
}
