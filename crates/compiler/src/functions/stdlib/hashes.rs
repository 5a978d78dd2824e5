//! Functions of hashes.

use std::sync::Arc;

use ecow::EcoVec;
use pcore::{Hash, Value};

use super::{arguments::first, deprecation::deprecate};
use crate::functions::{
    Call, Function, Outcome, Signature, fail, iteration::Element, order, ruby::sort::merge_sort, text,
};

functions![
    Function::unchecked(
        "deep_merge",
        "Returns the entries of all hashes; hashes with the same key are merged, of all else the later wins",
        deep_merge,
        &[("deep_merge({'a' => {'b' => 1}}, {'a' => {'c' => 2}})", "{'a' => {'b' => 1, 'c' => 2}}")],
    ),
    Function::unchecked(
        "has_key",
        "Returns whether a hash has a key",
        has_key,
        &[("has_key({'a' => undef}, 'a')", "true"), ("has_key({'a' => 1}, 'b')", "false")],
    )
    .quick(),
    Function::unchecked(
        "hash",
        "Returns a hash of keys and values that alternate in an array",
        hash,
        &[("hash(['a', 1, 'b', 2])", "{'a' => 1, 'b' => 2}"), ("hash([['a', 1], ['b', 2]])", "{'a' => 1, 'b' => 2}")],
    ),
    Function::unchecked(
        "join_keys_to_values",
        "Returns a text for each entry of a hash, its key and its value with a text between; each element of an array \
     counts as a value",
        join_keys_to_values,
        &[("join_keys_to_values({'a' => 1, 'b' => [2, 3]}, ' is ')", "['a is 1', 'b is 2', 'b is 3']")],
    ),
    Function::typed(
        "merge",
        "Returns the entries of all hashes, or of the hashes that a block makes of the elements; later ones win",
        MERGE,
        &[
            ("merge({'a' => 1}, undef, {'a' => 2, 'b' => 3})", "{'a' => 2, 'b' => 3}"),
            ("merge(['x', 'y']) |$all, $index, $item| { {$item => $index} }", "{'x' => 0, 'y' => 1}"),
            ("stdlib::merge({'a' => 1}, {'b' => 2})", "{'a' => 1, 'b' => 2}"),
        ],
    )
    .also_in_stdlib(),
    Function::typed(
        "sprintf_hash",
        "Returns a text in which values of a hash replace directives such as %<name>s; sprintf can do it, too",
        &[Signature::new(&["String format", "Hash arguments"], sprintf_hash)],
        &[],
    ),
    Function::typed(
        "stdlib::sort_by",
        "Returns an array, a hash or a text in the order of what a block makes of each element",
        &[
            Signature::new(&["Array ary"], sort_by).block("Callable[1, 1] block"),
            Signature::new(&["String str"], sort_by).block("Callable[1, 1] block"),
            Signature::new(&["Hash hsh"], sort_by).block("Variant[Callable[1, 1], Callable[2, 2]] block"),
        ],
        &[
            ("stdlib::sort_by(['ccc', 'a', 'bb']) |$word| { $word.length }", "['a', 'bb', 'ccc']"),
            ("stdlib::sort_by({'a' => 2, 'b' => 1}) |$key, $value| { $value }.keys", "['b', 'a']"),
            ("stdlib::sort_by('cab') |$letter| { $letter }", "'abc'"),
        ],
    ),
];

fn deep_merge(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("deep_merge(): wrong number of arguments ({count}; must be at least 2)"));
    }
    let mut all = Arc::new(Hash::default());
    for argument in call.arguments {
        match argument {
            Value::String(text) if text.is_empty() => {}
            Value::Hash(hash) => merge(&mut all, hash),
            other => {
                let class = text::class_name(other);
                return fail(format!("deep_merge: unexpected argument type {class}, only expects hash arguments"));
            }
        }
    }
    Ok(Value::Hash(all))
}

/// A program built the values, so they are not too deep for the stack.
fn merge(all: &mut Arc<Hash>, hash: &Arc<Hash>) {
    if all.is_empty() {
        *all = hash.clone();
        return;
    }
    let all = Arc::make_mut(all);
    for (key, value) in hash.iter() {
        match (all.entry(key.clone()), value) {
            (Value::Hash(old), Value::Hash(new)) => merge(old, new),
            (held, value) => *held = value.clone(),
        }
    }
}

