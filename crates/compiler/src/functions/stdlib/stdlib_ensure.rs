//! `stdlib::ensure`: what `ensure` is for a kind of resource.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::ensure",
    "Returns the value of ensure that a kind of resource has for present and absent, or for true and false",
    &[Signature {
        parameters: &[
            "Variant[Boolean, Enum['present', 'absent']] ensure",
            "Optional[Enum['directory', 'link', 'mounted', 'service', 'file', 'package']] resource?",
        ],
        block: None,
        body,
    }],
    &[
        ("stdlib::ensure(true, 'directory')", "'directory'"),
        ("stdlib::ensure('absent', 'service')", "'stopped'"),
        ("stdlib::ensure(true, 'package')", "'installed'"),
        ("stdlib::ensure(false)", "'absent'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let present = matches!(call.argument(0), Value::Boolean(true)) || call.string(0) == "present";
    Ok(Value::from(match (call.string(1), present) {
        ("package", true) => "installed",
        ("service", true) => "running",
        ("service", false) => "stopped",
        ("", true) => "present",
        (resource, true) => resource,
        (_, false) => "absent",
    }))
}
