//! Compares our matches with Ruby's.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Regexp;

mod behaviour;
mod laws;

const CASES: &str = include_str!("../../tests/data/ruby-regex-cases.json");
const MINED: &str = include_str!("../../tests/data/ruby-regex-mined.json");
const ERRORS: &str = include_str!("../../tests/data/ruby-regex-errors.json");

/// Patterns of the fixture with results that differ from Ruby's, each with the reason.
///
/// There are none at present.
const DIFFERENCES: &[(&str, &str)] = &[];

/// Patterns of the fixture of errors whose verdict or message differs.
const DIFFERENT_ERRORS: &[(&str, &str)] = &[
    (r"(?<=\g<1>)(a)", "the length of a called group is not looked up"),
    (r"(?<n>a)\k<n+0>", "the engine keeps no levels of recursion"),
    (r"(?<n>a)\k<n+1>", "the engine keeps no levels of recursion"),
    (r"(?<n>a)\k<n-1>", "the engine keeps no levels of recursion"),
    (r"(a)\k<1+0>", "the engine keeps no levels of recursion"),
    (r"\p{InBasicLatin}", "the engine knows no blocks"),
    (r"\p{In_Basic_Latin}", "the engine knows no blocks"),
];

#[track_caller]
fn regexp(source: &str) -> Regexp {
    Regexp::new(source).unwrap_or_else(|error| panic!("{source:?} should be well-formed: {error}"))
}

/// Returns our answer in the form of the oracle's script: the offset in bytes, then the text of every group.
fn answer(pattern: &Regexp, text: &str) -> Result<Value, String> {
    let captured = pattern.captures(text).map_err(|error| error.to_string())?;
    let matches = pattern.is_match(text).map_err(|error| error.to_string())?;
    if matches != captured.is_some() {
        return Err(format!("is_match says {matches}, captures say otherwise"));
    }
    Ok(captured.map_or(Value::Null, |captures| {
        let offset = captures.whole().start();
        let groups = captures.iter().map(|group| group.map_or(Value::Null, |group| group.as_str().into()));
        std::iter::once(Value::from(offset)).chain(groups).collect()
    }))
}

fn fixture(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("the fixture is JSON")
}

/// Returns how our answers differ from the fixture's; `None` if they do not.
fn difference(entry: &Value) -> Option<String> {
    let source = entry["pattern"].as_str().expect("a pattern");
    let pattern = match (Regexp::new(source), entry["valid"] == true) {
        (Ok(_), false) => return Some("Ruby refuses it".to_owned()),
        (Err(_), false) => return None,
        (Err(error), true) => return Some(error.to_string()),
        (Ok(pattern), true) => pattern,
    };
    entry["cases"].as_array().expect("cases").iter().find_map(|case| {
        let text = case["text"].as_str().expect("a text");
        let ours = answer(&pattern, text);
        (ours.as_ref() != Ok(&case["match"])).then(|| format!("{text:?}: {ours:?} for {}", case["match"]))
    })
}

#[track_caller]
fn check_differences(actual: &BTreeMap<String, String>, expected: &[(&str, &str)]) {
    let unexpected: Vec<_> =
        actual.iter().filter(|(pattern, _)| !expected.iter().any(|(known, _)| known == pattern)).collect();
    let vanished: Vec<_> = expected.iter().filter(|(known, _)| !actual.contains_key(*known)).collect();
    assert!(unexpected.is_empty() && vanished.is_empty(), "new: {unexpected:#?}\ngone: {vanished:#?}");
}

#[test]
fn tricky_patterns_match_as_in_ruby() {
    let cases = fixture(CASES);
    assert_eq!(cases.len(), 180);
    let differences =
        cases.iter().filter_map(|entry| Some((entry["pattern"].as_str()?.to_owned(), difference(entry)?))).collect();
    check_differences(&differences, DIFFERENCES);
}

#[test]
fn patterns_of_real_modules_match_as_in_ruby() {
    let mut mined = fixture(MINED);
    let texts: Vec<String> = serde_json::from_value(mined.remove(0)["texts"].take()).expect("texts");
    assert!(mined.len() > 100, "{} patterns", mined.len());
    for entry in &mined {
        let source = entry["pattern"].as_str().expect("a pattern");
        let pattern = regexp(source);
        let mut expected = vec![Value::Null; texts.len()];
        for captured in entry["matches"].as_array().expect("matches") {
            let mut captured = captured.as_array().expect("a match").clone();
            let index = captured.remove(0).as_u64().expect("an index");
            expected[index as usize] = Value::Array(captured);
        }
        for (text, expected) in texts.iter().zip(expected) {
            assert_eq!(answer(&pattern, text), Ok(expected), "{source:?} on {text:?}");
        }
    }
}

#[test]
fn malformed_patterns_are_refused_in_the_words_of_ruby() {
    let errors = fixture(ERRORS);
    assert!(errors.len() > 400, "{} patterns", errors.len());
    let mut differences = BTreeMap::new();
    for entry in &errors {
        let source = entry["pattern"].as_str().expect("a pattern");
        let ours = Regexp::new(source).err().map(|error| error.to_string());
        if ours.as_deref() != entry["error"].as_str() {
            differences.insert(source.to_owned(), format!("{ours:?} for {}", entry["error"]));
        } else if let Ok(pattern) = Regexp::new(source)
            && let Err(error) = pattern.is_match("abc")
        {
            differences.insert(source.to_owned(), format!("{error}: {}", pattern.exact.pattern()));
        }
    }
    check_differences(&differences, DIFFERENT_ERRORS);
}
