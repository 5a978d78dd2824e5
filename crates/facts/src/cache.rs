//! Facts that are kept for a while, as `ttls` in `facter.conf` says: one file of JSON for each group of them.
//!
//! The files are those of Facter: facts under their whole names (`os.release`), and a version.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::Write as _,
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use pcore::{Hash, Value, json};

use crate::{
    configuration::Configuration,
    root::{self, Root},
    warning::Warning,
};

const VERSION_KEY: &str = "cache_format_version";

/// Facts that Facter does not take apart.
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

/// The kept facts.
pub(crate) struct Cache<'c> {
    configuration: &'c Configuration,
    folder: PathBuf,
    on: bool,
    /// What is new, for each file.
    new: Vec<(String, Hash)>,
}

impl<'c> Cache<'c> {
    pub(crate) fn new(root: &Root, configuration: &'c Configuration, on: bool) -> Cache<'c> {
        let on = on && !configuration.kept.is_empty();
        Cache { configuration, folder: root.locate(&configuration.cache), on, new: Vec::new() }
    }

    /// A fact that is kept, or the facts of a file.
    pub(crate) fn fact(&self, name: &str) -> Option<Value> {
        let facts = self.read(name)?;
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

    /// The facts of a file that are kept.
    pub(crate) fn get(&self, file: &str) -> Option<Hash> {
        self.read(file)
    }

    fn read(&self, name: &str) -> Option<Hash> {
        let kept = self.configuration.keeps(name).filter(|_| self.on)?;
        let path = self.path(&kept.group)?;
        let changed = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
        let age = SystemTime::now().duration_since(changed).unwrap_or(Duration::ZERO);
        if age >= kept.duration {
            return None;
        }
        let mut facts = match json::parse(&root::bounded(&path)?) {
            Ok(Value::Hash(hash)) => (*hash).clone(),
            _ => return None,
        };
        let version = facts.remove(&VERSION_KEY.into());
        (version == Some(Value::Integer(1))).then_some(facts)
    }

    /// Keeps the facts of a file.
    pub(crate) fn put(&mut self, file: &str, facts: &Hash, warnings: &mut Vec<Warning>) {
        if let Some(kept) = self.configuration.keeps(file).filter(|_| self.on) {
            self.write(&kept.group, facts.clone(), warnings);
        }
    }

    /// Keeps a fact that was found out just now, from [`Cache::finish`] on.
    pub(crate) fn put_fact(&mut self, name: &str, value: &Value) {
        let Some(kept) = self.configuration.keeps(name).filter(|_| self.on) else { return };
        let place = self.new.iter().position(|(group, _)| *group == kept.group).unwrap_or_else(|| {
            self.new.push((kept.group.clone(), Hash::default()));
            self.new.len() - 1
        });
        if let Some((_, facts)) = self.new.get_mut(place) {
            flatten(name, value, facts);
        }
    }

    /// Writes what is new.
    pub(crate) fn finish(mut self, warnings: &mut Vec<Warning>) {
        for (group, facts) in std::mem::take(&mut self.new) {
            self.write(&group, facts, warnings);
        }
    }

    fn write(&self, group: &str, mut facts: Hash, warnings: &mut Vec<Warning>) {
        let Some(path) = self.path(group) else { return };
        facts.insert(VERSION_KEY.into(), Value::Integer(1));
        let text = match json::write_pretty(&facts.into()) {
            Ok(text) => text,
            Err(error) => return warnings.push(Warning::Cache { path, reason: error.to_string() }),
        };
        // A reader must never see half of it.
        let new = self.folder.join(format!(".{group}.{}", std::process::id()));
        // Nobody else can write there, whatever the mask of the process is.
        let written = DirBuilder::new()
            .recursive(true)
            .mode(0o755)
            .create(&self.folder)
            .and_then(|()| OpenOptions::new().write(true).create(true).truncate(true).mode(0o644).open(&new))
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&new, &path));
        if let Err(error) = written {
            let _ = fs::remove_file(&new);
            warnings.push(Warning::Cache { path, reason: error.to_string() });
        }
    }

    /// The file of a group, whose name is no path.
    fn path(&self, group: &str) -> Option<PathBuf> {
        let is_name = !group.is_empty() && !group.starts_with('.') && !group.contains(['/', '\0']);
        is_name.then(|| self.folder.join(group))
    }
}

/// A fact as Facter names its parts.
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

/// A structure with a value at a place in it: `release.major`.
pub(crate) fn put(structure: Value, place: &str, value: Value) -> Value {
    let mut hash = match structure {
        Value::Hash(hash) => (*hash).clone(),
        _ => Hash::default(),
    };
    match place.split_once('.') {
        None => {
            hash.insert(place.into(), value);
        }
        Some((first, rest)) => {
            let inner = hash.get_str(first).cloned().unwrap_or_default();
            hash.insert(first.into(), put(inner, rest, value));
        }
    }
    hash.into()
}
