//! `has_ip_network`: whether the machine is in a network.

use super::{has_interface_with::has, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function =
    Function::counted("has_ip_network", "Returns whether an interface of the machine is in a network", -1, body, &[]);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [network] => has(call, "network", network),
        _ => wrong_count(call, "1"),
    }
}
