//! Functions of arrays and hashes.

use ecow::{EcoString, EcoVec};
use pcore::{
    Value,
    keyed::{HashSet, IndexMap, IndexSet},
};

use crate::functions::{Call, Function, Outcome, Signature};

functions![
    Function::typed(
        "empty",
        "Returns whether a text or a collection is empty; undef is",
        &[
            Signature::new(&["Collection coll"], |call| Ok(is_empty(call.argument(0)).into())),
            Signature::new(&["Sensitive[String] str"], |call| Ok(is_empty(call.argument(0)).into())),
            Signature::new(&["String str"], |call| Ok(is_empty(call.argument(0)).into())),
            Signature::new(&["Numeric num"], number),
            Signature::new(&["Binary bin"], |call| Ok(is_empty(call.argument(0)).into())),
            Signature::new(&["Undef x"], |_| Ok(true.into())),
        ],
        &[("empty('')", "true"), ("empty([1])", "false"), ("empty(undef)", "true")],
    )
    .quick(),
    Function::typed(
        "flatten",
        "Returns all arguments and the elements of nested arrays among them as one array",
        &[Signature::new(&["Any args*"], flatten)],
        &[("flatten([1, [2, [3]]], 4)", "[1, 2, 3, 4]"), ("flatten()", "[]"), ("flatten({a => 1})", "[{a => 1}]")],
    ),
    Function::typed(
        "keys",
        "Returns the keys of a hash in order",
        &[Signature::new(&["Hash hsh"], |call| Ok(Value::array(call.hash(0)?.keys().cloned())))],
        &[("keys({b => 1, a => 2})", "['b', 'a']"), ("keys({})", "[]")],
    ),
    Function::typed(
        "length",
        "Returns how many elements, characters or bytes a value has",
        &[
            Signature::new(&["Collection arg"], length),
            Signature::new(&["String arg"], length),
            Signature::new(&["Binary arg"], length),
        ],
        &[("length('näh')", "3"), ("length([1, 2])", "2"), ("length({a => 1})", "1")],
    )
    .quick(),
    Function::typed(
        "size",
        "Returns how many elements, characters or bytes a value has",
        &[Signature::new(&["Variant[Collection, String, Binary] arg"], length)],
        &[("size('abc')", "3"), ("size([])", "0")],
    )
    .quick(),
    Function::typed(
        "unique",
        "Returns each character, element or value only once; a block may say what counts",
        &[
            Signature::new(&["String string"], text).block("Callable[String] block?"),
            Signature::new(&["Hash hash"], hash).block("Callable[Any] block?"),
            Signature::new(&["Array array"], list).block("Callable[Any] block?"),
            Signature::new(&["Iterable iterable"], list).block("Callable[Any] block?"),
        ],
        &[
            ("unique([1, 1, 2])", "[1, 2]"),
            ("unique('abba')", "'ab'"),
            ("unique(['x', 'X', 'y']) |$text| { $text.downcase }", "['x', 'y']"),
            ("unique({a => 1, b => 1, c => 2})", "{['a', 'b'] => [1], ['c'] => [2]}"),
        ],
    ),
    Function::typed(
        "values",
        "Returns the values of a hash in the order of its keys",
        &[Signature::new(&["Hash hsh"], |call| Ok(Value::array(call.hash(0)?.values().cloned())))],
        &[("values({b => 1, a => [2]})", "[1, [2]]")],
    ),
];

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Binary(bytes) => bytes.is_empty(),
        Value::Sensitive(secret) => is_empty(secret),
        _ => false,
    }
}

fn number(call: &mut Call<'_, '_>) -> Outcome {
    call.deprecated_here("empty", "Calling function empty() with Numeric value is deprecated.");
    Ok(false.into())
}

fn flatten(call: &mut Call<'_, '_>) -> Outcome {
    flat(call, call.arguments).map(Value::Array)
}

/// The values, with arrays among them opened however deep they are.
pub(super) fn flat(call: &Call<'_, '_>, values: &[Value]) -> Outcome<EcoVec<Value>> {
    let mut made = EcoVec::new();
    // A stack of our own: the nesting may be deeper than the machine's.
    let mut open = vec![values.iter()];
    while let Some(current) = open.last_mut() {
        match current.next() {
            Some(Value::Array(items)) => open.push(items.iter()),
            Some(value) => call.push(&mut made, value.clone())?,
            None => {
                open.pop();
            }
        }
    }
    Ok(made)
}

/// The length of the first argument.
pub(super) fn length(call: &mut Call<'_, '_>) -> Outcome {
    let length = match call.argument(0) {
        Value::Array(items) => items.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(bytes) => bytes.len(),
        _ => 0,
    };
    Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// What counts of a value.
fn measure(call: &mut Call<'_, '_>, value: &Value) -> Outcome {
    if call.has_block() { call.yield_block(std::slice::from_ref(value)) } else { Ok(value.clone()) }
}

fn elements(call: &mut Call<'_, '_>) -> Outcome<EcoVec<Value>> {
    let mut seen = HashSet::default();
    let mut made = EcoVec::new();
    for element in call.walk(call.argument(0))? {
        let value = element.whole();
        if seen.insert(measure(call, &value)?) {
            call.push(&mut made, value)?;
        }
    }
    Ok(made)
}

fn list(call: &mut Call<'_, '_>) -> Outcome {
    elements(call).map(Value::Array)
}

fn text(call: &mut Call<'_, '_>) -> Outcome {
    let characters = elements(call)?;
    Ok(Value::String(characters.iter().filter_map(Value::as_str).collect::<EcoString>()))
}

/// Groups the keys by what counts of their values; each group of keys leads to its values, each once.
fn hash(call: &mut Call<'_, '_>) -> Outcome {
    let mut groups: IndexMap<Value, (EcoVec<Value>, IndexSet<Value>)> = IndexMap::default();
    for (key, value) in call.hash(0)?.iter() {
        let group = groups.entry(measure(call, value)?).or_default();
        group.0.push(key.clone());
        group.1.insert(value.clone());
    }
    Ok(Value::hash(groups.into_values().map(|(keys, values)| (Value::Array(keys), Value::array(values)))))
}
