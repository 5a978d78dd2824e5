//! Values as Ruby writes them: `inspect`, `to_s`, and the names of their classes in its messages.
//!
//! A type is shown as Puppet writes it, not as the Ruby object behind it. What a `Sensitive` holds is never shown.

use std::fmt::Write;

use pcore::Value;
use ruby_subset::write_string;

/// `inspect`: the value as a Ruby program would say it.
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
        Value::Regexp(regexp) => {
            let options = regexp.options();
            let letters = [(options.multiline, 'm'), (options.ignore_case, 'i'), (options.extended, 'x')];
            let on: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
            let off: String = letters.iter().filter(|(set, _)| !set).map(|(_, letter)| letter).collect();
            let minus = if off.is_empty() { "" } else { "-" };
            format!("(?{on}{minus}{off}:{})", regexp.source())
        }
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
            for (place, item) in items.iter().enumerate() {
                shown.push_str(if place > 0 { ", " } else { "" });
                write_inspected(item, shown);
            }
            shown.push(']');
        }
        Value::Hash(hash) => {
            shown.push('{');
            for (place, (key, value)) in hash.iter().enumerate() {
                shown.push_str(if place > 0 { ", " } else { "" });
                write_inspected(key, shown);
                shown.push_str("=>");
                write_inspected(value, shown);
            }
            shown.push('}');
        }
        Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Regexp(_)
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
    match value {
        Value::Undef => "NilClass".into(),
        Value::Default | Value::Symbol(_) => "Symbol".into(),
        Value::Boolean(true) => "TrueClass".into(),
        Value::Boolean(false) => "FalseClass".into(),
        Value::Integer(_) => "Integer".into(),
        Value::Float(_) => "Float".into(),
        Value::String(_) => "String".into(),
        Value::Regexp(_) => "Regexp".into(),
        Value::Array(_) => "Array".into(),
        Value::Hash(_) => "Hash".into(),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".into(),
        Value::Type(held) => format!("Puppet::Pops::Types::P{}Type", held.kind_name()),
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary".into(),
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp".into(),
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan".into(),
        Value::SemVer(_) => "SemanticPuppet::Version".into(),
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange".into(),
        Value::Uri(_) => "URI::Generic".into(),
        Value::Object(instance) => instance.object_type().label().to_owned(),
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator".into(),
    }
}

/// What Ruby says when a method is called that the value does not have.
pub(crate) fn no_method(name: &str, value: &Value) -> String {
    match value {
        Value::Undef => format!("undefined method `{name}' for nil:NilClass"),
        other => format!("undefined method `{name}' for {}:{}", inspect(other), class_name(other)),
    }
}

/// What Ruby says when a value stands where something else must: `no implicit conversion of Integer into String`.
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
