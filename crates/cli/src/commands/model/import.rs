//! `bunraku model import`: converts models to types of the Puppet language, and documents of instances.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};
use diagnostics::Source;
use ecore::{
    Imported, Naming, WriteError,
    instances::{Types, write_json, write_xmi},
};
use pcore::Value;

use super::{Sources, documents, unusable, write};
use crate::{arguments::Program, commands::Run, failure::Failure, output::Answer};

/// Convert Ecore models to types of the Puppet language, or check and print instances
///
/// A model is an .ecore document of any tool, together with its implementation model (.xmi) if that is a separate
/// document; or a directory with such documents. Parts that the Puppet language cannot express are listed on stderr
/// with their location, and written as comments.
///
/// With --types, the files are documents with instances of these types, in XMI or JSON. They are checked, including
/// checks and invariants, and printed.
///
/// Exit codes: 0 on success, 2 if something cannot be read or is invalid.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model import library.ecore
  bunraku model import vhost.ecore vhost.xmi --output modules/apache
  bunraku model import models
  bunraku model import scene.xmi --types types/scene.pp --format json")]
pub(crate) struct Import {
    /// Models, or directories written by 'model export'; with --types, documents with instances
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The namespace of the types: Library turns Book into Library::Book
    #[arg(long, value_name = "NAME", conflicts_with = "types")]
    namespace: Option<String>,

    /// Write each type to types/NAME.pp in this directory and list the files; a namespace is part of the path, except
    /// its first name, which is that of the module
    #[arg(long, value_name = "DIR", conflicts_with = "types")]
    output: Option<PathBuf>,

    /// The types of the instances: files or directories as for 'model check', or models; can be repeated
    #[arg(long, value_name = "FILE")]
    types: Vec<PathBuf>,

    /// Directories with modules whose types may be used, separated by colons
    #[arg(long, value_name = "PATH", default_value = "", requires = "types")]
    modulepath: String,

    /// The type of JSON instances that do not name their type
    #[arg(long = "type", value_name = "NAME", requires = "types")]
    expected: Option<String>,

    /// The output format of instances
    #[arg(long, value_enum, default_value_t, requires = "types")]
    format: Form,

    /// Print the values of Sensitive in clear text instead of failing
    #[arg(long, requires = "types")]
    with_secrets: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Form {
    /// A JSON document
    #[default]
    Json,
    /// An XMI document
    Xmi,
    /// Values of the Puppet language
    Puppet,
}

impl Run for Import {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        if self.types.is_empty() { self.models() } else { self.instances() }
    }
}

impl Import {
    fn models(&self) -> Result<Answer, Failure> {
        if let Some(namespace) = &self.namespace {
            let is_name = |part: &str| {
                part.starts_with(|first: char| first.is_ascii_alphabetic())
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            if !namespace.split("::").all(is_name) {
                let message = format!("invalid namespace '{namespace}'");
                return Err(Failure::new(message).hint("write a namespace as Library or Library::Books"));
            }
        }
        let mut sources = Vec::new();
        for path in &self.files {
            for path in documents::models_of(path)? {
                sources.push(documents::read(&path)?);
            }
        }
        let imported = ecore::import(&sources, self.namespace.as_deref()).map_err(documents::document_error)?;
        check(&imported)?;
        let write: Vec<(String, String)> = match &self.output {
            None => vec![(String::from("types.pp"), imported.text())],
            Some(_) => files_of(&imported)?,
        };
        let mut answer = write::answer(&write, self.output.as_deref())?;
        answer.warnings.extend(imported.unsupported.iter().map(ToString::to_string));
        Ok(answer)
    }

    fn instances(&self) -> Result<Answer, Failure> {
        let text = documents::with_types(&self.types, &self.modulepath, |session, types| {
            let types = Types::new(&types);
            let mut all = Vec::new();
            for path in &self.files {
                all.extend(documents::instances(session, &types, &documents::read(path)?, self.expected.as_deref())?);
            }
            let secrets = documents::secrets(self.with_secrets);
            let failed = |error: WriteError| documents::unwritable(&error);
            match self.format {
                Form::Json => write_json(&all, &types, secrets).map_err(failed),
                Form::Xmi => write_xmi(&all, &types, &Naming::new("model"), secrets).map_err(failed),
                Form::Puppet => {
                    let lines: Vec<String> =
                        all.into_iter().map(|instance| Value::Object(instance).to_string()).collect();
                    Ok(lines.join("\n"))
                }
            }
        })?;
        Ok(Answer::text(text.strip_suffix('\n').unwrap_or(&text)))
    }
}

/// Loads the imported types, so that nothing invalid is written.
fn check(imported: &Imported) -> Result<(), Failure> {
    let text = Arc::new(Source::new("the types of the model", imported.text()));
    Sources::with_texts(&[text], "", |session| {
        let names = session.defined().to_vec();
        for name in &names {
            session.model(name).map_err(|failure| unusable(&failure))?;
        }
        Ok(())
    })
}

/// The types as files of a module: each has its own, because the autoloader searches there.
fn files_of(imported: &Imported) -> Result<Vec<(String, String)>, Failure> {
    let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for definition in &imported.definitions {
        names.entry(path_of(&definition.name)).or_default().push(&definition.name);
    }
    let shared: Vec<String> = names
        .into_iter()
        .filter(|(_, names)| names.len() > 1)
        .map(|(path, names)| format!("{path} would contain {}", names.join(", ")))
        .collect();
    if !shared.is_empty() {
        let hint = "a module has one namespace: import the models of each into a directory of its own";
        return Err(Failure::new(shared.join("; ")).hint(hint));
    }
    let definitions = imported.definitions.iter();
    Ok(definitions.map(|definition| (path_of(&definition.name), definition.text.clone())).collect())
}

/// The path in a module where the autoloader searches a type.
fn path_of(name: &str) -> String {
    let segments: Vec<String> = name.split("::").map(str::to_ascii_lowercase).collect();
    let inner = if segments.len() > 1 { segments.get(1..).unwrap_or_default() } else { segments.as_slice() };
    format!("types/{}.pp", inner.join("/"))
}
