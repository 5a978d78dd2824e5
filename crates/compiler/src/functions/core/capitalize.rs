//! `capitalize`: texts that begin with a capital; and what all functions share that change texts one by one.

use ecow::EcoVec;
use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::case},
};

pub(super) static FUNCTION: Function = Function::typed(
    "capitalize",
    "Returns a text, or each text of a sequence, with its first character in upper case and all others in lower case",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("capitalize('hello WORLD').md5", "md5('Hello world')"), ("capitalize(['ab']).join.md5", "md5('Ab')")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, case::capitalize)
}

/// Changes a text, or each text of a sequence; numbers stay.
pub(super) fn each_text(call: &mut Call<'_, '_>, change: fn(&str) -> String) -> Outcome {
    let given = call.argument(0);
    let changed = |value: &Value| match value {
        Value::String(text) => Value::from(change(text)),
        other => other.clone(),
    };
    match given {
        Value::String(_) | Value::Integer(_) | Value::Float(_) => Ok(changed(given)),
        other => {
            let mut made = EcoVec::new();
            for element in call.walk(other)? {
                call.push(&mut made, changed(&element.whole()))?;
            }
            Ok(Value::Array(made))
        }
    }
}
