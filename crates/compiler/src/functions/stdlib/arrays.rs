//! Functions of arrays.

use std::sync::LazyLock;

use ecow::EcoVec;
use pcore::{Value, keyed::HashSet, regexp::Regexp};

use super::{
    arguments::{array_and, captures, first, is_set, own_pattern, wrong_count},
    conversion,
    delete::{chosen, pattern, without_matches},
    strings::Characters,
};
use crate::functions::{Call, Function, Outcome, fail, number, order, text};

functions![
    Function::unchecked(
        "any2array",
        "Returns an array as it is, the keys and values of a hash in turn, nothing for an empty text, all else in an array",
        any2array,
        &[
            ("any2array('a')", "['a']"),
            ("any2array(['a'])", "['a']"),
            ("any2array({'a' => 1})", "['a', 1]"),
            ("any2array(undef)", "[]"),
            ("any2array(1, 2)", "[1, 2]"),
        ],
    ),
    Function::unchecked(
        "concat",
        "Returns an array with the elements of other arrays, and other values, at its end",
        concat,
        &[("concat([1], [2, 3], 4)", "[1, 2, 3, 4]"), ("concat(['a'], [['b']])", "['a', ['b']]")],
    ),
    Function::counted(
        "count",
        "Returns how many elements are neither undef nor empty texts, or how many are equal to a value",
        -2,
        count,
        &[("count([1, undef, '', 2])", "2"), ("count([1, 2, 1], 1)", "2"), ("count('banana', 'an')", "5")],
    ),
    Function::unchecked(
        "difference",
        "Returns the elements of an array that another has not",
        difference,
        &[("difference([1, 2, 2, 3], [2])", "[1, 3]")],
    ),
    Function::unchecked(
        "grep",
        "Returns the texts of an array that match a pattern",
        grep,
        &[("grep(['aaa', 'bbb', 'aab'], '^aa')", "['aaa', 'aab']")],
    ),
    Function::unchecked(
        "intersection",
        "Returns the elements of an array that another has too, each once",
        intersection,
        &[("intersection([1, 2, 2, 3], [3, 2])", "[2, 3]")],
    ),
    Function::unchecked(
        "member",
        "Returns whether an array has a value, or all values of another array",
        member,
        &[("member(['a', 'b'], 'b')", "true"), ("member(['a', 'b'], ['a', 'c'])", "false")],
    ),
    Function::unchecked(
        "prefix",
        "Returns the elements of an array as texts with a text before them, or a hash with such keys",
        |call| extended(call, |affix, word| format!("{affix}{word}")),
        &[("prefix(['a', 1], 'p')", "['pa', 'p1']"), ("prefix({'a' => 1}, 'p')", "{'pa' => 1}")],
    ),
    Function::unchecked(
        "reject",
        "Returns an array without the texts, or a hash without the keys, that match a pattern",
        reject,
        &[("reject(['aaa', 'bbb', 'aab'], '^aa')", "['bbb']")],
    ),
    Function::unchecked(
        "suffix",
        "Returns the elements of an array as texts with a text after them, or a hash with such keys",
        |call| extended(call, |affix, word| format!("{word}{affix}")),
        &[("suffix(['a', 1], 's')", "['as', '1s']"), ("suffix({'a' => 1}, 's')", "{'as' => 1}")],
    ),
    Function::unchecked(
        "union",
        "Returns all elements of several arrays, each once",
        union,
        &[("union([1, 2], [2, 3])", "[1, 2, 3]")],
    ),
    Function::unchecked(
        "values_at",
        "Returns the elements of an array at places, which are numbers or ranges such as '1-3'",
        values_at,
        &[("values_at(['a', 'b', 'c'], [0, 2])", "['a', 'c']"), ("values_at(['a', 'b', 'c'], '1-2')", "['b', 'c']")],
    ),
    Function::unchecked(
        "zip",
        "Returns pairs of the elements of two arrays, or with a third argument the same in one array",
        zip,
        &[("zip([1, 2], ['a', 'b'])", "[[1, 'a'], [2, 'b']]"), ("zip([1, 2], ['a', 'b'], true)", "[1, 'a', 2, 'b']")],
    ),
];

