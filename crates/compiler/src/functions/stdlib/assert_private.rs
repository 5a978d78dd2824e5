//! `assert_private`: for classes and defines that only their own module may use.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
    scope::Scopes,
};

pub(super) static FUNCTION: Function = Function::counted(
    "assert_private",
    "Fails unless the class or define was declared by code of its own module",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 1 {
        return fail(format!("assert_private(): Wrong number of arguments given ({count}}}) for 0 or 1)"));
    }
    let scope = call.frame.scope;
    let module = |name: &str| {
        let value = call.compilation.variable(scope, name).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    // Code that is in no class at all has no caller.
    if scope != Scopes::TOP && module("module_name") == module("caller_module_name") {
        return Ok(Value::Undef);
    }
    match call.argument(0) {
        // What is not given is no text, and undef is an empty one.
        Value::String(message) => fail(message.as_str()),
        _ => fail(format!("{} is private", call.compilation.definition_here(scope))),
    }
}
