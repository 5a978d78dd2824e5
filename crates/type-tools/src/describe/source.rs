//! Example values as a manifest would write them.

use pcore::{
    binary, quote,
    value::{Value, write_list},
};

/// Returns the value as source text.
///
/// Unlike the text form of values this shows the content of a `Sensitive`: it is only used for examples, never for a
/// real secret.
pub(super) fn text(value: &Value) -> String {
    let mut text = String::new();
    let _ = write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) -> std::fmt::Result {
    match value {
        Value::Sensitive(secret) => {
            text.push_str("Sensitive(");
            write(text, secret)?;
            text.push(')');
        }
        Value::Array(items) => {
            text.push('[');
            write_list(text, items.iter(), write)?;
            text.push(']');
        }
        Value::Hash(hash) => {
            text.push('{');
            write_list(text, hash.iter(), |text, (key, value)| {
                write(text, key)?;
                text.push_str(" => ");
                write(text, value)
            })?;
            text.push('}');
        }
        Value::Binary(bytes) => {
            text.push_str("Binary(");
            text.push_str(&quote(&binary::encode_strict(bytes)));
            text.push(')');
        }
        Value::Object(instance) => {
            text.push_str(instance.object_type().label());
            text.push_str("({");
            write_list(text, instance.initializers(), |text, (name, value)| {
                text.push_str(&quote(name));
                text.push_str(" => ");
                write(text, &value)
            })?;
            text.push_str("})");
        }
        other => text.push_str(&format!("{other:?}")),
    }
    Ok(())
}
