//! `time`: the seconds since 1970.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "time",
    "Returns the seconds since the beginning of 1970; a time zone makes no difference",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 1 {
        return fail(format!("time(): Wrong number of arguments given {count} for 0 or 1"));
    }
    let Some(now) = call.compilation.options.now else { return fail("time() needs a clock") };
    let seconds = now.as_nanoseconds().div_euclid(1_000_000_000);
    Ok(Value::Integer(i64::try_from(seconds).unwrap_or(i64::MAX)))
}
