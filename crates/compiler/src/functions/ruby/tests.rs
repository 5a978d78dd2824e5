//! Ruby's behaviour, against the answers of Ruby 3.1.

use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};

use super::{case, number, order, random::Random, sort::merge_sort, text};

/// `Random.new(seed).rand(size)` of Ruby.
#[test]
fn random_numbers_are_those_of_ruby() {
    for (seed, size, expected) in [
        (0_u128, 100_u64, 44_u64),
        (1, 100, 37),
        (42, 1 << 32, 1_608_637_542),
        (1 << 64, 1000, 757),
        (u128::MAX, 1 << 40, 862_353_680_256),
        (123_456_789, 5_000_000_000, 4_254_805_660),
    ] {
        assert_eq!(Random::new(seed).below(size), expected, "Random.new({seed}).rand({size})");
    }
}

#[test]
fn whole_numbers_in_texts() {
    for (text, expected) in [
        ("42", Some(42)),
        (" -0x1f\n", Some(-31)),
        ("0b101", Some(5)),
        ("017", Some(15)),
        ("0o17", Some(15)),
        ("1_000", Some(1000)),
        ("0", Some(0)),
        ("08", None),
        ("1__0", None),
        ("_1", None),
        ("", None),
        ("1 2", None),
        ("99999999999999999999", None),
    ] {
        assert_eq!(number::whole(text).and_then(|whole| whole.to_i64()), expected, "Integer({text:?})");
    }
}

#[test]
fn floats_in_texts() {
    for (text, expected) in [
        ("1.5", Some(1.5)),
        (".5", Some(0.5)),
        ("1e3", Some(1000.0)),
        (" 1_0.5 ", Some(10.5)),
        ("0x1p3", Some(8.0)),
        ("-0x10", Some(-16.0)),
        ("5.", None),
        ("1.e3", None),
        ("", None),
        ("inf", None),
        ("1x", None),
    ] {
        assert_eq!(number::float(text), expected, "Float({text:?})");
    }
}

#[test]
fn as_far_as_the_digits_go() {
    for (text, whole, float) in [
        ("12abc", 12, 12.0),
        ("  -7 ", -7, -7.0),
        ("1_0.5e1x", 10, 105.0),
        ("0x10", 0, 0.0),
        ("1e", 1, 1.0),
        ("x", 0, 0.0),
        ("é", 0, 0.0),
    ] {
        assert_eq!(number::to_i(text), whole, "{text:?}.to_i");
        assert_eq!(number::to_f(text), float, "{text:?}.to_f");
    }
}

#[test]
fn texts_as_literals_of_ruby() {
    let value = Value::hash([
        ("a\n\"#{b}".into(), Value::array([1.into(), Value::Undef, Value::Default, 1.5.into()])),
        (2.into(), Value::sensitive("secret".into())),
        ("é\u{7f}#x".into(), true.into()),
    ]);
    let expected = r##"{"a\n\"\#{b}"=>[1, nil, :default, 1.5], 2=>#<Sensitive [value redacted]>, "é\u007F#x"=>true}"##;
    assert_eq!(text::inspect(&value), expected);
}

#[test]
fn titles() {
    for (text, expected) in
        [("ǆABC", "ǅabc"), ("ßA", "Ssa"), ("ŉ", "ʼN"), ("აბ", "აბ"), ("ᾀ", "ᾈ"), ("éÀ", "Éà"), ("", "")]
    {
        assert_eq!(case::capitalize(text), expected);
    }
    assert_eq!(case::lower("ΣΑΣ"), "σασ");
}

#[test]
fn sorting_survives_an_order_that_makes_no_sense() {
    let mut turn = 0;
    let mut numbers: Vec<i32> = (0..1000).collect();
    let mut absurd = |_: &i32, _: &i32| {
        turn += 1;
        Ok(if turn % 3 == 0 { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater })
    };
    merge_sort::<_, crate::error::Interrupt>(&mut numbers, &mut absurd).unwrap();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..1000).collect::<Vec<_>>());
}

#[test]
fn integers_and_floats_compare_without_rounding() {
    for (integer, float, expected) in [
        (9_007_199_254_740_993, 9_007_199_254_740_992.0, 1),
        (9_007_199_254_740_992, 9_007_199_254_740_992.0, 0),
        (i64::MAX, 9_223_372_036_854_775_808.0, -1),
        (i64::MIN, -9_223_372_036_854_775_808.0, 0),
        (2, 1.5, 1),
        (-2, -1.5, -1),
        (1, 1.5, -1),
    ] {
        let (integer, float) = (Value::Integer(integer), Value::Float(float));
        let answer = order::compare(&integer, &float).map(|order| order as i32);
        assert_eq!(answer, Some(expected), "{integer} <=> {float}");
        assert_eq!(order::equals(&integer, &float), expected == 0, "{integer} == {float}");
    }
}

#[test]
fn regexps_as_texts() {
    let case = |ignore_case| RegexpOptions { ignore_case, ..RegexpOptions::default() };
    for (source, ignore_case, to_s, inspected) in [
        ("ab", false, r"(?-mix:ab)", "/ab/"),
        ("a/b", false, r"(?-mix:a\/b)", r"/a\/b/"),
        (r"a\/b", false, r"(?-mix:a\/b)", r"/a\/b/"),
        (r"a\\/b", false, r"(?-mix:a\\\/b)", r"/a\\\/b/"),
        ("[/:]", false, r"(?-mix:[\/:])", r"/[\/:]/"),
        ("a/b", true, r"(?i-mx:a\/b)", r"/a\/b/i"),
    ] {
        let value = Value::Regexp(Regexp::with_options(source, case(ignore_case)).unwrap().into());
        assert_eq!(text::to_s(&value), to_s, "to_s of {source}");
        assert_eq!(text::inspect(&value), inspected, "inspect of {source}");
    }
}
