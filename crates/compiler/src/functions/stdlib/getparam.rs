//! `getparam`: a parameter of a resource that was declared.

use pcore::Value;

use super::{defined_with_params::parts, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "getparam",
    "Returns a parameter of a resource that was declared so far, or an empty text",
    -1,
    body,
    &[("getparam(Notify['no_such'], 'message')", "''")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let is_set = |value: &&Value| !matches!(value, Value::Undef | Value::Boolean(false));
    let Some(reference) = call.arguments.first().filter(is_set) else { return fail("Must specify a reference") };
    let Some(Value::String(name)) = call.arguments.get(1) else { return fail("Must specify name of a parameter") };
    let (kind, title) = match reference {
        Value::Type(named) => parts(named),
        other => {
            let written = text::to_s(other);
            let split = written.strip_suffix(']').and_then(|inner| inner.split_once('['));
            split.map(|(kind, title)| (kind.to_owned(), title.to_owned())).unwrap_or_default()
        }
    };
    if name.is_empty() || title.is_empty() {
        return Ok(Value::from(""));
    }
    let found = call.compilation.declared_resources(&kind, &title)?;
    let held = found.first().map(|id| call.compilation.parameter_of(*id, name).clone());
    Ok(held.filter(|value| !value.is_undef()).unwrap_or_else(|| Value::from("")))
}
