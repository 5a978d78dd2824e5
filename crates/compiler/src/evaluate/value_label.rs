//! What messages call a value: `an Integer`, `an Undef Value`, `a File['x'] Resource-Reference`.

use pcore::{Type, Value};

use crate::functions::ruby::text::to_s;

/// The name of a value's kind, without an article.
pub(crate) fn label(value: &Value) -> String {
    let name = match value {
        Value::Undef => "Undef Value",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Sensitive",
        Value::Binary(_) => "Binary",
        Value::Timestamp(_) => "Timestamp",
        Value::Timespan(_) => "Timespan",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Type(held) => {
            return match &**held {
                Type::Resource(resource) if resource.title.is_some() => format!("{held} Resource-Reference"),
                other => format!("{other}-Type"),
            };
        }
        Value::Default | Value::Symbol(_) | Value::Uri(_) | Value::Object(_) | Value::Iterator(_) => "Object",
    };
    name.to_owned()
}

/// The name with its article: `an Integer`.
pub(crate) fn with_article(value: &Value) -> String {
    let name = label(value);
    format!("{} {name}", article(&name))
}

/// The name with its article, as a sentence begins: `An Integer`.
pub(crate) fn sentence_start(value: &Value) -> String {
    let name = label(value);
    format!("{} {name}", if article(&name) == "an" { "An" } else { "A" })
}

/// The article of a word, chosen by its first letter as Puppet does: `an` before vowels, among which it counts `y`.
pub(crate) fn article(word: &str) -> &'static str {
    let first = word.trim_start_matches(['\'', '"']).chars().next();
    if first.is_some_and(|letter| "aeiouy".contains(letter.to_ascii_lowercase())) { "an" } else { "a" }
}

/// The value itself, as messages quote it: as Ruby writes it, for that is what Puppet does. One that is too large to
/// quote is only named.
pub(crate) fn quoted(value: &Value) -> String {
    let mut parts = 10_000;
    if is_short(value, &mut parts) { to_s(value) } else { with_article(value) }
}

/// Whether a value has no more parts than are left; parts that it holds more than once count each time.
fn is_short(value: &Value, left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    match value {
        Value::Array(items) => items.iter().all(|item| is_short(item, left)),
        Value::Hash(hash) => hash.iter().all(|(key, value)| is_short(key, left) && is_short(value, left)),
        Value::String(text) => text.len() <= 100_000,
        _ => true,
    }
}
