//! Logic that does not end has the same bounds everywhere: steps, sizes, depths.

use generate::Language;
use pcore::{Value, json};

use crate::{
    corpus::{Corpus, has_program, shown, with_stack},
    verdicts::{ask, verdict},
};

/// How many times logic goes round, for each type: what is fine, and what is too much.
const COUNTS: &[(&str, &[i64])] = &[
    ("Loop", &[0, 10, 249_000, 251_000, 9_000_000_000_000]),
    ("Nested", &[3, 400, 420, 1_000_000]),
    ("Twice", &[3, 15, 40]),
    ("Tree", &[2, 12, 500]),
    ("Deep", &[3, 500, 1_500]),
    ("Grown", &[3, 100_000, 251_000]),
    ("Branches", &[5, 5_000, 500_000]),
    ("Replaced", &[3, 100, 2_000]),
    ("Outer", &[3, 100, 2_000]),
];

/// The words of the bound that people meet.
const STEPS: &str = "The limit of 1000000 expressions in the logic of a type is exceeded";

/// A verdict, without the words that we have before those of the bound: which expression it was that went beyond.
fn said(verdict: &Value) -> String {
    let text = verdict.to_string();
    match (text.find("Error while evaluating"), text.find("The limit of")) {
        (Some(start), Some(end)) => text[..start].to_owned() + &text[end..],
        _ => text,
    }
}

fn compare(language: Language, program: &'static [&'static str]) {
    if !has_program(program[0]) {
        return;
    }
    with_stack(|| {
        let mut corpus = Corpus::in_folder("tests/generated/limits");
        let documents = corpus.generate(language).unwrap_or_else(|problem| panic!("{}", shown(&problem)));
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join(&documents[0].name);
        std::fs::write(&script, &documents[0].text).unwrap();
        let words = |count: i64| Value::array((0..count).map(|number| Value::from(format!("word {number}").as_str())));
        let mut given: Vec<(&str, Value)> = Vec::new();
        for (name, counts) in COUNTS {
            given.extend(counts.iter().map(|count| (*name, Value::hash([("count".into(), Value::Integer(*count))]))));
        }
        given.extend([10, 100, 5_000].map(|count| ("Quadratic", Value::hash([("words".into(), words(count))]))));
        let (mut exceeded, mut wrong) = (0, Vec::new());
        for (name, entries) in given {
            let model = corpus.session.model(name).unwrap().unwrap();
            let ours = verdict(&mut corpus, &model, &entries);
            let line = json::write(&entries).unwrap();
            let theirs = ask(program, &script, name, &line);
            let theirs = theirs.first().cloned().unwrap_or_default();
            exceeded += usize::from(theirs.to_string().contains(STEPS));
            if said(&ours) != said(&theirs) {
                let line: String = line.chars().take(60).collect();
                wrong.push(format!("{name} {line}\n    ours:   {}\n    theirs: {}", said(&ours), said(&theirs)));
            }
        }
        assert!(wrong.is_empty(), "{} verdicts differ:\n{}", wrong.len(), wrong.join("\n"));
        assert!(exceeded >= 7, "only {exceeded} went beyond the steps");
    });
}

#[test]
fn python_has_our_bounds() {
    compare(Language::Python, &["python3"]);
}

#[test]
fn lua_has_our_bounds() {
    compare(Language::Lua, &["lua5.4"]);
}
