//! What holds for every pattern and every text.

use proptest::prelude::*;

use crate::regexp::{Regexp, RegexpOptions};

/// Pieces that reach interesting states of the parser more often than chance would.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "b",
        "ß",
        "s",
        "\\Z",
        "\\z",
        "\\A",
        "^",
        "$",
        "\\b",
        "(",
        ")",
        "(?:",
        "(?=",
        "(?!",
        "(?<=",
        "(?<!",
        "(?>",
        "(?~",
        "(?i)",
        "(?<n>",
        "\\k<n>",
        "\\g<n>",
        "\\1",
        "\\g<0>",
        "(?(1)",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{,3}",
        "{1,",
        "[",
        "]",
        "^]",
        "-",
        "&&",
        "[:alpha:]",
        "\\d",
        "\\W",
        "\\p{L}",
        "\\p{^Greek}",
        "\\x41",
        "\\u{41 42}",
        "\\101",
        "\\c",
        "\\K",
        "\\G",
        "\\R",
        "\\X",
        ".",
        "\\",
        "#",
        " ",
        "é",
        "\n",
        "{0}",
        "??",
        "*+",
    ];
    prop_oneof![4 => prop::sample::select(pieces.to_vec()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

fn pattern() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_translation_panic(source in any::<String>(), bits in 0..8u8) {
        let options = RegexpOptions { ignore_case: bits & 1 != 0, multiline: bits & 2 != 0, extended: bits & 4 != 0 };
        if let Err(error) = Regexp::with_options(&source, options) {
            prop_assert!(error.offset().is_none_or(|offset| source.is_char_boundary(offset)));
        }
    }

    #[test]
    fn no_pattern_makes_a_search_panic(source in pattern(), text in "[abs\u{df}A1\n -]{0,8}") {
        let Ok(pattern) = Regexp::new(&source) else { return Ok(()) };
        let matches = pattern.is_match(&text);
        let captures = pattern.captures(&text);
        if let (Ok(matches), Ok(captures)) = (matches, captures) {
            prop_assert_eq!(matches, captures.is_some(), "{}", source);
        }
        let _ = pattern.replace_all(&text, "<\\0>");
        let _ = pattern.split(&text);
    }

    #[test]
    fn an_escaped_text_matches_itself(text in any::<String>()) {
        let pattern = Regexp::new(&format!("\\A{}\\z", Regexp::escape(&text)));
        prop_assert_eq!(pattern.expect("well-formed").is_match(&text), Ok(true));
    }

    #[test]
    fn a_match_replaced_by_itself_changes_nothing(source in pattern(), text in "[abs1\n -]{0,8}") {
        // `\K` may report a match before the start of the search.
        let Ok(pattern) = Regexp::new(&source.replace("\\K", "")) else { return Ok(()) };
        if let Ok(replaced) = pattern.replace_all(&text, "\\0") {
            prop_assert_eq!(&*replaced, text.as_str());
        }
    }
}
