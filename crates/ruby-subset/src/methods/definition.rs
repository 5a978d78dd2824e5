//! What functions of modules are described with, and what their code can call without a receiver.

use ecow::EcoString;

use super::{Answer, Arguments, scope};
use crate::{
    error::{Outcome, argument_error, not_supported},
    function::{Dispatch, Form, Parameter, Presence},
    machine::{Machine, Role},
    object::{Callable, Object},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Answer {
    match machine.role {
        Role::Template => return Ok(None),
        Role::LegacyFunction => {
            if arguments.method == "_" {
                return arguments.object(0).map(|object| Some(object.clone()));
            }
            return scope::call(machine, arguments);
        }
        Role::Function => {}
    }
    Ok(Some(match arguments.method {
        "_" => arguments.object(0)?.clone(),
        "closure_scope" => Object::Scope,
        "call_function" => {
            let name = text::to_s(arguments.object(0)?)?;
            let given = arguments.objects.get(1..).unwrap_or_default();
            scope::function(machine, &name, given, arguments.block)?
        }
        "private" | "public" | "protected" => Object::Nil,
        "create_function" => {
            let form = Form::Typed { dispatches: Vec::new(), local_types: Vec::new() };
            let name = text::to_s(arguments.object(0)?)?;
            machine.definitions.add(name, form, None);
            described(machine, arguments)?
        }
        "newfunction" => legacy(machine, arguments)?,
        "dispatch" | "argument_mismatch" => {
            let method = text::to_s(arguments.object(0)?)?;
            let is_refusal = arguments.method == "argument_mismatch";
            if let Some((dispatches, _)) = machine.definitions.typed() {
                dispatches.push(Dispatch { method, is_refusal, ..Dispatch::default() });
            }
            described(machine, arguments)?
        }
        "local_types" => described(machine, arguments)?,
        "type" => {
            let definition = text::to_s(arguments.object(0)?)?;
            if let Some((_, types)) = machine.definitions.typed() {
                types.push(definition);
            }
            Object::Nil
        }
        "return_type" => {
            let returns = text::to_s(arguments.object(0)?)?;
            if let Some(dispatch) = machine.definitions.dispatch() {
                dispatch.returns = Some(returns);
            }
            Object::Nil
        }
        "scope_param" => {
            if let Some(dispatch) = machine.definitions.dispatch() {
                dispatch.scopes.push(dispatch.parameters.len() + dispatch.scopes.len());
            }
            Object::Nil
        }
        "cache_param" | "compiler_param" => return not_supported(arguments.method),
        method => return parameter(machine, method, arguments),
    }))
}

/// Runs the block that describes something.
fn described(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Outcome {
    match arguments.block {
        Some(block) => machine.call_block(block, &[]),
        None => argument_error("a block is expected"),
    }
}

fn legacy(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Outcome {
    let name = text::to_s(arguments.object(0)?)?;
    let Some(Callable::Code(code)) = arguments.block else { return not_supported("a function without a block") };
    let mut form = Form::Counted { has_value: false, arity: -1 };
    if let (Some(Object::Hash(options)), Form::Counted { has_value, arity }) = (arguments.get(1), &mut form) {
        for (key, value) in options.0.borrow().pairs() {
            match (text::to_s(&key)?.as_str(), &value) {
                ("type", Object::Symbol(kind)) => *has_value = kind == "rvalue",
                ("arity", Object::Integer(count)) => *arity = i32::try_from(*count).unwrap_or(-1),
                _ => {}
            }
        }
    }
    machine.definitions.add(name, form, Some(code.clone()));
    Ok(Object::Nil)
}

fn parameter(machine: &mut Machine<'_>, method: &str, arguments: &Arguments<'_>) -> Answer {
    let presence = match method {
        "param" | "required_param" | "block_param" | "required_block_param" => Presence::Required,
        "optional_param" | "optional_block_param" => Presence::Optional,
        "repeated_param" | "optional_repeated_param" => Presence::Repeated,
        "required_repeated_param" => Presence::RequiredRepeated,
        _ => return Ok(None),
    };
    let is_block = method.ends_with("block_param");
    let (type_text, name): (EcoString, EcoString) = match arguments.objects {
        [] if is_block => ("Callable".into(), "block".into()),
        [Object::Symbol(name)] if is_block => ("Callable".into(), name.clone()),
        [type_text] if is_block => (text::to_s(type_text)?, "block".into()),
        [type_text, name, ..] => (text::to_s(type_text)?, text::to_s(name)?),
        _ => return argument_error(format!("{method} needs a type and a name")),
    };
    let made = Parameter { type_text, name, presence };
    if let Some(dispatch) = machine.definitions.dispatch() {
        if is_block {
            dispatch.block = Some(made);
        } else {
            dispatch.parameters.push(made);
        }
    }
    Ok(Some(Object::Nil))
}
