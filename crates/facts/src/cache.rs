//! The cache of facts, as configured by `ttls` in `facter.conf`: one JSON file per group.
//!
//! The files are those of Facter: facts under their full names (`os.release`), and a version.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::Write as _,
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use pcore::{Hash, Value, json, keyed::IndexMap};

use crate::{
    configuration::Configuration,
    root::{self, Root},
};

const VERSION_KEY: &str = "cache_format_version";

/// Facts that Facter does not split.
const WHOLE: [&str; 8] = [
    "disks",
    "load_averages",
    "mountpoints",
    "networking.interfaces",
    "os.distro.release",
    "os.release",
    "partitions",
    "ssh",
];

/// The cached facts.
pub(crate) struct Cache<'c> {
    configuration: &'c Configuration,
    directory: PathBuf,
    on: bool,
    /// New facts, by file.
    new: IndexMap<String, Hash>,
}

impl<'c> Cache<'c> {
    pub(crate) fn new(root: &Root, configuration: &'c Configuration, on: bool) -> Cache<'c> {
        let on = on && !configuration.cache_policies.is_empty();
        Cache { configuration, directory: root.locate(&configuration.cache), on, new: IndexMap::default() }
    }

    /// A cached fact.
    pub(crate) fn fact(&self, name: &str) -> Option<Value> {
        let facts = self.get(name)?;
        let mut found = Value::Undef;
        for (key, value) in facts.iter() {
            let Some(rest) = key.as_str().and_then(|key| key.strip_prefix(name)) else { continue };
            match rest.strip_prefix('.') {
                Some(rest) => found = put(found, rest, value.clone()),
                None if rest.is_empty() => found = value.clone(),
                None => {}
            }
        }
        (!found.is_undef()).then_some(found)
    }

    /// The cached facts of a file, or those that make up a fact.
    pub(crate) fn get(&self, name: &str) -> Option<Hash> {
        let policy = self.configuration.cache_policy(name).filter(|_| self.on)?;
        let path = self.path(&policy.group)?;
        let changed = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
        let age = SystemTime::now().duration_since(changed).unwrap_or(Duration::ZERO);
        if age >= policy.duration {
            return None;
        }
        let mut facts = match json::parse(&root::bounded(&path)?) {
            Ok(Value::Hash(hash)) => (*hash).clone(),
            _ => return None,
        };
        let version = facts.remove(&VERSION_KEY.into());
        (version == Some(Value::Integer(1))).then_some(facts)
    }

    /// Caches the facts of a file.
    pub(crate) fn put(&mut self, file: &str, facts: &Hash, warnings: &mut Vec<String>) {
        if let Some(policy) = self.configuration.cache_policy(file).filter(|_| self.on) {
            self.write(&policy.group, facts.clone(), warnings);
        }
    }

    /// Adds a newly resolved fact, which [`Cache::finish`] writes.
    pub(crate) fn put_fact(&mut self, name: &str, value: &Value) {
        let Some(policy) = self.configuration.cache_policy(name).filter(|_| self.on) else { return };
        flatten(name, value, self.new.entry(policy.group.clone()).or_default());
    }

    /// Writes new facts.
    pub(crate) fn finish(mut self, warnings: &mut Vec<String>) {
        for (group, facts) in std::mem::take(&mut self.new) {
            self.write(&group, facts, warnings);
        }
    }

    fn write(&self, group: &str, mut facts: Hash, warnings: &mut Vec<String>) {
        let Some(path) = self.path(group) else { return };
        let unwritable = |reason: String| format!("Could not write cache: {reason} - {}", path.display());
        facts.insert(VERSION_KEY.into(), Value::Integer(1));
        let text = match json::write_pretty(&facts.into()) {
            Ok(text) => text,
            Err(error) => return warnings.push(unwritable(error.to_string())),
        };
        // Rename, so that readers never see half of a file.
        let new = self.directory.join(format!(".{group}.{}", std::process::id()));
        // Explicit modes, so that others cannot write there, whatever the umask.
        let written = DirBuilder::new()
            .recursive(true)
            .mode(0o755)
            .create(&self.directory)
            .and_then(|()| OpenOptions::new().write(true).create(true).truncate(true).mode(0o644).open(&new))
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&new, &path));
        if let Err(error) = written {
            let _ = fs::remove_file(&new);
            warnings.push(unwritable(error.to_string()));
        }
    }

    /// The file of a group, unless its name contains a path.
    fn path(&self, group: &str) -> Option<PathBuf> {
        let is_name = !group.is_empty() && !group.starts_with('.') && !group.contains(['/', '\0']);
        is_name.then(|| self.directory.join(group))
    }
}

/// Adds the parts of a fact under Facter's names.
fn flatten(name: &str, value: &Value, facts: &mut Hash) {
    match value {
        Value::Hash(parts) if !WHOLE.contains(&name) && !name.starts_with("hypervisors.") => {
            for (part, value) in parts.iter() {
                flatten(&format!("{name}.{}", part.as_str().unwrap_or_default()), value, facts);
            }
        }
        other => {
            facts.insert(name.into(), other.clone());
        }
    }
}

/// Adds a value to a structure at a path: `release.major`.
pub(crate) fn put(structure: Value, path: &str, value: Value) -> Value {
    let mut hash = match structure {
        Value::Hash(hash) => (*hash).clone(),
        _ => Hash::default(),
    };
    match path.split_once('.') {
        None => {
            hash.insert(path.into(), value);
        }
        Some((first, rest)) => {
            let inner = hash.get_str(first).cloned().unwrap_or_default();
            hash.insert(first.into(), put(inner, rest, value));
        }
    }
    hash.into()
}
