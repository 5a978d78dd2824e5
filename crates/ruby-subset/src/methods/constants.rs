//! Classes and modules: what they make, and the few libraries that need nothing of the machine.

use pcore::{json, regexp::RegexpOptions, yaml};

use super::{Answer, Arguments, address, definition, digest, general, uri};
use crate::{
    error::{Error, Outcome, argument_error, not_supported, raise},
    machine::Machine,
    object::{Object, Table},
    path, text,
};

pub(super) fn call(machine: &mut Machine<'_>, class: &str, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match (class, arguments.method) {
        (_, "name" | "to_s" | "inspect") => Object::text(class),
        (_, "===") => Object::Boolean(text::is_a(arguments.object(0)?, class)),
        ("Array", "new") => new_array(machine, arguments)?,
        ("Hash", "new") => Object::table(Table {
            default: arguments.get(0).cloned(),
            default_block: arguments.block.cloned(),
            ..Table::default()
        }),
        ("Hash", "[]") => hash_of(arguments)?,
        ("String", "new") => Object::text(if arguments.objects.is_empty() { "".into() } else { arguments.text(0)? }),
        ("Regexp", "escape" | "quote") => {
            let given = match arguments.object(0)? {
                Object::Symbol(name) => name.clone(),
                _ => arguments.text(0)?,
            };
            Object::text(pcore::regexp::Regexp::escape(&given))
        }
        ("Regexp", "new" | "compile") => match arguments.object(0)? {
            regexp @ Object::Regexp(_) => regexp.clone(),
            _ => {
                let source = arguments.text(0)?;
                let options = options(arguments.get(1));
                Object::Regexp(machine.regexp(&source, options)?)
            }
        },
        ("Regexp", "union") => {
            let given = match arguments.objects {
                [Object::Array(items)] => items.0.borrow().clone(),
                objects => objects.to_vec(),
            };
            let mut parts = Vec::new();
            for pattern in &given {
                parts.push(match pattern {
                    Object::Regexp(_) => text::to_s(pattern)?.to_string(),
                    other => pcore::regexp::Regexp::escape(&text::to_s(other)?),
                });
            }
            Object::Regexp(machine.regexp(&parts.join("|"), RegexpOptions::default())?)
        }
        ("Regexp", "last_match") => match (arguments.get(0), &machine.last_match) {
            (Some(Object::Integer(group)), Some(found)) => found.group(usize::try_from(*group).unwrap_or(usize::MAX)),
            (_, Some(found)) => Object::Match(found.clone()),
            (_, None) => Object::Nil,
        },
        ("JSON" | "PSON", "parse" | "load") => match json::parse(&arguments.text(0)?) {
            Ok(value) => Object::from_value(&value),
            Err(error) => return raise("JSON::ParserError", error.to_string()),
        },
        ("JSON", "generate" | "dump") => Object::text(general::write_json(arguments.object(0)?, false)?),
        ("JSON", "pretty_generate") => Object::text(general::write_json(arguments.object(0)?, true)?),
        ("YAML" | "Psych", "dump") => Object::text(general::write_yaml(arguments.object(0)?)?),
        ("YAML" | "Psych", "load" | "safe_load") => match yaml::parse(&arguments.text(0)?) {
            Ok(value) => Object::from_value(&value),
            Err(error) => return raise("Psych::SyntaxError", error.to_string()),
        },
        ("File", "basename" | "dirname" | "extname" | "join" | "expand_path") => file(arguments)?,
        ("Math", "sqrt" | "log" | "log2" | "log10") => math(arguments)?,
        ("Puppet::Parser::Functions", "function" | "autoloader") => {
            let name = text::to_s(arguments.object(0)?)?;
            if machine.host.has_function(&name) {
                Object::Symbol(format!("function_{name}").into())
            } else {
                Object::Boolean(false)
            }
        }
        ("Puppet::Parser::Compiler", "environment") => Object::Class("Puppet::Node::Environment".into()),
        ("Puppet::Parser::Files", "find_template") => find_template(machine, arguments)?,
        // Only what Puppet itself has found.
        ("File" | "IO", "read") if machine.found_files.contains(&arguments.text(0)?) => {
            machine.call_host("file", &[arguments.object(0)?.to_value(0)?], "Errno::ENOENT")?
        }
        ("Puppet::Util::Package", "versioncmp") => {
            let given = [arguments.object(0)?, arguments.object(1)?];
            if let Some(other) = given.iter().find(|object| !matches!(object, Object::String(_))) {
                return machine.no_method(other, "scan");
            }
            machine.call_host("versioncmp", &[given[0].to_value(0)?, given[1].to_value(0)?], "ArgumentError")?
        }
        (_, "new" | "exception") if class.ends_with("Error") || class == "Exception" => {
            let message = arguments.get(0).map(text::to_s).transpose()?;
            let message = message.map_or_else(|| class.to_owned(), |message| message.to_string());
            Object::Exception(std::rc::Rc::new(Error::new(class, message, 0)))
        }
        ("IPAddr", "new") => address::make(arguments)?,
        (_, "const_defined?") => {
            let name = text::to_s(arguments.object(0)?)?;
            Object::Boolean(crate::known::is_constant(&format!("{class}::{name}")))
        }
        ("Puppet::Functions" | "Puppet::Parser::Functions", "create_function" | "newfunction") => {
            return definition::call(machine, arguments);
        }
        ("Puppet", "debug" | "info" | "notice" | "warning" | "err" | "deprecation_warning") => {
            let message = text::to_s(arguments.object(0)?)?;
            machine.host.log(arguments.method, None, &message);
            Object::Nil
        }
        ("Time", "now" | "new") if arguments.objects.is_empty() => time(machine)?,
        ("URI", "parse") => uri::parse(arguments)?,
        ("URI::Generic", "build") => uri::build(arguments)?,
        _ => {
            if let Some(method) = machine.module_methods.get(&(class.into(), arguments.method.into())).cloned() {
                return machine.call_defined(&method, arguments.objects, arguments.block).map(Some);
            }
            return digest::call(class, arguments);
        }
    }))
}

