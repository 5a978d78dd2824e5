//! The functions against the recorded answers of the real Puppet.
//!
//! A case is a program with the lines that it logs and its error, if it fails; `oracle/functions.rb` records them. What
//! we answer otherwise stands in `exceptions.tsv` with the reason why.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod runnable;

use std::{fs, path::Path, sync::Arc};

use compiler::{
    Compilation, CoreTypes, Environment, EnvironmentTypes, Failure, FailureKind, Loader, Node, Options, compile,
    with_stack,
};
use diagnostics::Source;
use pcore::{Value, json, time::Timestamp};
use resource_api::log::{Level, Log, LogEntry, Recorder};
use syntax::Strictness;

#[test]
fn collections() {
    check("collections");
}

#[test]
fn conversion() {
    check("conversion");
}

#[test]
fn erb() {
    check("erb");
}

#[test]
fn erb_methods() {
    check("erb_methods");
}

#[test]
fn files() {
    check("files");
}

#[test]
fn formatting() {
    check("formatting");
}

#[test]
fn iteration() {
    check("iteration");
}

#[test]
fn lookup() {
    check("lookup");
}

#[test]
fn numbers() {
    check("numbers");
}

/// Functions in Ruby of a module that is made for these tests.
#[test]
fn ruby() {
    check("ruby");
}

/// Functions in Ruby of Debian's modules.
#[test]
fn debian_lenient() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/debian-modules/modules");
    assert!(path.is_dir(), "Debian's modules are not there: run cargo xtask test, which unpacks them");
    check_in("debian_lenient", Strictness::Warning, &path);
}

#[test]
fn strings() {
    check("strings");
}

#[test]
fn stdlib() {
    check("stdlib");
}

#[test]
fn stdlib_lenient() {
    check_with("stdlib_lenient", Strictness::Warning);
}

/// Each exception is about a program that was recorded.
#[test]
fn exceptions_are_about_something() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions");
    let recorded: Vec<String> = fs::read_dir(folder.join("recorded"))
        .unwrap()
        .flat_map(|file| {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            text.lines().map(|line| read(line).0).collect::<Vec<_>>()
        })
        .collect();
    for line in fs::read_to_string(folder.join("exceptions.tsv")).unwrap().lines() {
        let (source, reason) = line.split_once('\t').unwrap();
        assert!(recorded.iter().any(|known| known == source), "{source}");
        assert!(!reason.is_empty(), "{source}");
    }
    // Answers that are lost must not look like success.
    assert!(recorded.len() > 1300, "{}", recorded.len());
}

/// A function of the language goes first, and one that is only there in Ruby is named.
#[test]
fn functions_of_modules() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("stdlib/functions/extname.pp", "function stdlib::extname($name) { 'from the module' }"),
        (
            "mysql/lib/puppet/functions/mysql/password.rb",
            "Puppet::Functions.create_function(:'mysql::password') do\n  def password(word)\n    `mkpasswd #{word}`\n  end\nend",
        ),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let found = answer("notice(stdlib::extname('a.rb'))", folder.path(), Strictness::Error);
    assert_eq!(found, Answer { lines: vec![("notice".into(), "from the module".into())], error: None });
    let (_, failure) = compiled("mysql::password('x')", folder.path(), Strictness::Error);
    let failure = failure.unwrap();
    let file = folder.path().join("mysql/lib/puppet/functions/mysql/password.rb");
    let expected = format!(
        "Evaluation Error: Error while evaluating a Function Call, The function 'mysql::password' of the module 'mysql' \
         needs Ruby: running a command is not supported without Ruby (file: {}, line: 3) (line: 1, column: 1)",
        file.display()
    );
    assert_eq!(failure.to_string(), expected);
    assert_eq!(failure.hints, ["write the function in the Puppet language, or hand its value to the manifest as data"]);
}

/// What Puppet answered, or what we do: log lines and an error.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    lines: Vec<(String, String)>,
    error: Option<String>,
}

fn check(group: &str) {
    check_with(group, Strictness::Error);
}

