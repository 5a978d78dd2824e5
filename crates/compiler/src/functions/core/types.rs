//! Functions of types: conversion, inference, assertion.

use pcore::{Type, Value, infer, mismatch, parse_type_with};

use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail};

functions![
    Function::typed(
        "assert_type",
        "Returns a value that is of a type; otherwise what the block says, or it fails",
        &[
            Signature::new(&["Type type", "Any value"], |call| {
                let wanted = call.type_argument(0)?;
                assert(call, wanted)
            })
            .block("Callable[Type, Type] block?"),
            Signature::new(&["String type_string", "Any value"], |call| {
                let text = call.string(0)?;
                let wanted = parse_type_with(text, &call.compilation.loader.types)
                    .map_err(|problem| Interrupt::unplaced(problem.message))?;
                assert(call, &wanted)
            })
            .block("Callable[Type, Type] block?"),
        ],
        &[
            ("assert_type(Integer, 5)", "5"),
            ("assert_type('Integer[1]', 5)", "5"),
            ("assert_type(Integer, 'x') |$wanted, $found| { 0 }", "0"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "convert_to",
        "Returns an instance of a type, made of a value and further arguments, or what the block makes of it",
        &[Signature::new(&["Any value", "Type type", "Any args*"], convert_to).block("Callable[1, 1] block?")],
        &[
            ("'5'.convert_to(Integer)", "5"),
            ("5.convert_to(Array, true)", "[5]"),
            ("'5'.convert_to(Integer) |$x| { $x + 1 }", "6"),
        ],
    ),
    Function::typed(
        "new",
        "Returns an instance of a type, made of the other arguments, or what the block makes of it",
        &[Signature::new(&["Type type", "Any args*"], new).block("Callable block?")],
        &[
            ("new(Integer, '0x1f')", "31"),
            ("Integer('7') |$x| { $x + 1 }", "8"),
            ("Boolean('yes')", "true"),
            ("String(5, '%03d')", "'005'"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "type",
        "Returns the type of a value, as detailed as can be, reduced to that of all elements, or generalized",
        &[
            Signature::new(&["Any value", "Enum[detailed] inference_method?"], |call| Ok(infer::detailed(
                call.argument(0),
            )
            .into())),
            Signature::new(&["Any value", "Enum[reduced] inference_method"], |call| Ok(infer::reduced(
                call.argument(0),
            )
            .into())),
            Signature::new(&["Any value", "Enum[generalized] inference_method"], |call| Ok(infer::generalized(
                call.argument(0),
            )
            .into())),
        ],
        &[
            ("type([1, 2])", "Tuple[Integer[1, 1], Integer[2, 2]]"),
            ("type([1, 2], 'reduced')", "Array[Integer[1, 2], 2, 2]"),
            ("type([1, 2], 'generalized')", "Array[Integer]"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "unwrap",
        "Returns what a Sensitive holds, or what the block makes of it; other values stay what they are",
        &[
            Signature::new(&["Sensitive arg"], unwrap).block("Callable block?"),
            Signature::new(&["Any arg"], unwrap).block("Callable block?"),
        ],
        &[
            ("unwrap(Sensitive('x'))", "'x'"),
            ("unwrap(5)", "5"),
            ("Sensitive('x').unwrap |$text| { \"${text}!\" }", "'x!'"),
        ],
    ),
];

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
    fail(message.unwrap_or_else(|| format!("assert_type(): expects a value of type {wanted}")))
}

fn convert_to(call: &mut Call<'_, '_>) -> Outcome {
    let [value, Value::Type(wanted), more @ ..] = call.arguments else {
        return fail("'convert_to' expects a value and a type");
    };
    let arguments: Vec<Value> = std::iter::once(value).chain(more).cloned().collect();
    let made = call.compilation.new_instance(wanted, &arguments)?;
    if call.has_block() { call.yield_block(&[made]) } else { Ok(made) }
}

fn new(call: &mut Call<'_, '_>) -> Outcome {
    let (wanted, arguments) = match call.arguments {
        [Value::Type(wanted), arguments @ ..] => (wanted.clone(), arguments),
        _ => return fail("'new' expects a type"),
    };
    // What is an instance already is returned as it is, and the block is not asked.
    let model = call.compilation.model_of_type(&wanted)?;
    if let ([only], false) = (arguments, matches!(&*wanted, Type::Init(_)))
        && wanted.is_instance(only)
    {
        return match (model, call.has_block()) {
            (Some(model), true) => fail(format!("An instance of {} does not change once it is made", model.name)),
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

fn unwrap(call: &mut Call<'_, '_>) -> Outcome {
    let held = match call.argument(0) {
        Value::Sensitive(secret) => (**secret).clone(),
        other => other.clone(),
    };
    if call.has_block() { call.yield_block(&[held]) } else { Ok(held) }
}
