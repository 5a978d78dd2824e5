//! Measures how long it takes to compile a manifest with many resources: from a loop, from defines, from classes, with
//! defaults, relationships, overrides and collectors.
//!
//! `cargo run --release -p compiler --example bench_compile [resources] [times]` prints the shortest time for each part,
//! in milliseconds.
#![allow(clippy::print_stdout, reason = "a measurement is printed")]

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use compiler::{Compilation, CoreShapes, Environment, Loader, Node, Options, compile, with_stack};
use diagnostics::Source;
use pcore::Value;
use resource_api::log::{Log, Recorder};
use syntax::Strictness;

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let resources = arguments.next().unwrap_or(10_000);
    let times = arguments.next().unwrap_or(10);
    for (name, source) in [
        ("a loop", a_loop(resources)),
        ("written out", written_out(resources)),
        ("defines", defines(resources)),
        ("classes", classes(resources)),
        ("collectors", collectors(resources)),
        ("a mix of all", mix(resources)),
    ] {
        let source = Arc::new(Source::new("/site.pp", source));
        let measured = (0..times).map(|_| measure(&source)).min();
        if let Some((time, count)) = measured {
            println!("{name:14} {:9.2} ms for {count} resources", time.as_secs_f64() * 1000.0);
        }
    }
}

fn a_loop(count: usize) -> String {
    format!("Integer[1, {count}].each |$i| {{ notify {{ \"title ${{i}}\": message => \"message ${{i}}\" }} }}")
}

fn written_out(count: usize) -> String {
    let one = |number: usize| format!("file {{ '/srv/{number}':\n  ensure => file,\n  mode   => '0644',\n}}\n");
    (0..count).map(one).collect()
}

fn defines(count: usize) -> String {
    let half = count / 2;
    format!(
        "define site(Integer $port, String $owner = 'root') {{\n  file {{ \"/srv/${{name}}\": owner => $owner, \
         content => \"port ${{port}}\" }}\n}}\nInteger[1, {half}].each |$i| {{ site {{ \"site${{i}}\": port => $i }} }}"
    )
}

fn classes(count: usize) -> String {
    let one = |number: usize| {
        format!(
            "class c{number}(Integer $n = {number}) {{\n  Notify {{ loglevel => 'info' }}\n  \
             notify {{ \"in c${{n}}\": }}\n}}\ninclude c{number}\n"
        )
    };
    (0..count / 2).map(one).collect()
}

fn collectors(count: usize) -> String {
    format!(
        "Integer[1, {count}].each |$i| {{ @notify {{ \"v${{i}}\": tag => ['all', \"t${{$i % 10}}\"] }} }}\n\
         Notify <| tag == 't3' |> {{ message => 'three' }}\nNotify <| tag == 'all' |> -> file {{ '/end': }}"
    )
}

fn mix(count: usize) -> String {
    let quarter = count / 4;
    [a_loop(quarter), written_out(quarter), defines(quarter), classes(quarter)].join("\n")
}

fn measure(source: &Arc<Source>) -> (Duration, usize) {
    let options = Options::default();
    let limits = options.limits;
    let work = move || {
        let environment = Environment { name: "production".into(), ..Environment::default() };
        let loader = Loader::new(environment, Strictness::Error);
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let node = Node::local("web1.example.com", Value::hash([]));
        let mut compilation = Compilation::new(loader, node, options, &CoreShapes, log);
        let start = Instant::now();
        let count = match compile(&mut compilation, std::slice::from_ref(source)) {
            Ok(catalog) => catalog.resources.len(),
            Err(failure) => {
                println!("{failure}");
                0
            }
        };
        (start.elapsed(), count)
    };
    with_stack(&limits, work).unwrap_or_default()
}
