//! The scope: variables and functions of Puppet.

use pcore::Value;

use super::{Answer, Arguments};
use crate::{
    error::{Outcome, not_supported, raise, raise_from, type_error},
    machine::Machine,
    object::{Callable, Object},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "[]" | "lookupvar" => match arguments.object(0)? {
            Object::String(name) => {
                let name = name.borrow().clone();
                if let Some(object) = machine.looked_up.get(&name).or_else(|| machine.shared_variable(&name)) {
                    return Ok(Some(object.clone()));
                }
                match machine.host.look_up(&name) {
                    Ok(value) => {
                        let object = Object::from_value(&value);
                        if matches!(object, Object::Array(_) | Object::Hash(_)) {
                            machine.looked_up.insert(name, object.clone());
                        }
                        object
                    }
                    Err(error) => return raise_from("ArgumentError", error),
                }
            }
            other => {
                let (shown, class) = (text::inspect(other)?, text::class_name(other));
                let message = format!("Scope variable name {shown} is a {class}, not a string");
                return raise("Puppet::ParseError", message);
            }
        },
        "include?" | "has_variable?" | "exist?" => {
            let name = text::to_s(arguments.object(0)?)?;
            Object::Boolean(machine.host.look_up(&name).is_ok_and(|value| !value.is_undef()))
        }
        "to_hash" => {
            let variables = machine.host.variables();
            Object::hash(variables.into_iter().map(|(name, value)| (Object::text(name), Object::from_value(&value))))?
        }
        "setvar" | "[]=" => {
            let name = text::to_s(arguments.object(0)?)?;
            let object = arguments.object(1)?;
            match machine.host.set_variable(&name, object.to_value(0)?) {
                Ok(()) => object.clone(),
                Err(error) => return raise_from("Puppet::Error", error),
            }
        }
        "call_function" => {
            let name = text::to_s(arguments.object(0)?)?;
            // They are handed on as `*arguments`: a hash becomes its pairs.
            let given = machine.spread(arguments.object(1)?.clone())?;
            function(machine, &name, &given, arguments.block)?
        }
        "lookupdefaults" => {
            let kind = text::to_s(arguments.object(0)?)?;
            let defaults = machine.host.defaults(&kind);
            let entry = |(name, value): (ecow::EcoString, Value)| (Object::Symbol(name), Object::from_value(&value));
            Object::hash(defaults.into_iter().map(entry))?
        }
        "debug" | "info" | "notice" | "warning" | "err" | "alert" | "crit" | "emerg" => {
            let message = text::to_s(arguments.object(0)?)?;
            let name = machine.host.name();
            machine.host.log(arguments.method, Some(&name), &message);
            Object::Nil
        }
        "to_s" | "inspect" => Object::text(machine.host.name()),
        "compiler" => Object::Class("Puppet::Parser::Compiler".into()),
        "environment" => Object::Class("Puppet::Node::Environment".into()),
        name => match name.strip_prefix("function_") {
            Some(function_name) if has_legacy_function(machine, function_name)? => {
                let Object::Array(items) = arguments.object(0)? else {
                    let message = "custom functions must be called with a single array that contains the arguments. \
                                   For example, function_example([1]) instead of function_example(1)";
                    return raise("ArgumentError", message);
                };
                let given = items.0.borrow().clone();
                // The legacy one of that name has no types.
                let other = given.iter().find(|object| !matches!(object, Object::String(_)));
                if let (Some(other), "versioncmp") = (other, function_name) {
                    return machine.no_method(other, "scan");
                }
                function(machine, function_name, &given, arguments.block)?
            }
            _ => return Ok(None),
        },
    }))
}

fn has_legacy_function(machine: &mut Machine<'_>, name: &str) -> Outcome<bool> {
    machine.host.has_legacy_function(name).or_else(|error| raise_from("Puppet::ParseError", error))
}

pub(super) fn function(machine: &mut Machine<'_>, name: &str, given: &[Object], block: Option<&Callable>) -> Outcome {
    let has_block = match block {
        None => false,
        Some(Callable::Host) => true,
        Some(_) => return not_supported("a block for a function of Puppet"),
    };
    let values = given.iter().map(|object| object.to_value(0)).collect::<Outcome<Vec<Value>>>()?;
    machine.show_changes()?;
    match machine.host.call_function(name, &values, has_block) {
        Ok(value) => Ok(Object::from_value(&value)),
        Err(error) if error.message.is_empty() => type_error("the function failed"),
        Err(error) => raise_from("Puppet::ParseError", error),
    }
}
