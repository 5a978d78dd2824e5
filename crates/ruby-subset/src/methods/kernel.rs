//! What a template can call without a receiver, and lambdas.

use pcore::Value;

use super::{Answer, Arguments, definition, scope, uri};
use crate::{
    error::{Error, Outcome, Stop, argument_error, not_supported, raise, type_error},
    machine::Machine,
    number,
    object::{Callable, Object},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "scope" => Object::Scope,
        "has_variable?" => return scope::call(machine, arguments),
        "classes" => Object::array(machine.host.classes().into_iter().map(Object::text).collect()),
        "all_tags" => return not_supported("all_tags"),
        "tags" => return raise("NotImplementedError", "Call 'all_tags' instead."),
        "file" => machine.host.path().map_or(Object::Nil, Object::text),
        "Array" => {
            arguments.count(1, 1)?;
            let object = arguments.object(0)?;
            match object {
                Object::Array(_) => object.clone(),
                other => Object::array(machine.elements(other)?),
            }
        }
        "String" => Object::text(text::to_s(arguments.object(0)?)?),
        "Integer" => integer(arguments)?,
        "Float" => float(arguments)?,
        "Hash" => match arguments.object(0)? {
            Object::Nil => Object::hash([])?,
            Object::Array(items) if items.0.borrow().is_empty() => Object::hash([])?,
            object @ Object::Hash(_) => object.clone(),
            other => return type_error(format!("can't convert {} into Hash", text::class_name(other))),
        },
        "URI" => uri::parse(arguments)?,
        "format" | "sprintf" => {
            let format = arguments.text(0)?;
            Object::text(formatted(machine, &format, arguments.objects.get(1..).unwrap_or_default())?)
        }
        "lambda" | "proc" => match arguments.block {
            Some(Callable::Code(closure)) if arguments.method == "lambda" => {
                Object::Proc(Callable::Code(std::rc::Rc::new(closure.as_lambda())))
            }
            Some(block) => Object::Proc(block.clone()),
            None => return argument_error("tried to create Proc object without a block"),
        },
        "loop" => match arguments.block {
            Some(block) => loop {
                machine.call_block(block, &[])?;
            },
            None => return not_supported("loop without a block"),
        },
        "raise" | "fail" => return failure(arguments),
        "require" => match arguments.text(0)?.as_str() {
            // What they bring is here already.
            "json" | "yaml" | "erb" | "set" | "uri" | "cgi" | "cgi/util" | "ipaddr" | "time" | "date" | "digest"
            | "digest/md5" | "digest/sha1" | "digest/sha2" | "digest/sha256" | "base64" | "openssl" | "shellwords"
            | "pp" | "puppet" | "socket" | "tempfile" | "fileutils" | "open3" | "psych" | "strscan" | "singleton"
            | "ostruct" | "securerandom" | "net/http" | "resolv" | "english" | "English" => Object::Boolean(false),
            name if name.starts_with("puppet/") => Object::Boolean(false),
            other => return not_supported(format!("require '{other}'")),
        },
        "instance_variables" => {
            let mut names: Vec<Object> = Vec::new();
            for (name, _) in machine.host.variables() {
                let name: String =
                    name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
                names.push(Object::Symbol(format!("@{name}").into()));
            }
            Object::array(names)
        }
        "instance_variable_defined?" => {
            let name = text::to_s(arguments.object(0)?)?;
            let object = machine.instance_variable(name.trim_start_matches('@'));
            Object::Boolean(!matches!(object, Object::Nil))
        }
        "instance_variable_set" => {
            let name = text::to_s(arguments.object(0)?)?;
            let object = arguments.object(1)?.clone();
            machine.instance.insert(name.trim_start_matches('@').into(), object.clone());
            object
        }
        _ => return definition::call(machine, arguments),
    }))
}

/// `format`, by the function of Puppet that does the same.
pub(super) fn formatted(machine: &mut Machine<'_>, format: &str, objects: &[Object]) -> Outcome<ecow::EcoString> {
    let mut values = vec![Value::from(format)];
    for object in objects {
        values.push(match object {
            Object::Nil => Value::from(""),
            Object::Boolean(_) | Object::Symbol(_) | Object::Class(_) | Object::Value(_) => {
                Value::from(text::to_s(object)?)
            }
            Object::Hash(entries) => named(entries)?,
            other => other.to_value(0)?,
        });
    }
    text::to_s(&machine.call_host("sprintf", &values, "ArgumentError")?)
}

