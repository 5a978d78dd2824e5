//! What a provider may ask of the runtime while it serves a request.

use ecow::EcoString;
use pcore::{Type, Value};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

use crate::{
    Data, Fault, Id, Outgoing, Payload, Symbols,
    calls::Members,
    message::{self, WriteError},
};

/// A question of a provider.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The value of a fact; a part of one with dots.
    Fact(Named),
    /// The value of a setting.
    Setting(Named),
    /// Whether a value is of a type.
    TypeCheck(TypeCheck),
    /// What a type is.
    TypeParse(OfType),
    /// The definition of a type of resources that is written in the language.
    TypeDefinition(Named),
    /// All resources of a type.
    Instances(OfType),
    /// Resources of the catalog.
    Catalog(Query),
    /// The value of a function of the language.
    CallFunction(CallFunction),
    /// The value of the block that a function was called with.
    CallBlock(CallBlock),
    /// A variable of the manifest.
    Variable(Named),
    /// Sets a variable of the manifest.
    SetVariable(NamedValue),
    /// Replaces the value of a variable of the manifest, whose object was changed.
    ReplaceVariable(NamedValue),
    /// What the text of a file with credentials means.
    Hocon(FileText),
    /// Several variables of the manifest, or all that are set.
    Variables(Names),
    /// Something that this version does not know.
    Unknown(String),
}

impl Question {
    /// Reads a request of a provider.
    pub fn read(method: &str, params: &Payload) -> Result<Question, Fault> {
        Ok(match method {
            "runtime.fact" => Question::Fact(params.read()?),
            "runtime.setting" => Question::Setting(params.read()?),
            "runtime.type_check" => Question::TypeCheck(params.read()?),
            "runtime.type_parse" => Question::TypeParse(params.read()?),
            "runtime.type_definition" => Question::TypeDefinition(params.read()?),
            "runtime.instances" => Question::Instances(params.read()?),
            "runtime.catalog" => Question::Catalog(params.read::<Option<Query>>()?.unwrap_or_default()),
            "runtime.call_function" => Question::CallFunction(params.read()?),
            "runtime.call_block" => Question::CallBlock(params.read()?),
            "runtime.variable" => Question::Variable(params.read()?),
            "runtime.set_variable" => Question::SetVariable(params.read()?),
            "runtime.replace_variable" => Question::ReplaceVariable(params.read()?),
            "runtime.hocon" => Question::Hocon(params.read()?),
            "runtime.variables" => Question::Variables(params.read::<Option<Names>>()?.unwrap_or_default()),
            other => Question::Unknown(other.to_owned()),
        })
    }
}

/// Something by its name.
#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    /// The name.
    pub name: String,
}

/// Something with a value.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// The value.
    #[serde(default)]
    pub value: Data,
}

/// The text of a file.
#[derive(Clone, Deserialize)]
pub struct FileText {
    /// What it says.
    pub text: String,
    /// Where it is, which is a part of errors, and whose ending decides about the form.
    #[serde(default)]
    pub path: String,
}

/// Shows the location alone: the text contains passwords.
impl std::fmt::Debug for FileText {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FileText").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Some things by their names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Names {
    /// The names; all things where they are left out.
    pub names: Option<Vec<String>>,
}

/// A type with a value.
#[derive(Clone, Debug, Deserialize)]
pub struct TypeCheck {
    /// The type, as it is written in manifests.
    #[serde(rename = "type")]
    pub type_text: String,
    /// The value.
    #[serde(default)]
    pub value: Data,
}

/// A type: a data type as it is written in manifests, or the name of a type of resources.
#[derive(Clone, Debug, Deserialize)]
pub struct OfType {
    /// The type.
    #[serde(rename = "type")]
    pub type_text: String,
}

/// Which resources of the catalog are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Query {
    /// Those of this type.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    /// The one with this title.
    pub title: Option<String>,
    /// The same, as an object of its own.
    pub query: Option<Box<Query>>,
}

/// A call of a function.
#[derive(Clone, Debug, Deserialize)]
pub struct CallFunction {
    /// The function.
    pub name: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<Data>,
}

/// A call of the block that a function was called with.
#[derive(Clone, Debug, Deserialize)]
pub struct CallBlock {
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<Data>,
}

/// What the runtime answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A value, as `{value}`.
    Value(Value),
    /// Why a value is not of a type, unless it is, as `{ok, message}`.
    Checked(Option<String>),
    /// What a type is, as `{type, kind, data}`.
    Parsed(Type),
    /// Resources, as `{resources}`.
    Resources(Vec<CatalogEntry>),
}

/// A resource, as a catalog has it.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogEntry {
    /// The name of its type.
    pub type_name: EcoString,
    /// Its title.
    pub title: EcoString,
    /// Its attributes.
    pub parameters: Vec<(EcoString, Value)>,
}

impl Answer {
    /// Writes the answer to a request, with the end of the line.
    pub fn line(&self, id: &Id, symbols: Symbols) -> Result<String, WriteError> {
        message::response(id, Ok(&Written { answer: self, symbols }))
    }
}

struct Written<'a> {
    answer: &'a Answer,
    symbols: Symbols,
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(rename = "type")]
    type_name: &'a str,
    title: &'a str,
    parameters: Members<'a>,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.answer {
            Answer::Value(value) => map.serialize_entry("value", &Outgoing::new(value, self.symbols))?,
            Answer::Checked(mismatch) => {
                map.serialize_entry("ok", &mismatch.is_none())?;
                mismatch.iter().try_for_each(|mismatch| map.serialize_entry("message", mismatch))?;
            }
            Answer::Parsed(parsed) => {
                map.serialize_entry("type", &parsed.to_string())?;
                map.serialize_entry("kind", parsed.kind_name())?;
                map.serialize_entry("data", &Outgoing::new(&parsed.clone().into(), self.symbols))?;
            }
            Answer::Resources(entries) => {
                let entries = entries.iter().map(|CatalogEntry { type_name, title, parameters }| Entry {
                    type_name,
                    title,
                    parameters: Members::new(parameters, self.symbols),
                });
                map.serialize_entry("resources", &entries.collect::<Vec<_>>())?;
            }
        }
        map.end()
    }
}
