//! Where definitions are found: the main manifest, and the files of modules by their names.
//!
//! [`Loader::read`] takes in a text; everything else is read from the disk when its name is first asked for. Each file
//! is read at most once, and a failed search is not repeated.

mod aliases;
mod autoload;
mod definitions;
mod environment;
mod language_types;
mod modules;
mod reading;

#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use diagnostics::Source;
use ecow::EcoString;
use pcore::{Type, TypeNames as _, TypeRegistry, TypeSource};
use resource_api::log::Log;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{
    FileKind, Program, Strictness,
    ast::{ClassDefinition, DefineDefinition, FunctionDefinition, NodeDefinition, TypeDefinition},
};

use self::{
    aliases::{Aliases, written},
    definitions::{Definitions, Owner},
    reading::Reader,
};
pub(crate) use self::{definitions::node_name, modules::Modules};
pub use self::{
    environment::{Environment, ManifestError},
    language_types::LanguageTypes,
};
use crate::error::{Failure, Interrupt, Outcome};

/// A file that should define a function in Ruby.
#[derive(Clone, Debug)]
pub(crate) struct RubyFile {
    /// The module that it belongs to; none for the environment's own.
    pub module: Option<EcoString>,
    pub file: PathBuf,
    /// Whether it uses the legacy API, which checks only the number of arguments.
    pub legacy: bool,
}

/// What is defined, and where more is found.
pub struct Loader {
    /// Where modules are.
    pub environment: Environment,
    reader: Arc<Reader>,
    definitions: Definitions,
    aliases: Arc<Aliases>,
    /// The type aliases, by name; asks for those of modules itself. See [`Loader::find_type`].
    pub(crate) types: TypeRegistry,
    /// The manifests of modules that were read.
    loaded: FxHashSet<PathBuf>,
    /// Names of classes and defines that no file has.
    searched: FxHashSet<EcoString>,
    /// Names of functions whose files were looked for.
    searched_functions: FxHashSet<EcoString>,
    /// The modules that texts belong to, by the names of the texts.
    owners: FxHashMap<String, EcoString>,
}

impl Default for Loader {
    fn default() -> Loader {
        Loader::new(Environment::default(), Strictness::Error)
    }
}

impl Loader {
    /// A loader that has read nothing yet.
    pub fn new(environment: Environment, strict: Strictness) -> Loader {
        let reader = Arc::new(Reader::new(Modules::new(&environment), strict));
        let aliases = Arc::new(Aliases::new(reader.clone(), &environment));
        Loader {
            types: TypeRegistry::with_source(aliases.clone() as Arc<dyn TypeSource>),
            environment,
            reader,
            aliases,
            definitions: Definitions::default(),
            loaded: FxHashSet::default(),
            searched: FxHashSet::default(),
            searched_functions: FxHashSet::default(),
            owners: FxHashMap::default(),
        }
    }

    /// Sets the log for warnings about texts.
    pub fn log_to(&self, log: Log) {
        self.reader.log_to(log);
    }

    /// Reads a text, checks it, and remembers what it defines.
    pub fn read(&mut self, source: &Arc<Source>, file_kind: FileKind) -> Outcome<Program> {
        let owner = if matches!(file_kind, FileKind::Module { .. }) { Owner::Module } else { Owner::Main };
        let program = self.reader.read(source, file_kind)?;
        self.add(&program, owner, None)?;
        Ok(program)
    }

    /// Remembers what a program defines.
    fn add(&mut self, program: &Program, owner: Owner, module: Option<&EcoString>) -> Outcome<()> {
        self.remember_owner(program, module);
        for alias in self.definitions.add(&program.body, owner)? {
            self.types.add(&alias.name, &written(&alias));
        }
        Ok(())
    }

    fn remember_owner(&mut self, program: &Program, module: Option<&EcoString>) {
        if let Some(module) = module {
            self.owners.insert(program.source.name.clone(), module.clone());
        }
    }

    /// The module that a file was read for; none for the main manifest and for the environment.
    pub fn module_of(&self, file: &str) -> Option<EcoString> {
        self.owners.get(file).cloned()
    }

    /// The class of that name (lower case, no leading colons), loaded from its module when needed.
    pub fn class(&mut self, name: &str) -> Outcome<Option<Arc<ClassDefinition>>> {
        let is_known = |loader: &Loader| loader.definitions.classes.contains_key(name);
        if !is_known(self) {
            self.load(name, is_known)?;
        }
        Ok(self.definitions.classes.get(name).cloned())
    }

    /// The define of that name (lower case, no leading colons), loaded from its module when needed.
    pub fn define(&mut self, name: &str) -> Outcome<Option<Arc<DefineDefinition>>> {
        let is_known = |loader: &Loader| loader.definitions.defines.contains_key(name);
        if !is_known(self) {
            self.load(name, is_known)?;
        }
        Ok(self.definitions.defines.get(name).cloned())
    }

