//! Ruby's class names of values, for messages.

use pcore::Value;

/// Returns the Ruby class of a value, for example `NilClass`.
pub fn ruby_class(value: &Value) -> &str {
    match value {
        Value::Object(_) => "Object",
        Value::Iterator(_) => "Enumerator",
        other => other.ruby_class(),
    }
}
