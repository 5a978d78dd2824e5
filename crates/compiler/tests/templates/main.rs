//! All templates of Debian's modules, filled in as the real Puppet fills them in.
//!
//! Each is filled in with ten sets of variables: values that its text suggests, and the same kind of value for all of
//! its variables; `oracle/templates/render.rb` records what Puppet gives, and says what the sets are. A text must be the
//! same to the byte; where Puppet fails, so must we, with the same words.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use compiler::{Compilation, CoreTypes, Environment, Hiera, Loader, Node, Options, compile, with_stack};
use diagnostics::Source;
use pcore::{Hash, Value, json, time::Timestamp};
use resource_api::log::{Log, Recorder};
use sha1::{Digest as _, Sha1};
use syntax::Strictness;

/// How many templates there are; how many give the same texts; how many of the others are refused with a clear error.
const TEMPLATES: usize = 374;
const EQUAL: usize = 374;
const REFUSED: usize = 0;

/// How many texts and how many failures were compared.
const TEXTS: usize = 2476;
const FAILURES: usize = 1264;

/// The ways of filling in, in the order of the answers.
const KINDS: &[&str] =
    &["suggested", "none", "empty", "text", "number", "true", "list", "map", "records", "map_of_records"];

fn modulepath() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/debian-modules/modules");
    assert!(path.is_dir(), "Debian's modules are not there: run cargo xtask test, which unpacks them");
    path
}

#[derive(Default)]
struct Tally {
    equal: usize,
    refused: usize,
    texts: usize,
    failures: usize,
    problems: Vec<String>,
}

#[test]
fn templates_of_modules_give_what_the_real_puppet_gives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/templates/answers.jsonl");
    let recorded = fs::read_to_string(path).unwrap();
    assert_eq!(recorded.lines().count(), TEMPLATES);
    let lines: Vec<&str> = recorded.lines().collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let tally = thread::scope(|scope| {
        let started: Vec<_> =
            lines.chunks(TEMPLATES.div_ceil(workers)).map(|part| scope.spawn(move || checked(part))).collect();
        started.into_iter().map(|worker| worker.join().unwrap()).fold(Tally::default(), Tally::with)
    });
    assert!(tally.problems.is_empty(), "{}\n{} differ", tally.problems.join("\n"), tally.problems.len());
    let found = (tally.equal, tally.refused, tally.texts, tally.failures);
    assert_eq!(found, (EQUAL, REFUSED, TEXTS, FAILURES));
}

fn checked(lines: &[&str]) -> Tally {
    let mut tally = Tally::default();
    for line in lines {
        check(json::parse(line).unwrap().as_hash().unwrap(), &mut tally);
    }
    tally
}

impl Tally {
    fn with(mut self, other: Tally) -> Tally {
        self.equal += other.equal;
        self.refused += other.refused;
        self.texts += other.texts;
        self.failures += other.failures;
        self.problems.extend(other.problems);
        self
    }
}

fn check(case: &Hash, tally: &mut Tally) {
    let template = text(case, "template");
    // Templates that give something else than in Puppet, each with the reason.
    let exceptions = include_str!("exceptions.tsv");
    let known = exceptions.lines().any(|line| line.split_once('\t').unwrap().0 == template);
    let (mut equal, mut refused, mut problems) = (true, false, Vec::new());
    let answers = case.get_str("answers").unwrap();
    for (kind, answer) in KINDS.iter().zip(answers.as_array().unwrap()) {
        match (answer, rendered(case, kind)) {
            (Value::String(digest), Ok(made)) => {
                tally.texts += 1;
                if *digest != digest_of(&made) {
                    problems.push(format!("{template} {kind}: gives something else\n{made}"));
                }
            }
            (Value::String(_), Err(error)) if error.contains("is not supported without Ruby") => {
                (equal, refused) = (false, true);
            }
            (Value::String(_), Err(error)) => problems.push(format!("{template} {kind}: {error}")),
            (failure, Ok(made)) => {
                problems.push(format!("{template} {kind}: should fail ({failure}), gives\n{made}"));
            }
            (failure, Err(error)) => {
                let expected = failure.as_hash().unwrap().get_str("error").unwrap().as_str().unwrap();
                tally.failures += 1;
                // Where modules are is not the same everywhere.
                let expected = expected.replace("%MODULES", &modulepath().display().to_string());
                if !error.contains(&expected) {
                    problems.push(format!("{template} {kind}: fails with\n  {error}\ninstead of\n  {expected}"));
                }
            }
        }
    }
    if known {
        assert!(!problems.is_empty(), "{template} is the same now");
        return;
    }
    tally.equal += usize::from(equal && problems.is_empty());
    tally.refused += usize::from(refused);
    tally.problems.append(&mut problems);
}

