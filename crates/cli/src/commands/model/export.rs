//! `bunraku model export`: types as models for other tools, and instances of them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ecore::{
    ExportError, LogicPlace, Naming, function_set,
    instances::{self, Types},
    metamodel,
};
use model::functions::CURRENT;

use super::{documents, written};
use crate::{failure::Failure, output::Answer};

/// Writes types of the language as Ecore models, and instances of them as XMI or JSON
///
/// The base model says what types consist of, and nothing else; every tool for Ecore reads it. The logic of the types
/// (checks, invariants, what is derived …) is an implementation model: in annotations of the base model, or in a
/// document of its own. Beside them stand, in a folder, the metamodel of that and the set of functions that logic calls.
///
/// Exit codes: 0 when all is written, 2 when something cannot be read or written.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model export types/vhost.pp > vhost.ecore
  bunraku model export modules/apache --logic separate --output models
  bunraku model export scene.pp --instances scene.json --format xmi
  bunraku model export --format functions")]
pub(crate) struct Export {
    /// Files with types, or folders, as for 'model check'; models (.ecore, with their .xmi) are read, too
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where modules are whose types may be named, separated by colons
    #[arg(long, value_name = "PATH", default_value = "")]
    modulepath: String,

    /// What is written
    #[arg(long, value_enum, default_value_t)]
    format: Document,

    /// Where logic is written
    #[arg(long, value_enum, default_value_t)]
    logic: Logic,

    /// The name of the model: of its outermost package, and of its files; that of the first file, if none is given
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The URI of the model; urn:model:NAME, if none is given
    #[arg(long, value_name = "URI")]
    uri: Option<String>,

    /// A document of instances, in XMI or JSON, that is written in the other form; can be given several times
    #[arg(long, value_name = "FILE")]
    instances: Vec<PathBuf>,

    /// The type of instances in JSON that do not say it
    #[arg(long = "type", value_name = "NAME", requires = "instances")]
    expected: Option<String>,

    /// Writes what a Sensitive holds in clear, which is an error otherwise; files can be read by their owner alone
    #[arg(long)]
    with_secrets: bool,

    /// Writes files into this folder, and says which
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Document {
    /// The types as a model
    #[default]
    Ecore,
    /// The instances as XMI
    Xmi,
    /// The instances as JSON
    Json,
    /// The functions that logic may call
    Functions,
    /// The metamodel of logic
    Metamodel,
}

/// Where logic is written.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Logic {
    /// Into annotations of the base model
    #[default]
    Annotations,
    /// Into a document of its own, beside the base model
    Separate,
    /// Nowhere
    None,
}

impl Export {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let alone = match self.format {
            Document::Functions => Some(functions()?),
            Document::Metamodel => Some(metamodel_document()?),
            Document::Ecore | Document::Xmi | Document::Json => None,
        };
        if let Some(document) = alone {
            return written::answer(&[document], self.output.as_deref());
        }
        if self.files.is_empty() {
            let hint = Some(String::from("bunraku model export --help shows examples"));
            return Err(Failure::Other { message: String::from("which types? No file was given"), hint });
        }
        let naming = self.naming()?;
        let secrets = documents::secrets(self.with_secrets);
        let written = documents::with_types(&self.files, &self.modulepath, |session, types| match self.format {
            Document::Xmi | Document::Json => {
                let types = Types::new(&types);
                let mut all = Vec::new();
                for path in &self.instances {
                    all.extend(documents::instances(
                        session,
                        &types,
                        &documents::read(path)?,
                        self.expected.as_deref(),
                    )?);
                }
                if self.instances.is_empty() {
                    let hint = Some(String::from("--instances FILE names a document of them"));
                    return Err(Failure::Other { message: String::from("there are no instances to write"), hint });
                }
                let text = match self.format {
                    Document::Xmi => instances::write_xmi(&all, &types, &naming, secrets),
                    _ => instances::write_json(&all, &types, secrets),
                };
                let extension = if self.format == Document::Xmi { "xmi" } else { "json" };
                // Implementation models are named NAME.xmi.
                Ok(vec![(
                    format!("{}.instances.{extension}", naming.name),
                    text.map_err(|error| documents::unwritable(&error))?,
                )])
            }
            _ => self.model(&types, &naming),
        })?;
        if self.with_secrets {
            return written::private_answer(&written, self.output.as_deref());
        }
        written::answer(&written, self.output.as_deref())
    }

    fn model(
        &self,
        types: &[std::sync::Arc<model::ModelType>],
        naming: &Naming,
    ) -> Result<Vec<(String, String)>, Failure> {
        let place = match self.logic {
            Logic::Annotations => LogicPlace::Annotations,
            Logic::Separate => LogicPlace::Separate,
            Logic::None => LogicPlace::Nowhere,
        };
        let file = format!("{}.ecore", naming.name);
        let secrets = documents::secrets(self.with_secrets);
        let exported = ecore::export(types, naming, place, &file, secrets).map_err(|error| match error {
            ExportError::Secret(found) => documents::secret(&found),
            error => failed(&error),
        })?;
        let mut written = vec![(file, exported.base)];
        written.extend(exported.implementation.map(|text| (format!("{}.xmi", naming.name), text)));
        if self.output.is_some() && place != LogicPlace::Nowhere {
            written.push(metamodel_document()?);
            written.push(functions()?);
        }
        Ok(written)
    }

    /// What the model is called. Its name becomes the prefix of a namespace, so that it must be a word.
    fn naming(&self) -> Result<Naming, Failure> {
        let first = || {
            let path = self.files.first()?;
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            let stem = path.file_stem()?.to_string_lossy().into_owned();
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let name: String = stem.chars().map(|letter| if is_word(letter) { letter } else { '_' }).collect();
            Some(name).filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
        };
        let name = match &self.name {
            Some(name) => {
                let is_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
                    && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'));
                if !is_word {
                    let message = format!("'{name}' cannot be the name of a model");
                    let hint = "a name begins with a letter, and has letters, digits, underscores, hyphens and dots";
                    let hint = Some(String::from(hint));
                    return Err(Failure::Other { message, hint });
                }
                name.clone()
            }
            None => first().unwrap_or_else(|| String::from("model")),
        };
        let naming = Naming::new(name);
        Ok(match &self.uri {
            Some(uri) => Naming { uri: uri.clone(), ..naming },
            None => naming,
        })
    }
}

fn failed(error: &dyn std::error::Error) -> Failure {
    Failure::Other { message: error.to_string(), hint: None }
}

fn functions() -> Result<(String, String), Failure> {
    let text = function_set::document(&CURRENT).map_err(|error| failed(&error))?;
    Ok((String::from("functions.json"), text))
}

fn metamodel_document() -> Result<(String, String), Failure> {
    let text = metamodel::document().map_err(|error| failed(&error))?;
    Ok((String::from(metamodel::FILE), text))
}
