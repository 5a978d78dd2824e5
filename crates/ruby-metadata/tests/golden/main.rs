//! Types in Ruby as we read them, and as the real Puppet knows them: `answers.txt` was written by `oracle/shapes.rb`.
//!
//! `cargo xtask types` runs the same comparison on all modules that Debian has; it says with two variables where the
//! modules and the answers are.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod definitions;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

use diagnostics::Source;
use ruby_metadata::{TypeMetadata, read_types};

/// A type, as a line of the answers says it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shape {
    /// Namevars have `*` before them.
    attributes: BTreeSet<String>,
    specials: BTreeSet<String>,
    features: BTreeSet<String>,
    providers: BTreeSet<String>,
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The answers, by module and type.
fn answers(path: &Path) -> BTreeMap<(String, String), Shape> {
    let read = |line: &str| {
        let mut parts = line.split('|');
        let mut next = || parts.next().unwrap_or_default();
        let first = next();
        let mut names = first.split_whitespace().map(str::to_owned);
        let key = (names.next().unwrap(), names.next().unwrap());
        let attributes = names.collect();
        (key, Shape { attributes, specials: words(next()), features: words(next()), providers: words(next()) })
    };
    fs::read_to_string(path).unwrap().lines().map(read).collect()
}

fn ruby_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "rb")).collect();
    found.sort();
    found
}

fn directories(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_dir()).collect()
}

fn source(path: &Path) -> Source {
    Source::new(path.to_string_lossy(), fs::read_to_string(path).unwrap())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// What we read of all modules in a directory; nothing if attributes are unknown.
fn ours(modules: &Path) -> BTreeMap<(String, String), Option<Shape>> {
    let mut providers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in directories(modules).iter().flat_map(|module| directories(&module.join("lib/puppet/provider"))) {
        let names = ruby_files(&folder).into_iter().map(|file| name_of(&file));
        providers.entry(name_of(&folder)).or_default().extend(names);
    }
    let mut found = BTreeMap::new();
    for module in directories(modules) {
        for metadata in
            ruby_files(&module.join("lib/puppet/type")).iter().flat_map(|file| read_types(&source(file)).unwrap())
        {
            let name = metadata.name.to_string();
            let own = providers.get(&name).cloned().unwrap_or_default();
            found.insert((name_of(&module), name), shape(&metadata, own));
        }
    }
    found
}

fn shape(metadata: &TypeMetadata, mut providers: BTreeSet<String>) -> Option<Shape> {
    providers.extend(metadata.providers.iter().map(ToString::to_string));
    let mut attributes: BTreeSet<String> = BTreeSet::new();
    for attribute in metadata.attributes.as_ref()? {
        attributes.insert(format!("{}{}", if attribute.is_namevar() { "*" } else { "" }, attribute.name));
    }
    if !providers.is_empty() && !attributes.contains("*provider") {
        attributes.insert("provider".into());
    }
    let mut specials = BTreeSet::new();
    if metadata.has_title_patterns {
        specials.insert("parted-titles".into());
    }
    if metadata.may_repeat {
        specials.insert("repeats".into());
    }
    // Features of the Resource API are none of Puppet's older kind.
    let is_legacy = metadata.definition.is_none();
    let features = metadata.features.iter().filter(|_| is_legacy).map(ToString::to_string).collect();
    Some(Shape { attributes, specials, features, providers })
}

#[test]
fn types_are_read_as_puppet_knows_them() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = |variable, own: &str| env::var_os(variable).map_or_else(|| golden.join(own), PathBuf::from);
    let (modules, file) = (path("BUNRAKU_MODULES", "modules"), path("BUNRAKU_ANSWERS", "answers.txt"));
    let (answers, ours) = (answers(&file), ours(&modules));
    let mut unknown = Vec::new();
    let mut wrong = Vec::new();
    for (key, expected) in &answers {
        match ours.get(key) {
            Some(None) => unknown.push(key.1.as_str()),
            // A type without a namevar has no titles that could be taken apart.
            Some(Some(found)) if found.attributes == expected.attributes && found.features == expected.features => {
                let has_namevar = expected.attributes.iter().any(|name| name.starts_with('*'));
                if found.specials != expected.specials && has_namevar {
                    wrong.push(format!("{key:?}: expected {expected:?}, found {found:?}"));
                }
            }
            other => wrong.push(format!("{key:?}: expected {expected:?}, found {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if env::var_os("BUNRAKU_MODULES").is_none() {
        assert_eq!(unknown, ["unknown_loop", "unknown_mixin", "unknown_send"]);
        assert_eq!(answers.len(), 12);
    } else {
        let share = unknown.len() * 100 / answers.len().max(1);
        assert!(share <= 5, "{share} % cannot be told: {unknown:?}");
    }
}