fn any2array(call: &mut Call<'_, '_>) -> Outcome {
    Ok(match call.arguments {
        [array @ Value::Array(_)] => array.clone(),
        [Value::Hash(hash)] => hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect(),
        [Value::String(text)] if text.is_empty() => Value::array([]),
        all => all.iter().cloned().collect(),
    })
}

fn concat(call: &mut Call<'_, '_>) -> Outcome {
    let (Value::Array(first), rest) = (match call.arguments {
        [] | [_] => return wrong_count(call, "< 2"),
        [first, rest @ ..] => (first, rest),
    }) else {
        return fail("concat(): Requires array to work with");
    };
    let mut all = first.clone();
    for more in rest {
        match more {
            Value::Array(items) => all.extend(items.iter().cloned()),
            other => all.push(other.clone()),
        }
        call.compilation.budget.count(all.len())?;
    }
    Ok(Value::Array(all))
}

fn count(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 2 {
        return fail(format!("count(): Wrong number of arguments given {count} for 1 or 2."));
    }
    let item = call.arguments.get(1).filter(|item| is_set(item));
    let is_there = |value: &Value| !value.is_undef() && value.as_str() != Some("");
    let count = match (call.argument(0), item) {
        (Value::Array(items), None) => items.iter().filter(|value| is_there(value)).count(),
        (Value::Array(items), Some(item)) => items.iter().filter(|value| order::equals(value, item)).count(),
        // A pair is never empty.
        (Value::Hash(hash), None) => hash.len(),
        (Value::Hash(hash), Some(item)) => {
            let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]));
            pairs.filter(|pair| order::equals(pair, item)).count()
        }
        (Value::String(given), Some(Value::String(wanted))) => {
            let wanted = Characters::parse(wanted)?;
            given.chars().filter(|letter| wanted.contains(*letter)).count()
        }
        (Value::String(_), Some(other)) => return fail(text::no_conversion(other, "String")),
        (Value::String(_), None) => return fail("wrong number of arguments (given 0, expected 1+)"),
        (other, _) => return fail(text::no_method("count", other)),
    };
    Ok(Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
}

fn difference(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Array(first), Value::Array(second)] => {
            let second: HashSet<&Value> = second.iter().collect();
            Ok(first.iter().filter(|item| !second.contains(item)).cloned().collect())
        }
        [_, _] => fail("difference(): Requires 2 arrays"),
        _ => wrong_count(call, "2"),
    }
}

fn grep(call: &mut Call<'_, '_>) -> Outcome {
    let (given, pattern) = arguments(call)?;
    match given {
        Value::Array(items) => chosen(items, &pattern, true),
        // The entries are pairs, which no pattern matches.
        Value::Hash(_) => Ok(Value::array([])),
        other => fail(text::no_method("grep", other)),
    }
}

/// A collection and the pattern for it.
fn arguments<'c>(call: &Call<'c, '_>) -> Outcome<(&'c Value, Regexp)> {
    match call.arguments {
        [given, Value::String(source)] => Ok((given, pattern(source)?)),
        [_, other] => fail(text::no_conversion(other, "String")),
        all => fail(format!("{}(): Wrong number of arguments given {} for 2", call.name, all.len())),
    }
}

fn intersection(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Array(first), Value::Array(second)] => {
            let mut common: HashSet<&Value> = second.iter().collect();
            Ok(first.iter().filter(|item| common.remove(item)).cloned().collect())
        }
        [first, second] => {
            let (first, second) = (text::class_name(first), text::class_name(second));
            fail(format!("intersection(): Requires 2 arrays, got {first} and {second}"))
        }
        _ => wrong_count(call, "2"),
    }
}

