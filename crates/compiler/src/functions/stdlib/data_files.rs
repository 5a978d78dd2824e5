//! Functions that read data in JSON and YAML, from text and from files of modules.

use std::path::{Path, PathBuf};

use pcore::{Value, json, yaml};
use resource_api::log::Level;

use super::arguments::is_set;
use crate::functions::{Call, Function, Interrupt, Outcome, fail, text};

functions![
    Function::counted("get_module_path", "Returns the directory of a module", -1, get_module_path, &[]),
    Function::unchecked(
        "load_module_metadata",
        "Returns the metadata.json of a module as a hash",
        load_module_metadata,
        &[],
    ),
    Function::counted(
        "loadjson",
        "Returns the data of a file in JSON, or a default where it is not there or cannot be read",
        -2,
        |call| loaded(call, parse_json),
        &[("loadjson('/no/such/file', 'none')", "'none'")],
    ),
    Function::counted(
        "loadyaml",
        "Returns the data of a file in YAML, or a default where it is not there or cannot be read",
        -2,
        |call| loaded(call, parse_yaml),
        &[("loadyaml('/no/such/file', 'none')", "'none'")],
    ),
    Function::unchecked(
        "parsejson",
        "Returns the data that a text in JSON holds, or a default where it cannot be read or holds none",
        |call| parsed(call, parse_json),
        &[(r#"parsejson('{"a": [1, null]}')"#, "{'a' => [1, undef]}"), ("parsejson('{', 'none')", "'none'")],
    ),
    Function::unchecked(
        "parseyaml",
        "Returns the data that a text in YAML holds, or a default where it cannot be read or holds none",
        |call| parsed(call, parse_yaml),
        &[(r#"parseyaml("a: 1\nb: [x]")"#, "{'a' => 1, 'b' => ['x']}"), ("parseyaml('a: [', 'none')", "'none'")],
    ),
];

fn get_module_path(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [module] => Ok(Value::from(folder(call, module)?.display().to_string())),
        _ => fail("get_module_path(): Wrong number of arguments, expects one"),
    }
}

/// The directory of a module that must be there.
pub(super) fn folder(call: &Call<'_, '_>, module: &Value) -> Outcome<PathBuf> {
    let name = text::to_s(module);
    match call.compilation.loader.module(&name) {
        Some(folder) => Ok(folder),
        None => {
            let environment = &call.compilation.loader.environment.name;
            fail(format!("Could not find module {name} in environment {environment}"))
        }
    }
}

fn load_module_metadata(call: &mut Call<'_, '_>) -> Outcome {
    let (module, may_miss) = match call.arguments {
        [module] => (module, false),
        [module, may_miss] => (module, is_set(may_miss)),
        _ => return fail("load_module_metadata(): Wrong number of arguments, expects one or two"),
    };
    let file = folder(call, module)?.join("metadata.json");
    if !file.exists() {
        if may_miss {
            return Ok(Value::hash([]));
        }
        let name = text::to_s(module);
        return fail(format!("load_module_metadata(): No metadata.json file for module {name}"));
    }
    json::parse(&call.read_text(&file)?).map_err(|error| Interrupt::unplaced(format!("{}: {error}", file.display())))
}

/// Reads a file on the machine that compiles.
pub(super) fn loaded(call: &Call<'_, '_>, parse: fn(&str) -> Outcome) -> Outcome {
    let default = call.arguments.get(1);
    let Value::String(name) = call.argument(0) else {
        return or_default(fail(text::no_method("start_with?", call.argument(0))), default);
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        return Err(Interrupt::unplaced(format!("{}(): reading from '{name}' is not supported", call.name))
            .hint("fetch the file first, and give its path"));
    }
    let path = Path::new(name.as_str());
    if !path.exists() {
        let source = call.compilation.scope_name(call.frame.scope);
        let message = format!("Can't load '{name}' File does not exist!");
        call.compilation.log.write(Level::Warning, Some(&source), &message);
        return Ok(default.cloned().unwrap_or_default());
    }
    or_default(call.read_text(path).and_then(|text| parse(&text)), default)
}

/// Reads JSON.
fn parse_json(text: &str) -> Outcome {
    json::parse(text).map_err(|error| Interrupt::unplaced(error.to_string()))
}

/// Reads YAML.
fn parse_yaml(text: &str) -> Outcome {
    yaml::parse(text).map_err(|error| Interrupt::unplaced(error.to_string()))
}

/// Reads the first argument; the second replaces missing data.
pub(super) fn parsed(call: &Call<'_, '_>, parse: fn(&str) -> Outcome) -> Outcome {
    match call.arguments {
        [] => fail("Wrong number of arguments. 1 or 2 arguments should be provided."),
        [Value::String(text), rest @ ..] => or_default(parse(text), rest.first()),
        [other, rest @ ..] => or_default(fail(text::no_conversion(other, "String")), rest.first()),
    }
}

/// What was read, or the default where it cannot be read, or is nothing or false.
pub(super) fn or_default(read: Outcome, default: Option<&Value>) -> Outcome {
    match read {
        Ok(value) if is_set(&value) => Ok(value),
        Ok(_) => Ok(default.cloned().unwrap_or_default()),
        Err(error) => default.filter(|value| is_set(value)).cloned().ok_or(error),
    }
}
