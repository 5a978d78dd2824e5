//! `String.new(value, formats)` gives what the real Puppet (7.23) gave, word for word.
//!
//! The recorded cases are in `golden/format.jsonl`; a case without a format uses the defaults.

use pcore::{Hash, NoNames, Type, Value, convert::new_instance, json, rich_data};

const RECORDED: &str = include_str!("golden/format.jsonl");
const CASES: usize = 1850;

/// The lines with a different answer, and why. A line that starts to agree must be removed.
const DIFFERENT: &[(usize, &str)] = &[];

#[test]
fn formats_as_the_recorded_answers_do() {
    let mut cases = 0;
    let mut failures = Vec::new();
    for (index, line) in RECORDED.lines().enumerate() {
        cases += 1;
        let number = index + 1;
        let known = DIFFERENT.iter().find(|(line, _)| *line == number);
        match (compare(line), known) {
            (Ok(()), None) | (Err(_), Some(_)) => {}
            (Ok(()), Some((_, reason))) => failures.push(format!("line {number} agrees now, in spite of: {reason}")),
            (Err(difference), None) => failures.push(format!("line {number}: {difference}\n  {line}")),
        }
    }
    assert_eq!(cases, CASES);
    assert!(failures.is_empty(), "{} of {cases}:\n{}", failures.len(), failures.join("\n"));
}

/// Compares one recorded case.
fn compare(line: &str) -> Result<(), String> {
    let case = json::parse(line).map_err(|error| error.to_string())?;
    let case = case.as_hash().ok_or("the case is not a hash")?;
    let value = decoded(case, "value")?.ok_or("the case has no value")?;
    let arguments: Vec<Value> = std::iter::once(value).chain(decoded(case, "format")?).collect();
    let actual = match new_instance(&Type::STRING, &arguments) {
        Ok(text) => ("text", text.to_string()),
        Err(error) => ("error", error.to_string()),
    };
    let answer = case.get_str("answer").and_then(Value::as_hash).ok_or("the case has no answer")?;
    let part = |key| answer.get_str(key).and_then(Value::as_str).map(|text| (key, text.to_owned()));
    let expected = part("text").or(part("error")).ok_or("the answer is empty")?;
    if actual == expected { Ok(()) } else { Err(format!("expected {expected:?}\n       got {actual:?}")) }
}

fn decoded(case: &Hash, key: &str) -> Result<Option<Value>, String> {
    let Some(data) = case.get_str(key) else { return Ok(None) };
    rich_data::decode(data, &NoNames).map(Some).map_err(|error| format!("{key}: {error}"))
}
