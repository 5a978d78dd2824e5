//! `stdlib::ip_in_range`: whether an address is in a network.

use pcore::Value;

use super::{address::Address, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::ip_in_range",
    "Returns whether an address is in a network, or in one of several",
    &[Signature { parameters: &["String ipaddress", "Variant[String, Array] range"], block: None, body }],
    &[
        ("stdlib::ip_in_range('10.1.2.3', '10.0.0.0/8')", "true"),
        ("stdlib::ip_in_range('fe80::1', ['10.0.0.0/8', 'fe80::/10'])", "true"),
        ("stdlib::ip_in_range('11.1.2.3', '10.0.0.0/8')", "false"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let read = |text: &str| match Address::parse(text) {
        Ok(address) => Ok(address),
        Err(_) => fail(format!("invalid address: {text}")),
    };
    let address = read(call.string(0))?;
    let networks = match call.argument(1) {
        Value::Array(networks) => networks.as_slice(),
        network => std::slice::from_ref(network),
    };
    let networks: Vec<Address> = networks.iter().map(|network| read(&text::to_s(network))).collect::<Outcome<_>>()?;
    Ok(Value::Boolean(networks.iter().any(|network| network.contains(&address))))
}
