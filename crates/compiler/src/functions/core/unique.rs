//! `unique`: each value once.

use ecow::{EcoString, EcoVec};
use pcore::{
    Hash, Value,
    keyed::{HashSet, IndexMap, IndexSet},
};

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "unique",
    "Returns each character, element or value only once; a block may say what counts",
    &[
        Signature { parameters: &["String string"], block: Some("Callable[String] block?"), body: text },
        Signature { parameters: &["Hash hash"], block: Some("Callable[Any] block?"), body: hash },
        Signature { parameters: &["Array array"], block: Some("Callable[Any] block?"), body: list },
        Signature { parameters: &["Iterable iterable"], block: Some("Callable[Any] block?"), body: list },
    ],
    &[
        ("unique([1, 1, 2])", "[1, 2]"),
        ("unique('abba')", "'ab'"),
        ("unique(['x', 'X', 'y']) |$text| { $text.downcase }", "['x', 'y']"),
        ("unique({a => 1, b => 1, c => 2})", "{['a', 'b'] => [1], ['c'] => [2]}"),
    ],
);

/// What counts of a value.
fn measure(call: &mut Call<'_, '_>, value: &Value) -> Outcome {
    if call.has_block() { call.yield_block(std::slice::from_ref(value)) } else { Ok(value.clone()) }
}

fn elements(call: &mut Call<'_, '_>) -> Outcome<EcoVec<Value>> {
    let walked = call.argument(0).clone();
    let mut seen = HashSet::default();
    let mut made = EcoVec::new();
    for element in call.walk(&walked)? {
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
    let walked = call.argument(0).clone();
    let mut groups: IndexMap<Value, (EcoVec<Value>, IndexSet<Value>)> = IndexMap::default();
    for (key, value) in walked.as_hash().into_iter().flat_map(Hash::iter) {
        let group = groups.entry(measure(call, value)?).or_default();
        group.0.push(key.clone());
        group.1.insert(value.clone());
    }
    Ok(Value::hash(groups.into_values().map(|(keys, values)| (Value::Array(keys), Value::array(values)))))
}
