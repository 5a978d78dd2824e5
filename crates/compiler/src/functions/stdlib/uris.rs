//! Functions that write addresses as parts of URIs.

use std::fmt::Write;

use ecow::EcoVec;
use pcore::{Hash, Value};
use ruby_subset::percent_encoded;
use rustc_hash::FxHashSet;

use super::{address::Address, conversion};
use crate::functions::{Call, Function, Outcome, Signature, fail, text};

functions![
    Function::unchecked(
        "enclose_ipv6",
        "Returns addresses, each once, with brackets around those of IPv6; '*' stays",
        enclose_ipv6,
        &[("enclose_ipv6(['127.0.0.1', '::1', '*'])", "['127.0.0.1', '[::1]', '*']")],
    ),
    Function::typed(
        "inet6_prefix",
        "Returns addresses with 'inet6:' and brackets around those of IPv6; all else stays",
        &[Signature::new(&["Any args*"], |call| Ok(each(call.arguments, prefixed)))],
        &[
            ("inet6_prefix('::1')", "'inet6:[::1]'"),
            ("inet6_prefix(['[::1]:11211', '10.0.0.1'])", "['inet6:[::1]:11211', '10.0.0.1']"),
        ],
    ),
    Function::typed(
        "normalize_ip_for_uri",
        "Returns addresses with brackets around those of IPv6; all else stays",
        &[Signature::new(&["Any args*"], normalize_ip_for_uri)],
        &[
            ("normalize_ip_for_uri('::1')", "'[::1]'"),
            ("normalize_ip_for_uri(['::1', 'host', '[::2]'])", "['[::1]', 'host', '[::2]']"),
        ],
    ),
    Function::typed(
        "os_transport_url",
        "Returns the address of a message queue from its parts: transport, host or hosts, port, username and others",
        &[Signature::new(&["Any args*"], os_transport_url)],
        &[(
            "os_transport_url({'transport' => 'rabbit', 'hosts' => ['a', '::1'], 'port' => 5672, 'username' => 'u', \
         'password' => 'p/w', 'virtual_host' => 'v', 'ssl' => '1'})",
            "'rabbit://u:p%2Fw@a:5672,u:p%2Fw@[::1]:5672/v?ssl=1'",
        )],
    ),
    Function::typed(
        "stdlib::ip_in_range",
        "Returns whether an address is in a network, or in one of several",
        &[Signature::new(&["String ipaddress", "Variant[String, Array] range"], ip_in_range)],
        &[
            ("stdlib::ip_in_range('10.1.2.3', '10.0.0.0/8')", "true"),
            ("stdlib::ip_in_range('fe80::1', ['10.0.0.0/8', 'fe80::/10'])", "true"),
            ("stdlib::ip_in_range('11.1.2.3', '10.0.0.0/8')", "false"),
        ],
    ),
];

fn enclose_ipv6(call: &mut Call<'_, '_>) -> Outcome {
    let [given] = call.arguments else {
        let count = call.arguments.len();
        return fail(format!("enclose_ipv6(): Wrong number of arguments given {count} for 1"));
    };
    if !matches!(given, Value::String(_) | Value::Array(_)) {
        let class = text::class_name(given);
        return fail(format!("enclose_ipv6(): Wrong argument type given {class} expected String or Array"));
    }
    let given = call.call_function("flatten", std::slice::from_ref(given))?;
    let mut known = FxHashSet::default();
    let mut made = EcoVec::new();
    for value in given.as_array().unwrap_or_default().iter().filter(|value| !value.is_undef()) {
        let written = text::to_s(value);
        let enclosed = match Address::parse(&written) {
            _ if written == "*" => written,
            Some(address) if address.is_ipv6() => format!("[{address}]"),
            Some(_) => written,
            None => return fail(format!("enclose_ipv6(): Wrong argument given {written} is not an ip address.")),
        };
        if known.insert(enclosed.clone()) {
            made.push(Value::from(enclosed));
        }
    }
    Ok(Value::Array(made))
}

fn prefixed(value: &Value) -> Value {
    let Some(text) = value.as_str().filter(|text| !text.starts_with("inet6:")) else { return value.clone() };
    let mut parts = text.split([' ', '\t', '\n', '[', ']']).filter(|part| !part.is_empty());
    match parts.next() {
        Some(first) if Address::parse(first).is_some_and(|found| found.is_ipv6()) => {
            Value::from(format!("inet6:[{first}]{}", parts.collect::<String>()))
        }
        _ => value.clone(),
    }
}

