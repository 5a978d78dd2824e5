//! `stdlib::deferrable_epp`: a template filled in now, or when its values are known.

use pcore::Value;

use super::stdlib_nested_values::nested;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::deferrable_epp",
    "Returns what an EPP template gives, or a call for later where one of its values is known only then",
    &[Signature { parameters: &["String template", "Hash variables"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (template, variables) = (call.argument(0).clone(), call.argument(1).clone());
    let mut values = Vec::new();
    nested(&variables, &mut values);
    if !values.iter().any(is_deferred) {
        return call.call_function("epp", &[template, variables]);
    }
    let path = call.call_function("find_template", &[template])?;
    let text = call.call_function("file", &[path])?;
    Value::deferred("inline_epp", [text, variables]).map_err(|error| Interrupt::plain(error.to_string()))
}

fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(instance) if instance.object_type().label() == "Deferred")
}
