//! Commands that are executed, and what of them is visible.

use std::{fs, path::Path, sync::Arc};

use pcore::Value;
use resource_api::{
    Change, Changes, Context, Identity, Insync, Provider, State,
    log::{Level, Log, Recorder},
};

use super::super::{Commands, Style, resource_type};

/// Does everything that a run does with a command, and returns everything that was logged.
fn run(attributes: &[(&str, Value)]) -> String {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    assert!(log.wants(Level::Debug));
    let context = Context::new(resource_type().definition().clone(), log);
    let mut should: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    should.insert("title", "x");
    should.insert("returns", "0");
    let mut commands = Commands::new(Style::Posix);
    let mut log_text = Vec::new();
    let mut states = [should];
    if let Err(failure) = commands.canonicalize(&context, &mut states) {
        return failure.to_string();
    }
    let [should] = states;
    let name = Identity::single("title", "x");
    match commands.insync(&context, &name, "returns", &State::new(), &should) {
        Ok(Insync::Yes) => {}
        Ok(_) => {
            let change = Change { name: name.clone(), is: None, should: Some(should.clone()) };
            log_text.extend(
                commands.set(&context, &Changes::new(vec![change], false)).err().map(|error| error.to_string()),
            );
        }
        Err(failure) => log_text.push(failure.to_string()),
    }
    log_text.extend(commands.refresh(&context, &name, &should).err().map(|failure| failure.to_string()));
    log_text.extend(recorder.take().iter().map(|entry| entry.line()));
    log_text.join("\n")
}

/// A command that records the arguments of its shell, prints its secret, and exits with a code.
fn revealing_command(directory: &Path, code: u8) -> Value {
    let seen = directory.join("seen");
    format!("/bin/cat /proc/$$/cmdline >> {}; echo hunter2; exit {code}", seen.display()).into()
}

#[test]
fn a_secret_anywhere_in_a_command_is_shown_nowhere() {
    let secret = |value: Value| Value::sensitive(value);
    let words = |words: Vec<Value>| Value::array(words);
    let directory = tempfile::tempdir().unwrap();
    let revealing_command = |code: u8| revealing_command(directory.path(), code);
    let (good, bad) = (Value::from("/bin/true"), Value::from("/bin/false"));
    for (number, attributes) in [
        vec![("command", good.clone()), ("refresh", secret(revealing_command(3)))],
        vec![("command", good.clone()), ("refresh", secret(revealing_command(127)))],
        vec![("command", good.clone()), ("unless", words(vec![bad.clone(), secret(revealing_command(1))]))],
        vec![("command", good.clone()), ("onlyif", words(vec![secret(revealing_command(0))]))],
        vec![("command", words(vec!["/bin/sh".into(), "-c".into(), secret(revealing_command(3))]))],
        vec![
            ("command", good.clone()),
            ("onlyif", words(vec![words(vec!["/bin/echo".into(), secret("hunter2".into())])])),
        ],
        vec![("command", words(vec!["/bin/no".into(), secret("hunter2".into())]))],
        vec![("command", words(vec!["no".into(), words(vec![secret("hunter2".into())])]))],
        vec![("command", good.clone()), ("refresh", secret("hunter2 x".into()))],
        vec![("command", good.clone()), ("refresh", secret("/bin/hunter2 x".into()))],
        vec![("command", good), ("unless", words(vec![secret("hunter2".into())]))],
    ]
    .into_iter()
    .enumerate()
    {
        let log_text = run(&attributes);
        assert!(!log_text.is_empty() && !log_text.contains("hunter"), "{number}: {log_text}");
        if let Ok(seen) = fs::read_to_string(directory.path().join("seen")) {
            assert!(!seen.contains("hunter"), "{number}: {seen}");
            fs::remove_file(directory.path().join("seen")).unwrap();
        }
        assert!(log_text.contains("redacted]"), "{number}: {log_text}");
    }
}