fn text(case: &Hash, key: &str) -> String {
    case.get_str(key).unwrap().as_str().unwrap().to_owned()
}

fn texts(case: &Hash, key: &str) -> Vec<String> {
    let all = case.get_str(key).unwrap().as_array().unwrap().iter();
    all.map(|item| item.as_str().unwrap().to_owned()).collect()
}

fn digest_of(text: &str) -> String {
    Sha1::digest(text.as_bytes()).iter().take(8).fold(String::new(), |mut digest, byte| {
        write!(digest, "{byte:02x}").unwrap();
        digest
    })
}

/// One kind of value for all variables.
fn value(kind: &str, name: &str, keys: &[String]) -> Value {
    let one = |number: u8| Value::from(format!("{name}-{number}"));
    let record = |word: &str| {
        let usual = ["one".to_owned(), "two".to_owned()];
        let keys = if keys.is_empty() { &usual } else { keys };
        Value::hash(keys.iter().map(|key| (Value::from(key.as_str()), Value::from(format!("{key}-{word}")))))
    };
    match kind {
        "empty" => Value::from(""),
        "text" => Value::from(format!("{name}-text")),
        "number" => Value::Integer(7),
        "true" => Value::Boolean(true),
        "list" => Value::array([one(1), one(2)]),
        "map" => Value::hash([("one".into(), one(1)), ("two".into(), one(2))]),
        "records" => Value::array([record("a"), record("b")]),
        "map_of_records" => Value::hash([("one".into(), record("a")), ("two".into(), record("b"))]),
        _ => Value::Undef,
    }
}

/// The facts that are the variables of the template.
fn facts(case: &Hash, kind: &str) -> Value {
    if kind == "suggested" {
        return case.get_str("suggested").unwrap().clone();
    }
    let keys = texts(case, "keys");
    let names = texts(case, "names").into_iter().chain(texts(case, "qualified"));
    let facts = names.map(|name| {
        let value = value(kind, name.rsplit("::").next().unwrap_or(&name), &keys);
        (Value::from(name.replace("::", "__")), value)
    });
    Value::hash(facts.filter(|(_, value)| !value.is_undef()))
}

/// Classes for the variables with a namespace, and the template.
fn manifest(case: &Hash) -> String {
    let mut scopes: Vec<(String, Vec<String>)> = Vec::new();
    for name in texts(case, "qualified") {
        let (scope, variable) = name.rsplit_once("::").unwrap();
        let line = format!("${variable} = $::{}", name.replace("::", "__"));
        match scopes.iter_mut().find(|(known, _)| known == scope) {
            Some((_, lines)) => lines.push(line),
            None => scopes.push((scope.to_owned(), vec![line])),
        }
    }
    let classes =
        scopes.iter().map(|(scope, lines)| format!("class {scope} {{ {} }} include {scope}\n", lines.join(" ")));
    let classes: String = classes.collect();
    format!("{classes}notify {{ 'out': message => template('{}') }}\n", text(case, "template"))
}

fn rendered(case: &Hash, kind: &str) -> Result<String, String> {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let environment =
        Environment { name: "production".into(), modulepath: vec![modulepath()], ..Environment::default() };
    let strict = Strictness::Warning;
    let now = Some(Timestamp::from_seconds(1_700_000_000));
    let options = Options { strict, strict_variables: false, now, ..Options::default() };
    let (limits, hiera) = (options.limits, Hiera::new(String::new()));
    let source = Arc::new(Source::new("", manifest(case)));
    let facts = facts(case, kind);
    with_stack(&limits, || {
        let loader = Loader::new(environment, strict);
        let node = Node::local("web1.example.com", facts);
        let mut compilation = Compilation::new(loader, node, options, &CoreTypes, log).with_data(&hiera);
        compile(&mut compilation, &[source]).map_err(|failure| failure.to_string())?;
        let catalog = compilation.applicable_catalog();
        let notify = catalog.resources.iter().find(|resource| resource.type_name == "Notify").unwrap();
        let (_, message) = notify.parameters.iter().find(|(name, _)| name == "message").unwrap();
        Ok(message.as_str().unwrap().to_owned())
    })
}
