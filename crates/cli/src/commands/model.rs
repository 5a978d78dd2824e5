//! `bunraku model`: works with types of the Puppet language.

mod check;
mod diagram;
mod documents;
mod export;
mod generate;
mod import;
mod migrate;
mod names;
mod write;

#[cfg(test)]
mod tests;

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use compiler::{Environment, Limits, models::Session};
use diagnostics::{Diagnostic, Source};
use model::ModelType;

use super::Command;
use crate::failure::Failure;

pub(super) const COMMAND: Command = Command::group("model", "Work with types of the Puppet language", SUBCOMMANDS);

const SUBCOMMANDS: &[Command] = &[
    Command::args::<check::Check>("check"),
    Command::args::<export::Export>("export"),
    Command::args::<import::Import>("import"),
    Command::args::<migrate::Migrate>("migrate"),
    Command::args::<diagram::Diagram>("diagram"),
    Command::args::<generate::Generate>("generate"),
];

/// The source files of types.
#[derive(Args)]
pub(crate) struct Sources {
    /// Files or directories with types. Of a directory, the files in its subdirectory `types` are read, else all *.pp
    /// files in it; or models: .ecore files and the .xmi files with their logic, or directories with these
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Directories with modules whose types may be used, separated by colons
    #[arg(long, value_name = "PATH", default_value = "")]
    modulepath: String,
}

impl Sources {
    /// Runs a function on a session that has read all texts, with a stack that is large enough for deep recursion.
    pub(crate) fn with_session<T>(&self, work: impl FnOnce(&mut Session) -> Result<T, Failure>) -> Result<T, Failure> {
        Sources::with_texts(&self.texts()?, &self.modulepath, work)
    }

    /// Does the same with texts from any source.
    fn with_texts<T>(
        texts: &[Arc<Source>],
        modulepath: &str,
        work: impl FnOnce(&mut Session) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let limits = Limits::default();
        let environment = Environment { modulepath: Environment::split_path(modulepath), ..Environment::default() };
        compiler::with_stack(&limits, || {
            let mut session = Session::new(environment, limits);
            for text in texts {
                session.read(text).map_err(|failure| unusable(&failure))?;
            }
            if session.defined().is_empty() && !texts.is_empty() {
                return Err(
                    Failure::new("no type in the files").hint("write a type as: type Port { attr number, Integer }")
                );
            }
            work(&mut session)
        })
    }

    /// All types that the files define, in order, or the first error.
    pub(crate) fn types(session: &mut Session) -> Result<Vec<Arc<ModelType>>, Failure> {
        let names = session.defined().to_vec();
        let mut types = Vec::with_capacity(names.len());
        for name in &names {
            types.extend(session.model(name).map_err(|failure| unusable(&failure))?);
        }
        Ok(types)
    }

    fn texts(&self) -> Result<Vec<Arc<Source>>, Failure> {
        let mut texts = Vec::new();
        let mut models = Vec::new();
        for path in &self.files {
            if documents::is_model(path) && !path.is_dir() {
                models.push(path.clone());
                continue;
            }
            let types = path.join("types");
            let below = if types.is_dir() { &types } else { path };
            let read = Environment::manifests(below);
            let read = read.map_err(|error| Failure::new(error.to_string()))?;
            if read.is_empty() {
                models.extend(documents::models_of(path)?);
            }
            texts.extend(read);
        }
        if !models.is_empty() {
            texts.push(documents::types_of(&models)?);
        }
        Ok(texts)
    }
}

/// Why a type cannot be used, with all locations that explain it.
pub(crate) fn unusable(failure: &compiler::Failure) -> Failure {
    let Some(primary) = failure.primary_location() else {
        let locations = failure.labels.iter().map(|(location, text)| elsewhere(location, text));
        let hints: Vec<String> = locations.chain(failure.hints.iter().cloned()).collect();
        let hint = Some(hints.join("; ")).filter(|hints| !hints.is_empty());
        return Failure::Other { message: failure.message.clone(), hint };
    };
    let mut diagnostic = Diagnostic::error(primary.span, failure.message.clone());
    for (location, text) in &failure.labels {
        if Arc::ptr_eq(&location.source, &primary.source) {
            diagnostic = diagnostic.label(location.span, text);
        } else {
            diagnostic = diagnostic.hint(elsewhere(location, text));
        }
    }
    diagnostic.hints.extend(failure.hints.iter().cloned());
    Failure::at(Source::new(primary.source.name.clone(), primary.source.text.clone()), diagnostic)
}

fn elsewhere(location: &diagnostics::Location, text: &str) -> String {
    let position = location.source.position(location.span.start);
    format!("{}:{}:{}: {text}", location.source.name, position.line, position.column)
}
