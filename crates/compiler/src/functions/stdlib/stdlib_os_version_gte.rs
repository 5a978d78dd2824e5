//! `stdlib::os_version_gte`: whether the operating system is one of at least some version.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, navigation, ruby::text},
    scope::Scopes,
};

const SIGNATURES: &[Signature] = &[Signature { parameters: &["String[1] os", "String[1] version"], block: None, body }];

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::os_version_gte",
    "Returns whether the operating system is one of at least some version",
    SIGNATURES,
    &[("stdlib::os_version_gte('Plan 9', '4')", "false")],
);

/// The same by the name that older versions had.
pub(super) static OLDER: Function = Function::typed(
    "os_version_gte",
    "Returns whether the operating system is one of at least some version",
    SIGNATURES,
    &[("os_version_gte('Plan 9', '4')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("os")).cloned().unwrap_or_default();
    let fact = |steps: &[Value]| navigation::dig(&facts, steps).unwrap_or_default();
    let name = fact(&["os".into(), "name".into()]);
    let release = fact(&["os".into(), "release".into(), "major".into()]);
    if name.as_str() != Some(call.string(0)) || release.is_undef() {
        return Ok(Value::Boolean(false));
    }
    let order = call.call_function("versioncmp", &[Value::from(text::to_s(&release)), call.argument(1).clone()])?;
    Ok(Value::Boolean(order.as_integer().is_some_and(|order| order >= 0)))
}
