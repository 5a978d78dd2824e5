//! Facts that modules have in Ruby: which files have them, and what they are when somebody needs them.

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

use super::Processes;
use crate::machine;

/// How much a fact of a file or a program weighs; what modules say in Ruby must weigh more to hide it.
const WEIGHT_OF_EXTERNAL: f64 = 10_000.0;

/// The files of facts, and what their texts say.
#[derive(Debug, Default)]
pub(super) struct FactFiles {
    folders: Vec<PathBuf>,
    files: OnceLock<Vec<PathBuf>>,
    names: OnceLock<FactNames>,
}

impl FactFiles {
    /// The files of the modules, and those of the setting `factpath`. Nothing is read yet.
    pub(super) fn new(modules: &RubyTypes, settings: &Settings) -> FactFiles {
        let of_modules = modules.modules().into_iter();
        let mut folders: Vec<PathBuf> =
            of_modules.flat_map(|folder| ["lib/facter", "plugins/facter"].map(|name| folder.join(name))).collect();
        let more = settings.text("factpath").unwrap_or_default();
        folders.extend(more.split(':').filter(|folder| !folder.is_empty()).map(PathBuf::from));
        FactFiles { folders, ..FactFiles::default() }
    }

    /// The files, in the order of the modulepath and of their names.
    pub(super) fn files(&self) -> &[PathBuf] {
        self.files.get_or_init(|| self.folders.iter().flat_map(|folder| ruby_files(folder)).collect())
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

fn ruby_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        entries.filter(|file| file.extension().is_some_and(|ending| ending == "rb")).collect();
    files.sort_unstable();
    files
}

impl FactSource for Processes {
    fn may_have(&self, name: &str, is_known: bool) -> bool {
        self.fact_files.names().may_have(name, is_known)
    }

    fn collect(&self, known: &Hash) -> Hash {
        self.runtime.know(known);
        let mut all = known.clone();
        let Some(host) = self.ruby() else {
            self.log.line(Level::Warning, "Facts of modules in Ruby are not known: there is no ruby on this machine");
            return all;
        };
        let found = match host.collect_facts(self.fact_files.files(), self.runtime.names(), &self.log) {
            Ok(found) => found,
            Err(failure) => {
                self.log.line(Level::Err, &format!("Facts of modules in Ruby are not known: {failure}"));
                return all;
            }
        };
        for fact in found {
            let must_weigh = match known.get_str(&fact.name) {
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