/// Values by name for a format: Ruby takes symbols, the function of Puppet texts.
fn named(entries: &crate::object::Entries) -> Outcome<Value> {
    let entries = entries.0.borrow();
    let symbols = entries.map.values().filter_map(|(key, value)| match key {
        Object::Symbol(name) => Some((name, value)),
        _ => None,
    });
    let pairs = symbols.map(|(name, value)| Ok((Value::from(name.clone()), value.to_value(0)?)));
    let pairs = pairs.collect::<Outcome<Vec<_>>>()?;
    if pairs.is_empty() {
        // Then it is shown as a whole.
        return entries
            .map
            .values()
            .map(|(key, value)| Ok((key.to_value(0)?, value.to_value(0)?)))
            .collect::<Outcome<Vec<_>>>()
            .map(Value::hash);
    }
    Ok(Value::hash(pairs))
}

fn integer(arguments: &Arguments<'_>) -> Outcome {
    let refused = |shown: String| argument_error(format!("invalid value for Integer(): {shown}"));
    match arguments.object(0)? {
        Object::Integer(number) => Ok(Object::Integer(*number)),
        Object::Float(number) if number.is_finite() => Ok(Object::Integer(number.trunc() as i64)),
        Object::String(text) => {
            let text = text.borrow().clone();
            let read = match arguments.get(1) {
                Some(Object::Integer(base)) => {
                    let base = u32::try_from(*base).unwrap_or_default();
                    if !(2..=36).contains(&base) {
                        return argument_error(format!("invalid radix {base}"));
                    }
                    i64::from_str_radix(&text.trim().replace('_', ""), base).ok()
                }
                _ => number::whole(&text).and_then(|whole| whole.to_i64()),
            };
            match read {
                Some(number) => Ok(Object::Integer(number)),
                None => refused(text::inspect(arguments.object(0)?)?),
            }
        }
        Object::Nil => type_error("can't convert nil into Integer"),
        other => type_error(format!("can't convert {} into Integer", text::short_name(other))),
    }
}

fn float(arguments: &Arguments<'_>) -> Outcome {
    match arguments.object(0)? {
        Object::Integer(number) => Ok(Object::Float(*number as f64)),
        Object::Float(number) => Ok(Object::Float(*number)),
        object @ Object::String(text) => match number::float(&text.borrow()) {
            Some(number) => Ok(Object::Float(number)),
            None => argument_error(format!("invalid value for Float(): {}", text::inspect(object)?)),
        },
        Object::Nil => type_error("can't convert nil into Float"),
        other => type_error(format!("can't convert {} into Float", text::short_name(other))),
    }
}

fn failure<T>(arguments: &Arguments<'_>) -> Outcome<T> {
    match arguments.objects {
        [] => raise("RuntimeError", "unhandled exception"),
        [Object::Class(class)] => raise(class, class.to_string()),
        [Object::Class(class), message, ..] => raise(class, text::to_s(message)?.to_string()),
        [Object::Exception(error), ..] => Err(Stop::Error(Box::new(Error { line: 0, ..Error::clone(error) }))),
        [message, ..] => raise("RuntimeError", text::to_s(message)?.to_string()),
    }
}

pub(super) fn call_proc(machine: &mut Machine<'_>, callable: &Callable, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "call" | "()" | "[]" | "yield" | "===" => machine.call_block(callable, arguments.objects)?,
        "to_proc" => Object::Proc(callable.clone()),
        "lambda?" => Object::Boolean(match callable {
            Callable::Code(closure) => closure.is_lambda,
            Callable::Method(_) | Callable::Host | Callable::With(_) => true,
        }),
        "arity" => match callable {
            Callable::Code(closure) => Object::size(closure.block.required.len()),
            Callable::Method(_) | Callable::Host | Callable::With(_) => Object::Integer(-2),
        },
        _ => return Ok(None),
    }))
}
