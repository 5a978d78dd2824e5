//! `prefix`: a text before each element; and what it shares with `suffix`.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "prefix",
    "Returns the elements of an array as texts with a text before them, or a hash with such keys",
    -1,
    |call| extended(call, |affix, word| format!("{affix}{word}")),
    &[("prefix(['a', 1], 'p')", "['pa', 'p1']"), ("prefix({'a' => 1}, 'p')", "{'pa' => 1}")],
);

/// Puts a text to each element of an array, or to each key of a hash.
pub(super) fn extended(call: &mut Call<'_, '_>, join: fn(&str, &str) -> String) -> Outcome {
    let name = call.name;
    let Some(given) = call.arguments.first() else { return wrong_count(call, "1") };
    let shown = |value: &Value| text::inspect(value);
    if !matches!(given, Value::Array(_) | Value::Hash(_)) {
        return fail(format!("{name}(): expected first argument to be an Array or a Hash, got {}", shown(given)));
    }
    let affix = match call.arguments.get(1) {
        None | Some(Value::Undef | Value::Boolean(false)) => "",
        Some(Value::String(affix)) => affix.as_str(),
        Some(other) => {
            return fail(format!("{name}(): expected second argument to be a String, got {}", shown(other)));
        }
    };
    let mut bytes = 0_usize;
    let mut made = |value: &Value| -> Outcome {
        let made = join(affix, &text::to_s(value));
        // The same long text may be put to many elements.
        bytes = bytes.saturating_add(made.len());
        call.compilation.budget.size(bytes)?;
        Ok(Value::from(made))
    };
    match given {
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| Ok((made(key)?, value.clone())));
            entries.collect::<Outcome<Vec<_>>>().map(Value::hash)
        }
        other => other.as_array().unwrap_or_default().iter().map(made).collect(),
    }
}
