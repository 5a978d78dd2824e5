//! Functions that ask the facts of the node.

use pcore::Value;
use resource_api::log::Level;

use super::arguments::single;
use crate::{
    functions::{Call, Function, Outcome, Signature, case, fail, navigation, number, order, text},
    scope::Scopes,
};

functions![
    Function::typed(
        "fact",
        "Returns a fact by its path, such as os.family; parts with dots in them are quoted",
        &[Signature::new(&["String fact_name"], fact)],
        &[("fact('kernel')", "'Linux'"), ("fact('no.such')", "undef")],
    ),
    Function::unchecked(
        "has_interface_with",
        "Returns whether the machine has an interface of a name, or one with a fact of a value",
        has_interface_with,
        &[],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "has_ip_address",
        "Returns whether an interface of the machine has an address",
        |call| has(call, "ipaddress", single(call)?),
        &[],
    ),
    Function::unchecked(
        "has_ip_network",
        "Returns whether an interface of the machine is in a network",
        |call| has(call, "network", single(call)?),
        &[],
    ),
    Function::typed(
        "os_version_gte",
        "Returns whether the operating system is one of at least some version",
        &[Signature::new(&["String[1] os", "String[1] version"], os_version_gte)],
        &[("os_version_gte('Plan 9', '4')", "false"), ("stdlib::os_version_gte('Plan 9', '4')", "false")],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "time",
        "Returns the seconds since the beginning of 1970; a time zone makes no difference",
        time,
        &[],
    )
    .pure(),
];

fn fact(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.string(0)?;
    let root = path.split('.').next().filter(|root| !root.starts_with(['"', '\'']));
    let mut reached = call.compilation.variable_for(Scopes::TOP, "facts", root).cloned().unwrap_or_default();
    let mut walked: Vec<String> = Vec::new();
    for step in steps(path) {
        let next = match &reached {
            Value::Undef => return Ok(Value::Undef),
            Value::Hash(hash) => Ok(hash.get_str(step)),
            Value::Array(items) => match number::whole(step).and_then(|index| index.to_i64()) {
                Some(index) => Ok(navigation::element_at(items, index)),
                None => Err("is an array; cannot index to"),
            },
            _ => Err("is not a collection; cannot walk to"),
        };
        let next = next.unwrap_or_else(|problem| {
            let walked = walked.join(".");
            let message = format!("fact request for {path} returning nil: '{walked}' {problem} '{step}'");
            call.compilation.log.line(Level::Warning, &message);
            None
        });
        reached = next.cloned().unwrap_or_default();
        walked.push(if step.contains('.') { format!("\"{step}\"") } else { step.to_owned() });
    }
    Ok(reached)
}

/// The parts of a path: words between dots, or anything in double quotes.
fn steps(path: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        if first == '.' {
            rest = &rest[1..];
        } else if first == '"' {
            let (word, after) = rest[1..].split_once('"').unwrap_or(("", &rest[1..]));
            found.extend(Some(word).filter(|word| !word.is_empty()));
            rest = after;
        } else {
            let (word, after) = rest.split_at(rest.find(['.', '"']).unwrap_or(rest.len()));
            found.push(word);
            rest = after;
        }
    }
    found
}

fn has_interface_with(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [name] => {
            let name = text::to_s(name);
            Ok(Value::Boolean(interfaces(call)?.contains(&name)))
        }
        [kind, value] => has(call, &text::to_s(kind), value),
        all => fail(format!("has_interface_with(): Wrong number of arguments given ({} for 1 or 2)", all.len())),
    }
}

/// The names of the interfaces: from the legacy fact, or from the one that replaced it.
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
fn has(call: &Call<'_, '_>, kind: &str, value: &Value) -> Outcome {
    let interfaces = interfaces(call)?;
    let is_fact =
        |name: &str| call.compilation.variable(Scopes::TOP, name).is_some_and(|fact| order::equals(fact, value));
    // What legacy facts call `ipaddress` is `ip` in those that replaced them.
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

fn os_version_gte(call: &mut Call<'_, '_>) -> Outcome {
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("os")).cloned().unwrap_or_default();
    let fact = |steps: &[Value]| navigation::dig(&facts, steps).unwrap_or_default();
    let name = fact(&["os".into(), "name".into()]);
    let release = fact(&["os".into(), "release".into(), "major".into()]);
    if name.as_str() != Some(call.string(0)?) || release.is_undef() {
        return Ok(Value::Boolean(false));
    }
    let order = call.call_function("versioncmp", &[Value::from(text::to_s(&release)), call.argument(1).clone()])?;
    Ok(Value::Boolean(order.as_integer().is_some_and(|order| order >= 0)))
}

fn time(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 1 {
        return fail(format!("time(): Wrong number of arguments given {count} for 0 or 1"));
    }
    let Some(now) = call.compilation.options().now else { return fail("time() needs a clock") };
    let seconds = now.as_nanoseconds().div_euclid(1_000_000_000);
    Ok(Value::Integer(i64::try_from(seconds).unwrap_or(i64::MAX)))
}
