//! `shell_split`: a line as the words that a shell sees.

use pcore::Value;

use super::{fail, shell, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "shell_split",
    "Returns the words that a shell finds in a line",
    -1,
    body,
    &[("shell_split('a \"b c\" d')", "['a', 'b c', 'd']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let [given] = call.arguments else { return wrong_count(call, "1") };
    let line = text::to_s(given);
    match shell::split(&line) {
        Ok(words) => Ok(words.into_iter().map(Value::from).collect()),
        Err(shell::Unmatched) => fail(format!("Unmatched quote: {}", text::inspect(&Value::from(line)))),
    }
}
