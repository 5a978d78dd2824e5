//! `basename`: the last part of a path.

use pcore::Value;

use super::{fail, path};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "basename",
    "Returns the last part of a path, without an ending if one is given",
    -1,
    body,
    &[("basename('/a/b.txt')", "'b.txt'"), ("basename('/a/b.txt', '.txt')", "'b'"), ("basename('/a/')", "'a'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [] => fail("basename(): No arguments given"),
        [Value::String(path)] => Ok(Value::from(path::basename(path))),
        [Value::String(path), Value::String(ending)] => Ok(Value::from(path::basename_without(path, ending))),
        [Value::String(_), _] => fail("basename(): Requires string as second argument"),
        [_] | [_, _] => fail("basename(): Requires string as first argument"),
        all => fail(format!("basename(): Too many arguments given ({})", all.len())),
    }
}
