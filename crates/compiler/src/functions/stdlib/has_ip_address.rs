//! `has_ip_address`: whether the machine has an address.

use super::{has_interface_with::has, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function =
    Function::counted("has_ip_address", "Returns whether an interface of the machine has an address", -1, body, &[]);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [address] => has(call, "ipaddress", address),
        _ => wrong_count(call, "1"),
    }
}
