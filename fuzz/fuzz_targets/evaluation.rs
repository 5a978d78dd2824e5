//! Any text that is a manifest compiles to a catalog or fails, within its limits and without a panic.

use std::sync::Arc;

use catalog::Secrets;
use compiler::{Compilation, CoreTypes, Environment, Limits, Loader, Node, Options};
use diagnostics::Source;
use pcore::Value;
use resource_api::log::{Log, Recorder};
use syntax::Strictness;

fuzz_target!(|text: &str| {
    // Functions that run commands or read files depend on the machine, not on the text.
    if text.contains("generate") || text.contains("file") {
        return;
    }
    let limits = Limits { steps: 20_000, depth: 50, resources: 1_000, size: 100_000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let source = Arc::new(Source::new("", text));
    let run = || {
        let loader = Loader::new(Environment::default(), Strictness::Error);
        let node = Node::local("fuzz.example.com", Value::hash([("kernel".into(), "Linux".into())]));
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let mut compilation = Compilation::new(loader, node, options, &CoreTypes, log);
        if let Ok(catalog) = compiler::compile(&mut compilation, &[source]) {
            let _ = catalog.to_json(Secrets::Written);
        }
    };
    compiler::with_stack(&limits, run);
});
