//! From a manifest to a text that says what came of it.

use std::{fmt::Write as _, sync::Arc};

use catalog::{Catalog, Declared, Secrets};
use diagnostics::Source;
use ecow::EcoString;
use pcore::{Value, json};
use resource_api::log::{Level, Log, Recorder};
use syntax::Strictness;

use crate::{
    Compilation, CoreTypes, DataLookup, Environment, Failure, Loader, NoData, Node, Options, compile, with_stack,
};

/// What a test compiles with.
pub struct Given {
    pub strict: Strictness,
    pub classes: Vec<(EcoString, Option<Value>)>,
    pub data: &'static dyn DataLookup,
    pub options: Options,
}

impl Default for Given {
    fn default() -> Given {
        Given { strict: Strictness::Warning, classes: Vec::new(), data: &NoData, options: Options::default() }
    }
}

/// The catalog of a manifest, or why there is none; with the lines of the log.
pub fn compiled(source: &str, given: &Given) -> (Vec<String>, Result<Catalog, Box<Failure>>) {
    let recorder = Arc::new(Recorder::default());
    let limits = given.options.limits;
    let work = || {
        let options = Options { strict: given.strict, ..given.options.clone() };
        let environment = Environment { name: "testenv".into(), ..Environment::default() };
        let facts = Value::hash([("kernel".into(), "Linux".into())]);
        let node = Node { classes: given.classes.clone(), ..Node::local("test.example.com", facts) };
        let log = Log::new(recorder.clone(), Arc::default());
        let loader = Loader::new(environment, given.strict);
        let mut compilation = Compilation::new(loader, node, options, &CoreTypes, log).with_data(given.data);
        compile(&mut compilation, &[Arc::new(Source::new("", source))])
    };
    let catalog = with_stack(&limits, work);
    let line = |entry: &resource_api::log::LogEntry| {
        let level = if entry.level == Level::Notice { "notice" } else { "warning" };
        let source = entry.source.as_ref().map(|source| format!("{source}: ")).unwrap_or_default();
        format!("  [{level}] {source}{}", entry.message)
    };
    (recorder.entries().iter().map(line).collect(), catalog)
}

/// Log lines, resources and all else, as the recording script writes them.
pub fn answer(source: &str, given: &Given) -> String {
    let (mut lines, catalog) = compiled(source, given);
    match catalog {
        Err(failure) => lines.push(format!("  ERR: {failure} on node test.example.com")),
        Ok(catalog) => {
            lines.extend(catalog.resources.iter().map(described));
            let edge = |(container, contained): &(usize, usize)| {
                format!("{}->{}", catalog.resources[*container], catalog.resources[*contained])
            };
            lines.push(format!("  edges {}", catalog.containment.iter().map(edge).collect::<Vec<_>>().join(" ")));
            lines.push(format!("  classes {}", catalog.classes.join(",")));
            lines.push(format!("  tags {}", catalog.tags.join(",")));
        }
    }
    lines.join("\n") + "\n"
}

/// The message of the failure that a manifest ends with, and its hints.
pub fn failure(source: &str, given: &Given) -> (String, Vec<String>) {
    let failure = compiled(source, given).1.unwrap_err();
    (failure.to_string(), failure.hints)
}

fn described(resource: &Declared) -> String {
    let alone = Catalog { resources: vec![resource.clone()], ..Catalog::default() };
    let data = json::parse(&alone.to_json(Secrets::Written).unwrap()).unwrap();
    let written = data.as_hash().unwrap().get_str("resources").unwrap().as_array().unwrap()[0].clone();
    let parameters = written.as_hash().unwrap().get_str("parameters").cloned();
    let parameters = json::write(&parameters.unwrap_or_else(|| Value::hash([]))).unwrap();
    let line = resource.line.map(|line| line.to_string()).unwrap_or_default();
    let kind = resource.kind.clone().unwrap_or_default();
    let tags = resource.tags.join(",");
    let mut text = format!("  {resource} {parameters} {tags} {kind} line={line} exported={}", resource.exported);
    let secret = resource.parameters.iter().filter(|(_, value)| matches!(value, Value::Sensitive(_)));
    let secret: Vec<&str> = secret.map(|(name, _)| name.as_str()).collect();
    if !secret.is_empty() {
        write!(text, " sensitive={}", secret.join(",")).unwrap();
    }
    text
}
