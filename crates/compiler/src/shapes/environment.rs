//! The types of an environment: those of its modules, written in Ruby; those that are built in; those of Puppet.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use diagnostics::{Diagnostic, Source};
use ecow::EcoString;
use resource_api::log::{Level, Log};
use ruby_metadata::TypeMetadata;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{CoreShapes, ResourceShape, ResourceShapes};
use crate::{
    error::Spot,
    input,
    loader::{Environment, Modules},
};

/// The types of an environment. Each is looked for once.
///
/// A type of a module hides one that is built in, and that hides one of Puppet's own.
pub struct EnvironmentShapes<N> {
    modules: Modules,
    /// The types that are built in.
    native: N,
    log: Log,
    files: OnceLock<Files>,
    known: Mutex<FxHashMap<EcoString, Option<Arc<ResourceShape>>>>,
}

/// What folders of modules have.
#[derive(Default)]
struct Files {
    /// The files of types, by the names of the types.
    types: FxHashMap<EcoString, PathBuf>,
    /// The types that have providers.
    provided: FxHashSet<EcoString>,
}

impl<N: ResourceShapes> EnvironmentShapes<N> {
    /// The types of an environment, with those that are built in. What is wrong with a type in Ruby is logged.
    pub fn new(environment: &Environment, native: N, log: Log) -> EnvironmentShapes<N> {
        let modules = Modules::new(environment);
        EnvironmentShapes { modules, native, log, files: OnceLock::new(), known: Mutex::default() }
    }

    fn search(&self, name: &str) -> Option<Arc<ResourceShape>> {
        let files = self.files.get_or_init(|| Files::of(&self.modules));
        match files.types.get(name) {
            Some(file) => Some(Arc::new(self.read(name, file, files.provided.contains(name)))),
            None => match (self.native.find(name), CoreShapes.find(name)) {
                (Some(native), Some(puppet)) => Some(with_provider(native, &puppet)),
                (native, puppet) => native.or(puppet),
            },
        }
    }

    /// Reads a type in Ruby. What cannot be told accepts anything.
    fn read(&self, name: &str, file: &Path, has_providers: bool) -> ResourceShape {
        let unknown = || ResourceShape { name: name.into(), ..ResourceShape::default() };
        let text = match input::read_found_text(file) {
            Ok(text) => text,
            Err(error) => {
                self.warn(name, &format!("{error} (file: {})", file.display()));
                return unknown();
            }
        };
        let source = Arc::new(Source::new(file.to_string_lossy(), text));
        match ruby_metadata::read_types(&source) {
            Ok(types) => {
                let found = types.into_iter().find(|found| found.name == name);
                found.map_or_else(unknown, |found| shape(&found, has_providers))
            }
            Err(Diagnostic { message, span, .. }) => {
                self.warn(name, &format!("{message} {}", Spot { source, span }));
                unknown()
            }
        }
    }

    fn warn(&self, name: &str, why: &str) {
        self.log.line(Level::Warning, &format!("The attributes of the type '{name}' are not checked: {why}"));
    }
}

impl<N: ResourceShapes> ResourceShapes for EnvironmentShapes<N> {
    fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(name) {
            return answer.clone();
        }
        let answer = self.search(name);
        known.insert(name.into(), answer.clone());
        answer
    }

    fn names(&self) -> Vec<EcoString> {
        let files = self.files.get_or_init(|| Files::of(&self.modules));
        let mut names: Vec<EcoString> = files.types.keys().cloned().collect();
        names.extend(self.native.names());
        names.extend(CoreShapes.names());
        names.sort();
        names.dedup();
        names
    }
}

impl Files {
    fn of(modules: &Modules) -> Files {
        let mut files = Files::default();
        for folder in modules.in_order() {
            let library = folder.join("lib/puppet");
            for file in entries(&library.join("type")) {
                if let Some(name) = ruby_name(&file) {
                    files.types.entry(name).or_insert(file);
                }
            }
            for folder in entries(&library.join("provider")) {
                if entries(&folder).iter().any(|file| ruby_name(file).is_some())
                    && let Some(name) = folder.file_name().and_then(|name| name.to_str())
                {
                    files.provided.insert(name.into());
                }
            }
        }
        files
    }
}

/// A type that is built in, with the choice of a provider where Puppet's own type of that name has it: manifests make
/// it, though there is nothing to choose from here.
fn with_provider(native: Arc<ResourceShape>, puppet: &ResourceShape) -> Arc<ResourceShape> {
    let has = |shape: &ResourceShape| shape.attributes.iter().flatten().any(|name| name == "provider");
    if has(&native) || !has(puppet) {
        return native;
    }
    let mut shape = (*native).clone();
    shape.attributes.get_or_insert_default().push("provider".into());
    Arc::new(shape)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// `note` for `note.rb`.
fn ruby_name(file: &Path) -> Option<EcoString> {
    Some(file.file_name()?.to_str()?.strip_suffix(".rb")?.into())
}

fn shape(metadata: &TypeMetadata, has_providers: bool) -> ResourceShape {
    let mut attributes: Option<Vec<EcoString>> = metadata
        .attributes
        .as_ref()
        .map(|attributes| attributes.iter().map(|attribute| attribute.name.clone()).collect());
    if let Some(attributes) = &mut attributes
        && (has_providers || !metadata.providers.is_empty())
        && metadata.definition.is_none()
        && !attributes.iter().any(|name| name == "provider")
    {
        attributes.push("provider".into());
    }
    ResourceShape {
        name: metadata.name.clone(),
        attributes,
        namevars: metadata.namevars().cloned().collect(),
        titles_have_parts: metadata.has_title_patterns,
        may_repeat: metadata.may_repeat,
        titles_are_paths: false,
    }
}
