//! The modules on a modulepath. Folders are listed once, and each file is looked for once.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

use ecow::EcoString;
use pcore::{Value, json};
use rustc_hash::FxHashMap;
use syntax::Strictness;

use super::Environment;
use crate::input;

/// A module that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    /// Its name, which is that of its folder.
    pub name: EcoString,
    /// Its folder.
    pub folder: PathBuf,
}

/// What became of looking at the metadata of a module.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Metadata {
    /// There is none, or nothing is wrong with it.
    Fine,
    /// The module can be used, but something should be said.
    Doubtful(String),
    /// The module cannot be used.
    Faulty(String),
}

/// The modules of an environment.
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
        let absolute = |folder: &PathBuf| std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        Modules { modulepath: environment.modulepath.iter().map(absolute).collect(), ..Modules::default() }
    }

    /// Finds a module by its name.
    pub(crate) fn find(&self, name: &str) -> Option<Module> {
        let (name, folder) = self.index().get_key_value(name)?;
        Some(Module { name: name.clone(), folder: folder.clone() })
    }

    /// All modules, by name.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&EcoString, &PathBuf)> {
        self.index().iter()
    }

    /// The folders of all modules in the order of the modulepath.
    pub(crate) fn in_order(&self) -> Vec<&Path> {
        let folders = || self.index().values();
        let below = |start: &PathBuf| folders().filter(|folder| folder.parent() == Some(start)).collect::<Vec<_>>();
        self.modulepath.iter().flat_map(below).map(PathBuf::as_path).collect()
    }

    fn index(&self) -> &BTreeMap<EcoString, PathBuf> {
        self.index.get_or_init(|| {
            let mut index = BTreeMap::new();
            for folder in &self.modulepath {
                let names = fs::read_dir(folder)
                    .into_iter()
                    .flatten()
                    .filter_map(|entry| entry.ok()?.file_name().into_string().ok().filter(|name| is_module_name(name)));
                for name in names {
                    let path = folder.join(&name);
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
    /// Looks at `metadata.json`, which may make a module unusable.
    pub(crate) fn check_metadata(&self, strict: Strictness) -> Metadata {
        let name = &self.name;
        let text = match input::read_found_text(&self.folder.join("metadata.json")) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Metadata::Fine,
            Err(error) => return Metadata::Faulty(format!("Could not read the metadata.json file of {name}: {error}")),
        };
        let data = match json::parse(&text) {
            Ok(data) => data,
            Err(error) => {
                let message =
                    format!("{name} has an invalid and unparsable metadata.json file. The parse error: {error}");
                return match strict {
                    Strictness::Off => Metadata::Fine,
                    Strictness::Warning => Metadata::Doubtful(message),
                    Strictness::Error => Metadata::Faulty(message),
                };
            }
        };
        let Value::Hash(data) = data else { return Metadata::Fine };
        if data.is_empty() {
            return Metadata::Fine;
        }
        for key in ["source", "author", "version", "license", "dependencies"] {
            match data.get_str(key) {
                None | Some(Value::Undef) => {
                    return Metadata::Faulty(format!("No {key} module metadata provided for {name}"));
                }
                Some(Value::Array(_)) => {}
                Some(other) if key == "dependencies" => {
                    return Metadata::Faulty(format!(
                        "The value for the key dependencies in the file metadata.json of the module {name} must be an array, not: '{other}'"
                    ));
                }
                Some(_) => {}
            }
        }
        Metadata::Fine
    }
}

/// Whether a folder of that name can be a module.
fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
