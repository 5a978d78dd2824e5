//! The modules on a modulepath. Directories are listed once, and each file is looked for once.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Component, Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

use ecow::EcoString;
use pcore::{Value, json};
use resource_api::log::Level;
use rustc_hash::FxHashMap;
use syntax::Strictness;

use super::Environment;
use crate::input;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    /// Its name, which is that of its directory.
    pub name: EcoString,
    pub directory: PathBuf,
}

#[derive(Debug, Default)]
pub(crate) struct Modules {
    modulepath: Vec<PathBuf>,
    /// By name; made when first asked for.
    index: OnceLock<BTreeMap<EcoString, PathBuf>>,
    /// Whether files are there.
    files: Mutex<FxHashMap<PathBuf, bool>>,
}

impl Modules {
    pub(crate) fn new(environment: &Environment) -> Modules {
        let absolute = |directory: &PathBuf| std::path::absolute(directory).unwrap_or_else(|_| directory.clone());
        Modules { modulepath: environment.modulepath.iter().map(absolute).collect(), ..Modules::default() }
    }

    pub(crate) fn find(&self, name: &str) -> Option<Module> {
        let (name, directory) = self.index().get_key_value(name)?;
        Some(Module { name: name.clone(), directory: directory.clone() })
    }

    /// Whether a path is below a directory of the modulepath.
    pub(crate) fn has(&self, path: &Path) -> bool {
        path.components().all(|component| component != Component::ParentDir)
            && self.modulepath.iter().any(|directory| path.starts_with(directory))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&EcoString, &PathBuf)> {
        self.index().iter()
    }

    /// The directories of all modules in the order of the modulepath.
    pub(crate) fn in_order(&self) -> Vec<&Path> {
        let directories = || self.index().values();
        let below =
            |start: &PathBuf| directories().filter(|directory| directory.parent() == Some(start)).collect::<Vec<_>>();
        self.modulepath.iter().flat_map(below).map(PathBuf::as_path).collect()
    }

    fn index(&self) -> &BTreeMap<EcoString, PathBuf> {
        self.index.get_or_init(|| {
            let mut index = BTreeMap::new();
            for directory in &self.modulepath {
                let names = fs::read_dir(directory)
                    .into_iter()
                    .flatten()
                    .filter_map(|entry| entry.ok()?.file_name().into_string().ok().filter(|name| is_module_name(name)));
                for name in names {
                    let path = directory.join(&name);
                    if !index.contains_key(name.as_str()) && path.is_dir() {
                        index.insert(EcoString::from(name), path);
                    }
                }
            }
            index
        })
    }

    /// Whether a file is there; asked of the disk once.
    pub(crate) fn has_file(&self, path: &Path) -> bool {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(path) {
            return *known;
        }
        let found = path.is_file();
        files.insert(path.to_path_buf(), found);
        found
    }
}

impl Module {
    /// What is wrong with `metadata.json`, and how bad that is: an error makes the module unusable.
    pub(crate) fn check_metadata(&self, strict: Strictness) -> Option<(Level, String)> {
        let name = &self.name;
        let text = match input::read_found_text(&self.directory.join("metadata.json")) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                return Some((Level::Err, format!("Could not read the metadata.json file of {name}: {error}")));
            }
        };
        let data = match json::parse(&text) {
            Ok(data) => data,
            Err(error) => {
                let message =
                    format!("{name} has an invalid and unparsable metadata.json file. The parse error: {error}");
                return match strict {
                    Strictness::Off => None,
                    Strictness::Warning => Some((Level::Warning, message)),
                    Strictness::Error => Some((Level::Err, message)),
                };
            }
        };
        let data = data.as_hash().filter(|data| !data.is_empty())?;
        for key in ["source", "author", "version", "license", "dependencies"] {
            let problem = match data.get_str(key) {
                None | Some(Value::Undef) => format!("No {key} module metadata provided for {name}"),
                Some(other) if key == "dependencies" && other.as_array().is_none() => format!(
                    "The value for the key dependencies in the file metadata.json of the module {name} must be an \
                     array, not: '{other}'"
                ),
                Some(_) => continue,
            };
            return Some((Level::Err, problem));
        }
        None
    }
}

/// Whether a directory of that name can be a module.
fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
