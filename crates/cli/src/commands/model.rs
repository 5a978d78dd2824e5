//! `bunraku model`: working with types of the language.

mod check;
mod diagram;
mod documents;
mod export;
mod generate;
mod import;
mod migrate;
mod names;
mod written;

use std::{path::PathBuf, sync::Arc};

use clap::{Args, Subcommand};
use compiler::{Environment, Limits, models::Session};
use diagnostics::{Diagnostic, Source};
use model::ModelType;

use crate::{arguments::Format, failure::Failure, output::Answer};

/// What to do with types of the language.
#[derive(Subcommand)]
pub(crate) enum ModelCommand {
    Check(check::Check),
    Export(export::Export),
    Import(import::Import),
    Migrate(migrate::Migrate),
    Diagram(diagram::Diagram),
    Generate(generate::Generate),
}

impl ModelCommand {
    pub(crate) fn format(&self) -> Format {
        match self {
            ModelCommand::Check(command) => command.format,
            ModelCommand::Migrate(command) => command.format,
            // What they write has a form of its own.
            ModelCommand::Diagram(_)
            | ModelCommand::Export(_)
            | ModelCommand::Generate(_)
            | ModelCommand::Import(_) => Format::Text,
        }
    }
}

/// Does what the command says.
pub(crate) fn run(command: &ModelCommand) -> Result<Answer, Failure> {
    match command {
        ModelCommand::Check(command) => command.run(),
        ModelCommand::Export(command) => command.run(),
        ModelCommand::Import(command) => command.run(),
        ModelCommand::Migrate(command) => command.run(),
        ModelCommand::Diagram(command) => command.run(),
        ModelCommand::Generate(command) => command.run(),
    }
}

/// Where types come from.
#[derive(Args)]
pub(crate) struct Sources {
    /// Files with types, or folders: of a folder with `types` in it, what is below that, else all files named *.pp;
    /// or models: .ecore files and the .xmi files with their logic, or folders of these
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Where modules are whose types may be named, separated by colons
    #[arg(long, value_name = "PATH", default_value = "")]
    modulepath: String,
}

impl Sources {
    /// Does something with a session that has read all texts, on a stack that is deep enough.
    pub(crate) fn with_session<T: Send>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        Sources::with_texts(&self.texts()?, &self.modulepath, work)
    }

    /// Does the same with texts, wherever they are from.
    fn with_texts<T: Send>(
        texts: &[Arc<Source>],
        modulepath: &str,
        work: impl FnOnce(&mut Session) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let limits = Limits::default();
        let environment = Environment { modulepath: Environment::split_path(modulepath), ..Environment::default() };
        let result = compiler::with_stack(&limits, || {
            let mut session = Session::new(environment, limits);
            for text in texts {
                session.read(text).map_err(|failure| unusable(&failure))?;
            }
            if session.defined().is_empty() && !texts.is_empty() {
                let hint = Some(String::from("a type is written as: type Port { attr number, Integer }"));
                return Err(Failure::Other { message: String::from("the files define no type"), hint });
            }
            work(&mut session)
        });
        result
            .map_err(|error| Failure::Other { message: format!("there is no room to evaluate: {error}"), hint: None })?
    }

    /// All types that the files define, in order; the first that is wrong is an error.
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
            let read = read.map_err(|error| Failure::Other { message: error.to_string(), hint: None })?;
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

/// Why a type cannot be used, with all places that explain it.
pub(crate) fn unusable(failure: &compiler::Failure) -> Failure {
    let Some(place) = failure.place() else {
        let places = failure.labels.iter().map(|(spot, text)| elsewhere(spot, text));
        let hints: Vec<String> = places.chain(failure.hints.iter().cloned()).collect();
        let hint = Some(hints.join("; ")).filter(|hints| !hints.is_empty());
        return Failure::Other { message: failure.message.clone(), hint };
    };
    let mut diagnostic = Diagnostic::error(place.span, failure.message.clone());
    for (spot, text) in &failure.labels {
        if Arc::ptr_eq(&spot.source, &place.source) {
            diagnostic = diagnostic.label(spot.span, text);
        } else {
            diagnostic = diagnostic.hint(elsewhere(spot, text));
        }
    }
    diagnostic.hints.extend(failure.hints.iter().cloned());
    Failure::at(Source::new(place.source.name.clone(), place.source.text.clone()), diagnostic)
}

fn elsewhere(spot: &compiler::Spot, text: &str) -> String {
    let position = spot.source.position(spot.span.start);
    format!("{}:{}:{}: {text}", spot.source.name, position.line, position.column)
}
