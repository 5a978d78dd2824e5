//! `ensure_resources`: declares resources that a hash describes unless they are there with the same parameters.

use pcore::{Hash, Value};

use super::{ensure_resource::ensure, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "ensure_resources",
    "Declares resources of a type that a hash describes unless they were declared with the same parameters",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let is_set = |value: &&Value| !matches!(value, Value::Undef | Value::Boolean(false));
    let Some(kind) = call.arguments.first().filter(is_set) else { return fail("Must specify a type") };
    let Some(resources) = call.arguments.get(1).filter(is_set) else { return fail("Must specify a title") };
    let Value::Hash(resources) = resources else {
        return fail("ensure_resources(): Requires second argument to be a Hash");
    };
    let defaults = match call.arguments.get(2).filter(is_set) {
        None => Hash::default(),
        Some(Value::Hash(defaults)) => (**defaults).clone(),
        Some(other) => return fail(text::no_method("merge", other)),
    };
    for (title, own) in resources.iter() {
        let mut parameters = defaults.clone();
        match own {
            Value::Hash(own) => parameters.extend(own.iter().map(|(name, value)| (name.clone(), value.clone()))),
            Value::Undef | Value::Boolean(false) => {}
            other => return fail(text::no_conversion(other, "Hash")),
        }
        // A title may stand for several, as everywhere.
        let titles = call.call_function("flatten", std::slice::from_ref(title))?;
        let parameters = Value::from(parameters);
        for title in titles.as_array().unwrap_or_default() {
            ensure(call, kind, title, &parameters)?;
        }
    }
    Ok(Value::Undef)
}
