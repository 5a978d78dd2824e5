//! What all objects can do.

use std::cell::Cell;

use pcore::{Value, json, yaml};

use super::{Answer, Arguments, comparable};
use crate::{
    error::{Outcome, Stop, raise, type_error},
    machine::Machine,
    object::{Key, Object},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Object, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "nil?" => Object::Boolean(false),
        "to_s" => Object::text(text::to_s(receiver)?),
        "inspect" => Object::text(text::inspect(receiver)?),
        "==" | "===" => Object::Boolean(receiver.equals(arguments.object(0)?, 0)?),
        "!=" => Object::Boolean(!machine.send(receiver, "==", arguments.objects, None)?.is_true()),
        "!" => Object::Boolean(!receiver.is_true()),
        "eql?" => Object::Boolean(Key::new(receiver, 0)? == Key::new(arguments.object(0)?, 0)?),
        "equal?" => Object::Boolean(receiver.is_same(arguments.object(0)?)),
        "=~" => Object::Nil,
        "!~" => Object::Boolean(!machine.send(receiver, "=~", arguments.objects, None)?.is_true()),
        "<=>" => {
            let order = comparable::order(receiver, arguments.object(0)?, 0)?;
            order.map_or(Object::Nil, |order| Object::Integer(order as i64))
        }
        "is_a?" | "kind_of?" | "instance_of?" => match arguments.object(0)? {
            Object::Class(class) if arguments.method == "instance_of?" => {
                Object::Boolean(text::class_name(receiver) == *class)
            }
            Object::Class(class) => Object::Boolean(text::is_a(receiver, class)),
            _ => return type_error("class or module required"),
        },
        "class" => Object::Class(text::class_name(receiver)),
        "respond_to?" => {
            let name = text::to_s(arguments.object(0)?)?;
            Object::Boolean(machine.responds_to(receiver, &name))
        }
        "send" | "public_send" | "__send__" => {
            let name = text::to_s(arguments.object(0)?)?;
            let rest = arguments.objects.get(1..).unwrap_or_default();
            return machine.nested(|machine| machine.send(receiver, &name, rest, arguments.block)).map(Some);
        }
        "freeze" | "itself" => receiver.clone(),
        "dup" | "clone" | "+@" if !matches!(receiver, Object::Integer(_) | Object::Float(_)) => copy(receiver),
        "dup" | "clone" => receiver.clone(),
        "tap" => {
            if let Some(block) = arguments.block {
                machine.call_block(block, std::slice::from_ref(receiver))?;
            }
            receiver.clone()
        }
        "then" | "yield_self" => match arguments.block {
            Some(block) => machine.call_block(block, std::slice::from_ref(receiver))?,
            None => return Ok(None),
        },
        "to_yaml" => Object::text(write_yaml(receiver)?),
        "to_json" => Object::text(write_json(receiver, false)?),
        "instance_variable_get" => {
            let name = text::to_s(arguments.object(0)?)?;
            machine.instance_variable(name.trim_start_matches('@'))
        }
        _ => return Ok(None),
    }))
}

/// A copy whose elements are the same objects.
fn copy(object: &Object) -> Object {
    match object {
        Object::String(text) => Object::text(text.borrow().clone()),
        Object::Array(items) => Object::array(items.0.borrow().clone()),
        Object::Hash(entries) => Object::table(entries.0.borrow().clone()),
        other => other.clone(),
    }
}

/// What Psych writes.
pub(super) fn write_yaml(object: &Object) -> Outcome<String> {
    let value = object.to_value(0)?;
    text::check_indented(&value)?;
    yaml::write(&value).or_else(|error| raise("Psych::Exception", error.to_string()))
}

/// What the library `json` writes: what it does not know as texts.
pub(super) fn write_json(object: &Object, pretty: bool) -> Outcome<String> {
    let value = plain(object, 0, &Cell::new(0))?;
    text::check_indented(&value)?;
    let written = if pretty { json::write_pretty(&value) } else { json::write(&value) };
    written.or_else(|error| raise("JSON::GeneratorError", error.to_string()))
}

/// As data that JSON has: keys, and everything but numbers, words and collections, as text.
fn plain(object: &Object, depth: usize, walked: &Cell<usize>) -> Outcome<Value> {
    crate::object::too_much(object, depth, walked)?;
    Ok(match object {
        Object::Nil => Value::Undef,
        Object::Boolean(value) => Value::Boolean(*value),
        Object::Integer(value) => Value::Integer(*value),
        Object::Float(value) => Value::Float(*value),
        Object::Array(items) => {
            items.0.borrow().iter().map(|item| plain(item, depth + 1, walked)).collect::<Result<Value, Stop>>()?
        }
        Object::Hash(entries) => {
            let entries = entries.0.borrow();
            let pairs = entries.map.values();
            let part = |part: &Object| plain(part, depth + 1, walked);
            let pairs = pairs.map(|(key, value)| Ok((Value::from(text::to_s(key)?), part(value)?)));
            Value::hash(pairs.collect::<Result<Vec<_>, Stop>>()?)
        }
        other => Value::from(text::to_s(other)?),
    })
}
