//! The scope: variables and functions of Puppet.

use pcore::Value;

use super::{Answer, Arguments};
use crate::{
    error::{Outcome, raise, type_error},
    machine::Machine,
    object::Object,
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "[]" | "lookupvar" => match arguments.object(0)? {
            Object::String(name) => {
                let name = name.borrow().clone();
                if let Some(object) = machine.looked_up.get(&name) {
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
                    Err(message) => return raise("ArgumentError", message),
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
                Err(message) => return raise("Puppet::Error", message),
            }
        }
        "call_function" => {
            let name = text::to_s(arguments.object(0)?)?;
            let given = match arguments.object(1)? {
                Object::Array(items) => items.0.borrow().clone(),
                other => vec![other.clone()],
            };
            function(machine, &name, &given)?
        }
        "to_s" | "inspect" => return Ok(None),
        "catalog" | "compiler" | "environment" | "resource" | "source" | "parent" => return Ok(None),
        name => match name.strip_prefix("function_") {
            Some(function_name) if has_older_function(machine, function_name)? => {
                let Object::Array(items) = arguments.object(0)? else {
                    let message = "custom functions must be called with a single array that contains the arguments. \
                                   For example, function_example([1]) instead of function_example(1)";
                    return raise("ArgumentError", message);
                };
                let given = items.0.borrow().clone();
                function(machine, function_name, &given)?
            }
            _ => return Ok(None),
        },
    }))
}

fn has_older_function(machine: &mut Machine<'_>, name: &str) -> Outcome<bool> {
    machine.host.has_older_function(name).or_else(|message| raise("Puppet::ParseError", message))
}

fn function(machine: &mut Machine<'_>, name: &str, given: &[Object]) -> Outcome {
    let values = given.iter().map(|object| object.to_value(0)).collect::<Outcome<Vec<Value>>>()?;
    machine.show_changes()?;
    match machine.host.call_function(name, &values) {
        Ok(value) => Ok(Object::from_value(&value)),
        Err(message) if message.is_empty() => type_error("the function failed"),
        Err(message) => raise("Puppet::ParseError", message),
    }
}
