//! `inet6_prefix` of the module openstacklib: IPv6 addresses as memcached wants them.

use pcore::Value;

use super::{address::Address, normalize_ip_for_uri::each};
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "inet6_prefix",
    "Returns addresses with 'inet6:' and brackets around those of IPv6; all else stays",
    &[Signature { parameters: &["Any args*"], block: None, body: |call| Ok(each(call.arguments, prefixed)) }],
    &[
        ("inet6_prefix('::1')", "'inet6:[::1]'"),
        ("inet6_prefix(['[::1]:11211', '10.0.0.1'])", "['inet6:[::1]:11211', '10.0.0.1']"),
    ],
);

fn prefixed(value: &Value) -> Value {
    let Some(text) = value.as_str().filter(|text| !text.starts_with("inet6:")) else { return value.clone() };
    let mut parts = text.split([' ', '\t', '\n', '[', ']']).filter(|part| !part.is_empty());
    match parts.next() {
        Some(first) if Address::parse(first).is_ok_and(|found| found.is_ipv6()) => {
            Value::from(format!("inet6:[{first}]{}", parts.collect::<String>()))
        }
        _ => value.clone(),
    }
}
