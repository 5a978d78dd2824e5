//! `to_json_pretty`: a value as JSON in lines.

use pcore::Value;

use super::json_text::{Layout, MAX_NESTING, write};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

const SIGNATURES: &[Signature] = &[Signature {
    parameters: &[
        "Variant[Hash, Array] data",
        "Optional[Boolean] skip_undef?",
        "Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], \
         object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], \
         max_nesting => Optional[Variant[Integer[-1,-1],Integer[1,default]]]}] opts?",
    ],
    block: None,
    body,
}];

pub(super) static FUNCTION: Function = Function::typed(
    "to_json_pretty",
    "Returns an array or a hash as JSON in lines; undef can be left out, and white space chosen",
    SIGNATURES,
    &[
        (r#"to_json_pretty({'a' => [1]})"#, r#""{\n  \"a\": [\n    1\n  ]\n}\n""#),
        (r#"to_json_pretty({'a' => undef}, true)"#, r#""{\n}\n""#),
    ],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::to_json_pretty",
    "Returns an array or a hash as JSON in lines; undef can be left out, and white space chosen",
    SIGNATURES,
    &[(r#"stdlib::to_json_pretty([1])"#, r#""[\n  1\n]\n""#)],
);

/// No value can be nested deeper than evaluation allows, so this is as good as no limit.
const NO_LIMIT: usize = 10_000;

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut layout = Layout::pretty(call.compilation.budget.limits.size);
    if let Value::Hash(options) = call.argument(2) {
        let text = |name: &str, standard: String| match options.get_str(name) {
            Some(Value::String(text)) => text.to_string(),
            Some(_) => String::new(),
            None => standard,
        };
        layout = Layout {
            indent: text("indent", layout.indent),
            space: text("space", layout.space),
            space_before: text("space_before", layout.space_before),
            object_line: text("object_nl", layout.object_line),
            array_line: text("array_nl", layout.array_line),
            ..layout
        };
        layout.deepest = match options.get_str("max_nesting") {
            Some(Value::Integer(deepest @ 1..)) => usize::try_from(*deepest).unwrap_or(NO_LIMIT).min(NO_LIMIT),
            Some(Value::Integer(_)) => NO_LIMIT,
            _ => MAX_NESTING,
        };
    }
    let data = match (call.argument(0), call.argument(1)) {
        (Value::Array(items), Value::Boolean(true)) => items.iter().filter(|item| !item.is_undef()).cloned().collect(),
        (Value::Hash(hash), Value::Boolean(true)) => {
            let set = hash.iter().filter(|(_, value)| !value.is_undef());
            Value::hash(set.map(|(key, value)| (key.clone(), value.clone())))
        }
        (data, _) => data.clone(),
    };
    let mut written = write(&data, &layout)?;
    written.push('\n');
    Ok(Value::from(written))
}
