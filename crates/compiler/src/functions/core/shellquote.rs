//! `shellquote`: words for a shell.

use pcore::Value;

use super::flatten;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "shellquote",
    "Returns all words as one text in which a shell finds them again",
    -1,
    body,
    &[
        ("shellquote('a b', 'c')", r#"'"a b" c'"#),
        ("shellquote(['$x', ''])", r#""'\$x' \"\"""#),
        ("shellquote()", "''"),
    ],
);

/// What no shell minds, besides letters and digits.
const SAFE: &str = "@%_+=:,./-";
/// What double quotes do not protect from.
const DANGEROUS: [char; 5] = ['!', '"', '`', '$', '\\'];

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let mut quoted = String::new();
    for (place, word) in flatten::flat(call, arguments)?.iter().enumerate() {
        let word = match word {
            Value::String(word) => word.as_str(),
            hash @ Value::Hash(_) => return Err(Interrupt::plain(text::no_conversion(hash, "String"))),
            other => return Err(Interrupt::plain(text::no_method("length", other))),
        };
        if place > 0 {
            quoted.push(' ');
        }
        push_quoted(word, &mut quoted);
        call.compilation.budget.size(quoted.len())?;
    }
    Ok(Value::from(quoted))
}

fn push_quoted(word: &str, quoted: &mut String) {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || SAFE.contains(letter);
    if !word.is_empty() && word.chars().all(is_safe) {
        quoted.push_str(word);
        return;
    }
    let quote = if word.contains(DANGEROUS) && !word.contains('\'') { '\'' } else { '"' };
    quoted.push(quote);
    for letter in word.chars() {
        if quote == '"' && DANGEROUS.contains(&letter) {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push(quote);
}