/// The path of a template of a module, which may be read from then on.
fn find_template(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Outcome {
    let found = machine.call_host("find_template", &[arguments.object(0)?.to_value(0)?], "Puppet::Error")?;
    machine.found_files.extend(found.as_text());
    Ok(found)
}

/// The time of the compilation.
fn time(machine: &mut Machine<'_>) -> Outcome {
    match machine.host.call_function("time", &[], false) {
        Ok(pcore::Value::Integer(seconds)) => {
            Ok(Object::Value(pcore::Value::Timestamp(pcore::time::Timestamp::from_seconds(seconds))))
        }
        _ => not_supported("the time"),
    }
}

fn options(given: Option<&Object>) -> RegexpOptions {
    match given {
        None | Some(Object::Nil | Object::Boolean(false)) => RegexpOptions::default(),
        Some(Object::Integer(bits)) => {
            RegexpOptions { ignore_case: bits & 1 != 0, extended: bits & 2 != 0, multiline: bits & 4 != 0 }
        }
        Some(_) => RegexpOptions { ignore_case: true, ..RegexpOptions::default() },
    }
}

fn new_array(machine: &mut Machine<'_>, arguments: &Arguments<'_>) -> Outcome {
    match arguments.get(0) {
        None => return Ok(Object::array(Vec::new())),
        Some(Object::Array(items)) => return Ok(Object::array(items.0.borrow().clone())),
        Some(_) => {}
    }
    let count = arguments.size(0)?;
    machine.check_count(count)?;
    let mut made = Vec::new();
    for index in 0..count {
        machine.spend(1)?;
        made.push(match arguments.block {
            Some(block) => machine.call_block(block, &[Object::size(index)])?,
            None => arguments.get(1).cloned().unwrap_or(Object::Nil),
        });
    }
    Ok(Object::array(made))
}

fn hash_of(arguments: &Arguments<'_>) -> Outcome {
    match arguments.objects {
        [Object::Hash(entries)] => Object::hash(entries.0.borrow().pairs()),
        [Object::Array(items)] => {
            let pairs = items.0.borrow().clone();
            Object::hash(pairs.iter().filter_map(Object::as_items).map(|pair| {
                let mut pair = pair.into_iter();
                (pair.next().unwrap_or(Object::Nil), pair.next().unwrap_or(Object::Nil))
            }))
        }
        objects if objects.len().is_multiple_of(2) => {
            Object::hash(objects.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())))
        }
        _ => argument_error("odd number of arguments for Hash"),
    }
}

/// Names of files, as texts.
fn file(arguments: &Arguments<'_>) -> Outcome {
    if arguments.method == "join" {
        let mut made = String::new();
        for (index, part) in arguments.objects.iter().enumerate() {
            let part = match part {
                Object::Array(items) => {
                    let items = items.0.borrow();
                    let parts = (0..items.len()).map(|index| Arguments { objects: &items, ..*arguments }.text(index));
                    parts.collect::<Outcome<Vec<_>>>()?.join("/")
                }
                _ => arguments.text(index)?.to_string(),
            };
            if index == 0 {
                made.push_str(&part);
            } else {
                let kept = made.trim_end_matches('/').len();
                made.truncate(kept);
                made.push('/');
                made.push_str(part.trim_start_matches('/'));
            }
        }
        return Ok(Object::text(made));
    }
    let path = arguments.text(0)?;
    if arguments.method == "expand_path" {
        return expanded(&path);
    }
    Ok(Object::text(match arguments.method {
        "dirname" => return Ok(Object::text(path::dirname(&path))),
        "extname" => path::extname(&path),
        _ => match arguments.get(1).and_then(Object::as_text) {
            Some(ending) => path::basename_without(&path, &ending),
            None => path::basename(&path),
        },
    }))
}

/// A path without `.` and `..`. Where a relative one begins is not ours to know.
fn expanded(path: &str) -> Outcome {
    if !path.starts_with('/') {
        return not_supported("File.expand_path of a relative path");
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    Ok(Object::text(format!("/{}", parts.join("/"))))
}

fn math(arguments: &Arguments<'_>) -> Outcome {
    let number = match arguments.object(0)? {
        Object::Integer(number) => *number as f64,
        Object::Float(number) => *number,
        other => return raise("TypeError", format!("can't convert {} into Float", text::short_name(other))),
    };
    if number < 0.0 {
        return raise("Math::DomainError", format!("Numerical argument is out of domain - \"{}\"", arguments.method));
    }
    Ok(Object::Float(match (arguments.method, arguments.get(1)) {
        ("sqrt", _) => number.sqrt(),
        ("log2", _) => number.log2(),
        ("log10", _) => number.log10(),
        (_, Some(Object::Integer(base))) => number.ln() / (*base as f64).ln(),
        _ => number.ln(),
    }))
}
