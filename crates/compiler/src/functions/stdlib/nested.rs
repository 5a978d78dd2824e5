//! Functions that go into nested data.

use pcore::Value;
use resource_api::log::Level;

use super::arguments::{is_set, whole};
use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail, navigation, number, text};

functions![
    Function::counted(
        "dig44",
        "Returns what a path leads to in nested data, or else a default",
        -2,
        dig44,
        &[("dig44({'a' => {'b' => 1}}, ['a', 'b'])", "1"), ("dig44({'a' => 1}, ['b'], 'x')", "'x'")],
    )
    .quick(),
    Function::typed(
        "stdlib::deferrable_epp",
        "Returns what an EPP template gives, or a call for later where one of its values is known only then",
        &[Signature::new(&["String template", "Hash variables"], deferrable_epp)],
        &[],
    ),
    Function::typed(
        "stdlib::nested_values",
        "Returns the values of a hash, and those of the hashes in it",
        &[Signature::new(&["Hash hash"], |call| {
            let mut values = Vec::new();
            nested(call.argument(0), &mut values);
            Ok(Value::array(values))
        })],
        &[("stdlib::nested_values({'a' => 1, 'b' => {'c' => 2, 'd' => [3]}})", "[1, 2, [3]]")],
    ),
    Function::counted(
        "try_get_value",
        "Returns what a path such as 'a/b/0' leads to in nested data, or else a default; dig() is its successor",
        -2,
        try_get_value,
        &[("try_get_value({'a' => [{'b' => 1}]}, 'a/0/b')", "1"), ("try_get_value({}, 'a', 'x')", "'x'")],
    ),
];

fn dig44(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("dig44(): Wrong number of arguments given ({count} for at least 2)"));
    }
    dig(call.argument(0), call.argument(1), call.argument(2))
}

/// Follows a path; whatever is not there gives the default.
pub(super) fn dig(data: &Value, path: &Value, default: &Value) -> Outcome {
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        let class = text::class_name(data);
        return fail(format!("dig44(): first argument must be a hash or an array, given {class}"));
    }
    let Value::Array(path) = path else {
        let class = text::class_name(path);
        return fail(format!("dig44(): second argument must be an array, given {class}"));
    };
    let mut reached = data;
    for key in path {
        let found = match reached {
            Value::Hash(hash) => hash.get(key),
            Value::Array(items) => whole(key).and_then(|index| navigation::element_at(items, index)),
            _ => None,
        };
        match found.filter(|value| !value.is_undef()) {
            Some(value) => reached = value,
            None => return Ok(default.clone()),
        }
    }
    Ok(reached.clone())
}

fn deferrable_epp(call: &mut Call<'_, '_>) -> Outcome {
    let (template, variables) = (call.argument(0).clone(), call.argument(1).clone());
    let mut values = Vec::new();
    nested(&variables, &mut values);
    if !values.iter().any(is_deferred) {
        return call.call_function("epp", &[template, variables]);
    }
    let path = call.call_function("find_template", &[template])?;
    let text = call.call_function("file", &[path])?;
    Value::deferred("inline_epp", [text, variables]).map_err(|error| Interrupt::unplaced(error.to_string()))
}

fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(instance) if instance.object_type().label() == "Deferred")
}

/// Collects the values that are not hashes. A program built the values, so they are not too deep for the stack.
pub(super) fn nested(value: &Value, values: &mut Vec<Value>) {
    match value {
        Value::Hash(hash) => hash.values().for_each(|value| nested(value, values)),
        other => values.push(other.clone()),
    }
}

fn try_get_value(call: &mut Call<'_, '_>) -> Outcome {
    say(call, "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead.");
    let data = call.argument(0);
    let (path, default) = (call.argument(1), call.argument(2));
    let is_empty = path.is_undef() || path.as_str() == Some("");
    if !matches!(data, Value::Hash(_) | Value::Array(_)) || is_empty {
        let use_default = is_set(default);
        return Ok(if use_default { default } else { data }.clone());
    }
    let Value::String(path) = path else { return fail(text::no_method("split", path)) };
    let separator = match call.argument(3) {
        Value::String(separator) => separator.as_str(),
        _ => "/",
    };
    let is_number = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let key = |key: &str| if is_number(key) { Value::Integer(number::to_i(key)) } else { Value::from(key) };
    // Ruby drops empty keys at the end.
    let steps = if separator.is_empty() {
        path.chars().map(|letter| key(letter.encode_utf8(&mut [0; 4]))).collect()
    } else {
        path.trim_end_matches(separator).split(separator).map(key).collect()
    };
    say(
        call,
        "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for backwards \
         compatibility or use the new version.",
    );
    dig(call.argument(0), &steps, call.argument(2))
}

fn say(call: &Call<'_, '_>, message: &str) {
    let source = call.compilation.scope_name(call.frame.scope);
    call.compilation.log.write(Level::Warning, Some(&source), message);
}
