//! `convert_to`: a value made into an instance of a type.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "convert_to",
    "Returns an instance of a type, made of a value and further arguments, or what the block makes of it",
    &[Signature { parameters: &["Any value", "Type type", "Any args*"], block: Some("Callable[1, 1] block?"), body }],
    &[
        ("'5'.convert_to(Integer)", "5"),
        ("5.convert_to(Array, true)", "[5]"),
        ("'5'.convert_to(Integer) |$x| { $x + 1 }", "6"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let [value, Value::Type(wanted), more @ ..] = call.arguments else {
        return Err(Interrupt::plain("'convert_to' expects a value and a type"));
    };
    let arguments: Vec<Value> = std::iter::once(value).chain(more).cloned().collect();
    let made = call.compilation.new_instance(wanted, &arguments)?;
    if call.has_block() { call.yield_block(&[made]) } else { Ok(made) }
}
