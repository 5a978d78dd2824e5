//! `enclose_ipv6`: IPv6 addresses in brackets.

use ecow::EcoVec;
use pcore::Value;
use rustc_hash::FxHashSet;

use super::{address::Address, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "enclose_ipv6",
    "Returns addresses, each once, with brackets around those of IPv6; '*' stays",
    -1,
    body,
    &[("enclose_ipv6(['127.0.0.1', '::1', '*'])", "['127.0.0.1', '[::1]', '*']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
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
            Ok(address) if address.is_ipv6() => format!("[{address}]"),
            Ok(_) => written,
            Err(_) => return fail(format!("enclose_ipv6(): Wrong argument given {written} is not an ip address.")),
        };
        if known.insert(enclosed.clone()) {
            made.push(Value::from(enclosed));
        }
    }
    Ok(Value::Array(made))
}
