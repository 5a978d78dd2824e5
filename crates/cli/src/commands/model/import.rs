//! `bunraku model import`: models as types of the language, and documents of instances.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};
use diagnostics::Source;
use ecore::{
    Imported, Naming,
    instances::{Types, WriteError, write_json, write_xmi},
};
use pcore::Value;

use super::{Sources, documents, unusable, written};
use crate::{failure::Failure, output::Answer};

/// Reads Ecore models as types of the language, or checks instances and prints them
///
/// A model is an .ecore document, ours or anybody's, with its implementation model (.xmi) beside it, if that is a
/// document of its own; or a folder of such documents. What types of the language cannot say is listed on stderr with
/// its place, and stands as comments in what is written.
///
/// With --types, the files are documents of instances of these types, in XMI or JSON. They are checked, with all checks
/// and invariants, and printed.
///
/// Exit codes: 0 when all is read, 2 when something cannot be read or is not acceptable.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model import library.ecore
  bunraku model import vhost.ecore vhost.xmi --output modules/apache
  bunraku model import models
  bunraku model import scene.xmi --types types/scene.pp --format json")]
pub(crate) struct Import {
    /// Models, or folders of them as 'model export' writes them; with --types, documents of instances
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The namespace of the types: Library makes Library::Book of Book
    #[arg(long, value_name = "NAME", conflicts_with = "types")]
    namespace: Option<String>,

    /// Writes each type to types/NAME.pp of this folder, and says which; a namespace is part of the path but for its
    /// first name, which is that of the module
    #[arg(long, value_name = "DIR", conflicts_with = "types")]
    output: Option<PathBuf>,

    /// The types of the instances: files or folders as for 'model check', or models; can be given several times
    #[arg(long, value_name = "FILE")]
    types: Vec<PathBuf>,

    /// Where modules are whose types may be named, separated by colons
    #[arg(long, value_name = "PATH", default_value = "", requires = "types")]
    modulepath: String,

    /// The type of instances in JSON that do not say it
    #[arg(long = "type", value_name = "NAME", requires = "types")]
    expected: Option<String>,

    /// How instances are printed
    #[arg(long, value_enum, default_value_t, requires = "types")]
    format: Form,

    /// Prints what a Sensitive holds in clear, which is an error otherwise
    #[arg(long, requires = "types")]
    with_secrets: bool,
}

/// How instances are printed.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Form {
    /// As a document in JSON
    #[default]
    Json,
    /// As a document in XMI
    Xmi,
    /// As the language writes them
    Puppet,
}

impl Import {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        if self.types.is_empty() { self.models() } else { self.instances() }
    }

    fn models(&self) -> Result<Answer, Failure> {
        if let Some(namespace) = &self.namespace {
            let is_name = |part: &str| {
                part.starts_with(|first: char| first.is_ascii_alphabetic())
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            if !namespace.split("::").all(is_name) {
                let message = format!("'{namespace}' cannot be a namespace");
                let hint = Some(String::from("a namespace is written as Library or Library::Books"));
                return Err(Failure::Other { message, hint });
            }
        }
        let mut sources = Vec::new();
        for path in &self.files {
            for path in documents::models_of(path)? {
                sources.push(documents::read(&path)?);
            }
        }
        let imported = ecore::import(&sources, self.namespace.as_deref()).map_err(documents::faulty)?;
        check(&imported)?;
        let written: Vec<(String, String)> = match &self.output {
            None => vec![(String::from("types.pp"), imported.text())],
            Some(_) => files_of(&imported)?,
        };
        let mut answer = written::answer(&written, self.output.as_deref())?;
        answer.warnings.extend(imported.findings.iter().map(ToString::to_string));
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

/// Loads what was read, so that nothing is written that cannot be used.
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

/// The types as files of a module: each has one of its own, since it is looked for there.
fn files_of(imported: &Imported) -> Result<Vec<(String, String)>, Failure> {
    let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for definition in &imported.definitions {
        names.entry(path_of(&definition.name)).or_default().push(&definition.name);
    }
    let shared: Vec<String> = names
        .into_iter()
        .filter(|(_, names)| names.len() > 1)
        .map(|(path, names)| format!("{path} would hold {}", names.join(", ")))
        .collect();
    if !shared.is_empty() {
        let hint = Some(String::from("a module has one namespace: import the models of each into a folder of its own"));
        return Err(Failure::Other { message: shared.join("; "), hint });
    }
    let definitions = imported.definitions.iter();
    Ok(definitions.map(|definition| (path_of(&definition.name), definition.text.clone())).collect())
}

/// The file of a module in which a type is found by its name.
fn path_of(name: &str) -> String {
    let segments: Vec<String> = name.split("::").map(str::to_ascii_lowercase).collect();
    let inner = if segments.len() > 1 { segments.get(1..).unwrap_or_default() } else { segments.as_slice() };
    format!("types/{}.pp", inner.join("/"))
}
