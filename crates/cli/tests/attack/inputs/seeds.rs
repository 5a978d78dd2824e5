//! Seeds: files of the tests in this workspace, and files that the program writes.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use super::commands::{Kind, WRITTEN};
use crate::sandbox::Sandbox;

/// Larger files make slow inputs.
const MAX_SIZE: u64 = 40_000;

/// Texts by kind.
pub struct Seeds(BTreeMap<Kind, Vec<Vec<u8>>>);

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// The files of each kind: directories, and the suffix of the file names.
const SOURCES: &[(Kind, &str, &str)] = &[
    (Kind::Manifest, "crates/compiler/tests/catalogs/manifests", ".pp"),
    (Kind::Manifest, "crates/cli/tests/golden/commands", ".pp"),
    (Kind::Manifest, "crates/cli/tests/golden/hiera", ".pp"),
    (Kind::Model, "conformance/models", ".pp"),
    (Kind::Model, "crates/ecore/tests/models", ".pp"),
    (Kind::Epp, "crates/cli/tests/golden/commands", ".epp"),
    (Kind::Epp, "crates/compiler/tests/functions/modules", ".epp"),
    (Kind::Erb, "crates/cli/tests/ruby_modules", ".erb"),
    (Kind::Erb, "crates/compiler/tests/functions/modules", ".erb"),
    (Kind::Yaml, "crates/cli/tests/golden/hiera", ".yaml"),
    (Kind::Yaml, "crates/cli/tests/golden/commands", ".yaml"),
    (Kind::HieraConfig, "crates/cli/tests/golden/hiera", "hiera.yaml"),
    (Kind::Json, "crates/cli/tests/golden", ".json"),
    (Kind::Json, "crates/engine/tests/golden", ".json"),
    (Kind::Hocon, "crates/cli/tests/golden/hiera", ".conf"),
    (Kind::Hocon, "crates/facts/tests/machines", "facter.conf"),
    (Kind::Eyaml, "crates/cli/tests/golden/hiera-eyaml", ".eyaml"),
    (Kind::Key, "crates/cli/tests/golden/hiera-eyaml", ".pem"),
    (Kind::Catalog, "crates/catalog/tests/golden", "catalog-sample.json"),
    (Kind::Catalog, "crates/compiler/tests/catalogs/answers", ".json"),
    (Kind::Report, "crates/engine/tests/golden/runs", "last_run_report.yaml"),
    (Kind::Report, "crates/engine/tests/golden/runs", "last_run_report.json"),
    (Kind::State, "crates/engine/tests/golden/runs", "state.yaml"),
    (Kind::State, "crates/engine/tests/golden/runs", "transactionstore.yaml"),
    (Kind::RubyType, "crates/cli/tests/ruby_modules/acceptance/lib/puppet/type", ".rb"),
    (Kind::RubyType, "crates/cli/tests/ruby_modules/features/lib/puppet/type", ".rb"),
    (Kind::RubyType, "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type", ".rb"),
    (Kind::RubyType, "crates/ruby-metadata/tests/golden/modules", ".rb"),
    (Kind::Ecore, "crates/ecore/tests/models", ".ecore"),
];

impl Seeds {
    pub fn collect(sandbox: &Sandbox) -> Seeds {
        let mut seeds = BTreeMap::new();
        for (kind, directory, end) in SOURCES {
            let found: &mut Vec<Vec<u8>> = seeds.entry(*kind).or_default();
            let before = found.len();
            each_file(&workspace().join(directory), &mut |path| {
                if path.to_string_lossy().ends_with(end) && path.metadata().unwrap().len() <= MAX_SIZE {
                    found.push(fs::read(path).unwrap());
                }
            });
            assert!(found.len() > before, "there are no files in {directory} that end in {end}");
        }
        each_file(&workspace().join("docs"), &mut |path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            let blocks = text.split("```puppet\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
            seeds.entry(Kind::Manifest).or_default().extend(blocks.map(|block| block.as_bytes().to_vec()));
        });
        let mut seeds = Seeds(seeds);
        seeds.add_own(sandbox);
        for (kind, text) in WRITTEN {
            seeds.0.entry(*kind).or_default().push(text.as_bytes().to_vec());
        }
        seeds
    }

    /// Adds files that the program itself writes.
    fn add_own(&mut self, sandbox: &Sandbox) {
        let manifest = "file { '%S/out/f': content => Sensitive('x') } notify { 'x': } exec { '/bin/false': }";
        let run = sandbox.apply(manifest, &[]);
        assert!(run.fault().is_none(), "{:?}", run.fault());
        for (kind, name) in [(Kind::Report, "state/last_run_report.yaml"), (Kind::State, "state/state.yaml")] {
            let text = fs::read(sandbox.path("var").join(name))
                .unwrap_or_else(|error| panic!("{name}: {error}: {}", run.output));
            self.0.entry(kind).or_default().push(text);
        }
    }

    pub fn of(&self, kind: Kind) -> &[Vec<u8>] {
        self.0.get(&kind).unwrap_or_else(|| panic!("there are no seeds of {kind:?}"))
    }
}

fn each_file(directory: &Path, visit: &mut impl FnMut(&Path)) {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    // Sorted, because the order of directories varies, and seeds are chosen by index.
    paths.sort();
    for path in paths {
        if path.is_dir() {
            each_file(&path, visit);
        } else if path.is_file() {
            visit(&path);
        }
    }
}
