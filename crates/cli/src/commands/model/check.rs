//! `bunraku model check`: checks types and instances.

use std::path::PathBuf;

use clap::Args;
use compiler::{input, models::Session};
use ecore::instances::Types;
use pcore::{Hash, TypeRegistry, Value, rich_data};

use super::{Sources, documents, unusable};
use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::{self, Answer},
};

/// Check types of the Puppet language and instances of them
///
/// Prints nothing and exits with 0 if everything is valid. Otherwise prints the errors and exits with 1. If a file
/// cannot be read, exits with 2.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model check types/vhost.pp
  bunraku model check modules/apache --modulepath modules
  bunraku model check vhost.pp --type Vhost --instance '{\"port\": 443}'
  bunraku model check scene.ecore scene.xmi --instances scene.json")]
#[command(group(clap::ArgGroup::new("given").multiple(true)))]
pub(crate) struct Check {
    #[command(flatten)]
    sources: Sources,

    /// The type of the instances
    #[arg(long = "type", value_name = "NAME", requires = "given")]
    expected: Option<String>,

    /// An instance in JSON, features by name; can be repeated
    #[arg(long, value_name = "JSON", requires = "expected", group = "given")]
    instance: Vec<String>,

    /// A file with an instance in JSON; can be repeated
    #[arg(long, value_name = "FILE", requires = "expected", group = "given")]
    instance_file: Vec<PathBuf>,

    /// A document with instances, in XMI or JSON, as written by 'model export'; can be repeated
    #[arg(long, value_name = "FILE", group = "given")]
    instances: Vec<PathBuf>,

    /// The format of the answer and of errors
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// An error in a type or an instance.
struct Problem {
    /// The type or instance.
    subject: String,
    failure: Failure,
}

impl Run for Check {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let problems = self.sources.with_session(|session| {
            let mut problems = types(session);
            if problems.is_empty() {
                problems.extend(self.feature_instances(session)?);
                problems.extend(self.documents(session)?);
            }
            Ok(problems)
        })?;
        let negative = !problems.is_empty();
        let answer = match self.format {
            Format::Text => {
                problems.iter().for_each(|problem| output::print_failure(&problem.failure));
                Answer::text("")
            }
            Format::Json => {
                let problems = problems.iter().map(|problem| {
                    Value::hash([
                        ("subject".into(), problem.subject.as_str().into()),
                        ("message".into(), problem.failure.to_string().into()),
                    ])
                });
                Answer::json(&Value::hash([("problems".into(), Value::array(problems))]))?
            }
        };
        Ok(if negative { answer.negative() } else { answer })
    }

    fn format(&self) -> Format {
        self.format
    }
}

impl Check {
    /// The errors in documents of instances. An invalid document is such an error as well, since the types define its
    /// format.
    fn documents(&self, session: &mut Session) -> Result<Vec<Problem>, Failure> {
        if self.instances.is_empty() {
            return Ok(Vec::new());
        }
        let types = Types::new(&documents::complete(session)?);
        let mut problems = Vec::new();
        for path in &self.instances {
            let source = documents::read(path)?;
            if let Err(failure) = documents::instances(session, &types, &source, self.expected.as_deref()) {
                problems.push(Problem { subject: path.display().to_string(), failure });
            }
        }
        Ok(problems)
    }

    /// The errors in instances that are given by their features.
    fn feature_instances(&self, session: &mut Session) -> Result<Vec<Problem>, Failure> {
        if self.instance.is_empty() && self.instance_file.is_empty() {
            return Ok(Vec::new());
        }
        let Some(name) = &self.expected else { return Ok(Vec::new()) };
        let Some(model) = session.model(name).map_err(|failure| unusable(&failure))? else {
            let hint = format!("the files define {}", session.defined().join(", "));
            return Err(Failure::new(format!("The type '{name}' is not defined")).hint(hint));
        };
        let mut problems = Vec::new();
        for (subject, text) in self.texts()? {
            let entries = read(&subject, &text)?;
            if let Err(failure) = session.create(&model, &entries) {
                let failure = match unusable(&failure) {
                    Failure::Other { message, hint } => {
                        Failure::Value { source: subject.clone(), position: None, message, hint }
                    }
                    other => other,
                };
                problems.push(Problem { subject, failure });
            }
        }
        Ok(problems)
    }

    /// The instances with their names.
    fn texts(&self) -> Result<Vec<(String, String)>, Failure> {
        let inline = self.instance.iter().map(|text| Ok((String::from("--instance"), text.clone())));
        let files = self.instance_file.iter().map(|path| {
            let name = path.display().to_string();
            match input::read_named_text(path) {
                Ok(text) => Ok((name, text)),
                Err(error) => Err(Failure::unreadable(&name, &error)),
            }
        });
        inline.chain(files).collect()
    }
}

/// Loads all types and returns their errors. Resource types must also have a valid definition for use in manifests.
fn types(session: &mut Session) -> Vec<Problem> {
    let names = session.defined().to_vec();
    let problems = names.into_iter().filter_map(|name| {
        let checked = session.model(&name).and_then(|model| match model {
            Some(model) if model.is_resource => session.definition(&name.to_ascii_lowercase()).map(drop),
            _ => Ok(()),
        });
        let failure = checked.err()?;
        Some(Problem { subject: name.to_string(), failure: unusable(&failure) })
    });
    problems.collect()
}

/// Reads the features of an instance.
fn read(subject: &str, text: &str) -> Result<Hash, Failure> {
    let unreadable =
        |position, message: String| Failure::Value { source: subject.to_owned(), position, message, hint: None };
    match rich_data::from_json(text, &TypeRegistry::default()) {
        Ok(Value::Hash(entries)) => Ok((*entries).clone()),
        Ok(_) => Err(unreadable(None, String::from("an instance is a JSON object: {\"feature\": value}"))),
        Err(rich_data::RichDataError::Json(error)) => {
            Err(unreadable(Some((error.line, error.column.max(1))), error.message))
        }
        Err(error) => Err(unreadable(None, error.to_string())),
    }
}
