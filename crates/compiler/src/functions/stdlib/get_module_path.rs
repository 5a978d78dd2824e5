//! `get_module_path`: the folder of a module; and what it shares with `load_module_metadata`.

use std::path::PathBuf;

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function =
    Function::counted("get_module_path", "Returns the folder of a module", -1, body, &[]);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [module] => Ok(Value::from(folder(call, module)?.display().to_string())),
        _ => fail("get_module_path(): Wrong number of arguments, expects one"),
    }
}

/// The folder of a module that must be there.
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
