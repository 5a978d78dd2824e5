//! Functions of text.

use pcore::{Value, binary, regexp::Regexp};
use ruby_subset::percent_encoded;

use super::arguments::{each_text, first};
use crate::functions::{Call, Function, Interrupt, Outcome, Signature, case, fail, text};

functions![
    Function::unchecked(
        "base64",
        "Returns a text in Base64, or what a text in Base64 says; 'default' breaks lines, 'strict' and 'urlsafe' do not",
        base64,
        &[
            ("base64('encode', 'hello', 'strict')", "'aGVsbG8='"),
            ("base64('decode', 'aGVsbG8=')", "'hello'"),
            ("base64('encode', '??>', 'urlsafe')", "'Pz8-'"),
        ],
    ),
    Function::counted(
        "dos2unix",
        "Returns a text with the line ends of Unix instead of those of Windows",
        1,
        dos2unix,
        &[(r#"dos2unix("a\r\nb\r\n")"#, r#""a\nb\n""#)],
    ),
    Function::unchecked(
        "regexpescape",
        "Returns a pattern for a text, or patterns for the texts of an array, that match nothing else",
        |call| each_text(call, Regexp::escape),
        &[("regexpescape('a.b')", r"'a\.b'")],
    ),
    Function::unchecked(
        "reverse",
        "Returns an array or a text from its end to its start",
        reverse,
        &[("reverse([1, 2, 3])", "[3, 2, 1]"), ("reverse('abc')", "'cba'")],
    ),
    Function::unchecked(
        "squeeze",
        "Returns a text, or the texts of an array, with runs of the same character as one; of some characters only if given",
        squeeze,
        &[("squeeze('aaabbc')", "'abc'"), ("squeeze(['aab', 'bb'], 'b')", "['aab', 'b']")],
    ),
    Function::typed(
        "stdlib::end_with",
        "Returns whether a text ends with one of some others",
        &[Signature::new(&["String test_string", "Variant[String[1], Array[String[1], 1]] suffixes"], |call| {
            let text = call.string(0)?;
            Ok(Value::Boolean(any(call.argument(1), |suffix| text.ends_with(suffix))))
        })],
        &[("stdlib::end_with('foobar', 'bar')", "true"), ("stdlib::end_with('foobar', ['x', 'foo'])", "false")],
    ),
    Function::typed(
        "stdlib::start_with",
        "Returns whether a text begins with one of some others",
        &[Signature::new(&["String test_string", "Variant[String[1], Array[String[1], 1]] prefixes"], |call| {
            let text = call.string(0)?;
            Ok(Value::Boolean(any(call.argument(1), |prefix| text.starts_with(prefix))))
        })],
        &[("stdlib::start_with('foobar', 'foo')", "true"), ("stdlib::start_with('foobar', ['x', 'bar'])", "false")],
    ),
    Function::typed(
        "stdlib::xml_encode",
        "Returns a text as it is written in XML, as text or as the value of an attribute",
        &[Signature::new(&["String str", "Enum['text', 'attr'] type?"], xml_encode)],
        &[("stdlib::xml_encode('<a & b>')", "'&lt;a &amp; b&gt;'"), ("stdlib::xml_encode('a', 'attr')", "'\"a\"'")],
    ),
    Function::unchecked(
        "swapcase",
        "Returns a text, or the texts of an array, with upper and lower case exchanged",
        |call| each_text(call, case::swap),
        &[("swapcase('aBc')", "'AbC'"), ("swapcase(['aB', 1])", "['Ab', 1]")],
    ),
    Function::counted(
        "unix2dos",
        "Returns a text with the line ends of Windows instead of those of Unix",
        1,
        unix2dos,
        &[(r#"unix2dos("a\nb\r\n")"#, r#""a\r\nb\r\n""#)],
    ),
    Function::unchecked(
        "uriescape",
        "Returns a text, or the texts of an array, with all that no URI may have written as %20 and the like",
        |call| each_text(call, |text| percent_encoded(text, "-_.!~*'();/?:@&=+$,[]")),
        &[("uriescape('a b&c=ä')", "'a%20b&c=%C3%A4'")],
    ),
];

fn base64(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("base64(): Wrong number of arguments ({count}; must be >= 2)"));
    }
    let encodes = match call.argument(0).as_str() {
        Some("encode") => true,
        Some("decode") => false,
        _ => return fail("base64(): the first argument must be one of 'encode' or 'decode'"),
    };
    let Value::String(text) = call.argument(1) else {
        return fail("base64(): the second argument must be a string to base64");
    };
    let form = if count == 2 { Some("default") } else { call.argument(2).as_str() };
    let (Some(form @ ("default" | "strict" | "urlsafe")), text) = (form, text.as_str()) else {
        return fail("base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'");
    };
    if encodes {
        return Ok(Value::from(match form {
            "strict" => binary::encode_strict(text.as_bytes()),
            "urlsafe" => binary::encode_url_safe(text.as_bytes()),
            _ => binary::encode_relaxed(text.as_bytes()),
        }));
    }
    let decoded = match form {
        "strict" => binary::decode_strict(text),
        "urlsafe" => binary::decode_url_safe(text),
        _ => Ok(binary::decode_relaxed(text)),
    };
    let decoded = decoded.map_err(|error| Interrupt::unplaced(error.to_string()))?;
    match String::from_utf8(decoded) {
        Ok(text) => Ok(Value::from(text)),
        Err(_) => Err(Interrupt::unplaced("base64(): what the text says is not in UTF-8")
            .hint("Binary.new(text, '%b') keeps bytes that are not text")),
    }
}

/// Some characters, or all others.
#[derive(Clone, Debug)]
pub(super) struct Characters {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Characters {
    pub fn parse(text: &str) -> Outcome<Characters> {
        let mut letters: Vec<char> = text.chars().collect();
        let negated = letters.len() > 1 && letters[0] == '^';
        letters.drain(..usize::from(negated));
        let mut ranges = Vec::new();
        let mut index = 0;
        while let Some(&letter) = letters.get(index) {
            // A backslash takes what follows as it is.
            let escaped = letter == '\\' && index + 1 < letters.len();
            let from = if escaped { letters[index + 1] } else { letter };
            index += 1 + usize::from(escaped);
            let to = match (letters.get(index), letters.get(index + 1)) {
                (Some('-'), Some(&to)) => {
                    index += 2;
                    to
                }
                _ => from,
            };
            if to < from {
                return fail(format!("invalid range \"{from}-{to}\" in string transliteration"));
            }
            ranges.push((from, to));
        }
        Ok(Characters { ranges, negated })
    }

    pub fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter)) != self.negated
    }
}

