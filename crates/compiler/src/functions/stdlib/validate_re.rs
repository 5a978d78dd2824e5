//! `validate_re`: fails for a text that matches no pattern.

use pcore::Value;

use super::{
    delete_regex::{matches, pattern},
    deprecation::prefer_legacy,
    fail,
};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_re",
    "Fails unless a text matches a pattern, or one of several, with words of one's own if given",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_re", "Pattern[]", check),
    }],
    &[],
);

/// Fails for a text that matches no pattern.
pub(super) fn check(call: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let (given, patterns) = match arguments {
        [given, patterns] | [given, patterns, _] => (given, patterns),
        all => return fail(format!("validate_re(): wrong number of arguments ({}; must be 2 or 3)", all.len())),
    };
    if !matches!(given, Value::String(_)) {
        let class = text::class_name(given);
        return fail(format!("validate_re(): input needs to be a String, not a {class}"));
    }
    let sources = call.call_function("flatten", std::slice::from_ref(patterns))?;
    for source in sources.as_array().unwrap_or_default() {
        let source = match source {
            Value::String(source) => source.as_str(),
            Value::Regexp(regexp) => regexp.source(),
            other => return fail(text::no_conversion(other, "String")),
        };
        if matches(&pattern(source)?, given)? {
            return Ok(());
        }
    }
    match arguments.get(2) {
        None | Some(Value::Undef | Value::Boolean(false)) => {
            let (given, patterns) = (text::inspect(given), text::inspect(patterns));
            fail(format!("validate_re(): {given} does not match {patterns}"))
        }
        Some(message) => fail(text::to_s(message)),
    }
}
