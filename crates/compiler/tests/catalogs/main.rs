//! Manifests that use Debian's modules give the catalogs that the real Puppet gave: resources, parameters, tags, order
//! and containment.
//!
//! `cargo xtask test` unpacks the modules; `cargo xtask catalogs --record` records the answers anew.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod includes;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use catalog::{Catalog, Difference};
use compiler::{
    Compilation, CoreTypes, Environment, EnvironmentTypes, Hiera, Loader, Node, Options, compile, with_stack,
};
use diagnostics::Source;
use pcore::{NoNames, Value, json, time::Timestamp};
use resource_api::log::{Log, Recorder};
use syntax::Strictness;

/// How many manifests there are; one that is lost must not look like success.
const MANIFESTS: usize = 34;

/// The machine that answers were recorded for.
const NODE: &str = "web1.example.com";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/catalogs")
}

/// Where `cargo xtask test` puts Debian's modules.
fn modulepath() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/debian-modules/modules");
    assert!(path.is_dir(), "Debian's modules are not there: run cargo xtask test, which unpacks them");
    path
}

#[test]
fn catalogs_of_modules_are_those_of_the_real_puppet() {
    let directory = directory();
    let facts = json::parse(&fs::read_to_string(directory.join("facts.json")).unwrap()).unwrap();
    let mut names: Vec<PathBuf> =
        fs::read_dir(directory.join("manifests")).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), MANIFESTS);
    let mut problems = Vec::new();
    for path in &names {
        let name = path.file_stem().unwrap().to_string_lossy();
        let recorded = fs::read_to_string(directory.join("answers").join(format!("{name}.json"))).unwrap();
        let recorded = Catalog::from_json(&recorded, &NoNames).unwrap();
        let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
        match compiled(source, facts.clone()) {
            Err(problem) => problems.push(format!("{name}: {problem}")),
            Ok(catalog) => {
                let difference = Difference::between(&recorded, &catalog);
                if !difference.is_empty() {
                    problems.push(format!("{name}: {difference:#?}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}\n{} of {MANIFESTS} differ", problems.join("\n"), problems.len());
}

fn compiled(source: Source, facts: Value) -> Result<Catalog, String> {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let environment =
        Environment { name: "production".into(), modulepath: vec![modulepath()], ..Environment::default() };
    let resource_types = EnvironmentTypes::new(&environment, CoreTypes, log.clone());
    let strict = Strictness::Warning;
    let options = Options {
        strict,
        strict_variables: false,
        now: Some(Timestamp::from_seconds(1_700_000_000)),
        ..Options::default()
    };
    let (limits, hiera) = (options.limits, Hiera::new(String::new()));
    with_stack(&limits, || {
        let loader = Loader::new(environment, strict);
        let node = Node::local(NODE, facts);
        let mut compilation = Compilation::new(loader, node, options, &resource_types, log).with_data(&hiera);
        compile(&mut compilation, &[Arc::new(source)]).map_err(|failure| failure.to_string())?;
        // As it goes through JSON, so that both have their values in the same form.
        let text = compilation.applicable_catalog().to_json(catalog::Secrets::Written).unwrap();
        Ok(Catalog::from_json(&text, &NoNames).unwrap())
    })
}
