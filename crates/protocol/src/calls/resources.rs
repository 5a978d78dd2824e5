//! What is asked about resources: reading, comparing and changing them.

use std::collections::BTreeMap;

use pcore::Value;
use serde::{Deserialize, Serialize};

use super::Members;
use crate::{Data, ErrorObject};

/// Parameters of `canonicalize`.
#[derive(Clone, Debug, Serialize)]
pub struct Canonicalize<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// What users wrote.
    pub resources: Vec<Members<'c>>,
}

/// Result of `canonicalize` and of `get`.
#[derive(Clone, Debug, Deserialize)]
pub struct Resources {
    /// The resources; for `canonicalize` as many as were given, in the same order.
    pub resources: Vec<Data>,
}

/// Parameters of `get`.
#[derive(Clone, Debug, Serialize)]
pub struct Get<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The identities that are asked for; `null` for all that there is.
    pub names: Option<Vec<Members<'c>>>,
    /// The parameters of the resources that are asked for: the same for all that are named, or those that all managed
    /// resources agree on.
    pub params: Members<'c>,
    /// The lazy attributes that are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<&'c str>,
}

/// Parameters of `insync`.
#[derive(Clone, Debug, Serialize)]
pub struct InsyncOf<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The identity.
    pub name: Members<'c>,
    /// The property.
    pub property: &'c str,
    /// What the resource is.
    pub is: Members<'c>,
    /// What it should be.
    pub should: Members<'c>,
}

/// Result of `insync`.
#[derive(Clone, Debug, Deserialize)]
pub struct InsyncResult {
    /// True, false, or `null` for the usual comparison.
    pub insync: Data,
    /// What is logged instead of the usual message.
    #[serde(default)]
    pub message: Data,
    /// The property's value as it is logged, if that differs from the compared one.
    #[serde(default)]
    pub is: Data,
    /// Its desired value as it is logged, if that differs; without it `is` is ignored.
    #[serde(default)]
    pub should: Data,
}

/// Parameters of `generate`.
#[derive(Clone, Debug, Serialize)]
pub struct Generate<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The identity.
    pub name: Members<'c>,
    /// What the resource is, if that is known.
    pub is: Option<Members<'c>>,
    /// What it should be.
    pub should: Members<'c>,
}

/// Result of `generate`.
#[derive(Clone, Debug, Deserialize)]
pub struct GeneratedResources {
    /// The resources.
    pub resources: Vec<GeneratedResource>,
}

/// A resource to manage in addition to another one.
#[derive(Clone, Debug, Deserialize)]
pub struct GeneratedResource {
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its title.
    pub title: String,
    /// Its attributes and metaparameters.
    #[serde(default, alias = "attributes")]
    pub parameters: Parameters,
}

/// An object whose members keep their order.
#[derive(Clone, Debug, Default)]
pub struct Parameters(pub Vec<(String, Data)>);

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Parameters, D::Error> {
        let Data(object) = Data::deserialize(deserializer)?;
        let Value::Hash(members) = object else {
            return Err(serde::de::Error::custom("expected an object of parameters"));
        };
        let member =
            |(name, value): (&Value, &Value)| (name.as_str().unwrap_or_default().to_owned(), Data(value.clone()));
        Ok(Parameters(members.iter().map(member).collect()))
    }
}

/// Parameters of `set`.
#[derive(Clone, Debug, Serialize)]
pub struct Set<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The resources to change.
    pub changes: Vec<Change<'c>>,
    /// Whether to report only.
    pub noop: bool,
}

/// One resource of a `set`.
#[derive(Clone, Debug, Serialize)]
pub struct Change<'c> {
    /// The identity.
    pub name: Members<'c>,
    /// The current state: left out if it was not read, `null` if the resource was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<Option<Members<'c>>>,
    /// What it should be: left out where it should not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub should: Option<Members<'c>>,
}

/// Result of `set`. What is missing in it counts as changed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetResults {
    /// What became of each resource.
    pub results: Vec<SetResult>,
}

/// What became of one resource.
#[derive(Clone, Debug, Deserialize)]
pub struct SetResult {
    /// The identity.
    pub name: Data,
    /// What became of it.
    pub status: Status,
    /// Which attributes were changed.
    #[serde(default)]
    pub changes: Vec<AttributeChange>,
    /// Why it failed.
    #[serde(default)]
    pub error: Option<Reason>,
}

/// Why a resource failed: as plain text, or as an error.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Reason {
    /// In words.
    Text(String),
    /// As an error.
    Error(ErrorObject),
}

impl Reason {
    /// The words.
    pub fn message(&self) -> &str {
        match self {
            Reason::Text(text) => text,
            Reason::Error(error) => &error.message,
        }
    }
}

/// What became of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was made.
    Created,
    /// It was changed.
    Updated,
    /// It was taken away.
    Deleted,
    /// It needed no change.
    Unchanged,
    /// It could not be changed.
    Failed,
    /// It was left alone.
    Skipped,
}

/// An attribute that was changed.
#[derive(Clone, Debug, Deserialize)]
pub struct AttributeChange {
    /// The attribute.
    pub attribute: String,
    /// What it was.
    #[serde(default)]
    pub is: Data,
    /// What it is now.
    #[serde(default)]
    pub should: Data,
    /// What there is to say about it.
    #[serde(default)]
    pub message: Option<String>,
    /// Why it could not be changed, while others may have been.
    #[serde(default)]
    pub error: Option<String>,
}

/// Parameters of `refresh` and of `relations`.
#[derive(Clone, Debug, Serialize)]
pub struct OfResource<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The identity.
    pub name: Members<'c>,
}

/// Result of `relations`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Relations {
    /// Types and titles of the other resources, by `require`, `subscribe`, `before` and `notify`.
    pub relations: BTreeMap<String, Vec<(String, String)>>,
}
