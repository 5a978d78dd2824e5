//! `bunraku model check`: can these types be used, and is this data acceptable to them?

use std::path::PathBuf;

use clap::Args;
use compiler::{input, models::Session};
use ecore::instances::Types;
use pcore::{Hash, TypeRegistry, Value, rich_data};

use super::{Sources, documents, unusable};
use crate::{
    arguments::Format,
    failure::Failure,
    output::{self, Answer},
};

/// Checks types of the language, and instances of them
///
/// Says nothing and exits with 0 when all is well. What is wrong is said, a paragraph each, and the exit code is 1. A
/// file that cannot be read is an error: exit code 2.
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

    /// An instance in JSON, features by name; can be given several times
    #[arg(long, value_name = "JSON", requires = "expected", group = "given")]
    instance: Vec<String>,

    /// A file with an instance in JSON; can be given several times
    #[arg(long, value_name = "FILE", requires = "expected", group = "given")]
    instance_file: Vec<PathBuf>,

    /// A document of instances, in XMI or JSON, as 'model export' writes them; can be given several times
    #[arg(long, value_name = "FILE", group = "given")]
    instances: Vec<PathBuf>,

    /// How the answer, and any error, is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// What is wrong with something.
struct Finding {
    /// What it is: a type, or an instance.
    subject: String,
    failure: Failure,
}

impl Check {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let findings = self.sources.with_session(|session| {
            let mut findings = types(session);
            if findings.is_empty() {
                findings.extend(self.given(session)?);
                findings.extend(self.documents(session)?);
            }
            Ok(findings)
        })?;
        let negative = !findings.is_empty();
        let answer = match self.format {
            Format::Text => {
                findings.iter().for_each(|finding| output::complain(&finding.failure));
                Answer::text("")
            }
            Format::Json => {
                let problems = findings.iter().map(|finding| {
                    Value::hash([
                        ("subject".into(), finding.subject.as_str().into()),
                        ("message".into(), finding.failure.to_string().into()),
                    ])
                });
                Answer::json(&Value::hash([("problems".into(), Value::array(problems))]))?
            }
        };
        Ok(if negative { answer.negative() } else { answer })
    }

    /// What is wrong with documents of instances. One that is no such document is wrong, too: what it should hold, types
    /// say.
    fn documents(&self, session: &mut Session) -> Result<Vec<Finding>, Failure> {
        if self.instances.is_empty() {
            return Ok(Vec::new());
        }
        let types = Types::new(&documents::complete(session)?);
        let mut findings = Vec::new();
        for path in &self.instances {
            let source = documents::read(path)?;
            if let Err(failure) = documents::instances(session, &types, &source, self.expected.as_deref()) {
                findings.push(Finding { subject: path.display().to_string(), failure });
            }
        }
        Ok(findings)
    }

    /// What is wrong with instances that are given by their features.
    fn given(&self, session: &mut Session) -> Result<Vec<Finding>, Failure> {
        if self.instance.is_empty() && self.instance_file.is_empty() {
            return Ok(Vec::new());
        }
        let Some(name) = &self.expected else { return Ok(Vec::new()) };
        let Some(model) = session.model(name).map_err(|failure| unusable(&failure))? else {
            let hint = format!("the files define {}", session.defined().join(", "));
            return Err(Failure::Other { message: format!("The type '{name}' is not defined"), hint: Some(hint) });
        };
        let mut findings = Vec::new();
        for (subject, text) in self.texts()? {
            let entries = read(&subject, &text)?;
            if let Err(failure) = session.create(&model, &entries) {
                let failure = match unusable(&failure) {
                    Failure::Other { message, hint } => {
                        Failure::Value { source: subject.clone(), place: None, message, hint }
                    }
                    other => other,
                };
                findings.push(Finding { subject, failure });
            }
        }
        Ok(findings)
    }

    /// The instances, by what people call them.
    fn texts(&self) -> Result<Vec<(String, String)>, Failure> {
        let given = self.instance.iter().map(|text| Ok((String::from("--instance"), text.clone())));
        let files = self.instance_file.iter().map(|path| {
            let name = path.display().to_string();
            match input::read_named_text(path) {
                Ok(text) => Ok((name, text)),
                Err(error) => Err(Failure::unreadable(&name, &error)),
            }
        });
        given.chain(files).collect()
    }
}

/// Loads all types, and finds what is wrong with each: those of resources must be such that manifests can declare some.
fn types(session: &mut Session) -> Vec<Finding> {
    let names = session.defined().to_vec();
    let problems = names.into_iter().filter_map(|name| {
        let checked = session.model(&name).and_then(|model| match model {
            Some(model) if model.is_resource => session.definition(&name.to_ascii_lowercase()).map(drop),
            _ => Ok(()),
        });
        let failure = checked.err()?;
        Some(Finding { subject: name.to_string(), failure: unusable(&failure) })
    });
    problems.collect()
}

/// Reads the features of an instance.
fn read(subject: &str, text: &str) -> Result<Hash, Failure> {
    let unreadable = |place, message: String| Failure::Value { source: subject.to_owned(), place, message, hint: None };
    match rich_data::from_json(text, &TypeRegistry::default()) {
        Ok(Value::Hash(entries)) => Ok((*entries).clone()),
        Ok(_) => Err(unreadable(None, String::from("an instance is a JSON object: {\"feature\": value}"))),
        Err(rich_data::RichDataError::Json(error)) => {
            Err(unreadable(Some((error.line, error.column.max(1))), error.message))
        }
        Err(error) => Err(unreadable(None, error.to_string())),
    }
}
