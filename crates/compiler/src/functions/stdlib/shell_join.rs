//! `shell_join`: words as a line for a shell.

use pcore::Value;

use super::{fail, shell, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "shell_join",
    "Returns the elements of an array as a line in which a shell finds them again",
    -1,
    body,
    &[("shell_join(['a b', 'c'])", r"'a\\ b c'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let words = match call.arguments {
        [Value::Array(words)] => words,
        [other] => return fail(format!("First argument is not an Array: {}", text::inspect(other))),
        _ => return wrong_count(call, "1"),
    };
    let mut line = String::new();
    for (place, word) in words.iter().enumerate() {
        line.push_str(if place > 0 { " " } else { "" });
        shell::push_escaped(&text::to_s(word), &mut line);
        call.compilation.budget.size(line.len())?;
    }
    Ok(Value::from(line))
}
