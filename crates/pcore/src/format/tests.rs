//! Properties of formatting that are not recorded: limits, secrets, and corner cases of the layout.

use super::*;
use crate::{parse_literal, time::Timestamp, value::LazyIterator};

#[track_caller]
fn check(value: impl Into<Value>, formats: &str, expected: &str) {
    let value = value.into();
    let formats = parse_literal(formats).unwrap();
    let actual = Formats::from_value(&formats).and_then(|formats| convert(&value, &formats));
    let actual = actual.unwrap_or_else(|error| error.to_string());
    assert_eq!(actual, expected, "for {value:?} as {formats:?}");
}

fn literal(text: &str) -> Value {
    parse_literal(text).unwrap()
}

#[test]
fn a_width_or_precision_beyond_the_bound_is_refused() {
    check(1, "'%10000d'", &format!("{:>10000}", 1));
    check(1, "'%10001d'", "The format '%10001d' asks for a width or precision above 10000");
    check(
        1,
        "'%.99999999999999999999f'",
        "The format '%.99999999999999999999f' asks for a width or precision above 10000",
    );
    check(1.5, "'%.10000f'", &format!("1.5{}", "0".repeat(9999)));
    check(1e-4, "'%#.10000g'", &format!("{:.10003}", 1e-4));
    check(1.5, "'%.10000a'", &format!("0x1.8{}p+0", "0".repeat(9999)));
}

#[test]
fn nesting_beyond_the_bound_is_refused() {
    let nested = |levels| (0..levels).fold(Value::array([]), |inner, _| Value::array([inner]));
    assert!(convert(&nested(MAX_NESTING - 1), &Formats::default()).is_ok());
    assert_eq!(convert(&nested(MAX_NESTING), &Formats::default()), Err(FormatError::TooDeep(MAX_NESTING)));
}

#[test]
fn no_format_shows_a_secret() {
    let secret = || Value::sensitive("s3cret".into());
    let values = [
        secret(),
        Value::array([secret()]),
        Value::hash([("k".into(), secret())]),
        Value::hash([(secret(), Value::array([Value::hash([("k".into(), secret())])]))]),
    ];
    let letters = ('a'..='z').chain('A'..='Z');
    for format in letters.flat_map(|letter| ["", "#", "-30", "(", "#.5"].map(|flags| format!("%{flags}{letter}"))) {
        let inside = format!(
            "{{Any => '{format}', Collection => {{format => '%#s', string_formats => {{Any => '{format}'}}}}}}"
        );
        for formats in [Value::from(format.as_str()), literal(&inside)] {
            for value in &values {
                let formats = Formats::from_value(&formats).unwrap();
                let shown = convert(value, &formats).unwrap_or_else(|error| error.to_string());
                assert!(!shown.contains("s3cret"), "{format} shows {shown}");
            }
        }
    }
    check(secret(), "'%s'", "Sensitive [value redacted]");
    check(secret(), "'%d'", "can't convert Sensitive into Integer");
}

#[test]
fn an_explicit_undef_is_not_a_format() {
    let error =
        crate::convert::new_instance(&crate::Type::STRING, &["a".into(), Value::Undef]).unwrap_err().to_string();
    assert!(error.starts_with("'new_string' parameter 'string_formats' expects a Formats = Variant["), "{error}");
    assert!(error.ends_with("value, got Undef"), "{error}");
}

#[test]
fn a_format_must_be_the_whole_string() {
    // Puppet accepts a format that is one line among others, and then passes all lines to Ruby.
    check("x", r#""%s\n""#, "The format '%s\n' is not a valid format on the form '%<flags><width>.<prec><format>'");
}

#[test]
fn a_lazy_sequence_is_shown_as_an_array() {
    check(LazyIterator::range(1, 3), "default", "[1, 2, 3]");
    check(LazyIterator::range(1, 3), "'%(a'", "[1, 2, 3]");
    check(LazyIterator::range(1, 3), "{Array => '%(a'}", "(1, 2, 3)");
}

#[test]
fn a_symbol_is_foreign() {
    check(Value::Symbol("name".into()), "'%s'", "name");
    check(Value::Symbol("name".into()), "'%p'", "'name'");
    check(Value::Symbol("name".into()), "'%q'", ":name");
    check(
        Value::Symbol("name".into()),
        "'%d'",
        "Illegal format 'd' specified for value of Runtime type - expected one of the characters 'spq'",
    );
}

#[test]
fn a_time_is_inspected_as_source_text() {
    let stamp = Value::from(Timestamp::from_seconds(0));
    check(Value::array([stamp]), "default", "[Timestamp('1970-01-01T00:00:00.000000000 UTC')]");
}

#[test]
fn letters_change_the_case_of_a_string() {
    check("ÀB::çd::::x::", "'%C'", "Àb::Çd::::X");
    check("ßx ABC", "'%c'", "Ssx abc");
    check("ÀB ß", "'%u'", "ÀB SS");
    check("\0 x\u{b}\u{c}", "'%t'", "x");
    check("\u{a0} x \0\u{1}", "'%t'", "\u{a0} x \0\u{1}");
}

#[test]
fn only_ascii_control_characters_are_escaped() {
    check("a\u{7f}\u{85}b", "'%p'", "'a\u{7f}\u{85}b'");
    check("a\u{1}$é", "'%p'", r#""a\u{1}\$é""#);
}

#[test]
fn bytes_are_text_or_a_ruby_literal() {
    let bytes = |bytes: &[u8]| Value::Binary(bytes.into());
    check(bytes("日AB".as_bytes()), "'%2.2s'", "日A");
    check(bytes(b"a\xE6"), "'%s'", r#""\xE6" from ASCII-8BIT to UTF-8"#);
    check(bytes(b"\xFF\xEF\"q"), "'%#s'", r#""\xFF\xEF\"q""#);
    check(bytes(b"#{#$#@##\x1B\0\x07\x08\t\n\x0B\x0C\r"), "'%#s'", r#""\#{\#$\#@##\e\x00\a\b\t\n\v\f\r""#);
    check(bytes(b"ab"), "'%20p'", r#"Binary("                YWI=")"#);
}

#[test]
fn the_width_of_an_array_is_the_longest_run_before_it_breaks() {
    let list = || literal("[1, 2, three, [4, 5], 6]");
    check(list(), "'%#3a'", "[ 1,\n  2,\n  'three',\n  [4, 5],\n  6]");
    check(list(), "'%#1a'", "[ 1,\n  2,\n  'three',\n  [ 4,\n    5],\n  6]");
    check(literal("{a => [1, 2, 3], b => [[1]]}"), "{Array => '%#3a'}", "{'a' => [1, 2, 3], 'b' => [\n    [1]]}");
}

#[test]
fn formats_for_containers_do_not_hold_for_numbers() {
    check(true, "'%(d'", "malformed format string - %(");
    check(1, "'%<d'", "malformed name - unmatched parenthesis");
    check(1, "\"%\td\"", "malformed format string");
}

#[test]
fn the_order_of_types_is_the_order_of_puppet() {
    // `Array` comes before `Tuple` in the sorted rules, though it is wider.
    check(literal("[1]"), "{Tuple[Any] => '%(a'}", "[1]");
    check(literal("[1]"), "{Array[Integer] => '%(a'}", "(1)");
    check(literal("{a => 1}"), "{Struct[{a => Any}] => '%(h'}", "('a' => 1)");
    check(5, "{Optional[Integer] => '%x', Numeric => '%o'}", "5");
}
