//! `validate_integer`: fails for what is no whole number, or too large or small; and what it shares with
//! `validate_numeric`.

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
    "validate_integer",
    "Fails unless a value, or each element of an array, is a whole number, not above and not below a limit",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_integer", "Stdlib::Compat::Integer", check),
    }],
    &[],
);

/// Fails for what is no whole number, or too large or small.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let read = |text: &str| number::whole(text)?.to_i64().map(Value::Integer);
    Numbers { name: "validate_integer", kind: "an Integer", name_for_hash: "validate_integer", read }.check(arguments)
}

/// What kind of numbers are wanted.
pub(super) struct Numbers {
    pub name: &'static str,
    pub kind: &'static str,
    /// One of the functions says the name of the other here, and people may look for its words.
    pub name_for_hash: &'static str,
    /// Reads a number of the kind.
    pub read: fn(&str) -> Option<Value>,
}

impl Numbers {
    pub fn check(&self, arguments: &[Value]) -> Outcome<()> {
        let Numbers { name, kind, name_for_hash, read } = self;
        let (count, first) = match arguments {
            [first] | [first, _] | [first, _, _] => (arguments.len(), first),
            _ => {
                let count = arguments.len();
                return fail(format!("{name}(): Wrong number of arguments; must be 1, 2 or 3, got {count}"));
            }
        };
        let highest = match arguments.get(1).map(text::to_s) {
            None => None,
            Some(limit) if count > 2 && limit.is_empty() => None,
            Some(limit) => match read(&limit) {
                Some(limit) => Some(limit),
                None => {
                    let wanted = "Expected second argument to be unset or";
                    return fail(format!("{name}(): {wanted} {kind}, got {limit}:String"));
                }
            },
        };
        let lowest = match arguments.get(2) {
            None => None,
            Some(limit) => match read(&text::to_s(limit)) {
                Some(limit) => Some(limit),
                None => {
                    let (shown, class) = (text::to_s(limit), text::class_name(limit));
                    let wanted = "Expected third argument to be unset or";
                    return fail(format!("{name}(): {wanted} {kind}, got {shown}:{class}"));
                }
            },
        };
        if let (Some(lowest), Some(highest)) = (&lowest, &highest)
            && is_less(highest, lowest)
        {
            let wanted = "Expected second argument to be larger than third argument";
            return fail(format!("{name}(): {wanted}, got {highest} < {lowest}"));
        }
        let within = |number: &Value, shown: &str| {
            if let Some(highest) = highest.as_ref().filter(|highest| is_less(highest, number)) {
                return fail(format!("{name}(): Expected {shown} to be smaller or equal to {highest}, got {shown}."));
            }
            if let Some(lowest) = lowest.as_ref().filter(|lowest| is_less(number, lowest)) {
                return fail(format!("{name}(): Expected {shown} to be greater or equal to {lowest}, got {shown}."));
            }
            Ok(())
        };
        match first {
            Value::Array(items) => {
                let shown = text::inspect(first);
                for (place, item) in items.iter().enumerate() {
                    match read_value(item, *read) {
                        Some(number) => within(&number, &shown)?,
                        None => {
                            let class = text::class_name(item);
                            let wanted = format!("Expected element at array position {place} to be");
                            return fail(format!("{name}(): {wanted} {kind}, got {class}"));
                        }
                    }
                }
                Ok(())
            }
            other => match read_value(other, *read) {
                Some(number) => within(&number, &text::inspect(&number)),
                None => {
                    let class = text::class_name(other);
                    let name = if matches!(other, Value::Hash(_)) { name_for_hash } else { name };
                    fail(format!("{name}(): Expected first argument to be {kind} or Array, got {class}"))
                }
            },
        }
    }
}

fn read_value(value: &Value, read: fn(&str) -> Option<Value>) -> Option<Value> {
    if matches!(value, Value::Hash(_)) { None } else { read(&text::to_s(value)) }
}

fn is_less(one: &Value, two: &Value) -> bool {
    crate::functions::ruby::order::compare(one, two) == Some(std::cmp::Ordering::Less)
}
