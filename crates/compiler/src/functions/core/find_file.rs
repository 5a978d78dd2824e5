//! `find_file`: where a file is; and what it shares with its kin.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "find_file",
    "Returns the path of the first file that exists: 'module/name' in its folder 'files', or an absolute path",
    &[
        Signature { parameters: &["String paths*"], block: None, body },
        Signature { parameters: &["Array[String] paths_array*"], block: None, body },
    ],
    &[("find_file('/nonexistent', '/dev')", "'/dev'"), ("find_file(['/nonexistent'])", "undef")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    first(call, "files")
}

/// The path of the first name that exists.
pub(super) fn first(call: &mut Call<'_, '_>, folder: &str) -> Outcome {
    let found = names(call).iter().find_map(|name| call.find_file(folder, name.as_str()?));
    Ok(found.map(|path| Value::from(path.display().to_string())).unwrap_or_default())
}

/// The arguments, or those in the array that is the only one.
pub(super) fn names(call: &Call<'_, '_>) -> Vec<Value> {
    call.arguments
        .iter()
        .flat_map(|given| given.as_array().map_or_else(|| vec![given.clone()], <[_]>::to_vec))
        .collect()
}
