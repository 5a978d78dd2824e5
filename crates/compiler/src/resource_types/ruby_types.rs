//! The types that modules have in Ruby: where their files are, and what their texts say.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use diagnostics::{Diagnostic, Location, Source};
use ecow::EcoString;
use indexmap::IndexMap;
use resource_api::log::{Level, Log};
use ruby_metadata::TypeMetadata;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{
    input,
    loader::{Environment, Modules},
};

/// The types that the modules of an environment have in Ruby. Each file is read only once.
pub struct RubyTypes {
    modules: Modules,
    /// Further `lib` directories, searched after the modules.
    more: Vec<PathBuf>,
    log: Log,
    files: OnceLock<Files>,
    known: Mutex<FxHashMap<EcoString, Arc<RubyType>>>,
}

/// A type in Ruby.
#[derive(Debug)]
pub struct RubyType {
    /// Its file.
    pub file: PathBuf,
    /// What the text says; nothing when it cannot be read, or says nothing about a type of that name.
    pub metadata: Option<TypeMetadata>,
    /// Why the text cannot be read.
    pub problem: Option<String>,
    /// The providers that modules have for it, by the names of their files.
    pub providers: Vec<EcoString>,
}

/// The files of the modules.
#[derive(Default)]
struct Files {
    /// The files of types, by the names of the types.
    types: IndexMap<EcoString, PathBuf, FxBuildHasher>,
    /// The providers of types, by the names of the types.
    provided: FxHashMap<EcoString, Vec<EcoString>>,
}

impl RubyTypes {
    /// The types of an environment. What is wrong with a type is logged.
    pub fn new(environment: &Environment, log: Log) -> RubyTypes {
        let modules = Modules::new(environment);
        RubyTypes { modules, more: Vec::new(), log, files: OnceLock::new(), known: Mutex::default() }
    }

    /// These types, with one more directory that has `puppet/type`: where files of a server are kept.
    #[must_use]
    pub fn with_library(mut self, directory: PathBuf) -> RubyTypes {
        self.more.push(directory);
        self
    }

    /// The directories in which Ruby looks for files: `lib` of every module, in the order of the modulepath.
    pub fn libraries(&self) -> Vec<PathBuf> {
        let libraries = self.modules.in_order().into_iter().map(|directory| directory.join("lib"));
        libraries.chain(self.more.iter().cloned()).filter(|directory| directory.is_dir()).collect()
    }

    /// The directories of all modules, in the order of the modulepath.
    pub fn modules(&self) -> Vec<&Path> {
        self.modules.in_order()
    }

    /// The names of all types. Nothing is read.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        self.files().types.keys()
    }

    /// The providers that modules have for a type, by the names of their files, wherever the type is defined.
    pub fn providers_of(&self, name: &str) -> &[EcoString] {
        self.files().provided.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The type of that name.
    pub fn find(&self, name: &str) -> Option<Arc<RubyType>> {
        let file = self.files().types.get(name)?;
        if let Some(known) = self.known().get(name) {
            return Some(known.clone());
        }
        let (metadata, problem) = match self.read(name, file) {
            Ok(metadata) => (metadata, None),
            Err(problem) => (None, Some(problem)),
        };
        let providers = self.files().provided.get(name).cloned().unwrap_or_default();
        let found = Arc::new(RubyType { file: file.clone(), metadata, problem, providers });
        self.known().insert(name.into(), found.clone());
        Some(found)
    }

    /// What the text of a file says about the type of that name.
    fn read(&self, name: &str, file: &Path) -> Result<Option<TypeMetadata>, String> {
        let text = input::read_found_text(file).map_err(|error| format!("{error} (file: {})", file.display()))?;
        let source = Arc::new(Source::new(file.to_string_lossy(), text));
        match ruby_metadata::read_types(&source) {
            Ok(types) => Ok(types.into_iter().find(|found| found.name == name)),
            Err(Diagnostic { message, span, .. }) => Err(format!("{message} {}", Location { source, span })),
        }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, FxHashMap<EcoString, Arc<RubyType>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self) -> &Files {
        self.files.get_or_init(|| Files::of(&self.libraries()))
    }

    /// Warns that the attributes of a type are not checked, if its text cannot be read.
    pub(super) fn warn(&self, name: &str, found: &RubyType) {
        if let Some(why) = &found.problem {
            self.log.line(Level::Warning, &format!("The attributes of the type '{name}' are not checked: {why}"));
        }
    }
}

impl Files {
    fn of(libraries: &[PathBuf]) -> Files {
        let mut files = Files::default();
        for library in libraries.iter().map(|library| library.join("puppet")) {
            for file in entries(&library.join("type")) {
                if let Some(name) = ruby_name(&file) {
                    files.types.entry(name).or_insert(file);
                }
            }
            for directory in entries(&library.join("provider")) {
                if let Some(name) = directory.file_name().and_then(|name| name.to_str()) {
                    let providers = files.provided.entry(name.into()).or_default();
                    providers.extend(entries(&directory).iter().filter_map(|file| ruby_name(file)));
                }
            }
        }
        files.types.sort_unstable_keys();
        files
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// `note` for `note.rb`.
fn ruby_name(file: &Path) -> Option<EcoString> {
    Some(file.file_name()?.to_str()?.strip_suffix(".rb")?.into())
}
