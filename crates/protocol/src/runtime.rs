//! What a provider may ask of the runtime while it serves a request.

use ecow::EcoString;
use pcore::Value;
use serde::{Deserialize, Serialize, Serializer};

use crate::{
    Data, Fault, Id, Outgoing, Payload,
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
    TypeParse(TypeParse),
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

/// A type.
#[derive(Clone, Debug, Deserialize)]
pub struct TypeParse {
    /// The type, as it is written in manifests.
    #[serde(rename = "type")]
    pub type_text: String,
}

/// A type of resources.
#[derive(Clone, Debug, Deserialize)]
pub struct OfType {
    /// Its name.
    #[serde(rename = "type")]
    pub type_name: String,
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

/// Answer to [`Question::TypeCheck`].
#[derive(Clone, Debug, Serialize)]
pub struct TypeChecked {
    /// Whether the value is of the type.
    pub ok: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Answer to [`Question::TypeParse`].
#[derive(Clone, Debug, Serialize)]
pub struct TypeParsed {
    /// The type in its normal form.
    #[serde(rename = "type")]
    pub type_text: String,
    /// What kind of type it is, such as `Integer`.
    pub kind: String,
}

/// What the runtime answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A value, as `{value}`.
    Value(Value),
    /// Whether a value is of a type.
    Checked(TypeChecked),
    /// What a type is, and the type as a value.
    Parsed(TypeParsed, Value),
    /// Resources, as `{resources}`.
    Resources(Vec<CatalogEntry>),
}

/// A resource, as a catalog has it.
#[derive(Clone, Debug)]
pub struct CatalogEntry {
    /// Its type.
    pub type_name: EcoString,
    /// Its title.
    pub title: EcoString,
    /// Its attributes.
    pub parameters: Vec<(EcoString, Value)>,
}

impl Answer {
    /// Writes the answer to a request, with the end of the line. Ruby knows symbols, others do not.
    pub fn line(&self, id: &Id, ruby: bool) -> Result<String, WriteError> {
        message::response(id, Ok(&Written { answer: self, ruby }))
    }
}

struct Written<'a> {
    answer: &'a Answer,
    ruby: bool,
}

#[derive(Serialize)]
struct OneValue<'a> {
    value: Outgoing<'a>,
}

#[derive(Serialize)]
struct TypeWithData<'a> {
    #[serde(flatten)]
    parsed: &'a TypeParsed,
    /// The type as it travels as a value.
    data: Outgoing<'a>,
}

#[derive(Serialize)]
struct Several<'a> {
    resources: Vec<Entry<'a>>,
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
        match self.answer {
            Answer::Value(value) => {
                let value = if self.ruby { Outgoing::ruby(value) } else { Outgoing::plain(value) };
                OneValue { value }.serialize(serializer)
            }
            Answer::Checked(checked) => checked.serialize(serializer),
            Answer::Parsed(parsed, data) => {
                let data = if self.ruby { Outgoing::ruby(data) } else { Outgoing::plain(data) };
                TypeWithData { parsed, data }.serialize(serializer)
            }
            Answer::Resources(entries) => {
                fn entry(entry: &CatalogEntry, ruby: bool) -> Entry<'_> {
                    Entry {
                        type_name: &entry.type_name,
                        title: &entry.title,
                        parameters: if ruby {
                            Members::ruby(&entry.parameters)
                        } else {
                            Members::plain(&entry.parameters)
                        },
                    }
                }
                let resources = entries.iter().map(|one| entry(one, self.ruby)).collect();
                Several { resources }.serialize(serializer)
            }
        }
    }
}