fn dos2unix(call: &mut Call<'_, '_>) -> Outcome {
    let Value::String(text) = call.argument(0) else { return fail("dos2unix(): Requires string as argument") };
    Ok(Value::from(text.replace("\r\n", "\n")))
}

fn reverse(call: &mut Call<'_, '_>) -> Outcome {
    match first(call)? {
        Value::Array(items) => Ok(items.iter().rev().cloned().collect()),
        Value::String(text) => Ok(Value::from(text.chars().rev().collect::<String>())),
        _ => fail("reverse(): Requires either array or string to work with"),
    }
}

fn squeeze(call: &mut Call<'_, '_>) -> Outcome {
    let (given, wanted) = match call.arguments {
        [given] => (given, None),
        [given, Value::String(wanted)] => (given, Some(Characters::parse(wanted)?)),
        [_, other] => return fail(text::no_conversion(other, "String")),
        all => return fail(format!("squeeze(): Wrong number of arguments given {} for 2 or 1", all.len())),
    };
    match given {
        Value::Array(items) => items.iter().map(|item| squeezed(item, wanted.as_ref())).collect(),
        other => squeezed(other, wanted.as_ref()),
    }
}

fn squeezed(value: &Value, wanted: Option<&Characters>) -> Outcome {
    let Value::String(given) = value else { return fail(text::no_method("squeeze", value)) };
    let mut made = String::with_capacity(given.len());
    let mut last = None;
    for letter in given.chars() {
        if last != Some(letter) || wanted.is_some_and(|wanted| !wanted.contains(letter)) {
            made.push(letter);
        }
        last = Some(letter);
    }
    Ok(Value::from(made))
}

/// Whether something holds for a text, or for one of several.
fn any(words: &Value, holds: impl Fn(&str) -> bool) -> bool {
    match words {
        Value::Array(words) => words.iter().filter_map(Value::as_str).any(holds),
        word => word.as_str().is_some_and(holds),
    }
}

fn xml_encode(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0)?.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let text = if call.optional_string(1) == "attr" { format!("\"{}\"", text.replace('"', "&quot;")) } else { text };
    call.compilation.budget.size(text.len())?;
    Ok(Value::from(text))
}

fn unix2dos(call: &mut Call<'_, '_>) -> Outcome {
    let Value::String(text) = call.argument(0) else { return fail("unix2dos(): Requires string as argument") };
    let mut made = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                made.push_str(line.trim_end_matches('\r'));
                made.push_str("\r\n");
            }
            None => made.push_str(line),
        }
    }
    call.compilation.budget.size(made.len())?;
    Ok(Value::from(made))
}
