//! Types by name from the folders `types` of modules and of the environment.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use diagnostics::{Diagnostic, Span};
use ecow::{EcoString, eco_format};
use pcore::TypeSource;
use rustc_hash::FxHashMap;
use syntax::{
    ModuleFolder, Program,
    ast::{Expression, Kind, TypeAliasDefinition, TypeDefinition},
};

use super::{autoload, reading::Reader, resource_types};
use crate::error::{Interrupt, Outcome};

/// Finds type aliases in files.
pub(crate) struct Aliases {
    reader: Arc<Reader>,
    /// The folder of the environment.
    root: Option<PathBuf>,
    /// What went wrong, by the message that the registry has of it.
    failures: Mutex<FxHashMap<String, Interrupt>>,
    /// What files define, as far as they were read: a type is asked for by everyone who refers to it.
    read: Mutex<FxHashMap<EcoString, Option<Found>>>,
    /// The files that may define types of resources, as far as they were looked for.
    resources: Mutex<FxHashMap<EcoString, Option<PathBuf>>>,
}

impl Aliases {
    pub(crate) fn new(reader: Arc<Reader>, root: Option<PathBuf>) -> Aliases {
        Aliases { reader, root, failures: Mutex::default(), read: Mutex::default(), resources: Mutex::default() }
    }

    /// What went wrong, told from its message.
    pub(crate) fn failure(&self, message: &str) -> Interrupt {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.get(message).cloned().unwrap_or_else(|| Interrupt::plain(message))
    }

    /// Finds a type of the language.
    pub(crate) fn type_definition(&self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        match self.find_read(name)? {
            Some(Found::Type(definition)) => Ok(Some(definition)),
            Some(Found::Alias(_)) => Ok(None),
            None => self.resource_definition(name),
        }
    }

    /// What the file of a name defines; each file is read once.
    fn find_read(&self, name: &str) -> Outcome<Option<Found>> {
        let known = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(name) {
            return Ok(found.clone());
        }
        let found = self.search(name)?;
        known().insert(name.into(), found.clone());
        Ok(found)
    }

    /// The file of any module that defines a type of resources, which has no namespace.
    pub(crate) fn resource_file(&self, name: &str) -> Option<PathBuf> {
        if !autoload::is_loadable(name) || name.contains(':') {
            return None;
        }
        let mut known = self.resources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        let folders = resource_types::folders(self.root.as_deref(), &self.reader.modules).into_iter();
        let mut files = folders.map(|folder| autoload::file_of(&folder, name));
        let found = files.find(|file| self.reader.modules.has_file(file) && resource_types::defines(file, name));
        known.insert(name.into(), found.clone());
        found
    }

    fn resource_definition(&self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        let Some(file) = self.resource_file(name) else { return Ok(None) };
        let program = self.reader.read_plain_file(&file)?;
        let found = only_definition(&program, name, &file)?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.into(), Some(found.clone()));
        Ok(match found {
            Found::Type(definition) => Some(definition),
            Found::Alias(_) => None,
        })
    }

    fn search(&self, name: &str) -> Outcome<Option<Found>> {
        if !autoload::is_loadable(name) {
            return Ok(None);
        }
        let (first, rest) = autoload::split(name);
        if rest.is_none() || first == autoload::ENVIRONMENT {
            let file = self.root.as_ref().map(|root| autoload::file_of(&root.join("types"), name));
            if let Some(file) = file.filter(|file| self.reader.modules.has_file(file)) {
                let program = self.reader.read_plain_file(&file)?;
                return only_definition(&program, name, &file).map(Some);
            }
        }
        let Some(module) = self.reader.module(first) else { return Ok(None) };
        let types = module.folder.join("types");
        let file = match rest {
            Some(rest) => autoload::file_of(&types, rest),
            None => types.join("init_typeset.pp"),
        };
        if !self.reader.modules.has_file(&file) {
            return Ok(None);
        }
        let program = self.reader.read_file(&file, ModuleFolder::Types, name)?;
        let found = only_definition(&program, name, &file)?;
        if rest.is_none() && !matches!(&found, Found::Alias(alias) if is_type_set(&alias.definition)) {
            let module = capitalized(first);
            let message = format!("The code loaded from {} does not define the TypeSet '{module}'", file.display());
            return Err(Interrupt::plain(message));
        }
        Ok(Some(found))
    }
}

/// What a file of the folder `types` defines.
#[derive(Clone)]
enum Found {
    Alias(Arc<TypeAliasDefinition>),
    /// A type of the language, which the registry of types is told of when it is loaded.
    Type(Arc<TypeDefinition>),
}

impl TypeSource for Aliases {
    fn find(&self, name: &str) -> Result<Option<pcore::TypeDefinition>, Diagnostic> {
        match self.find_read(name) {
            Ok(Some(Found::Alias(alias))) => {
                Ok(Some(pcore::TypeDefinition { name: alias.name.clone(), text: written(&alias) }))
            }
            Ok(Some(Found::Type(_)) | None) => Ok(None),
            Err(interrupt) => {
                let message = match &interrupt {
                    Interrupt::Failure(failure) => failure.to_string(),
                    // Nothing is evaluated here, so nothing jumps.
                    Interrupt::Next(_) | Interrupt::Break(_) | Interrupt::Return(_) => String::new(),
                };
                let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
                failures.insert(message.clone(), interrupt);
                Err(Diagnostic::error(Span::default(), message))
            }
        }
    }
}

/// What an alias stands for, as text. The short forms of Object types are written out.
pub(crate) fn written(alias: &TypeAliasDefinition) -> EcoString {
    let text = alias.definition.span.of(&alias.place.source.text).trim();
    if !matches!(alias.definition.kind, Kind::Hash(_)) {
        return text.into();
    }
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    match &alias.parent {
        Some(parent) => eco_format!("Object[{{parent => {parent}, {inner}}}]"),
        None => eco_format!("Object[{{{inner}}}]"),
    }
}

/// A file must hold the one type that it is named after, and nothing else.
fn only_definition(program: &Program, name: &str, file: &Path) -> Outcome<Found> {
    let file = file.display();
    let refused = |what: String| Err(Interrupt::plain(format!("The code loaded from {file} {what}")));
    let found = match &autoload::definitions(&program.body)[..] {
        [] => return refused(format!("does not define the type '{name}' - it is empty.")),
        [Expression { kind: Kind::TypeAlias(alias), .. }] => Found::Alias(alias.clone()),
        [Expression { kind: Kind::TypeDefinition(definition), .. }] => Found::Type(definition.clone()),
        [_] => {
            return refused(format!("does not define the type '{name}' - no type alias or type definition found."));
        }
        _ => return refused(format!("must contain only the type '{name}' - it has additional definitions.")),
    };
    let actual = match &found {
        Found::Alias(alias) => &alias.name,
        Found::Type(definition) => &definition.name,
    };
    if !actual.eq_ignore_ascii_case(name) {
        return refused(format!("produced type with the wrong name, expected '{name}', actual '{actual}'"));
    }
    if autoload::has_logic(&program.body) {
        return refused(format!("contains additional logic - can only contain the type '{name}'"));
    }
    Ok(found)
}

fn is_type_set(definition: &Expression) -> bool {
    match &definition.kind {
        Kind::Access(operand, _) => matches!(&operand.kind, Kind::TypeName(name) if name == "TypeSet"),
        _ => false,
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
