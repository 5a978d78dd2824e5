//! `ensure_resource`: declares a resource unless it is there with the same parameters.

use pcore::Value;
use resource_api::log::Level;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "ensure_resource",
    "Declares resources of a type by their titles unless they were declared with the same parameters",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let is_set = |value: &&Value| !matches!(value, Value::Undef | Value::Boolean(false));
    let Some(kind) = call.arguments.first().filter(is_set) else { return fail("Must specify a type") };
    let Some(titles) = call.arguments.get(1).filter(is_set) else { return fail("Must specify a title") };
    let parameters = call.arguments.get(2).filter(is_set).cloned().unwrap_or_else(|| Value::hash([]));
    let titles = call.call_function("flatten", std::slice::from_ref(titles))?;
    for title in titles.as_array().unwrap_or_default() {
        ensure(call, kind, title, &parameters)?;
    }
    Ok(Value::Undef)
}

/// Declares one resource unless it is there.
pub(super) fn ensure(call: &mut Call<'_, '_>, kind: &Value, title: &Value, parameters: &Value) -> Outcome<()> {
    let reference = Value::from(format!("{}[{}]", text::to_s(kind), text::to_s(title)));
    let is_there = call.call_function("defined_with_params", &[reference.clone(), parameters.clone()])?;
    let is_there = matches!(is_there, Value::Boolean(true));
    if call.compilation.log.wants(Level::Debug) {
        let (reference, parameters) = (text::to_s(&reference), text::to_s(parameters));
        call.compilation.log.line(
            Level::Debug,
            &if is_there {
                format!("Resource {reference} with params {parameters} not created because it already exists")
            } else {
                format!("Create new resource {reference} with params {parameters}")
            },
        );
    }
    if is_there {
        return Ok(());
    }
    if !matches!(parameters, Value::Hash(_)) {
        return fail(text::no_conversion(parameters, "Hash"));
    }
    let wanted = Value::hash([(title.clone(), parameters.clone())]);
    call.call_function("create_resources", &[kind.clone(), wanted])?;
    Ok(())
}
