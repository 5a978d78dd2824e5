//! `split`: a text in pieces.

use std::sync::Arc;

use ecow::EcoVec;
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
    match call.argument(0) {
        Value::Sensitive(secret) => {
            pieces(call, &pattern, secret.as_str().unwrap_or_default()).map(|pieces| Value::sensitive(pieces.into()))
        }
        other => pieces(call, &pattern, other.as_str().unwrap_or_default()).map(Value::from),
    }
}

/// The pieces of a text without the empty ones at its end; they are counted while they are made.
fn pieces(call: &Call<'_, '_>, pattern: &Regexp, text: &str) -> Outcome<EcoVec<Value>> {
    if pattern.source().is_empty() {
        // How many there will be is known before.
        call.compilation.budget.count(text.chars().count())?;
    }
    let mut made = EcoVec::new();
    pattern.each_field(text, |piece| call.push(&mut made, Value::from(piece)))?;
    while made.last().is_some_and(|last| last.as_str() == Some("")) {
        made.pop();
    }
    Ok(made)
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
