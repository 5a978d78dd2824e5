//! `x.name` where x has members: attributes of Object instances, constants of their types, parts of URIs.

use pcore::{ObjectInstance, Value, uri::Uri};

use crate::error::{Interrupt, Outcome};

/// Calls a member of a value; `None` if there is no such member, so that a function may be meant.
pub(super) fn call(value: &Value, name: &str, arguments: &[Value]) -> Option<Outcome> {
    match value {
        Value::Object(instance) => call_object(instance, name, arguments),
        Value::Uri(uri) => uri_part(uri, name).map(Ok),
        _ => None,
    }
}

fn call_object(instance: &ObjectInstance, name: &str, arguments: &[Value]) -> Option<Outcome> {
    let object = instance.object_type();
    if object.attribute(name).is_some() {
        let value = instance.get(name).cloned().unwrap_or_default();
        return Some(without_arguments(object.label(), name, arguments).map(|()| value));
    }
    // Error is Puppet's own, and has a method.
    if object.label() == "Error" && name == "message" {
        return Some(Ok(instance.get("msg").cloned().unwrap_or_default()));
    }
    object.function(name)?;
    let message = format!("no method is implemented for function {}[{name}]", object.label());
    Some(Err(Interrupt::unplaced(message)))
}

fn uri_part(uri: &Uri, name: &str) -> Option<Value> {
    let text = |part: Option<&str>| part.map_or(Value::Undef, Value::from);
    Some(match name {
        "scheme" => text(uri.scheme()),
        "userinfo" => text(uri.userinfo()),
        "host" => text(uri.host()),
        "port" => uri.port().map_or(Value::Undef, Value::Integer),
        "path" => text(uri.path()),
        "query" => text(uri.query()),
        "fragment" => text(uri.fragment()),
        "opaque" => text(uri.opaque()),
        _ => return None,
    })
}

fn without_arguments(owner: &str, name: &str, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() {
        return Ok(());
    }
    let given = arguments.len();
    Err(Interrupt::unplaced(format!("'attribute {owner}[{name}]' expects no arguments, got {given}")))
}
