//! Types by name from the folders `types` of modules and of the environment.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use diagnostics::{Diagnostic, Span};
use ecow::{EcoString, eco_format};
use pcore::{TypeDefinition, TypeSource};
use rustc_hash::FxHashMap;
use syntax::{
    ModuleFolder, Program,
    ast::{Expression, Kind, TypeAliasDefinition},
};

use super::{autoload, reading::Reader};
use crate::error::{Interrupt, Outcome};

/// Finds type aliases in files.
pub(crate) struct Aliases {
    reader: Arc<Reader>,
    /// The folder of the environment.
    root: Option<PathBuf>,
    /// What went wrong, by the message that the registry has of it.
    failures: Mutex<FxHashMap<String, Interrupt>>,
}

impl Aliases {
    pub(crate) fn new(reader: Arc<Reader>, root: Option<PathBuf>) -> Aliases {
        Aliases { reader, root, failures: Mutex::default() }
    }

    /// What went wrong, told from its message.
    pub(crate) fn failure(&self, message: &str) -> Interrupt {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.get(message).cloned().unwrap_or_else(|| Interrupt::plain(message))
    }

    fn search(&self, name: &str) -> Outcome<Option<Arc<TypeAliasDefinition>>> {
        if !autoload::is_loadable(name) {
            return Ok(None);
        }
        let (first, rest) = autoload::split(name);
        if rest.is_none() || first == autoload::ENVIRONMENT {
            let file = self.root.as_ref().map(|root| autoload::file_of(&root.join("types"), name));
            if let Some(file) = file.filter(|file| self.reader.modules.has_file(file)) {
                let program = self.reader.read_plain_file(&file)?;
                return only_alias(&program, name, &file).map(Some);
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
        let alias = only_alias(&program, name, &file)?;
        if rest.is_none() && !is_type_set(&alias.definition) {
            let module = capitalized(first);
            let message = format!("The code loaded from {} does not define the TypeSet '{module}'", file.display());
            return Err(Interrupt::plain(message));
        }
        Ok(Some(alias))
    }
}

impl TypeSource for Aliases {
    fn find(&self, name: &str) -> Result<Option<TypeDefinition>, Diagnostic> {
        match self.search(name) {
            Ok(found) => Ok(found.map(|alias| TypeDefinition { name: alias.name.clone(), text: written(&alias) })),
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

/// A file must hold the one alias that it is named after, and nothing else.
fn only_alias(program: &Program, name: &str, file: &Path) -> Outcome<Arc<TypeAliasDefinition>> {
    let file = file.display();
    let refused = |what: String| Err(Interrupt::plain(format!("The code loaded from {file} {what}")));
    let alias = match &autoload::definitions(&program.body)[..] {
        [] => return refused(format!("does not define the type '{name}' - it is empty.")),
        [Expression { kind: Kind::TypeAlias(alias), .. }] => alias,
        [_] => {
            return refused(format!("does not define the type '{name}' - no type alias or type definition found."));
        }
        _ => return refused(format!("must contain only the type '{name}' - it has additional definitions.")),
    };
    let actual = &alias.name;
    if !actual.eq_ignore_ascii_case(name) {
        return refused(format!("produced type with the wrong name, expected '{name}', actual '{actual}'"));
    }
    if autoload::has_logic(&program.body) {
        return refused(format!("contains additional logic - can only contain the type '{name}'"));
    }
    Ok(alias.clone())
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
