//! `normalize_ip_for_uri` of the module openstacklib: IPv6 addresses in brackets; and what `inet6_prefix` and
//! `os_transport_url` share with it.

use pcore::Value;

use super::address::Address;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "normalize_ip_for_uri",
    "Returns addresses with brackets around those of IPv6; all else stays",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[
        ("normalize_ip_for_uri('::1')", "'[::1]'"),
        ("normalize_ip_for_uri(['::1', 'host', '[::2]'])", "['[::1]', 'host', '[::2]']"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
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
        Value::String(text) if !text.contains('[') && Address::parse(text).is_ok_and(|found| found.is_ipv6()) => {
            Value::from(format!("[{text}]"))
        }
        other => other.clone(),
    }
}
