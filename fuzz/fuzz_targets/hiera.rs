//! A `hiera.yaml` and data of any kind give a value, none, or an error, and every interpolation ends.

use std::{cell::RefCell, fs, sync::Arc};

use compiler::{Compilation, CoreTypes, Environment, Explain, Hiera, Limits, Loader, LookupRequest, Node, Options};
use pcore::Value;
use resource_api::log::{Log, Recorder};
use syntax::Strictness;
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<TempDir> = RefCell::new(TempDir::new().expect("there is a folder for temporary files"));
}

fuzz_target!(|input: (&str, &str)| {
    let (config, data) = input;
    // Globs could make it search the whole machine.
    if config.contains("glob") || config.contains("/") {
        return;
    }
    FOLDER.with_borrow(|folder| {
        let path = folder.path().join("hiera.yaml");
        fs::create_dir_all(folder.path().join("data")).expect("the folder is ours");
        fs::write(folder.path().join("data/common.yaml"), data).expect("the folder is ours");
        for config in [config, "{version: 5, hierarchy: [{name: a, path: common.yaml, data_hash: yaml_data}]}"] {
            fs::write(&path, config).expect("the folder is ours");
            look_up(&path);
        }
    });
});

fn look_up(path: &std::path::Path) {
    let limits = Limits { steps: 20_000, depth: 50, resources: 1_000, size: 100_000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let run = || {
        let loader = Loader::new(Environment::default(), Strictness::Error);
        let node = Node::local("fuzz.example.com", Value::hash([("a".into(), "b".into())]));
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let hiera = Hiera::new(path);
        let mut compilation = Compilation::new(loader, node, options, &CoreTypes, log).with_data(&hiera);
        for key in ["a", "a.b", "a::b", "lookup_options"] {
            let keys = [key.to_owned()];
            for merge in ["first", "unique", "hash", "deep"] {
                let wanted =
                    LookupRequest { keys: &keys, merge: merge.into(), explain: Explain::Data, ..Default::default() };
                let _ = hiera.answer(&mut compilation, &wanted);
            }
        }
    };
    compiler::with_stack(&limits, run);
}
