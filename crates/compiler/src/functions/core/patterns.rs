//! Functions of regular expressions.

use std::sync::Arc;

use ecow::EcoVec;
use pcore::{
    Type, Value,
    regexp::{Regexp, RegexpOptions, Replacement},
};

use super::collections;
use crate::{
    budget::Budget,
    functions::{Call, Function, Interrupt, Outcome, Signature, fail, text},
};

functions![
    Function::typed(
        "match",
        "Returns the first match of a pattern in a text and what its groups took, or undef; for each text of an array",
        &[
            Signature::new(&["String string", "Variant[Any, Type] pattern"], |call| {
                let (text, pattern) = (call.string(0)?, call.argument(1));
                find(call, text, pattern)
            }),
            Signature::new(&["Array[String] string", "Variant[Any, Type] pattern"], |call| {
                let (texts, pattern) = (call.array(0)?, call.argument(1));
                texts.iter().map(|text| find(call, text.as_str().unwrap_or_default(), pattern)).collect()
            }),
        ],
        &[
            ("match('abc123', /([a-z]+)(\\d+)/)", "['abc123', 'abc', '123']"),
            ("match('abc', /x/)", "undef"),
            ("match(['a1', 'b'], '\\d')", "[['1'], undef]"),
            ("match('abc', Pattern[/x/, /b/])", "['b']"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "regsubst",
        "Returns a text, or each text of an array, with the first match of a pattern replaced, or all of them (flag G)",
        &[
            Signature::new(
                &[
                    TARGET,
                    "String pattern",
                    "Variant[String, Hash[String, String]] replacement",
                    "Optional[Pattern[/^[GEIM]*$/]] flags?",
                    "Enum['N', 'E', 'S', 'U'] encoding?",
                ],
                regsubst,
            ),
            Signature::new(
                &[
                    TARGET,
                    "Variant[Regexp, Type[Regexp]] pattern",
                    "Variant[String, Hash[String, String]] replacement",
                    "Pattern[/^G?$/] flags?",
                ],
                regsubst,
            ),
        ],
        &[
            ("regsubst('foobar', 'o', '0')", "'f0obar'"),
            ("regsubst('foobar', 'O', '0', 'GI')", "'f00bar'"),
            ("regsubst(['a1', 'b2'], /(\\w)(\\d)/, '\\2\\1')", "['1a', '2b']"),
            ("regsubst('abc', /[bc]/, {'b' => 'x'}, 'G')", "'ax'"),
        ],
    )
    .without_legacy(),
    Function::typed(
        "split",
        "Returns the pieces of a text between the matches of a pattern; those of a secret text are secret",
        &[
            Signature::new(&["String str", "String pattern"], split),
            Signature::new(&["String str", "Regexp pattern"], split),
            Signature::new(&["String str", "Type[Regexp] pattern"], split),
            Signature::new(&["Sensitive[String] sensitive", "String pattern"], split),
            Signature::new(&["Sensitive[String] sensitive", "Regexp pattern"], split),
            Signature::new(&["Sensitive[String] sensitive", "Type[Regexp] pattern"], split),
        ],
        &[
            ("split('a,b,,c,,', ',')", "['a', 'b', '', 'c']"),
            ("split('abc', '')", "['a', 'b', 'c']"),
            ("split('a1b2', /\\d/)", "['a', 'b']"),
            ("split(Sensitive('a:b'), ':').unwrap", "['a', 'b']"),
        ],
    )
    .without_legacy(),
];

fn find(call: &mut Call<'_, '_>, text: &str, pattern: &Value) -> Outcome {
    match pattern {
        Value::String(_) | Value::Regexp(_) => groups(&*regexp(call, pattern)?, text),
        Value::Array(patterns) => {
            first(collections::flat(call, patterns)?.iter().map(|pattern| find(call, text, pattern)))
        }
        Value::Type(held) => find_type(text, held, pattern),
        other => Err(refused(other)),
    }
}

fn find_type(text: &str, wanted: &Type, shown: &Value) -> Outcome {
    match wanted.resolved() {
        Type::Regexp(Some(pattern)) => groups(pattern, text),
        Type::Regexp(None) => fail("Given Regexp Type has no regular expression"),
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
    let found = pattern.captures(text).map_err(|error| Interrupt::unplaced(error.to_string()))?;
    let group =
        |group: Option<pcore::regexp::Match<'_>>| group.map(|group| Value::from(group.as_str())).unwrap_or_default();
    Ok(found.map(|captures| captures.iter().map(group).collect()).unwrap_or_default())
}

fn refused(pattern: &Value) -> Interrupt {
    Interrupt::unplaced(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {}",
        text::class_name(pattern)
    ))
}

const TARGET: &str = "Variant[Array[Variant[String, Sensitive[String]]], \
                      Sensitive[Array[Variant[String, Sensitive[String]]]], Variant[String, Sensitive[String]]] target";

fn regsubst(call: &mut Call<'_, '_>) -> Outcome {
    let flags = call.optional_string(3);
    let pattern = match call.argument(1) {
        Value::String(source) if flags.contains(['I', 'M', 'E']) => {
            let options = RegexpOptions {
                ignore_case: flags.contains('I'),
                multiline: flags.contains('M'),
                extended: flags.contains('E'),
            };
            let pattern = Regexp::with_options(source, options);
            Arc::new(pattern.map_err(|error| Interrupt::unplaced(error.to_string()))?)
        }
        other => regexp(call, &other.clone())?,
    };
    let arguments = call.arguments;
    let replacement = arguments.get(2).unwrap_or(&Value::Undef);
    let replacing = Replacing { pattern: &pattern, replacement, all: flags.contains('G') };
    let target = arguments.first().unwrap_or(&Value::Undef);
    replacing.replaced(&mut call.compilation.budget, target, &mut 0)
}

/// How many steps a match takes.
const STEPS_PER_MATCH: u64 = 4;

struct Replacing<'a> {
    pattern: &'a Regexp,
    replacement: &'a Value,
    all: bool,
}

impl Replacing<'_> {
    /// Replaces in all texts of a value; `made` is how many bytes they have so far.
    fn replaced(&self, budget: &mut Budget, target: &Value, made: &mut usize) -> Outcome {
        match target {
            Value::String(text) => {
                let text = self.replaced_text(budget, text, *made)?;
                *made = made.saturating_add(text.len());
                Ok(Value::from(text))
            }
            Value::Array(items) => items.iter().map(|item| self.replaced(budget, item, made)).collect(),
            Value::Sensitive(secret) => self.replaced(budget, secret, made).map(Value::sensitive),
            other => Ok(other.clone()),
        }
    }

    fn replaced_text(&self, budget: &mut Budget, text: &str, before: usize) -> Outcome<String> {
        let table = self.replacement.as_hash();
        let by_table = |found: &str| {
            let found = table.and_then(|table| table.get_str(found));
            found.and_then(Value::as_str).unwrap_or_default()
        };
        let replacement = match self.replacement {
            Value::Hash(_) => Replacement::Table(&by_table),
            other => Replacement::Template(other.as_str().unwrap_or_default()),
        };
        let most = if self.all { usize::MAX } else { 1 };
        let made = self.pattern.replace_measured(text, most, replacement, |length| {
            budget.spend(STEPS_PER_MATCH)?;
            budget.size(before.saturating_add(length))
        });
        made.map(Into::into)
    }
}

fn split(call: &mut Call<'_, '_>) -> Outcome {
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

/// The pattern of a text, a regular expression or its type; the bare `Regexp` is the empty one.
pub(super) fn regexp(call: &mut Call<'_, '_>, pattern: &Value) -> Outcome<Arc<Regexp>> {
    let source = match pattern {
        Value::Regexp(pattern) => return Ok(pattern.clone()),
        Value::Type(held) => match held.resolved() {
            Type::Regexp(Some(pattern)) => return Ok(pattern.clone()),
            _ => "",
        },
        other => other.as_str().unwrap_or_default(),
    };
    call.compilation.regexp(source).map_err(|error| Interrupt::unplaced(error.to_string()))
}
