//! `is_domain_name`: whether a text can be the name of a domain; and what `validate_domain_name` makes of it.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_domain_name",
    "Returns whether a text can be the name of a domain",
    -1,
    body,
    &[("is_domain_name('example.com')", "true"), ("is_domain_name('1.2.3.4')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(name)] => Ok(Value::Boolean(is_domain(name))),
        [_] => Ok(Value::Boolean(false)),
        all => fail(format!("is_domain_name(): Wrong number of arguments given {} for 1", all.len())),
    }
}

/// Whether all parts are words that a domain can have, and the last is no number.
pub(super) fn is_domain(name: &str) -> bool {
    if name == "." {
        return true;
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_word = |part: &str| {
        let letters = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..=63).contains(&part.len()) && !part.starts_with('-') && !part.ends_with('-')
    };
    let ends_well = match name.rsplit_once('.') {
        Some((_, last)) => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_alphabetic()),
        None => true,
    };
    name.chars().count() <= 255 && ends_well && name.split('.').all(is_word)
}
