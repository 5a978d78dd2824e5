//! `to_json`: a value as JSON.

use pcore::Value;

use super::json_text::{Layout, write};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

const SIGNATURES: &[Signature] = &[Signature { parameters: &["Any data"], block: None, body }];

pub(super) static FUNCTION: Function = Function::typed(
    "to_json",
    "Returns a value as JSON in one line; a secret is not shown",
    SIGNATURES,
    &[(r#"to_json({'a' => [1, undef, true]})"#, r#"'{"a":[1,null,true]}'"#)],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::to_json",
    "Returns a value as JSON in one line; a secret is not shown",
    SIGNATURES,
    &[(r#"stdlib::to_json(['a'])"#, r#"'["a"]'"#)],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::from(write(call.argument(0), &Layout::compact(call.compilation.budget.limits.size))?))
}
