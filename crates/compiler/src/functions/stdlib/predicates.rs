//! Functions that recognize kinds of values.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::{
    arguments::{first, only, own_pattern, recognize, single},
    deprecation::prefer_match,
};
use crate::functions::{Call, Function, Outcome, Signature, fail, number};

functions![
    Function::typed(
        "is_a",
        "Returns whether a value is of a type",
        &[Signature::new(&["Any value", "Type type"], |call| {
            Ok(Value::Boolean(call.type_argument(1)?.is_instance(call.argument(0))))
        })],
        &[("is_a('a', String)", "true"), ("1.is_a(String)", "false")],
    ),
    Function::typed(
        "is_array",
        "Returns whether a value is an array",
        &[Signature::new(&["Any args*"], is_array)],
        &[],
    ),
    Function::typed(
        "is_bool",
        "Returns whether a value is true or false",
        &[Signature::new(&["Any args*"], is_bool)],
        &[],
    ),
    Function::typed(
        "is_float",
        "Returns whether a value is a number with a point, also one in a text",
        &[Signature::new(&["Any args*"], |call| recognize(call, "is_float", "Float", is_float))],
        &[],
    ),
    Function::unchecked(
        "is_function_available",
        "Returns whether there is a function of a name",
        is_function_available,
        &[("is_function_available('pick')", "true"), ("is_function_available('no_such')", "false")],
    ),
    Function::unchecked(
        "is_hash",
        "Returns whether a value is a hash",
        |call| Ok(Value::Boolean(matches!(single(call)?, Value::Hash(_)))),
        &[("is_hash({})", "true"), ("is_hash([])", "false")],
    ),
    Function::unchecked(
        "is_integer",
        "Returns whether a value is a whole number, also one in a text",
        |call| Ok(Value::Boolean(is_whole(only(call, "is_integer")?))),
        &[("is_integer('-5')", "true"), ("is_integer('05')", "false"), ("is_integer(1.0)", "false")],
    ),
    Function::typed(
        "is_numeric",
        "Returns whether a value is a number, also one in a text",
        &[Signature::new(&["Any args*"], |call| recognize(call, "is_numeric", "Numeric", is_numeric))],
        &[],
    ),
    Function::typed(
        "is_service_default",
        "Returns whether a value is '<SERVICE DEFAULT>', which leaves the choice to the service",
        &[Signature::new(&["Any args*"], is_service_default)],
        &[("is_service_default('<SERVICE DEFAULT>')", "true"), ("is_service_default('x')", "false")],
    ),
    Function::typed(
        "is_string",
        "Returns whether a value is a text that is not a number",
        &[Signature::new(&["Any args*"], is_string)],
        &[],
    ),
    Function::typed(
        "stdlib::has_function",
        "Returns whether there is a function of a name",
        &[Signature::new(&["String[1] function_name"], has_function)],
        &[("stdlib::has_function('stdlib::has_function')", "true"), ("stdlib::has_function('no_such')", "false")],
    ),
];

fn is_array(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_array", "Array")?;
    Ok(Value::Boolean(matches!(first(call)?, Value::Array(_))))
}

fn is_bool(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_bool", "Bool")?;
    Ok(Value::Boolean(matches!(single(call)?, Value::Boolean(_))))
}

fn is_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::String(text) => Value::Float(number::to_f(text)).to_string() == *text,
        _ => false,
    }
}

fn is_function_available(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(name)] => Ok(Value::Boolean(call.compilation.callable(call.frame, name)?.is_some())),
        [_] => Ok(Value::Boolean(false)),
        all => fail(format!("is_function_available?(): Wrong number of arguments given {} for 1", all.len())),
    }
}

static WHOLE: LazyLock<Option<Regexp>> = LazyLock::new(|| own_pattern(r"^-?(?:(?:[1-9]\d*)|0)$"));

/// Whether a value is a whole number; one line of a text is enough.
pub(super) fn is_whole(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::String(text) => WHOLE.as_ref().is_some_and(|pattern| pattern.is_match(text).unwrap_or_default()),
        _ => false,
    }
}

static NUMBER: LazyLock<Option<Regexp>> =
    LazyLock::new(|| own_pattern(r"^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$"));

fn is_numeric(value: &Value) -> bool {
    match (value, &*NUMBER) {
        (Value::Integer(_) | Value::Float(_), _) => true,
        (Value::String(text), Some(pattern)) => pattern.is_match(text).unwrap_or_default(),
        _ => false,
    }
}

fn is_service_default(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(value.as_str() == Some("<SERVICE DEFAULT>"))),
        all => fail(format!("is_service_default(): Wrong number of argumentsgiven ({} for 1)", all.len())),
    }
}

fn is_string(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_string", "String")?;
    Ok(Value::Boolean(is_text(first(call)?)))
}

/// Undef counts as a text; a number in the form that Ruby writes does not.
fn is_text(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => {
            Value::Float(number::to_f(text)).to_string() != *text && number::to_i(text).to_string() != *text
        }
        _ => false,
    }
}

fn has_function(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.arguments.first().and_then(Value::as_str).unwrap_or_default();
    Ok(Value::Boolean(call.compilation.callable(call.frame, name)?.is_some()))
}
