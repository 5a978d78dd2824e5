//! `is_service_default` of the module openstacklib: whether a value leaves the choice to the service.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_service_default",
    "Returns whether a value is '<SERVICE DEFAULT>', which leaves the choice to the service",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[("is_service_default('<SERVICE DEFAULT>')", "true"), ("is_service_default('x')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(value.as_str() == Some("<SERVICE DEFAULT>"))),
        all => fail(format!("is_service_default(): Wrong number of argumentsgiven ({} for 1)", all.len())),
    }
}
