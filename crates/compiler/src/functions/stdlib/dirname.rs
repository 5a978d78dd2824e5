//! `dirname`: the folder of a path.

use pcore::Value;

use super::{fail, path};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "dirname",
    "Returns a path without its last part",
    -1,
    body,
    &[("dirname('/a/b/c')", "'/a/b'"), ("dirname('a')", "'.'"), ("dirname('/a')", "'/'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [] => fail("dirname(): No arguments given"),
        [Value::String(path)] if path.is_empty() => fail("dirname(): Requires a non-empty string as argument"),
        [Value::String(path)] => Ok(Value::from(path::dirname(path))),
        [_] => fail("dirname(): Requires string as argument"),
        all => fail(format!("dirname(): Too many arguments given ({})", all.len())),
    }
}
