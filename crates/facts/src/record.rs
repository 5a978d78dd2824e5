//! How facts are put together: hashes with text keys, without entries for what is unknown.

use pcore::Value;

/// Returns a hash of what is known; nothing if that is nothing.
pub(crate) fn record<const N: usize>(entries: [(&str, Option<Value>); N]) -> Option<Value> {
    let known: Vec<(Value, Value)> =
        entries.into_iter().filter_map(|(name, value)| Some((Value::from(name), value?))).collect();
    (!known.is_empty()).then(|| Value::hash(known))
}

/// Returns a text as a fact, if there is one.
pub(crate) fn text(text: Option<impl Into<String>>) -> Option<Value> {
    text.map(|text| Value::from(text.into()))
}

/// Returns a count or a size as a fact; what is larger than a number of the language is its largest one.
pub(crate) fn number(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}
