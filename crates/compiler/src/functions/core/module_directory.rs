//! `module_directory`: where a module is.

use pcore::Value;

use super::find_file::names;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "module_directory",
    "Returns the folder of the first module that exists",
    &[
        Signature { parameters: &["String names*"], block: None, body },
        Signature { parameters: &["Array[String] names*"], block: None, body },
    ],
    &[("module_directory('no_such_module')", "undef")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let found = names(call).iter().find_map(|name| call.compilation.loader.module(name.as_str()?));
    Ok(found.map(|folder| Value::from(folder.display().to_string())).unwrap_or_default())
}
