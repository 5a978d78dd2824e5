//! `has_interface_with`: whether the machine has an interface; and what `has_ip_address` and `has_ip_network` ask.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{case, order, text},
    },
    scope::Scopes,
};

pub(super) static FUNCTION: Function = Function::counted(
    "has_interface_with",
    "Returns whether the machine has an interface of a name, or one with a fact of a value",
    -1,
    body,
    &[],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::counted(
    "stdlib::has_interface_with",
    "Returns whether the machine has an interface of a name, or one with a fact of a value",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [name] => {
            let name = text::to_s(name);
            Ok(Value::Boolean(interfaces(call)?.contains(&name)))
        }
        [kind, value] => has(call, &text::to_s(kind), value),
        all => fail(format!("has_interface_with(): Wrong number of arguments given ({} for 1 or 2)", all.len())),
    }
}

/// The names of the interfaces: from the fact of old, or from the one that has taken its place.
fn interfaces(call: &Call<'_, '_>) -> Outcome<Vec<String>> {
    if let Some(Value::String(names)) = call.compilation.variable(Scopes::TOP, "interfaces") {
        return Ok(names.split(',').map(str::to_owned).collect());
    }
    match networking(call, "interfaces") {
        Some(Value::Hash(interfaces)) => Ok(interfaces.keys().map(text::to_s).collect()),
        _ => fail("Undefined variable 'interfaces'; "),
    }
}

fn networking<'c>(call: &'c Call<'_, '_>, name: &str) -> Option<&'c Value> {
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("networking"))?.as_hash()?;
    facts.get_str("networking")?.as_hash()?.get_str(name)
}

/// Whether the machine, or one of its interfaces, has a fact of a value.
pub(super) fn has(call: &Call<'_, '_>, kind: &str, value: &Value) -> Outcome {
    let interfaces = interfaces(call)?;
    let is_fact =
        |name: &str| call.compilation.variable(Scopes::TOP, name).is_some_and(|fact| order::equals(fact, value));
    // What the facts of old call `ipaddress` is `ip` in those that have taken their place.
    let modern = match kind {
        "ipaddress" => "ip",
        "ipaddress6" => "ip6",
        "macaddress" => "mac",
        other => other,
    };
    let is_modern = |held: Option<&Value>| held.is_some_and(|fact| order::equals(fact, value));
    let of_interface = |name: &str| {
        let interface = networking(call, "interfaces")?.as_hash()?.get_str(name)?.as_hash()?;
        interface.get_str(modern)
    };
    let found = is_fact(kind)
        || is_modern(networking(call, modern))
        || interfaces
            .iter()
            .any(|name| is_fact(&format!("{kind}_{}", case::lower(name))) || is_modern(of_interface(name)));
    Ok(Value::Boolean(found))
}
