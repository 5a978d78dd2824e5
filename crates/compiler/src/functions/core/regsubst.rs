//! `regsubst`: matches of a pattern replaced.

use std::sync::Arc;

use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions, Replacement},
};

use super::split;
use crate::{
    budget::Budget,
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "regsubst",
    "Returns a text, or each text of an array, with the first match of a pattern replaced, or all of them (flag G)",
    &[
        Signature {
            parameters: &[
                TARGET,
                "String pattern",
                "Variant[String, Hash[String, String]] replacement",
                "Optional[Pattern[/^[GEIM]*$/]] flags?",
                "Enum['N', 'E', 'S', 'U'] encoding?",
            ],
            block: None,
            body,
        },
        Signature {
            parameters: &[
                TARGET,
                "Variant[Regexp, Type[Regexp]] pattern",
                "Variant[String, Hash[String, String]] replacement",
                "Pattern[/^G?$/] flags?",
            ],
            block: None,
            body,
        },
    ],
    &[
        ("regsubst('foobar', 'o', '0')", "'f0obar'"),
        ("regsubst('foobar', 'O', '0', 'GI')", "'f00bar'"),
        ("regsubst(['a1', 'b2'], /(\\w)(\\d)/, '\\2\\1')", "['1a', '2b']"),
        ("regsubst('abc', /[bc]/, {'b' => 'x'}, 'G')", "'ax'"),
    ],
);

const TARGET: &str = "Variant[Array[Variant[String, Sensitive[String]]], \
                      Sensitive[Array[Variant[String, Sensitive[String]]]], Variant[String, Sensitive[String]]] target";

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let flags = call.string(3).to_owned();
    let pattern = match call.argument(1) {
        Value::String(source) if flags.contains(['I', 'M', 'E']) => {
            let options = RegexpOptions {
                ignore_case: flags.contains('I'),
                multiline: flags.contains('M'),
                extended: flags.contains('E'),
            };
            let pattern = Regexp::with_options(source, options);
            Arc::new(pattern.map_err(|error| Interrupt::plain(error.to_string()))?)
        }
        other => split::regexp(call, &other.clone())?,
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
