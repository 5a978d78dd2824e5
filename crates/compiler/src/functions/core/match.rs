//! `match`: what a pattern finds in a text.

use pcore::{Type, Value, regexp::Regexp};

use super::{flatten, split};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "match",
    "Returns the first match of a pattern in a text and what its groups took, or undef; for each text of an array",
    &[
        Signature {
            parameters: &["String string", "Variant[Any, Type] pattern"],
            block: None,
            body: |call| {
                let (text, pattern) = (call.string(0).to_owned(), call.argument(1).clone());
                find(call, &text, &pattern)
            },
        },
        Signature {
            parameters: &["Array[String] string", "Variant[Any, Type] pattern"],
            block: None,
            body: |call| {
                let (texts, pattern) = (call.argument(0).clone(), call.argument(1).clone());
                let texts = texts.as_array().unwrap_or_default().iter();
                texts.map(|text| find(call, text.as_str().unwrap_or_default(), &pattern)).collect()
            },
        },
    ],
    &[
        ("match('abc123', /([a-z]+)(\\d+)/)", "['abc123', 'abc', '123']"),
        ("match('abc', /x/)", "undef"),
        ("match(['a1', 'b'], '\\d')", "[['1'], undef]"),
        ("match('abc', Pattern[/x/, /b/])", "['b']"),
    ],
);

fn find(call: &mut Call<'_, '_>, text: &str, pattern: &Value) -> Outcome {
    match pattern {
        Value::String(_) | Value::Regexp(_) => groups(&*split::regexp(call, pattern)?, text),
        Value::Array(patterns) => first(flatten::flat(call, patterns)?.iter().map(|pattern| find(call, text, pattern))),
        Value::Type(held) => find_type(text, held, pattern),
        other => Err(refused(other)),
    }
}

fn find_type(text: &str, wanted: &Type, shown: &Value) -> Outcome {
    match wanted.resolved() {
        Type::Regexp(Some(pattern)) => groups(pattern, text),
        Type::Regexp(None) => Err(Interrupt::plain("Given Regexp Type has no regular expression")),
        Type::Pattern(pattern) => first(pattern.patterns.iter().map(|pattern| groups(pattern, text))),
        Type::Variant(types) => first(types.iter().map(|one| find_type(text, one, shown))),
        _ => Err(refused(shown)),
    }
}

/// The first answer that is one.
fn first(answers: impl Iterator<Item = Outcome>) -> Outcome {
    for answer in answers {
        let answer = answer?;
        if !answer.is_undef() {
            return Ok(answer);
        }
    }
    Ok(Value::Undef)
}

fn groups(pattern: &Regexp, text: &str) -> Outcome {
    let found = pattern.captures(text).map_err(|error| Interrupt::plain(error.to_string()))?;
    let group =
        |group: Option<pcore::regexp::Match<'_>>| group.map(|group| Value::from(group.as_str())).unwrap_or_default();
    Ok(found.map(|captures| captures.iter().map(group).collect()).unwrap_or_default())
}

fn refused(pattern: &Value) -> Interrupt {
    Interrupt::plain(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {}",
        text::class_name(pattern)
    ))
}