fn normalize_ip_for_uri(call: &mut Call<'_, '_>) -> Outcome {
    Ok(each(call.arguments, normalized))
}

/// What becomes of the arguments, or of the elements of an array; one alone is not put into an array.
pub(super) fn each(arguments: &[Value], change: fn(&Value) -> Value) -> Value {
    let values = match arguments {
        [Value::Array(values), ..] => values.as_slice(),
        values => values,
    };
    match values {
        [only] => change(only),
        values => values.iter().map(change).collect(),
    }
}

/// An address of IPv6 with brackets around it.
pub(super) fn normalized(value: &Value) -> Value {
    match value {
        Value::String(text) if !text.contains('[') && Address::parse(text).is_some_and(|found| found.is_ipv6()) => {
            Value::from(format!("[{text}]"))
        }
        other => other.clone(),
    }
}

fn os_transport_url(call: &mut Call<'_, '_>) -> Outcome {
    let parts = match call.arguments {
        [Value::Hash(parts)] => parts,
        [other] => return fail(format!("os_transport_url(): Requires an hash, got {}", text::class_name(other))),
        _ => return fail("os_transport_url(): Wrong number of arguments"),
    };
    check(parts)?;
    let text_of = |name: &str| parts.get_str(name).map(text::to_s).filter(|text| !text.is_empty());
    let mut user = text_of("username").map(|name| percent_encoded(&name, "_-.~")).unwrap_or_default();
    if let Some(password) = text_of("password").filter(|_| !user.is_empty()) {
        let _ = write!(user, ":{}", percent_encoded(&password, "_-.~"));
    }
    let user = if user.is_empty() { user } else { format!("{user}@") };
    let port = parts.get_str("port").map(|port| format!(":{}", text::to_s(port))).unwrap_or_default();
    let hosts = match (parts.get_str("host"), parts.get_str("hosts")) {
        (_, Some(Value::Array(hosts))) => hosts.as_slice(),
        (Some(host), _) => std::slice::from_ref(host),
        _ => &[],
    };
    let hosts: Vec<String> =
        hosts.iter().map(|host| format!("{user}{}{port}", text::to_s(&normalized(host)))).collect();
    let path = parts.get_str("virtual_host").map(text::to_s).unwrap_or_default();
    let mut url = format!("{}://{}/{path}", text_of("transport").unwrap_or_default(), hosts.join(","));
    let mut query = parts.get_str("query").and_then(Value::as_hash).cloned().unwrap_or_default();
    if let Some(ssl) = parts.get_str("ssl") {
        query.insert("ssl".into(), Value::Integer(i64::from(conversion::parse_bool(ssl)?)));
    }
    for (index, (name, value)) in query.iter().enumerate() {
        let before = if index == 0 { '?' } else { '&' };
        let _ = write!(url, "{before}{}={}", text::to_s(name), text::to_s(value));
    }
    Ok(Value::from(url))
}

fn check(parts: &Hash) -> Outcome<()> {
    for (name, value) in parts.iter() {
        let name = text::to_s(name);
        let (fits, class) = match name.as_str() {
            "hosts" => (matches!(value, Value::Array(_)), "Array"),
            "query" => (matches!(value, Value::Hash(_)), "Hash"),
            "port" => (true, "String"),
            _ => (matches!(value, Value::String(_)), "String"),
        };
        if !fits {
            return fail(format!("os_transport_url(): {name} should be a {class}"));
        }
    }
    let has = |name: &str| parts.get_str(name).is_some();
    if !has("transport") {
        return fail("os_transport_url(): transport is required");
    }
    match (has("host"), has("hosts")) {
        (false, false) => fail("os_transport_url(): host or hosts is required"),
        (true, true) => fail("os_transport_url(): cannot use both host and hosts."),
        _ => Ok(()),
    }
}

fn ip_in_range(call: &mut Call<'_, '_>) -> Outcome {
    let read = |text: &str| match Address::parse(text) {
        Some(address) => Ok(address),
        None => fail(format!("invalid address: {text}")),
    };
    let address = read(call.string(0)?)?;
    let networks = match call.argument(1) {
        Value::Array(networks) => networks.as_slice(),
        network => std::slice::from_ref(network),
    };
    let networks: Vec<Address> = networks.iter().map(|network| read(&text::to_s(network))).collect::<Outcome<_>>()?;
    Ok(Value::Boolean(networks.iter().any(|network| network.contains(&address))))
}