fn member(call: &mut Call<'_, '_>) -> Outcome {
    let (array, wanted) = array_and(call, "member")?;
    let wanted = match wanted {
        Value::Array(wanted) if wanted.is_empty() => {
            return fail("member(): You must provide item to search for within array given");
        }
        Value::Array(wanted) => wanted.as_slice(),
        Value::String(_) | Value::Integer(_) => std::slice::from_ref(wanted),
        _ => return fail("member(): Item to search for must be a string, fixnum, or array"),
    };
    let known: HashSet<&Value> = array.iter().collect();
    Ok(Value::Boolean(wanted.iter().all(|value| known.contains(value))))
}

/// Puts a text to each element of an array, or to each key of a hash.
fn extended(call: &mut Call<'_, '_>, join: fn(&str, &str) -> String) -> Outcome {
    let name = call.name;
    let given = first(call)?;
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

fn reject(call: &mut Call<'_, '_>) -> Outcome {
    match arguments(call)? {
        (given @ (Value::Array(_) | Value::Hash(_)), pattern) => without_matches(given, &pattern),
        (other, _) => fail(text::no_method("reject", other)),
    }
}

fn union(call: &mut Call<'_, '_>) -> Outcome {
    if call.arguments.len() < 2 {
        return wrong_count(call, "< 2");
    }
    let (mut known, mut made) = (HashSet::default(), EcoVec::new());
    for array in call.arguments {
        let Value::Array(items) = array else { return fail("union(): Every parameter must be an array") };
        for item in items.iter().filter(|item| known.insert(*item)) {
            call.push(&mut made, item.clone())?;
        }
    }
    Ok(Value::Array(made))
}

static RANGE: LazyLock<Option<Regexp>> = LazyLock::new(|| own_pattern(r"^(\d+)(\.\.\.?|\-)(\d+)$"));

fn values_at(call: &mut Call<'_, '_>) -> Outcome {
    let (array, wanted) = array_and(call, "values_at")?;
    let wanted = call.call_function("flatten", std::slice::from_ref(wanted))?;
    let wanted = wanted.as_array().unwrap_or_default();
    if wanted.is_empty() {
        return fail("values_at(): You must provide at least one positive index to collect");
    }
    let mut made = EcoVec::new();
    for index in wanted {
        for value in &array[places(&text::to_s(index), array.len())?] {
            if !value.is_undef() {
                call.push(&mut made, value.clone())?;
            }
        }
    }
    Ok(Value::Array(made))
}

/// The elements that an index names; they are in the array.
fn places(index: &str, length: usize) -> Outcome<std::ops::Range<usize>> {
    let parse = |digits: &str| usize::try_from(number::to_i(digits)).unwrap_or(usize::MAX);
    let Some(captures) = captures(&RANGE, index)? else {
        if index.is_empty() || !index.bytes().all(|byte| byte.is_ascii_digit()) {
            return fail("values_at(): Unknown format of given index");
        }
        let at = parse(index);
        return if at < length { Ok(at..at + 1) } else { fail("values_at(): Given index exceeds array size") };
    };
    let part = |number| captures.get(number).map(|found| found.as_str()).unwrap_or_default();
    let (start, stop) = (parse(part(1)), parse(part(3)));
    if start > stop {
        return fail("values_at(): Stop index in given indices range is smaller than the start index");
    }
    if stop >= length {
        return fail("values_at(): Stop index in given indices range exceeds array size");
    }
    Ok(start..stop + usize::from(part(2) != "..."))
}

fn zip(call: &mut Call<'_, '_>) -> Outcome {
    let (first, Value::Array(second)) = array_and(call, "zip")? else {
        return fail("zip(): Requires array to work with");
    };
    let flat = match call.arguments.get(2) {
        None | Some(Value::Undef) => false,
        Some(word) => conversion::parse_bool(word)?,
    };
    let others = second.iter().cloned().chain(std::iter::repeat(Value::Undef));
    let pairs: Value = first.iter().zip(others).map(|(one, two)| Value::array([one.clone(), two])).collect();
    if flat { call.call_function("flatten", &[pairs]) } else { Ok(pairs) }
}
