//! Lookups in directories that the tests create. What Puppet answers is compared by the tests of the command line.

use std::{fs, path::Path, sync::Arc, time::Instant};

use diagnostics::Source;
use pcore::{Hash, Value};
use resource_api::log::{Log, Recorder};
use tempfile::TempDir;

use super::{Explain, Hiera, Request, deep_merge::DeepMerge, key};
use crate::{Compilation, Environment, Loader, NoResourceTypes, Node, Options, compile, with_stack};

/// An environment of files.
struct Tree(TempDir);

impl Tree {
    fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = tree.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        tree
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Compiles a manifest with the data; returns all log lines, and the failure at last.
    fn run(&self, manifest: &str) -> Vec<String> {
        self.with(|compilation, _| {
            let result = compile(compilation, &[Arc::new(Source::new("", manifest))]);
            result.err().map(|failure| failure.to_string())
        })
    }

    fn with(&self, work: impl FnOnce(&mut Compilation<'_>, &Hiera) -> Option<String> + Send) -> Vec<String> {
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        let environment = Environment {
            name: "production".into(),
            root: Some(self.path().to_path_buf()),
            modulepath: vec![self.path().join("modules")],
        };
        let hiera = Hiera::new(self.path().join("conf/global.yaml"));
        let options = Options::default();
        let limits = options.limits;
        let failure = with_stack(&limits, || {
            let loader = Loader::new(environment, options.strict);
            let facts = Value::hash([("role".into(), "web".into())]);
            let node = Node::local("web1", facts);
            let mut compilation = Compilation::new(loader, node, options, &NoResourceTypes, log).with_data(&hiera);
            work(&mut compilation, &hiera)
        });
        let lines = recorder.take().into_iter().map(|entry| entry.message.to_string());
        lines.chain(failure).collect()
    }
}

const CONFIG: &str = "version: 5\n";

#[test]
fn keys_are_taken_apart() {
    let split = |text: &str| {
        let (root, steps) = key::split(text)?;
        Some(format!("{root} {steps:?}"))
    };
    assert_eq!(split("a::b").as_deref(), Some("a::b []"));
    assert_eq!(split("1").as_deref(), Some("1 []"));
    assert_eq!(split("a.0.'b.c'").as_deref(), Some("a [0, 'b.c']"));
    assert_eq!(split("\"a.b\".c").as_deref(), Some("a.b ['c']"));
    for bad in ["a.", ".a", "a..b", "'a", "a'b"] {
        assert_eq!(split(bad), None, "{bad}");
    }
}

#[test]
fn a_file_is_read_once() {
    let tree = Tree::new(&[("hiera.yaml", CONFIG), ("data/common.yaml", "a: 1\nb: 2\n")]);
    let path = tree.path().join("data/common.yaml");
    let lines = tree.with(|compilation, hiera| {
        let ask = |compilation: &mut Compilation<'_>, key: &str| {
            let keys = [key.to_owned()];
            hiera.answer(compilation, &Request { keys: &keys, ..Request::default() }).0.unwrap()
        };
        assert_eq!(ask(compilation, "a"), Value::from(1));
        fs::write(&path, "a: 3\nb: 4\n").unwrap();
        assert_eq!(ask(compilation, "b"), Value::from(2));
        None
    });
    assert_eq!(lines, Vec::<String>::new());
}

