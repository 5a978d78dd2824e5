//! Measures how long it takes to compile a manifest, without the start of a process and without writing the catalog.
//!
//! `cargo run --release -p compiler --example bench_compile TIMES FACTS.json MANIFEST` prints the shortest time of so many,
//! in nanoseconds. `cargo xtask bench --write-manifests DIRECTORY` makes manifests for it.
#![allow(clippy::print_stdout, clippy::expect_used, reason = "a program of its own that prints a measurement")]

use std::{
    env, fs,
    sync::Arc,
    time::{Duration, Instant},
};

use compiler::{Compilation, CoreTypes, Environment, Loader, Node, Options, compile, with_stack};
use diagnostics::Source;
use pcore::{Value, json};
use resource_api::log::{Log, Recorder};
use syntax::Strictness;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [times, facts, manifest] = &arguments[..] else { panic!("TIMES FACTS.json MANIFEST are expected") };
    let times: usize = times.parse().expect("TIMES is a number");
    let facts = json::parse(&fs::read_to_string(facts).expect("FACTS can be read")).expect("FACTS are JSON");
    let text = fs::read_to_string(manifest).expect("MANIFEST can be read");
    let source = Arc::new(Source::new(manifest.as_str(), text));
    let shortest = (0..times).map(|_| measure(&source, &facts)).min().unwrap_or_default();
    println!("{}", shortest.as_nanos());
}

fn measure(source: &Arc<Source>, facts: &Value) -> Duration {
    let options = Options { strict: Strictness::Warning, strict_variables: false, ..Options::default() };
    let limits = options.limits;
    let work = move || {
        let environment = Environment { name: "production".into(), ..Environment::default() };
        let loader = Loader::new(environment, options.strict);
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let node = Node::local("web1.example.com", facts.clone());
        let mut compilation = Compilation::new(loader, node, options, &CoreTypes, log);
        let start = Instant::now();
        let catalog = compile(&mut compilation, std::slice::from_ref(source)).expect("MANIFEST can be compiled");
        let elapsed = start.elapsed();
        drop(catalog);
        elapsed
    };
    with_stack(&limits, work)
}