fn has_key(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Hash(hash), key] => Ok(Value::Boolean(hash.contains_key(key))),
        [other, _] => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            let message = "has_key(): expects the first argument to be a hash";
            fail(format!("{message}, got {shown} which is of type {class}"))
        }
        all => fail(format!("has_key(): wrong number of arguments ({}; must be 2)", all.len())),
    }
}

fn hash(call: &mut Call<'_, '_>) -> Outcome {
    let array @ Value::Array(_) = first(call)? else { return fail("hash(): Requires array to work with") };
    let flat = call.call_function("flatten", std::slice::from_ref(array))?;
    let (pairs, rest) = flat.as_array().unwrap_or_default().as_chunks::<2>();
    if !rest.is_empty() {
        return fail("hash(): Unable to compute hash from array given");
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone()))))
}

fn join_keys_to_values(call: &mut Call<'_, '_>) -> Outcome {
    let [hash, separator] = call.arguments else {
        let count = call.arguments.len();
        return fail(format!("join_keys_to_values(): Takes exactly two arguments, but {count} given."));
    };
    let Value::Hash(hash) = hash else {
        let class = text::class_name(hash);
        return fail(format!("join_keys_to_values(): The first argument must be a hash, but a {class} was given."));
    };
    let Value::String(separator) = separator else {
        let class = text::class_name(separator);
        return fail(format!("join_keys_to_values(): The second argument must be a string, but a {class} was given."));
    };
    let mut made = EcoVec::new();
    let mut bytes = 0_usize;
    for (key, value) in hash.iter() {
        let key = text::to_s(key);
        let mut push = |joined: String| {
            bytes = bytes.saturating_add(joined.len());
            call.compilation.budget.size(bytes)?;
            call.push(&mut made, Value::from(joined))
        };
        let joined = |value: &Value| format!("{key}{separator}{}", text::to_s(value));
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| push(joined(item)))?,
            Value::String(word) if word == "undef" => push(key.clone())?,
            other => push(joined(other))?,
        }
    }
    Ok(Value::Array(made))
}

const MERGE: &[Signature] = &[
    Signature::new(&["Variant[Hash[Scalar, Any], Undef, String[0, 0]] args*"], |call| Ok(merged(call.arguments))),
    Signature::new(&["Iterable args*"], collected).block("Callable[3, 3] block"),
    Signature::new(&["Iterable args*"], collected).block("Callable[2, 2] block"),
];

fn merged(arguments: &[Value]) -> Value {
    let mut all = Hash::default();
    for hash in arguments.iter().filter_map(Value::as_hash) {
        all.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    Value::Hash(Arc::new(all))
}

/// Merges what the block makes of each element; it sees what there is so far.
fn collected(call: &mut Call<'_, '_>) -> Outcome {
    let mut all = Arc::new(Hash::default());
    let with_place = call.block_parameters() == 3;
    for (index, element) in call.walk(call.argument(0))?.enumerate() {
        let so_far = Value::Hash(all.clone());
        let made = if with_place {
            call.yield_block(&[so_far, element.label(index), element.value.clone()])?
        } else {
            call.yield_block(&[so_far, element.whole()])?
        };
        if let Value::Hash(made) = made {
            // What the block saw is gone by now, so this copies only where it kept it.
            Arc::make_mut(&mut all).extend(made.iter().map(|(key, value)| (key.clone(), value.clone())));
            call.compilation.budget.count(all.len())?;
        }
    }
    Ok(Value::Hash(all))
}

fn sprintf_hash(call: &mut Call<'_, '_>) -> Outcome {
    let message = "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead";
    deprecate(call, "sprintf_hash", message, true)?;
    call.call_function("sprintf", call.arguments)
}

fn sort_by(call: &mut Call<'_, '_>) -> Outcome {
    let in_two = call.block_parameters() == 2;
    let mut keyed: Vec<(Value, Element)> = Vec::new();
    for element in call.walk(call.argument(0))? {
        let made = match &element.key {
            Some(key) if in_two => call.yield_block(&[key.clone(), element.value.clone()])?,
            _ => call.yield_block(&[element.whole()])?,
        };
        keyed.push((made, element));
    }
    merge_sort(&mut keyed, &mut |(one, _), (two, _)| order::compared(one, two))?;
    let elements = keyed.into_iter().map(|(_, element)| element);
    Ok(match call.argument(0) {
        Value::Hash(_) => Value::hash(elements.filter_map(|element| Some((element.key?, element.value)))),
        Value::String(_) => Value::from(elements.map(|element| text::to_s(&element.value)).collect::<String>()),
        _ => elements.map(|element| element.value).collect(),
    })
}
