//! The tools that change accounts, and what the types of accounts have in common.

use pcore::Value;
use resource_api::{Context, State, log::Level, render::interpolate};

use crate::program;

/// Whether the tools are there, or which is not.
pub(crate) fn needs(tools: &[&str]) -> Result<(), String> {
    match tools.iter().find(|tool| program::find(tool).is_none()) {
        Some(missing) => Err(format!("there is no {missing}")),
        None => Ok(()),
    }
}

/// Whether a switch is on.
pub(crate) fn is_on(should: &State, switch: &str) -> bool {
    should.get(switch) == Some(&Value::Boolean(true))
}

/// Arguments of a program.
pub(crate) fn words(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// A number that may be written as a text. A text that is no number stays one; the failure is Ruby's, for what only looks
/// like a number.
pub(crate) fn munged_number(attribute: &str, given: &Value) -> Result<Value, String> {
    let Value::String(text) = given else { return Ok(given.clone()) };
    if text.is_empty() || !text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'-') {
        return Ok(given.clone());
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.as_str()),
    };
    // A leading zero means octal, as everywhere in Ruby.
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    let number = if digits.contains('-') { None } else { i64::from_str_radix(digits, radix).ok() };
    match number {
        Some(number) => Ok(Value::Integer(if is_negative { -number } else { number })),
        None => Err(format!(
            "Munging failed for value \"{text}\" in class {attribute}: invalid value for Integer(): \"{text}\""
        )),
    }
}

/// Leaves out what counts on other systems, and says so to whoever wants to know.
pub(crate) fn leave_out(
    context: &Context,
    account: &mut State,
    type_name: &str,
    provider: &str,
    elsewhere: &[(&str, &str)],
) {
    let title = account.known("name").map(interpolate).unwrap_or_default();
    for (attribute, feature) in elsewhere {
        if account.remove(attribute).is_some_and(|given| !given.is_undef()) {
            let message =
                format!("Provider {provider} does not support features {feature}; not managing attribute {attribute}");
            context.log().write(Level::Debug, Some(&format!("{type_name}[{title}]")), &message);
        }
    }
}