#[test]
fn many_keys_and_files_take_no_more_than_their_time() {
    let keys: String = (0..20_000).map(|index| format!("k{index}: [\"%{{role}}\", {index}]\n")).collect();
    let config = "version: 5\nhierarchy:\n  - {name: all, glob: '*.yaml'}\n";
    let mut files = vec![("hiera.yaml".to_owned(), config.to_owned()), ("data/0.yaml".to_owned(), keys)];
    files.extend(
        (1..500).map(|index| (format!("data/{index}.yaml"), format!("list: [{index}]\nhash: {{k{index}: 1}}\n"))),
    );
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let tree = Tree::new(&files);
    let started = Instant::now();
    let lines = tree.run(
        "Integer[0, 19999].each |$n| { lookup(\"k${n}\") } notice(lookup('list', Array, 'unique').length, \
         lookup('hash', Hash, 'hash').length, lookup('hash', Hash, 'deep').length)",
    );
    assert_eq!(lines, ["499 499 499"]);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn circles_and_long_chains_end() {
    let chain: String = (0..5_000).map(|index| format!("c{index}: \"%{{lookup('c{}')}}\"\n", index + 1)).collect();
    let data = format!("a: \"%{{lookup('b')}}\"\nb: \"%{{lookup('a')}}\"\n{chain}");
    let tree = Tree::new(&[("hiera.yaml", CONFIG), ("data/common.yaml", &data)]);
    assert_eq!(tree.run("lookup('a')"), ["Lookup of key 'a' failed: Recursive lookup detected in [a, b]"]);
    let lines = tree.run("lookup('c0')");
    assert!(lines[0].contains("nested calls is exceeded"), "{lines:?}");
}

#[test]
fn functions_in_ruby_are_refused_with_their_location() {
    let config = "version: 5\nhierarchy:\n  - name: vault\n    lookup_key: vault::get\n";
    let ruby = "modules/vault/lib/puppet/functions/vault/get.rb";
    let tree = Tree::new(&[("hiera.yaml", config), (ruby, "Puppet::Functions.create_function(:'vault::get')")]);
    let root = tree.path().display();
    let expected = format!(
        "The 'lookup_key' function named 'vault::get' is written in Ruby ({root}/{ruby}), which cannot be called here \
         (file: {root}/hiera.yaml, line: 4)"
    );
    assert_eq!(tree.run("lookup('a')"), [expected]);
}

#[test]
fn older_versions_are_refused_with_what_to_do() {
    let tree = Tree::new(&[("conf/global.yaml", ":backends: yaml\n:hierarchy: [common]\n")]);
    let root = tree.path().display();
    let expected = format!(
        "This runtime does not support hiera.yaml version 3, which a file without 'version' has; say 'version: 5' and \
         convert the file (file: {root}/conf/global.yaml)"
    );
    assert_eq!(tree.run("lookup('a')"), [expected]);
}

#[test]
fn locations_follow_the_variables_of_the_scope() {
    let config = "version: 5\nhierarchy:\n  - {name: v, path: '%{color}.yaml'}\n";
    let tree = Tree::new(&[("hiera.yaml", config), ("data/red.yaml", "a: r\n"), ("data/blue.yaml", "a: b\n")]);
    let manifest = "class one { $color = 'red' notice(lookup('a')) } class two { $color = 'blue' notice(lookup('a')) } \
                    include one, two";
    assert_eq!(tree.run(manifest), ["r", "b"]);
}

#[test]
fn an_explanation_names_what_was_tried() {
    let tree = Tree::new(&[("hiera.yaml", CONFIG), ("data/common.yaml", "a: {b: 1}\n")]);
    tree.with(|compilation, hiera| {
        let keys = ["a.b".to_owned()];
        let request = Request { keys: &keys, explain: Explain::Data, ..Request::default() };
        let (answer, explanation) = hiera.answer(compilation, &request);
        assert_eq!(answer.unwrap(), Value::from(1));
        let text = explanation.unwrap().text();
        assert!(text.contains("Found key: \"a\" value: {\n"), "{text}");
        assert!(text.ends_with("  Sub key: \"b\"\n    Found key: \"b\" value: 1\n"), "{text}");
        None
    });
}

#[test]
fn deep_merging_takes_marked_elements_out() {
    let options = Hash::from_iter([("knockout_prefix".into(), "--".into())]);
    let merge = DeepMerge::new(&options).unwrap();
    let list = |items: &[&str]| items.iter().map(|item| Value::from(*item)).collect::<Value>();
    let many: Vec<String> = (0..50_000).map(|index| format!("--{index}")).collect();
    let all: Value = (0..50_000).map(|index| Value::from(index.to_string())).collect();
    let out: Value = many.iter().map(|item| Value::from(item.as_str())).collect();
    let started = Instant::now();
    assert_eq!(merge.merge(out, all).unwrap(), list(&[]));
    assert!(started.elapsed().as_secs() < 20);
    assert_eq!(merge.merge(list(&["--", "x"]), list(&["a"])).unwrap(), list(&["x"]));
    assert_eq!(merge.merge("--".into(), list(&["a"])).unwrap(), Value::from(""));
}

#[test]
fn locations_with_unknown_variables_only_cause_warnings() {
    let config = "version: 5\nhierarchy:\n  - {name: v, path: 'x%{nosuch}.yaml'}\n";
    let tree = Tree::new(&[("hiera.yaml", config), ("data/x.yaml", "a: found\nb: '%{nosuch}'\n")]);
    let warning = "Interpolation failed with 'nosuch', but compilation continuing; \n   (file & line not available)";
    assert_eq!(tree.run("notice(lookup('a'))"), [warning, "found"]);
    let failure =
        "Evaluation Error: Error while evaluating a Function Call, Undefined variable 'nosuch';  (line: 1, column: 1)";
    assert_eq!(tree.run("lookup('b')"), [warning, failure]);
}
