//! `unwrap`: what a secret holds.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "unwrap",
    "Returns what a Sensitive holds, or what the block makes of it; other values stay what they are",
    &[
        Signature { parameters: &["Sensitive arg"], block: Some("Callable block?"), body },
        Signature { parameters: &["Any arg"], block: Some("Callable block?"), body },
    ],
    &[
        ("unwrap(Sensitive('x'))", "'x'"),
        ("unwrap(5)", "5"),
        ("Sensitive('x').unwrap |$text| { \"${text}!\" }", "'x!'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let held = match call.argument(0) {
        Value::Sensitive(secret) => (**secret).clone(),
        other => other.clone(),
    };
    if call.has_block() { call.yield_block(&[held]) } else { Ok(held) }
}
