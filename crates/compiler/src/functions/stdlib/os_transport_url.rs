//! `os_transport_url` of the module openstacklib: the address of a message queue.

use std::fmt::Write;

use pcore::{Hash, Value};

use super::{fail, normalize_ip_for_uri::normalized, str2bool};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "os_transport_url",
    "Returns the address of a message queue from its parts: transport, host or hosts, port, username and others",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[(
        "os_transport_url({'transport' => 'rabbit', 'hosts' => ['a', '::1'], 'port' => 5672, 'username' => 'u', \
         'password' => 'p/w', 'virtual_host' => 'v', 'ssl' => '1'})",
        "'rabbit://u:p%2Fw@a:5672,u:p%2Fw@[::1]:5672/v?ssl=1'",
    )],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let parts = match call.arguments {
        [Value::Hash(parts)] => parts,
        [other] => return fail(format!("os_transport_url(): Requires an hash, got {}", text::class_name(other))),
        _ => return fail("os_transport_url(): Wrong number of arguments"),
    };
    check(parts)?;
    let text_of = |name: &str| parts.get_str(name).map(text::to_s).filter(|text| !text.is_empty());
    let mut user = text_of("username").map(|name| encoded(&name)).unwrap_or_default();
    if let Some(password) = text_of("password").filter(|_| !user.is_empty()) {
        let _ = write!(user, ":{}", encoded(&password));
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
        query.insert("ssl".into(), Value::Integer(i64::from(str2bool::read(ssl)?)));
    }
    for (place, (name, value)) in query.iter().enumerate() {
        let before = if place == 0 { '?' } else { '&' };
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

/// All but letters, digits and a few signs as `%2F` and the like.
fn encoded(text: &str) -> String {
    let mut made = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"_-.~".contains(&byte) {
            made.push(char::from(byte));
        } else {
            let _ = write!(made, "%{byte:02X}");
        }
    }
    made
}
