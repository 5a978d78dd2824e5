//! Functions of text: case, white space, pieces.

use ecow::EcoVec;
use pcore::Value;

use crate::functions::{Body, Call, Function, Outcome, Signature, case, text};

functions![
    Function::typed(
        "camelcase",
        "Returns a text, or each text of a sequence, without underscores and with a capital after each of them",
        &of_texts(|call| each_text(call, |text| text.split('_').map(case::capitalize).collect())),
        &[("camelcase('foo_bar').md5", "md5('FooBar')"), ("camelcase(['a_b']).join.md5", "md5('AB')")],
    ),
    Function::typed(
        "capitalize",
        "Returns a text, or each text of a sequence, with its first character in upper case and all others in lower case",
        &of_texts(|call| each_text(call, case::capitalize)),
        &[("capitalize('hello WORLD').md5", "md5('Hello world')"), ("capitalize(['ab']).join.md5", "md5('Ab')")],
    ),
    Function::typed(
        "chomp",
        "Returns a text, or each text of a sequence, without the end of line that it ends with",
        &of_texts(|call| {
            each_text(call, |text| {
                let cut = text.strip_suffix("\r\n").or(text.strip_suffix(['\n', '\r']));
                cut.unwrap_or(text).to_owned()
            })
        }),
        &[("chomp(\"a\\r\\n\")", "'a'"), ("chomp([\"a\\n\", 'b'])", "['a', 'b']")],
    ),
    Function::typed(
        "chop",
        "Returns a text, or each text of a sequence, without its last character; the two of an end of line count as one",
        &of_texts(|call| {
            each_text(call, |text| {
                let cut = text.strip_suffix("\r\n").or(text.strip_suffix(|_: char| true));
                cut.unwrap_or(text).to_owned()
            })
        }),
        &[("chop('abc')", "'ab'"), ("chop(\"a\\r\\n\")", "'a'"), ("chop('')", "''")],
    ),
    Function::typed(
        "downcase",
        "Returns a text, or all texts in arrays and hashes, in lower case; numbers stay",
        &of_data(|call| Ok(mapped(call.argument(0), case::lower))),
        &[("downcase('ÄB').md5", "md5('äb')"), ("downcase({'A' => ['B']}).keys", "['a']"), ("downcase(1.5)", "1.5")],
    ),
    Function::typed(
        "join",
        "Returns the elements of an array and of those nested in it as one text, with a delimiter between them",
        &[Signature::new(&["Array arg", "String delimiter?"], join)],
        &[
            ("join(['a', 'b'], '-')", "'a-b'"),
            ("join([1, [2, 3], undef])", "'123'"),
            ("join([{a => 1}], ',')", "'{\"a\"=>1}'"),
        ],
    ),
    Function::typed(
        "lstrip",
        "Returns a text, or each text of a sequence, without white space at its start",
        &of_texts(|call| each_text(call, |text| text.trim_start_matches(is_blank).to_owned())),
        &[("lstrip('  a ')", "'a '")],
    ),
    Function::typed(
        "rstrip",
        "Returns a text, or each text of a sequence, without white space at its end",
        &of_texts(|call| each_text(call, |text| text.trim_end_matches(is_blank).to_owned())),
        &[("rstrip(\" a \\n\")", "' a'")],
    ),
    Function::typed(
        "strip",
        "Returns a text, or each text of a sequence, without white space around it",
        &of_texts(|call| each_text(call, |text| text.trim_matches(is_blank).to_owned())),
        &[("strip(\" a b \\n\")", "'a b'"), ("strip([' a '])", "['a']")],
    ),
    Function::typed(
        "upcase",
        "Returns a text, or all texts in arrays and hashes, in upper case; numbers stay",
        &of_data(|call| Ok(mapped(call.argument(0), case::upper))),
        &[
            ("upcase('straße').md5", "md5('STRASSE')"),
            ("upcase(['a', {'b' => 'c'}]).join", "'A{\"B\"=>\"C\"}'"),
            ("upcase(5)", "5"),
        ],
    ),
];

/// The signatures of functions that change a text, or each text of a sequence.
const fn of_texts(body: Body) -> [Signature; 3] {
    [
        Signature::new(&["Numeric arg"], body),
        Signature::new(&["String arg"], body),
        Signature::new(&["Iterable[Variant[String, Numeric]] arg"], body),
    ]
}

/// The signatures of functions that change all texts in data.
const fn of_data(body: Body) -> [Signature; 4] {
    [
        Signature::new(&["Numeric arg"], body),
        Signature::new(&["String arg"], body),
        Signature::new(&["Array[StringData] arg"], body),
        Signature::new(&["Hash[StringData, StringData] arg"], body),
    ]
}

/// Changes a text, or each text of a sequence; numbers stay.
fn each_text(call: &mut Call<'_, '_>, change: fn(&str) -> String) -> Outcome {
    let given = call.argument(0);
    let changed = |value: &Value| match value {
        Value::String(text) => Value::from(change(text)),
        other => other.clone(),
    };
    match given {
        Value::String(_) | Value::Integer(_) | Value::Float(_) => Ok(changed(given)),
        other => {
            let mut made = EcoVec::new();
            for element in call.walk(other)? {
                call.push(&mut made, changed(&element.whole()))?;
            }
            Ok(Value::Array(made))
        }
    }
}

fn join(call: &mut Call<'_, '_>) -> Outcome {
    let delimiter = call.optional_string(1);
    let mut joined = String::new();
    // An empty array is an element too, so the delimiter depends on the index in the array itself.
    let mut open = vec![(0_usize, call.array(0)?)];
    while let Some((index, items)) = open.last_mut() {
        let Some(item) = items.get(*index) else {
            open.pop();
            continue;
        };
        if *index > 0 {
            joined.push_str(delimiter);
        }
        *index += 1;
        match item {
            Value::Array(nested) => open.push((0, nested)),
            Value::Undef => {}
            Value::String(text) => joined.push_str(text),
            other => joined.push_str(&text::to_s(other)),
        }
        call.compilation.budget.size(joined.len())?;
    }
    Ok(Value::from(joined))
}

/// What counts as white space: that of ASCII, and the character zero.
fn is_blank(character: char) -> bool {
    matches!(character, '\0' | '\t'..='\r' | ' ')
}

/// Changes all texts in a value, keys too.
fn mapped(value: &Value, change: fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => Value::array(items.iter().map(|item| mapped(item, change))),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (mapped(key, change), mapped(value, change)))),
        other => other.clone(),
    }
}
