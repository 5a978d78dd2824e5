//! The functions, members and brackets that the recorded snippets use.

use pcore::{
    LazyIterator, Type, Value, convert, infer,
    mismatch::{self, Signature},
    parse_type,
};

use crate::evaluator::{EvaluationError, Evaluator};

/// An unparsed block.
pub struct Lambda<'a> {
    pub parameter: &'a str,
    pub body: &'a str,
}

/// Evaluates `value.name(…)`: an attribute, or else a function with the value as its first argument.
pub fn member(
    evaluator: &mut Evaluator,
    name: &str,
    arguments: &[Value],
    lambda: Option<Lambda<'_>>,
) -> Result<Value, EvaluationError> {
    let text = |text: Option<&str>| Ok(text.map_or(Value::Undef, Value::from));
    match (&arguments[0], name) {
        (Value::Object(instance), _) if instance.get(name).is_some() => {
            Ok(instance.get(name).cloned().unwrap_or_default())
        }
        (Value::Uri(uri), "userinfo") => text(uri.userinfo()),
        (Value::Uri(uri), "port") => Ok(uri.port().map_or(Value::Undef, Value::from)),
        _ => call(evaluator, name, arguments, lambda),
    }
}

/// Evaluates `name(…)`.
pub fn call(
    evaluator: &mut Evaluator,
    name: &str,
    arguments: &[Value],
    lambda: Option<Lambda<'_>>,
) -> Result<Value, EvaluationError> {
    let word = arguments.get(1).and_then(Value::as_str);
    match (name, &arguments[0]) {
        ("type", value) => Ok(Value::from(match word {
            Some("reduced") => infer::reduced(value),
            Some("generalized") => infer::generalized(value),
            _ => infer::detailed(value),
        })),
        ("new", Value::Type(wanted)) => {
            convert::new_instance(wanted, &arguments[1..]).map_err(|error| error.to_string().into())
        }
        ("strftime", Value::Timestamp(time)) => {
            let zone = arguments.get(2).and_then(Value::as_str).map(Into::into);
            let text = time.format(word.unwrap_or_default(), zone).map_err(|error| error.to_string())?;
            Ok(Value::from(text))
        }
        ("reverse_each", value) => Ok(Value::from(walk(value).reversed())),
        ("each" | "map", value) => {
            let Some(lambda) = lambda else { return Err(without_block(name, arguments).into()) };
            let items: Vec<Value> = walk(value).iter().collect();
            let results = items.into_iter().map(|item| evaluator.call_block(&lambda, item));
            Ok(Value::from(results.collect::<Result<Vec<_>, _>>()?))
        }
        _ => Err(format!("Unknown function: '{name}'.").into()),
    }
}

/// Evaluates `value[…]` for values that are not types.
pub fn access(value: &Value, keys: &[Value]) -> Result<Value, String> {
    let keys: Vec<usize> = keys.iter().filter_map(|key| usize::try_from(key.as_integer()?).ok()).collect();
    match (value, &keys[..]) {
        (Value::Binary(bytes), [index]) => Ok(Value::Binary(bytes[*index..=*index].into())),
        (Value::Binary(bytes), [start, length]) => Ok(Value::Binary(bytes[*start..start + length].into())),
        _ => Err(format!("no {keys:?} in {value:?}")),
    }
}

/// Iterates over the elements of a value, or the values of a type.
fn walk(value: &Value) -> LazyIterator {
    match value {
        Value::Array(items) => LazyIterator::items(items.clone()),
        Value::Type(held) => match &**held {
            Type::Integer(range) => LazyIterator::range(range.from, range.to),
            Type::Enum(enumeration) => {
                LazyIterator::items(enumeration.values.iter().cloned().map(Value::from).collect())
            }
            other => panic!("{other} has no values to walk"),
        },
        other => panic!("{other:?} has no elements to walk"),
    }
}

/// Returns the message of a function that needs a block.
fn without_block(name: &str, arguments: &[Value]) -> String {
    let Ok(Type::Callable(callable)) = parse_type("Callable[Iterable, Callable[1, 1]]") else { unreachable!() };
    let signature = Signature { callable, names: vec!["enumerable".into()], block_name: "block".into() };
    let types: Vec<Type> = arguments.iter().map(infer::detailed).collect();
    mismatch::signatures(name, &[signature], &types, None).expect("the block is missing")
}
