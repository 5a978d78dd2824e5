//! `new`: an instance of a type, made of other values.

use pcore::{Type, Value};

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "new",
    "Returns an instance of a type, made of the other arguments, or what the block makes of it",
    &[Signature { parameters: &["Type type", "Any args*"], block: Some("Callable block?"), body }],
    &[
        ("new(Integer, '0x1f')", "31"),
        ("Integer('7') |$x| { $x + 1 }", "8"),
        ("Boolean('yes')", "true"),
        ("String(5, '%03d')", "'005'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (wanted, arguments) = match call.arguments {
        [Value::Type(wanted), arguments @ ..] => (wanted.clone(), arguments),
        _ => return Err(Interrupt::plain("'new' expects a type")),
    };
    // What is an instance already is returned as it is, and the block is not asked.
    let model = call.compilation.model_of_type(&wanted)?;
    if let ([only], false) = (arguments, matches!(&*wanted, Type::Init(_)))
        && wanted.is_instance(only)
    {
        return match (model, call.has_block()) {
            (Some(model), true) => {
                let message = format!("An instance of {} does not change once it is made", model.name);
                Err(Interrupt::plain(message))
            }
            _ => Ok(only.clone()),
        };
    }
    if let Some(model) = model {
        let block = call.block.clone();
        return call.compilation.make_instance(&model, arguments, block.as_ref());
    }
    let made = call.compilation.new_instance(&wanted, arguments)?;
    if call.has_block() { call.yield_block(&[made]) } else { Ok(made) }
}
