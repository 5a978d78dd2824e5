//! Types by name from the `types` directories of modules and of the environment.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ecow::{EcoString, eco_format};
use pcore::{SourceError, TypeSource};
use rustc_hash::FxHashMap;
use syntax::{
    Program,
    ast::{Expression, Kind, TypeAliasDefinition, TypeDefinition},
};

use super::{Environment, LanguageTypes, autoload, reading::Reader};
use crate::error::{Interrupt, Outcome};

/// Finds type aliases in files.
pub(crate) struct Aliases {
    reader: Arc<Reader>,
    root: Option<PathBuf>,
    /// The definitions of files that were read: every reference to a type asks for it.
    read: Mutex<FxHashMap<EcoString, Option<FileDefinition>>>,
    resources: LanguageTypes,
}

impl Aliases {
    pub(crate) fn new(reader: Arc<Reader>, environment: &Environment) -> Aliases {
        let resources = LanguageTypes::of(reader.modules.clone(), environment);
        Aliases { reader, root: environment.root.clone(), read: Mutex::default(), resources }
    }

    pub(crate) fn type_definition(&self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        match self.find_read(name)? {
            Some(FileDefinition::Type(definition)) => Ok(Some(definition)),
            Some(FileDefinition::Alias(_)) => Ok(None),
            None => self.resource_definition(name),
        }
    }

    /// What the file of a name defines; each file is read once.
    fn find_read(&self, name: &str) -> Outcome<Option<FileDefinition>> {
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
        self.resources.file(name).filter(|_| !name.contains(':'))
    }

    fn resource_definition(&self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        let Some(file) = self.resource_file(name) else { return Ok(None) };
        let program = self.reader.read_plain_file(&file)?;
        let found = only_definition(&program, name, &file)?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.into(), Some(found.clone()));
        Ok(match found {
            FileDefinition::Type(definition) => Some(definition),
            FileDefinition::Alias(_) => None,
        })
    }

    fn search(&self, name: &str) -> Outcome<Option<FileDefinition>> {
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
        let types = module.directory.join("types");
        let file = match rest {
            Some(rest) => autoload::file_of(&types, rest),
            None => types.join("init_typeset.pp"),
        };
        if !self.reader.modules.has_file(&file) {
            return Ok(None);
        }
        let program = self.reader.read_file(&file, name)?;
        let found = only_definition(&program, name, &file)?;
        if rest.is_none() && !matches!(&found, FileDefinition::Alias(alias) if is_type_set(&alias.definition)) {
            let module = resource_api::log::capitalized(first);
            let message = format!("The code loaded from {} does not define the TypeSet '{module}'", file.display());
            return Err(Interrupt::unplaced(message));
        }
        Ok(Some(found))
    }
}

/// The definition in a file of a `types` directory.
#[derive(Clone)]
enum FileDefinition {
    Alias(Arc<TypeAliasDefinition>),
    /// A type of the language, which is registered when it is loaded.
    Type(Arc<TypeDefinition>),
}

impl TypeSource for Aliases {
    fn find(&self, name: &str) -> Result<Option<pcore::TypeDefinition>, SourceError> {
        match self.find_read(name) {
            Ok(Some(FileDefinition::Alias(alias))) => {
                Ok(Some(pcore::TypeDefinition { name: alias.name.clone(), text: written(&alias) }))
            }
            Ok(Some(FileDefinition::Type(_)) | None) => Ok(None),
            Err(interrupt) => Err(Arc::new(*interrupt.into_failure())),
        }
    }
}

/// The text of an alias. The short forms of Object types are expanded.
pub(crate) fn written(alias: &TypeAliasDefinition) -> EcoString {
    let text = alias.definition.span.of(&alias.location.source.text).trim();
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
fn only_definition(program: &Program, name: &str, file: &Path) -> Outcome<FileDefinition> {
    let file = file.display();
    let refused = |what: String| Err(Interrupt::unplaced(format!("The code loaded from {file} {what}")));
    let found = match &autoload::definitions(&program.body)[..] {
        [] => return refused(format!("does not define the type '{name}' - it is empty.")),
        [Expression { kind: Kind::TypeAlias(alias), .. }] => FileDefinition::Alias(alias.clone()),
        [Expression { kind: Kind::TypeDefinition(definition), .. }] => FileDefinition::Type(definition.clone()),
        [_] => {
            return refused(format!("does not define the type '{name}' - no type alias or type definition found."));
        }
        _ => return refused(format!("must contain only the type '{name}' - it has additional definitions.")),
    };
    let actual = match &found {
        FileDefinition::Alias(alias) => &alias.name,
        FileDefinition::Type(definition) => &definition.name,
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
