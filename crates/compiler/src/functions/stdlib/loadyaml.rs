//! `loadyaml`: data from a file in YAML; and what it shares with `loadjson`.

use std::path::Path;

use pcore::Value;
use resource_api::log::Level;

use super::{
    fail,
    parseyaml::{or_default, parse},
};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "loadyaml",
    "Returns the data of a file in YAML, or a default where it is not there or cannot be read",
    -2,
    |call| loaded(call, parse),
    &[("loadyaml('/no/such/file', 'none')", "'none'")],
);

/// Reads a file on the machine that compiles.
pub(super) fn loaded(call: &Call<'_, '_>, parse: fn(&str) -> Outcome) -> Outcome {
    let default = call.arguments.get(1);
    let Value::String(name) = call.argument(0) else {
        return or_default(fail(text::no_method("start_with?", call.argument(0))), default);
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        return Err(Interrupt::plain(format!("{}(): reading from '{name}' is not supported", call.name))
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
