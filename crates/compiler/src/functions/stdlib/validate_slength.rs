//! `validate_slength`: fails for a text that is too long or too short.

use pcore::Value;

use super::{deprecation::prefer_legacy, fail};
use crate::{
    error::Outcome,
    functions::{
        Call, Function, Signature,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_slength",
    "Fails unless a text, or each text of an array, has a length not above and not below a limit",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_slength", "String[]", check),
    }],
    &[],
);

/// Fails for a text that is too long or too short.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let (given, most, least) = match arguments {
        [given, most] => (given, most, &Value::Undef),
        [given, most, least] => (given, most, least),
        all => return fail(format!("validate_slength(): Wrong number of arguments ({}; must be 2 or 3)", all.len())),
    };
    let refused = |which: &str, limit: &Value| {
        let (shown, class) = (text::to_s(limit), text::class_name(limit));
        fail(format!("validate_slength(): Expected {which} a positive Numeric, got {shown}:{class}"))
    };
    let Some(most) = whole(most).filter(|most| *most > 0) else { return refused("second argument to be", most) };
    let least = match least {
        Value::Undef | Value::Boolean(false) => 0,
        least => match whole(least).filter(|least| *least >= 0) {
            Some(least) => least,
            None => return refused("third argument to be unset or", least),
        },
    };
    if most < least {
        return fail("validate_slength(): Expected second argument to be equal to or larger than third argument");
    }
    let fits = |text: &str| (least..=most).contains(&i64::try_from(text.chars().count()).unwrap_or(i64::MAX));
    let out_of_range = |length: usize| {
        let shown = text::inspect(given);
        let range = format!("between {least} and {most}");
        fail(format!("validate_slength(): Expected length of {shown} to be {range}, was {length}"))
    };
    match given {
        Value::String(text) if fits(text) => Ok(()),
        Value::String(text) => out_of_range(text.chars().count()),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                match item {
                    Value::String(text) if fits(text) => {}
                    Value::String(_) => return out_of_range(items.len()),
                    other => {
                        let class = text::class_name(other);
                        let wanted = format!("Expected element at array position {place} to be a String");
                        return fail(format!("validate_slength(): {wanted}, got {class}"));
                    }
                }
            }
            Ok(())
        }
        other => {
            let class = text::class_name(other);
            fail(format!("validate_slength(): Expected first argument to be a String or Array, got {class}"))
        }
    }
}

/// What Ruby's `Integer()` makes of a value.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Float(number) => Some(*number as i64),
        Value::String(digits) => number::whole(digits)?.to_i64(),
        _ => None,
    }
}
