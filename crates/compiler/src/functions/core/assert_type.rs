//! `assert_type`: a value, if it is of a type.

use pcore::{Type, Value, infer, mismatch, parse_type_with};

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "assert_type",
    "Returns a value that is of a type; otherwise what the block says, or it fails",
    &[
        Signature {
            parameters: &["Type type", "Any value"],
            block: Some("Callable[Type, Type] block?"),
            body: |call| {
                let wanted = call.argument(0).as_type().cloned().unwrap_or(Type::Any);
                assert(call, &wanted)
            },
        },
        Signature {
            parameters: &["String type_string", "Any value"],
            block: Some("Callable[Type, Type] block?"),
            body: |call| {
                let text = call.string(0);
                let wanted = parse_type_with(text, &call.compilation.loader.types)
                    .map_err(|problem| Interrupt::plain(problem.message))?;
                assert(call, &wanted)
            },
        },
    ],
    &[
        ("assert_type(Integer, 5)", "5"),
        ("assert_type('Integer[1]', 5)", "5"),
        ("assert_type(Integer, 'x') |$wanted, $found| { 0 }", "0"),
    ],
);

fn assert(call: &mut Call<'_, '_>, wanted: &Type) -> Outcome {
    let value = call.argument(1);
    if wanted.is_instance(value) {
        return Ok(value.clone());
    }
    if call.has_block() {
        let found = infer::detailed(value);
        return call.yield_block(&[Value::from(wanted.clone()), Value::from(found)]);
    }
    let message = mismatch::explain("assert_type():", wanted, value);
    Err(Interrupt::plain(message.unwrap_or_else(|| format!("assert_type(): expects a value of type {wanted}"))))
}
