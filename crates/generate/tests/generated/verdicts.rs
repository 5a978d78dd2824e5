//! The generated Python and Lua say of instances what we say.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use generate::Language;
use model::ModelType;
use pcore::{Value, json};

use crate::{
    corpus::{Corpus, has_program, with_stack},
    instances::Maker,
};

/// How many instances of each type are tried.
const INSTANCES: usize = 1_000;

/// What we say of an instance: its features as they are read, or why it is refused.
pub fn verdict(corpus: &mut Corpus, model: &Arc<ModelType>, entries: &Value) -> Value {
    let refused = |failure: &compiler::Failure| {
        Value::hash([
            ("ok".into(), false.into()),
            ("fault".into(), failure.primary_location().is_some().into()),
            ("message".into(), failure.message.as_str().into()),
        ])
    };
    let instance = match corpus.session.create(model, entries.as_hash().unwrap()) {
        Ok(Value::Object(instance)) => instance,
        Ok(other) => panic!("{other} is no instance"),
        Err(failure) => return refused(&failure),
    };
    let mut features = Vec::new();
    for feature in &model.features {
        match corpus.session.read_feature(&instance, &feature.name) {
            Ok(value) => {
                let value = data(corpus, &value.unwrap());
                features.push((Value::String(feature.name.clone()), value));
            }
            Err(failure) => return refused(&failure),
        }
    }
    Value::hash([("ok".into(), true.into()), ("features".into(), Value::hash(features))])
}

/// A value as the generated programs write it.
pub fn data(corpus: &mut Corpus, value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| data(corpus, item)).collect(),
        Value::Hash(hash) => {
            let pairs: Vec<(Value, Value)> =
                hash.iter().map(|(key, value)| (Value::from(key.to_string()), data(corpus, value))).collect();
            Value::hash(pairs)
        }
        Value::Object(instance) => {
            let model = corpus.session.model(instance.object_type().label()).unwrap().unwrap();
            let mut written = Vec::new();
            for feature in model.features.iter().filter(|feature| !feature.transient) {
                // References to other instances are written as URIs.
                let written_value = instance.initializers().find(|(name, _)| **name == feature.name);
                let value = match written_value {
                    Some((_, value)) => value.into_owned(),
                    None => instance.get(&feature.name).cloned().unwrap_or_default(),
                };
                let is_unset = match &value {
                    Value::Default => true,
                    Value::Undef => !feature.unsettable,
                    Value::Array(items) => items.is_empty() && !feature.unsettable,
                    _ => false,
                };
                if !is_unset {
                    written.push((Value::String(feature.name.clone()), data(corpus, &value)));
                }
            }
            Value::hash(written)
        }
        Value::Uri(uri) => Value::from(uri.to_string()),
        Value::Regexp(_) | Value::Type(_) | Value::Default => Value::from(value.to_string()),
        other => other.clone(),
    }
}

/// Runs a program on instances, one a line, and reads what it says of each.
pub fn ask(program: &[&str], script: &Path, name: &str, lines: &str) -> Vec<Value> {
    let mut child = Command::new(program[0])
        .args(&program[1..])
        .arg(script)
        .arg(name)
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = input.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().map(|line| json::parse(line).unwrap_or_else(|error| panic!("{name}: {error:?}: {line}"))).collect()
}

/// Two verdicts are the same: of a fault in the logic the words need not be.
fn is_same(ours: &Value, theirs: &Value) -> bool {
    let get = |value: &Value, key: &str| value.as_hash().and_then(|hash| hash.get_str(key).cloned());
    if get(ours, "fault") == Some(true.into()) {
        return get(theirs, "fault") == Some(true.into());
    }
    if ours == theirs {
        return true;
    }
    // What a hash with an empty key holds is told in full by us alone.
    let cut = |value: &Value| {
        let message = get(value, "message")?;
        Some(message.as_str()?.split_once(", got Hash")?.0.to_owned())
    };
    cut(ours).is_some() && cut(ours) == cut(theirs)
}

fn compare(language: Language, program: &'static [&'static str]) {
    if !has_program(program[0]) {
        return;
    }
    for folder in ["tests/generated/types", "tests/generated/shapes", "../../conformance/models"] {
        compare_folder(language, program, folder);
    }
}

fn compare_folder(language: Language, program: &'static [&'static str], folder: &'static str) {
    with_stack(|| {
        let mut corpus = Corpus::in_folder(folder);
        let documents =
            corpus.generate(language).unwrap_or_else(|problem| panic!("{}", crate::corpus::shown(&problem)));
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join(&documents[0].name);
        std::fs::write(&script, &documents[0].text).unwrap();
        let mut wrong = Vec::new();
        for (index, model) in corpus.types.clone().iter().enumerate() {
            let mut maker = Maker::new(&mut corpus, model, 4711 + index as u64);
            let given: Vec<Value> = (0..INSTANCES).map(|_| maker.entries(model, 0)).collect();
            let lines: Vec<String> = given.iter().map(|entries| json::write(entries).unwrap()).collect();
            let theirs = ask(program, &script, &model.name, &lines.join("\n"));
            assert_eq!(theirs.len(), given.len(), "{}", model.name);
            let mut accepted = 0;
            for ((entries, line), theirs) in given.iter().zip(&lines).zip(&theirs) {
                let ours = verdict(&mut corpus, model, entries);
                accepted += usize::from(ours.as_hash().unwrap().get_str("ok") == Some(&true.into()));
                if !is_same(&ours, theirs) {
                    wrong.push(format!("{} {line}\n    ours:   {ours}\n    theirs: {theirs}", model.name));
                }
            }
            eprintln!("{}: {accepted} of {INSTANCES} accepted", model.name);
        }
        let few: Vec<String> = wrong.iter().take(12).cloned().collect();
        assert!(wrong.is_empty(), "{} verdicts differ:\n{}", wrong.len(), few.join("\n"));
    });
}

#[test]
fn python_says_what_we_say() {
    compare(Language::Python, &["python3"]);
}

#[test]
fn lua_says_what_we_say() {
    compare(Language::Lua, &["lua5.4"]);
}
