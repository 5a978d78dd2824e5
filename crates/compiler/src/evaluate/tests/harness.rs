//! For tests: from a source to the lines that it logs, or to its failure.

use std::sync::Arc;

use diagnostics::Source;
use pcore::Value;
use resource_api::log::{Level, Log, LogEntry, Recorder};
use syntax::Strictness;

use crate::{
    Compilation, Environment, Failure, FailureKind, Limits, Loader, NoResourceTypes, Node, Options, compile, with_stack,
};

/// The lines that a source logs, with `strict` as Puppet 8 has it: `notice: text`. Else the failure as it is shown.
pub(crate) fn logged(source: &str) -> Result<Vec<String>, String> {
    logged_with(source, Options::default())
}

/// The same with other options.
pub(crate) fn logged_with(source: &str, options: Options) -> Result<Vec<String>, String> {
    let (lines, failure) = run(source, options);
    match failure {
        Some(failure) => Err(failure),
        None => Ok(lines),
    }
}

/// Warns where Puppet 8 would fail, as the legacy recorded answers do.
pub(crate) fn lenient() -> Options {
    Options { strict: Strictness::Warning, ..Options::default() }
}

/// All lines that a source logs, and how it fails.
pub(crate) fn run(source: &str, options: Options) -> (Vec<String>, Option<String>) {
    let (lines, failure) = outcome(source, options);
    let failure = failure.map(|failure| match failure.kind {
        FailureKind::Parse => format!("Could not parse for environment production: {failure}"),
        _ => failure.to_string(),
    });
    (lines, failure)
}

/// How a source fails.
pub(crate) fn failure(source: &str, options: Options) -> Option<Box<Failure>> {
    outcome(source, options).1
}

fn outcome(source: &str, options: Options) -> (Vec<String>, Option<Box<Failure>>) {
    let source = Arc::new(Source::new("", source));
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let failure = prepared(options, log, |compilation| compile(compilation, &[source]).err());
    (recorder.entries().iter().map(line).collect(), failure)
}

/// Does something with a compilation that has evaluated nothing yet.
pub(crate) fn with_compilation<T: Send>(work: impl FnOnce(&mut Compilation<'_>) -> T + Send) -> T {
    prepared(Options::default(), Log::new(Arc::new(Recorder::default()), Arc::default()), work)
}

fn prepared<T>(options: Options, log: Log, work: impl FnOnce(&mut Compilation<'_>) -> T) -> T {
    let limits: Limits = options.limits;
    with_stack(&limits, move || {
        let loader = Loader::new(Environment::default(), options.strict);
        let facts = Value::hash([("kernel".into(), "Linux".into())]);
        let node = Node::local("test.example.com", facts);
        work(&mut Compilation::new(loader, node, options, &NoResourceTypes, log))
    })
}

fn line(entry: &LogEntry) -> String {
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
    match entry.source.as_deref().filter(|source| *source != "Scope(Class[main])") {
        Some(source) => format!("{level}: {source}: {}", entry.message),
        None => format!("{level}: {}", entry.message),
    }
}
