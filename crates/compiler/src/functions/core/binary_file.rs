//! `binary_file`: the bytes of a file.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "binary_file",
    "Returns the bytes of a file: 'module/name' in its folder 'files', or an absolute path",
    &[Signature { parameters: &["String path"], block: None, body }],
    &[("binary_file('/dev/null').length", "0")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.string(0);
    match call.find_file("files", name) {
        Some(path) => Ok(Value::Binary(call.read_file(&path)?.into())),
        None => Err(Interrupt::plain(format!("binary_file(): The given file '{name}' does not exist"))),
    }
}
