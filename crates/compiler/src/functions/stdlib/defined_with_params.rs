//! `defined_with_params`: whether a resource was declared with some parameters.

use pcore::{Hash, Type, Value};

use super::fail;
use crate::{
    error::{Interrupt, Outcome},
    functions::{
        Call, Function,
        ruby::{order, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "defined_with_params",
    "Returns whether a resource was declared so far, with all parameters of a hash",
    -1,
    body,
    &[("defined_with_params('Notify[no_such]', {})", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let reference = call.arguments.first().filter(|value| !matches!(value, Value::Undef | Value::Boolean(false)));
    let (kind, title) = match reference {
        None => return fail("Must specify a reference"),
        Some(Value::String(written)) => read(written)?,
        Some(Value::Type(named)) => parts(named),
        Some(other) => return fail(format!("Reference is not understood: '{}'", text::class_name(other))),
    };
    let nothing = Hash::default();
    let wanted = match call.arguments.get(1) {
        Some(Value::Hash(wanted)) => wanted,
        _ => &nothing,
    };
    let found = call.compilation.declared_resources(&kind, &title)?;
    let here = call.compilation.container_of(call.frame.scope);
    let agrees = |name: &Value, value: &Value, id| {
        let held = call.compilation.parameter_of(id, &text::to_s(name));
        if held.is_undef() || value.is_undef() {
            held.is_undef() == value.is_undef()
        } else {
            order::equals(held, value)
        }
    };
    let is_defined = found
        .into_iter()
        .filter(|id| Some(*id) != here)
        .any(|id| wanted.iter().all(|(name, value)| agrees(name, value, id)));
    Ok(Value::Boolean(is_defined))
}

/// `Type[title]`
fn read(written: &str) -> Outcome<(String, String)> {
    let parts = written.strip_suffix(']').and_then(|inner| inner.split_once('['));
    match parts.filter(|(kind, _)| !kind.is_empty()) {
        Some((kind, title)) => Ok((kind.to_owned(), title.to_owned())),
        None => Err(Interrupt::plain(format!(
            "No title provided and {} is not a valid resource reference",
            text::inspect(&Value::from(written))
        ))),
    }
}

/// The type and the title of a reference; without a title it stands for all of the type.
pub(super) fn parts(named: &Type) -> (String, String) {
    match named.resolved() {
        Type::Resource(resource) => {
            let text = |part: &Option<_>| part.as_ref().map(ToString::to_string).unwrap_or_default();
            (text(&resource.type_name), text(&resource.title))
        }
        Type::Class(name) => ("class".into(), name.as_ref().map(ToString::to_string).unwrap_or_default()),
        other => (other.to_string(), String::new()),
    }
}
