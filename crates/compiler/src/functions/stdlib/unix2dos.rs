//! `unix2dos`: line ends of Unix to those of Windows.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "unix2dos",
    "Returns a text with the line ends of Windows instead of those of Unix",
    1,
    body,
    &[(r#"unix2dos("a\nb\r\n")"#, r#""a\r\nb\r\n""#)],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let Value::String(text) = call.argument(0) else { return fail("unix2dos(): Requires string as argument") };
    let mut made = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                made.push_str(line.trim_end_matches('\r'));
                made.push_str("\r\n");
            }
            None => made.push_str(line),
        }
    }
    call.compilation.budget.size(made.len())?;
    Ok(Value::from(made))
}
