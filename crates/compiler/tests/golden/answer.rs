//! Our answer to a snippet, written as the recorded ones are.

use std::{
    fmt::Write as _,
    sync::{Arc, LazyLock},
};

use catalog::{Catalog, Declared};
use compiler::{Compilation, CoreTypes, Environment, FailureKind, Loader, Node, Options, compile};
use diagnostics::Source;
use pcore::{Value, regexp::Regexp, time::Timestamp};
use resource_api::log::{Level, Log, Recorder};
use syntax::Strictness;

use crate::snippets::Snippet;

/// The machine that the answers were recorded on.
const NODE: &str = "test.example.com";

/// Compiles a snippet and writes down what came of it.
pub fn of(snippet: &Snippet) -> String {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let strict = if snippet.strict { Strictness::Error } else { Strictness::Warning };
    let options = Options {
        strict,
        strict_variables: snippet.strict_variables,
        settings: vec![("confdir".into(), "/etc/puppetlabs/puppet".into())],
        now: Some(Timestamp::from_seconds(1_700_000_000)),
        ..Options::default()
    };
    let environment = Environment { name: "testenv".into(), ..Environment::default() };
    let loader = Loader::new(environment, strict);
    let mut compilation = Compilation::new(loader, Node::local(NODE, facts()), options, &CoreTypes, log);
    let source = Arc::new(Source::new("", snippet.source.clone()));
    let compiled = compile(&mut compilation, &[source]);
    let mut text = String::new();
    for entry in recorder.entries() {
        if entry.level < Level::Notice {
            continue;
        }
        // The recording script omitted the main class as a source, and the locations of warnings.
        let source = entry.source.filter(|source| source != "Scope(Class[main])");
        let source = source.map(|source| format!("{source}: ")).unwrap_or_default();
        let message = if entry.level == Level::Warning { without_place(&entry.message) } else { &entry.message };
        writeln!(text, "  [{}] {source}{message}", level(entry.level)).unwrap();
    }
    match compiled {
        Ok(catalog) if snippet.has_catalog => write_catalog(&mut text, &catalog),
        Ok(_) => {}
        Err(failure) => {
            let kind =
                if failure.kind == FailureKind::Parse { "Could not parse for environment testenv: " } else { "" };
            writeln!(text, "  ERR: {kind}{failure} on node {NODE}").unwrap();
        }
    }
    text
}

/// Locations with a column were not recorded.
fn without_place(message: &str) -> &str {
    let start = message.rfind(" (line: ").or_else(|| message.rfind(" (file: "));
    start.filter(|start| message[*start..].contains(", column: ")).map_or(message, |end| &message[..end])
}

fn facts() -> Value {
    let hash = |entries: &[(&str, Value)]| {
        Value::hash(entries.iter().map(|(name, value)| (Value::string(*name), value.clone())))
    };
    hash(&[
        (
            "os",
            hash(&[
                ("family", "Debian".into()),
                ("name", "Debian".into()),
                ("release", hash(&[("major", "12".into()), ("full", "12.1".into())])),
            ]),
        ),
        ("networking", hash(&[("ip", "10.0.0.1".into())])),
        ("kernel", "Linux".into()),
    ])
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Notice => "notice",
        Level::Warning => "warning",
        Level::Err => "err",
        Level::Critical => "crit",
        Level::Alert => "alert",
        Level::Emergency => "emerg",
    }
}

/// Writes the resources as the recording script did: with the attribute that the title sets.
fn write_catalog(text: &mut String, catalog: &Catalog) {
    for resource in &catalog.resources {
        let name = resource.to_string();
        if resource.type_name == "Stage" || ["Class[Settings]", "Class[main]"].contains(&name.as_str()) {
            continue;
        }
        let mut tags: Vec<&str> = resource.tags.iter().map(|tag| tag.as_str()).collect();
        tags.sort_unstable();
        writeln!(
            text,
            "  CAT {name} {{{}}} tags={} virt={} exp={}",
            parameters(resource),
            tags.join(","),
            resource.exported,
            resource.exported
        )
        .unwrap();
    }
}

fn parameters(resource: &Declared) -> String {
    let namevar = match resource.type_name.as_str() {
        "Exec" => "command",
        "File" => "path",
        _ => "name",
    };
    let title = Value::String(resource.title.clone());
    let of_title = (!resource.parameters.iter().any(|(name, _)| name == namevar)).then_some((namevar, &title));
    let given = resource.parameters.iter().map(|(name, value)| (name.as_str(), value));
    of_title
        .into_iter()
        .chain(given)
        .map(|(name, value)| format!(":{name}=>{}", ruby(value)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A value as Ruby's `inspect` writes it.
fn ruby(value: &Value) -> String {
    match value {
        Value::Undef => "nil".into(),
        // Secrets are marked beside the value, not in it.
        Value::Sensitive(secret) => ruby(secret),
        Value::Array(items) => format!("[{}]", items.iter().map(ruby).collect::<Vec<_>>().join(", ")),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| format!("{}=>{}", ruby(key), ruby(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => format!("{text:?}"),
        Value::Type(of) => format!("{:?}", of.to_string().replace('\'', "")),
        other => other.to_string(),
    }
}

/// Takes out what says nothing about the language: addresses, and forms of the recording script.
pub fn normalized(answer: &str) -> String {
    static RULES: LazyLock<Vec<(Regexp, &'static str)>> = LazyLock::new(|| {
        let rule = |pattern, replacement| (Regexp::new(pattern).unwrap(), replacement);
        vec![
            rule(r#"([A-Z][\w:]*\[[^\]]*\])\{:\w+=>"[^"]*"\}"#, r#""\1""#),
            rule(r"virt= ", "virt=false "),
            rule(r" \(inlined-epp-text:\d+\)$", ""),
            rule(r"exp=$", "exp=false"),
            // Empty lines at the end of messages were not recorded.
            rule(r"\n\n+", "\n"),
        ]
    });
    RULES.iter().fold(answer.to_owned(), |text, (pattern, replacement)| {
        pattern.replace_all(&text, replacement).unwrap().into_owned()
    })
}
