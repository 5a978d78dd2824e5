//! Facts that modules define in Ruby: the files, and their values when they are needed.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use compiler::{FactSource, RubyTypes, input};
use hosts::Runtime as _;
use pcore::{Hash, Value};
use resource_api::log::Level;
use ruby_metadata::FactNames;
use settings::Settings;

use super::HostPool;
use crate::machine;

/// The weight of a fact of a file or a program; a fact in Ruby needs a higher one to override it.
const WEIGHT_OF_EXTERNAL: f64 = 10_000.0;

/// The files of facts, and the names of facts in them.
#[derive(Debug, Default)]
pub(super) struct FactFiles {
    directories: Vec<PathBuf>,
    files: OnceLock<Vec<PathBuf>>,
    names: OnceLock<FactNames>,
}

impl FactFiles {
    /// The files of the modules and of the setting `factpath`. Nothing is read yet.
    pub(super) fn new(modules: &RubyTypes, settings: &Settings) -> FactFiles {
        let of_modules = modules.modules().into_iter();
        let mut directories: Vec<PathBuf> = of_modules
            .flat_map(|directory| ["lib/facter", "plugins/facter"].map(|name| directory.join(name)))
            .collect();
        let more = settings.text("factpath").unwrap_or_default();
        directories.extend(more.split(':').filter(|directory| !directory.is_empty()).map(PathBuf::from));
        FactFiles { directories, ..FactFiles::default() }
    }

    /// The files, in the order of the modulepath and of their names.
    pub(super) fn files(&self) -> &[PathBuf] {
        self.files.get_or_init(|| self.directories.iter().flat_map(|directory| ruby_files(directory)).collect())
    }

    fn names(&self) -> &FactNames {
        self.names.get_or_init(|| {
            let mut all = FactNames::default();
            for file in self.files() {
                match input::read_found_text(file) {
                    Ok(text) => {
                        let FactNames { names, computed } = ruby_metadata::read_facts(&text);
                        all.names.extend(names);
                        all.computed |= computed;
                    }
                    Err(_) => all.computed = true,
                }
            }
            all
        })
    }
}

fn ruby_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        entries.filter(|file| file.extension().is_some_and(|ending| ending == "rb")).collect();
    files.sort_unstable();
    files
}

impl FactSource for HostPool {
    fn may_have(&self, name: &str, is_known: bool) -> bool {
        self.fact_files.names().may_have(name, is_known)
    }

    fn collect(&self, base: &Hash) -> Hash {
        self.runtime.set_facts(base);
        let mut all = base.clone();
        let Some(host) = self.ruby() else {
            self.log.line(Level::Warning, "Skipping facts of modules in Ruby: ruby is not installed");
            return all;
        };
        let found = match host.collect_facts(self.fact_files.files(), self.runtime.names(), &self.log) {
            Ok(found) => found,
            Err(failure) => {
                self.log.line(Level::Err, &format!("Skipping facts of modules in Ruby: {failure}"));
                return all;
            }
        };
        for fact in found {
            let must_weigh = match base.get_str(&fact.name) {
                None => f64::NEG_INFINITY,
                Some(_) if facts::is_built_in(&fact.name) => 0.0,
                Some(_) => WEIGHT_OF_EXTERNAL,
            };
            if fact.weight > must_weigh {
                all.insert(Value::string(fact.name), machine::sanitized(&fact.value));
            }
        }
        let mut sorted: Vec<(Value, Value)> = all.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        sorted.sort_by(|(left, _), (right, _)| left.as_str().cmp(&right.as_str()));
        sorted.into_iter().collect()
    }
}
