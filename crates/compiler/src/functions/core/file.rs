//! `file`: what a file says.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "file",
    "Returns the content of the first file that exists: 'module/name' in its folder 'files', or an absolute path",
    -2,
    body,
    &[("file('/dev/null')", "''")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    for name in arguments.iter() {
        let Value::String(name) = name else {
            return Err(Interrupt::plain(text::no_method("split", name)));
        };
        if let Some(path) = call.find_file("files", name) {
            return call.read_text(&path).map(Value::from);
        }
    }
    let names: Vec<_> = arguments.iter().map(text::to_s).collect();
    Err(Interrupt::plain(format!("Could not find any files from {}", names.join(", "))))
}
