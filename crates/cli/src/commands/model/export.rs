//! `bunraku model export`: writes types as models for other tools, and their instances.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ecore::{
    LogicOutput, Naming, function_set,
    instances::{self, Types},
    metamodel,
};
use model::functions::CURRENT;

use super::{documents, write};
use crate::{arguments::Program, commands::Run, failure::Failure, output::Answer};

/// Write types of the Puppet language as Ecore models, or instances of them as XMI or JSON
///
/// The base model contains the structure of the types and can be read by every Ecore tool. Their logic (checks,
/// invariants, derived features …) is an implementation model: in annotations of the base model, or in a document of
/// its own. With --output, the metamodel of the logic and the list of functions that it calls are written as well.
///
/// Exit codes: 0 on success, 2 if something cannot be read or written.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model export types/vhost.pp > vhost.ecore
  bunraku model export modules/apache --logic separate --output models
  bunraku model export scene.pp --instances scene.json --format xmi
  bunraku model export --format functions")]
pub(crate) struct Export {
    /// Files or directories with types, as for 'model check'; models (.ecore, with their .xmi) are accepted, too
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Directories with modules whose types may be used, separated by colons
    #[arg(long, value_name = "PATH", default_value = "")]
    modulepath: String,

    /// What to write
    #[arg(long, value_enum, default_value_t)]
    format: Document,

    /// Where to write the logic
    #[arg(long, value_enum, default_value_t)]
    logic: Logic,

    /// The name of the model: of its outermost package and of its files; by default, the name of the first file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The URI of the model; by default urn:model:NAME
    #[arg(long, value_name = "URI")]
    uri: Option<String>,

    /// A document with instances, in XMI or JSON, to convert to the other format; can be repeated
    #[arg(long, value_name = "FILE")]
    instances: Vec<PathBuf>,

    /// The type of JSON instances that do not name their type
    #[arg(long = "type", value_name = "NAME", requires = "instances")]
    expected: Option<String>,

    /// Write the values of Sensitive in clear text instead of failing; files are readable by their owner only
    #[arg(long)]
    with_secrets: bool,

    /// Write files to this directory and list them
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Document {
    /// The types as a model
    #[default]
    Ecore,
    /// The instances as XMI
    Xmi,
    /// The instances as JSON
    Json,
    /// The functions that logic can call
    Functions,
    /// The metamodel of the logic
    Metamodel,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Logic {
    /// In annotations of the base model
    #[default]
    Annotations,
    /// In a separate document
    Separate,
    /// Omitted
    None,
}

impl Run for Export {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let alone = match self.format {
            Document::Functions => Some(functions()?),
            Document::Metamodel => Some(metamodel_document()?),
            Document::Ecore | Document::Xmi | Document::Json => None,
        };
        if let Some(document) = alone {
            return write::answer(&[document], self.output.as_deref());
        }
        if self.files.is_empty() {
            return Err(Failure::new("expected a file with types").hint("see examples in bunraku model export --help"));
        }
        let naming = self.naming()?;
        let secrets = documents::secrets(self.with_secrets);
        let write = documents::with_types(&self.files, &self.modulepath, |session, types| match self.format {
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
                    return Err(Failure::new("no instances to write").hint("use --instances FILE"));
                }
                let text = match self.format {
                    Document::Xmi => instances::write_xmi(&all, &types, &naming, secrets),
                    _ => instances::write_json(&all, &types, secrets),
                };
                let extension = if self.format == Document::Xmi { "xmi" } else { "json" };
                // NAME.xmi is the name of implementation models.
                Ok(vec![(
                    format!("{}.instances.{extension}", naming.name),
                    text.map_err(|error| documents::unwritable(&error))?,
                )])
            }
            _ => self.model(&types, &naming),
        })?;
        if self.with_secrets {
            return write::private_answer(&write, self.output.as_deref());
        }
        write::answer(&write, self.output.as_deref())
    }
}

impl Export {
    fn model(
        &self,
        types: &[std::sync::Arc<model::ModelType>],
        naming: &Naming,
    ) -> Result<Vec<(String, String)>, Failure> {
        let target = match self.logic {
            Logic::Annotations => LogicOutput::Annotations,
            Logic::Separate => LogicOutput::Separate,
            Logic::None => LogicOutput::Omitted,
        };
        let file = format!("{}.ecore", naming.name);
        let secrets = documents::secrets(self.with_secrets);
        let exported =
            ecore::export(types, naming, target, &file, secrets).map_err(|error| documents::unwritable(&error))?;
        let mut write = vec![(file, exported.base)];
        write.extend(exported.implementation.map(|text| (format!("{}.xmi", naming.name), text)));
        if self.output.is_some() && target != LogicOutput::Omitted {
            write.push(metamodel_document()?);
            write.push(functions()?);
        }
        Ok(write)
    }

    /// The name and URI of the model. The name becomes a namespace prefix, so it must be a word.
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
                    let hint =
                        "a name begins with a letter and contains letters, digits, underscores, hyphens and dots";
                    return Err(Failure::new(format!("invalid model name '{name}'")).hint(hint));
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
    Failure::new(error.to_string())
}

fn functions() -> Result<(String, String), Failure> {
    let text = function_set::document(&CURRENT).map_err(|error| failed(&error))?;
    Ok((String::from("functions.json"), text))
}

fn metamodel_document() -> Result<(String, String), Failure> {
    let text = metamodel::document().map_err(|error| failed(&error))?;
    Ok((String::from(metamodel::FILE), text))
}