fn check_with(group: &str, strict: Strictness) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions");
    check_in(group, strict, &folder.join("modules"));
}

fn check_in(group: &str, strict: Strictness, modules: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions");
    let recorded = fs::read_to_string(folder.join(format!("recorded/{group}.jsonl"))).unwrap();
    let exceptions = fs::read_to_string(folder.join("exceptions.tsv")).unwrap();
    let exceptions: Vec<&str> = exceptions.lines().map(|line| line.split_once('\t').unwrap().0).collect();
    let mut different = Vec::new();
    for line in recorded.lines() {
        let (source, expected) = read(line);
        let found = answer(&source, modules, strict);
        match (found == expected, exceptions.contains(&source.as_str())) {
            (true, false) | (false, true) => {}
            (false, false) => different.push(format!("{source}\n  expected {expected:#?}\n  found    {found:#?}")),
            (true, true) => different.push(format!("{source}\n  is no exception any more")),
        }
    }
    let count = different.len();
    assert!(different.is_empty(), "{count} of {}:\n{}", recorded.lines().count(), different.join("\n"));
}

fn read(line: &str) -> (String, Answer) {
    let case = json::parse(line).unwrap();
    let case = case.as_hash().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let lines = case.get_str("log").unwrap().as_array().unwrap().iter().map(|line| {
        let line = line.as_array().unwrap();
        (text(&line[0]), text(&line[1]))
    });
    let lines = lines.collect();
    (text(case.get_str("source").unwrap()), Answer { lines, error: case.get_str("error").map(text) })
}

fn answer(source: &str, modules: &Path, strict: Strictness) -> Answer {
    let (entries, failure) = compiled(source, modules, strict);
    let place = modules.display().to_string();
    let relative = |text: String| text.replace(&place, "<modules>");
    let error = failure.map(|failure| match failure.kind {
        FailureKind::Parse => format!("Could not parse for environment production: {failure}"),
        _ => failure.to_string(),
    });
    let told = entries.iter().filter(|entry| entry.level > Level::Debug).map(shown);
    let lines = told.map(|(level, text)| (level, relative(text))).collect();
    Answer { lines, error: error.map(relative) }
}

/// All that a program logs, and how it fails.
fn compiled(source: &str, modules: &Path, strict: Strictness) -> (Vec<LogEntry>, Option<Box<Failure>>) {
    let source = Arc::new(Source::new("", source.replace("<modules>", &modules.display().to_string())));
    let options = Options { now: Some(Timestamp::from_seconds(1_700_000_000)), strict, ..Options::default() };
    let environment =
        Environment { name: "production".into(), modulepath: vec![modules.to_owned()], ..Environment::default() };
    with_stack(&options.limits.clone(), move || {
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        let shapes = EnvironmentTypes::new(&environment, CoreTypes, log.clone());
        let loader = Loader::new(environment, options.strict);
        let node = Node::local("test.example.com", facts());
        let mut compilation = Compilation::new(loader, node, options, &shapes, log);
        let failure = compile(&mut compilation, &[source]).err();
        (recorder.entries(), failure)
    })
}

fn facts() -> Value {
    let entry = |name: &str, value: Value| (Value::from(name), value);
    let release = Value::hash([entry("major", "12".into())]);
    Value::hash([
        entry(
            "os",
            Value::hash([entry("family", "Debian".into()), entry("name", "Debian".into()), entry("release", release)]),
        ),
        entry("networking", Value::hash([entry("ip", "10.0.0.1".into()), entry("fqdn", "test.example.com".into())])),
        entry("kernel", "Linux".into()),
        entry("memorysize", "3.89 GiB".into()),
    ])
}

fn shown(entry: &LogEntry) -> (String, String) {
    let level = match entry.level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Notice => "notice",
        Level::Warning => "warning",
        Level::Err => "err",
        Level::Critical => "crit",
        Level::Alert => "alert",
        Level::Emergency => "emerg",
    };
    let source = entry.source.as_deref().filter(|source| *source != "Scope(Class[main])");
    (level.to_owned(), source.map(|source| format!("{source}: ")).unwrap_or_default() + &entry.message)
}
