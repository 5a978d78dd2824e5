//! Expressions give what the real Puppet gave for them; `oracle/expressions.rb` wrote it down.

use std::collections::BTreeMap;

use pcore::{Value, json};

use crate::{Options, evaluate::harness::run};

static RECORDED: &str = include_str!("recorded.jsonl");
/// Programs whose answers differ on purpose, each with the reason.
static EXCEPTIONS: &str = include_str!("exceptions.tsv");

#[test]
fn every_recorded_program_gives_its_answer() {
    let exceptions = EXCEPTIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut exceptions: BTreeMap<&str, &str> =
        exceptions.map(|line| line.split_once('\t').unwrap_or_else(|| panic!("no reason: {line}"))).collect();
    let mut differing = Vec::new();
    for record in RECORDED.lines().map(|line| json::parse(line).unwrap()) {
        let field = |name: &str| record.as_hash().unwrap().get_str(name).cloned();
        let source = field("source").unwrap().to_string();
        let lines = field("lines").unwrap();
        let lines: Vec<String> = lines.as_array().unwrap().iter().map(Value::to_string).collect();
        let error = field("error").map(|error| error.to_string());
        let (given, failure) = run(&source, Options::default());
        // Several problems of one text are logged before the failure that counts them.
        let unwanted = |line: &str| line.starts_with("debug: ") || failure.is_some() && line.starts_with("err: ");
        let given: Vec<String> = given.into_iter().filter(|line| !unwanted(line)).collect();
        let equal = (&given, &failure) == (&lines, &error);
        let excepted = exceptions.remove(source.replace('\n', "%n").as_str()).is_some();
        if equal == excepted {
            differing.push(format!("--- {source}\n expected: {lines:?} {error:?}\n given:    {given:?} {failure:?}"));
        }
    }
    assert!(exceptions.is_empty(), "exceptions for programs that do not exist: {exceptions:?}");
    assert!(differing.is_empty(), "{}\n{} programs differ", differing.join("\n"), differing.len());
}