    /// The function of the language with that name. Every module sees those of all others, whatever its metadata says.
    pub fn function(&mut self, name: &str) -> Outcome<Option<Arc<FunctionDefinition>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        match self.definitions.functions.get(name) {
            Some(known) => Ok(Some(known.clone())),
            None => self.load_function(name),
        }
    }

    /// The type alias, Object type or type set of that name, in any case. A definition that cannot be used is a
    /// failure. Puppet's own types, resource types and defines are not looked for here, and go first.
    pub fn find_type(&self, name: &str) -> Outcome<Option<Type>> {
        match self.types.find(name) {
            Some(found) => Ok(Some(found)),
            None => self.types.problem(name).map_or(Ok(None), |problem| {
                let error = self.types.source_error(name);
                let failure = error.as_ref().and_then(|error| error.downcast_ref::<Failure>()).cloned();
                Err(failure.map_or_else(|| Interrupt::unplaced(problem.message), Interrupt::from))
            }),
        }
    }

    /// The type of the language of that name (lower case, no leading colons), loaded from its file when needed.
    pub(crate) fn type_definition(&self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        match self.definitions.types.get(name) {
            Some(known) => Ok(Some(known.clone())),
            None => self.aliases.type_definition(name),
        }
    }

    /// Whether a type of resources of that name (in lower case) may be found in the language.
    pub(crate) fn may_define_resources(&self, name: &str) -> bool {
        self.has_type_definition(name) || self.aliases.resource_file(name).is_some()
    }

    /// Whether manifests that were read define a type of that name, in any case.
    pub(crate) fn has_type_definition(&self, name: &str) -> bool {
        let types = &self.definitions.types;
        types.names().next().is_some() && types.get(&name.to_ascii_lowercase()).is_some()
    }

    /// The nodes of the main manifest, in order.
    pub fn nodes(&self) -> &[Arc<NodeDefinition>] {
        &self.definitions.nodes
    }

    /// The names of classes that may be meant: those that were read, and those that modules are named after.
    pub(crate) fn class_names(&self) -> impl Iterator<Item = &str> {
        self.definitions.classes.keys().map(EcoString::as_str).chain(self.modules().map(|(name, _)| name))
    }

    pub(crate) fn define_names(&self) -> impl Iterator<Item = &str> {
        self.definitions.defines.keys().map(EcoString::as_str)
    }

    pub(crate) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.definitions.functions.names().map(EcoString::as_str)
    }

    /// Whether a file is below a directory of modules, whose authors are trusted.
    pub(crate) fn is_in_module(&self, path: &Path) -> bool {
        self.reader.modules.has(path)
    }

    /// The directory of a module.
    pub fn module(&self, name: &str) -> Option<PathBuf> {
        self.reader.module(name).map(|module| module.directory)
    }

    /// The file that has a function of that name in Ruby: one with a namespace is in the module of that name, others
    /// may be in any.
    pub(crate) fn ruby_function(&self, name: &str) -> Option<RubyFile> {
        if !autoload::is_loadable(name) {
            return None;
        }
        let (first, rest) = autoload::split(name);
        let below = |directory: &Path, start: &str| {
            let mut file = autoload::file_of(&directory.join(start), name);
            file.set_extension("rb");
            Some(file).filter(|file| self.reader.modules.has_file(file))
        };
        let mut directories: Vec<(Option<EcoString>, PathBuf)> = Vec::new();
        if rest.is_none() || first == autoload::ENVIRONMENT {
            directories.extend(self.environment.root.as_ref().map(|root| (None, root.clone())));
        }
        match rest {
            Some(_) => {
                directories.extend(self.reader.module(first).map(|module| (Some(module.name), module.directory)))
            }
            None => {
                let own = |directory: &Path| Some(directory.file_name()?.to_str()?.into());
                let all = self.reader.modules.in_order().into_iter();
                directories.extend(all.map(|directory| (own(directory), directory.to_path_buf())));
            }
        }
        // The current API takes precedence over the legacy one, in all modules.
        [("lib/puppet/functions", false), ("lib/puppet/parser/functions", true)].into_iter().find_map(
            |(start, legacy)| {
                directories.iter().find_map(|(module, directory)| {
                    let file = below(directory, start)?;
                    Some(RubyFile { module: module.clone(), file, legacy })
                })
            },
        )
    }

    /// The names and directories of all modules, by name; those that cannot be used are among them.
    pub fn modules(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.reader.modules.all().map(|(name, directory)| (name.as_str(), directory.as_path()))
    }

    /// The file that `module/path` means below a folder of modules (`files`, `templates`), or an absolute path.
    pub fn file(&self, directory: &str, name: &str) -> Option<PathBuf> {
        if name.starts_with('/') {
            return Some(PathBuf::from(name)).filter(|path| path.is_file());
        }
        let (module, rest) = name.split_once('/')?;
        Some(self.module(module)?.join(directory).join(rest)).filter(|path| path.is_file())
    }
}
