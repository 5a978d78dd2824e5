//! `regsubst`: matches of a pattern replaced.

use std::sync::Arc;

use pcore::{
    Hash, Value,
    regexp::{Captures, Regexp, RegexpOptions},
};

use super::split;
use crate::{
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
    let replacing = Replacing { pattern: &pattern, replacement: call.argument(2), all: flags.contains('G') };
    replacing.replaced(call, call.argument(0))
}

struct Replacing<'a> {
    pattern: &'a Regexp,
    replacement: &'a Value,
    all: bool,
}

impl Replacing<'_> {
    fn replaced(&self, call: &Call<'_, '_>, target: &Value) -> Outcome {
        match target {
            Value::String(text) => {
                let made = self.replaced_text(text)?;
                call.compilation.budget.size(made.len())?;
                Ok(Value::from(made))
            }
            Value::Array(items) => items.iter().map(|item| self.replaced(call, item)).collect(),
            Value::Sensitive(secret) => self.replaced(call, secret).map(Value::sensitive),
            other => Ok(other.clone()),
        }
    }

    fn replaced_text(&self, text: &str) -> Outcome<String> {
        let by_table = |table: &Hash, captures: &Captures<'_>| {
            let found = table.get_str(captures.whole().as_str()).and_then(Value::as_str);
            found.unwrap_or_default().to_owned()
        };
        let made = match (self.replacement, self.all) {
            (Value::Hash(table), true) => self.pattern.replace_all_with(text, |captures| by_table(table, captures)),
            (Value::Hash(table), false) => self.pattern.replace_first_with(text, |captures| by_table(table, captures)),
            (other, true) => self.pattern.replace_all(text, other.as_str().unwrap_or_default()),
            (other, false) => self.pattern.replace_first(text, other.as_str().unwrap_or_default()),
        };
        made.map(Into::into).map_err(|error| Interrupt::plain(error.to_string()))
    }
}
