//! Values as Ruby writes them: `inspect`, `to_s`, and the names of their classes in its messages.
//!
//! A type is shown as Puppet writes it, not as its Ruby object. What a `Sensitive` holds is never shown.

use std::fmt::Write;

use pcore::Value;
use ruby_subset::{inspect_regexp, regexp_to_s, value_class_name, write_string};

/// `inspect`: the value as a literal of Ruby.
pub(crate) fn inspect(value: &Value) -> String {
    let mut shown = String::new();
    write_inspected(value, &mut shown);
    shown
}

/// `to_s`: the value as text.
pub fn to_s(value: &Value) -> String {
    match value {
        Value::String(text) | Value::Symbol(text) => text.to_string(),
        Value::Array(_) | Value::Hash(_) => inspect(value),
        Value::Regexp(regexp) => regexp_to_s(regexp),
        other => other.to_string(),
    }
}

fn write_inspected(value: &Value, shown: &mut String) {
    match value {
        Value::Undef => shown.push_str("nil"),
        Value::Default => shown.push_str(":default"),
        Value::String(text) => write_string(text, shown),
        Value::Symbol(text) => {
            let _ = write!(shown, ":{text}");
        }
        Value::Sensitive(_) => shown.push_str("#<Sensitive [value redacted]>"),
        Value::Array(items) => {
            shown.push('[');
            for (index, item) in items.iter().enumerate() {
                shown.push_str(if index > 0 { ", " } else { "" });
                write_inspected(item, shown);
            }
            shown.push(']');
        }
        Value::Hash(hash) => {
            shown.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                shown.push_str(if index > 0 { ", " } else { "" });
                write_inspected(key, shown);
                shown.push_str("=>");
                write_inspected(value, shown);
            }
            shown.push('}');
        }
        Value::Regexp(regexp) => shown.push_str(&inspect_regexp(regexp)),
        Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Type(_)
        | Value::Binary(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_)
        | Value::Object(_)
        | Value::Iterator(_) => {
            let _ = write!(shown, "{value}");
        }
    }
}

/// The name of the class that a value has in Ruby.
pub(crate) fn class_name(value: &Value) -> String {
    value_class_name(value).to_string()
}

/// Ruby's message for a call of a method that the value does not have.
pub(crate) fn no_method(name: &str, value: &Value) -> String {
    match value {
        Value::Undef => format!("undefined method `{name}' for nil:NilClass"),
        other => format!("undefined method `{name}' for {}:{}", inspect(other), class_name(other)),
    }
}

/// Ruby's message for a value of the wrong class: `no implicit conversion of Integer into String`.
pub(crate) fn no_conversion(value: &Value, wanted: &str) -> String {
    format!("no implicit conversion of {} into {wanted}", short_name(value))
}

/// The three words that Ruby names by themselves, all others by their class.
pub(crate) fn short_name(value: &Value) -> String {
    match value {
        Value::Undef => "nil".into(),
        Value::Boolean(value) => value.to_string(),
        other => class_name(other),
    }
}
