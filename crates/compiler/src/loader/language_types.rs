//! Types of resources that modules write in the language: `types/account.pp` of any module, or of the environment.
//!
//! Most files in these directories are aliases. A text search finds those that are not, which saves parsing a thousand
//! files.

#[cfg(test)]
mod tests;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Environment, autoload, modules::Modules};
use crate::input;

/// The types of resources of an environment that are written in the language. Each file is looked at once, when its name
/// is asked for.
pub struct LanguageTypes {
    modules: Arc<Modules>,
    root: Option<PathBuf>,
    /// The files that may define a type, by its name, those of the first module first.
    files: OnceLock<IndexMap<EcoString, Vec<PathBuf>, FxBuildHasher>>,
    known: Mutex<FxHashMap<EcoString, Option<PathBuf>>>,
}

impl LanguageTypes {
    /// The types of an environment. Nothing is read yet.
    pub fn new(environment: &Environment) -> LanguageTypes {
        LanguageTypes::of(Arc::new(Modules::new(environment)), environment)
    }

    /// As [`new`](LanguageTypes::new), with modules that others look at, too.
    pub(super) fn of(modules: Arc<Modules>, environment: &Environment) -> LanguageTypes {
        LanguageTypes { modules, root: environment.root.clone(), files: OnceLock::new(), known: Mutex::default() }
    }

    /// The names that types may have: those of all files.
    pub fn candidates(&self) -> impl Iterator<Item = &EcoString> {
        self.files().keys()
    }

    /// The file that defines the type of resources of that name (in lower case).
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let files = self.files().get(name)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        let found = files.iter().find(|file| defines(file, name)).cloned();
        known.insert(name.into(), found.clone());
        found
    }

    fn files(&self) -> &IndexMap<EcoString, Vec<PathBuf>, FxBuildHasher> {
        self.files.get_or_init(|| {
            let mut files: IndexMap<EcoString, Vec<PathBuf>, FxBuildHasher> = IndexMap::default();
            // That of the environment, then those of modules.
            for directory in self.root.as_deref().into_iter().chain(self.modules.in_order()) {
                let entries = fs::read_dir(directory.join("types")).into_iter().flatten().flatten();
                for file in entries.map(|entry| entry.path()) {
                    let name = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".pp"));
                    if let Some(name) = name.filter(|name| autoload::is_loadable(name)) {
                        files.entry(name.into()).or_default().push(file.clone());
                    }
                }
            }
            files.sort_unstable_keys();
            files
        })
    }
}

/// Whether a file defines a type of that name that extends another: what is in a directory `types` and has no namespace
/// describes resources.
fn defines(file: &Path, name: &str) -> bool {
    input::read_found_text(file).is_ok_and(|text| extends(&text, name))
}

/// Whether a text contains `type NAME inherits`. Few contain that word, so few have to be tokenized.
fn extends(text: &str, name: &str) -> bool {
    let is_meant = |found: &str| found.trim_start_matches("::").eq_ignore_ascii_case(name);
    text.contains("inherits") && syntax::extended_types(text).into_iter().any(is_meant)
}
