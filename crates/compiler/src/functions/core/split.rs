//! `split`: a text in pieces.

use std::sync::Arc;

use pcore::{Type, Value, regexp::Regexp};

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "split",
    "Returns the pieces of a text between the matches of a pattern; those of a secret text are secret",
    &[
        Signature { parameters: &["String str", "String pattern"], block: None, body },
        Signature { parameters: &["String str", "Regexp pattern"], block: None, body },
        Signature { parameters: &["String str", "Type[Regexp] pattern"], block: None, body },
        Signature { parameters: &["Sensitive[String] sensitive", "String pattern"], block: None, body },
        Signature { parameters: &["Sensitive[String] sensitive", "Regexp pattern"], block: None, body },
        Signature { parameters: &["Sensitive[String] sensitive", "Type[Regexp] pattern"], block: None, body },
    ],
    &[
        ("split('a,b,,c,,', ',')", "['a', 'b', '', 'c']"),
        ("split('abc', '')", "['a', 'b', 'c']"),
        ("split('a1b2', /\\d/)", "['a', 'b']"),
        ("split(Sensitive('a:b'), ':').unwrap", "['a', 'b']"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let pattern = regexp(call, &call.argument(1).clone())?;
    let pieces = |text: &str| -> Outcome {
        let pieces = pattern.split(text).map_err(|error| Interrupt::plain(error.to_string()))?;
        call.compilation.budget.size(pieces.len())?;
        Ok(Value::array(pieces.into_iter().map(Value::from)))
    };
    match call.argument(0) {
        Value::Sensitive(secret) => pieces(secret.as_str().unwrap_or_default()).map(Value::sensitive),
        other => pieces(other.as_str().unwrap_or_default()),
    }
}

/// The pattern that a text, a regular expression or its type stands for; the bare `Regexp` is the empty one.
pub(super) fn regexp(call: &mut Call<'_, '_>, pattern: &Value) -> Outcome<Arc<Regexp>> {
    let source = match pattern {
        Value::Regexp(pattern) => return Ok(pattern.clone()),
        Value::Type(held) => match held.resolved() {
            Type::Regexp(Some(pattern)) => return Ok(pattern.clone()),
            _ => "",
        },
        other => other.as_str().unwrap_or_default(),
    };
    call.compilation.regexp(source).map_err(|error| Interrupt::plain(error.to_string()))
}
