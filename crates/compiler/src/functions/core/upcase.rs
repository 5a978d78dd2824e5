//! `upcase`: texts in upper case; and what it shares with `downcase`.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::case},
};

pub(super) static FUNCTION: Function = Function::typed(
    "upcase",
    "Returns a text, or all texts in arrays and hashes, in upper case; numbers stay",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Array[StringData] arg"], block: None, body },
        Signature { parameters: &["Hash[StringData, StringData] arg"], block: None, body },
    ],
    &[
        ("upcase('straße').md5", "md5('STRASSE')"),
        ("upcase(['a', {'b' => 'c'}]).join", "'A{\"B\"=>\"C\"}'"),
        ("upcase(5)", "5"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(mapped(call.argument(0), case::upper))
}

/// Changes all texts in a value, keys too.
pub(super) fn mapped(value: &Value, change: fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => Value::array(items.iter().map(|item| mapped(item, change))),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (mapped(key, change), mapped(value, change)))),
        other => other.clone(),
    }
}
