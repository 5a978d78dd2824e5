//! What the account types have in common.

use pcore::Value;
use resource_api::{Context, State, log::Level, render::interpolate};

use crate::program;

/// Fails if one of the tools is missing.
pub(crate) fn require(tools: &[&str]) -> Result<(), String> {
    match tools.iter().find(|tool| program::find(tool).is_none()) {
        Some(missing) => Err(format!("there is no {missing}")),
        None => Ok(()),
    }
}

/// Whether a boolean attribute is true.
pub(crate) fn is_true(should: &State, attribute: &str) -> bool {
    should.get(attribute) == Some(&Value::Boolean(true))
}

/// Borrows the arguments of a program.
pub(crate) fn as_strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// Converts a text of digits to a number. Other texts stay as they are, except for malformed numbers, which fail as in
/// Ruby.
pub(crate) fn munge_number(attribute: &str, given: &Value) -> Result<Value, String> {
    let Value::String(text) = given else { return Ok(given.clone()) };
    if text.is_empty() || !text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'-') {
        return Ok(given.clone());
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.as_str()),
    };
    // A leading zero means octal, as in Ruby.
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    let number = if digits.contains('-') { None } else { i64::from_str_radix(digits, radix).ok() };
    match number {
        Some(number) => Ok(Value::Integer(if is_negative { -number } else { number })),
        None => Err(format!(
            "Munging failed for value \"{text}\" in class {attribute}: invalid value for Integer(): \"{text}\""
        )),
    }
}

/// Removes attributes that other systems support, and logs it.
pub(crate) fn remove_unsupported(
    context: &Context,
    account: &mut State,
    type_name: &str,
    provider: &str,
    unsupported: &[(&str, &str)],
) {
    let title = account.known("name").map(interpolate).unwrap_or_default();
    for (attribute, feature) in unsupported {
        if account.remove(attribute).is_some_and(|given| !given.is_undef()) {
            let message =
                format!("Provider {provider} does not support features {feature}; not managing attribute {attribute}");
            context.log().write(Level::Debug, Some(&format!("{type_name}[{title}]")), &message);
        }
    }
}
