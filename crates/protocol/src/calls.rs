//! What the runtime asks of a provider: parameters and results of every method.
//!
//! An *identity* is an object of the namevars and their values, a *resource* an object of attributes.

use std::collections::BTreeMap;

use pcore::Value;
use serde::{Deserialize, Serialize};

pub use crate::members::{MemberSource, Members};
use crate::{Data, ErrorObject, Outgoing};

/// `initialize`: the first request.
pub const INITIALIZE: &str = "initialize";
/// Brings what users write into the one form that `get` returns.
pub const CANONICALIZE: &str = "canonicalize";
/// Reads resources.
pub const GET: &str = "get";
/// Says whether a property is what it should be.
pub const INSYNC: &str = "insync";
/// Returns resources to manage beside one.
pub const GENERATE: &str = "generate";
/// Changes resources.
pub const SET: &str = "set";
/// Does what a resource needs after another one was changed.
pub const REFRESH: &str = "refresh";
/// Returns the automatic relations of a resource that only running code can give.
pub const RELATIONS: &str = "relations";
/// Calls a function of a module.
pub const FUNCTION_CALL: &str = "function.call";
/// Fills in a template.
pub const TEMPLATE_RENDER: &str = "template.render";
/// Returns the facts of modules.
pub const FACTS_COLLECT: &str = "facts.collect";
/// Returns definitions that only running code can give.
pub const TYPE_LOAD: &str = "type.load";
/// Connects to a device through the class that its module has for it (Ruby host).
pub const DEVICE_CONNECT: &str = "device.connect";
/// Connects to a target.
pub const TRANSPORT_CONNECT: &str = "transport.connect";
/// Fails when a target cannot be reached.
pub const TRANSPORT_VERIFY: &str = "transport.verify";
/// Returns what is known of a target.
pub const TRANSPORT_FACTS: &str = "transport.facts";
/// Ends a connection.
pub const TRANSPORT_CLOSE: &str = "transport.close";
/// Ends the provider.
pub const SHUTDOWN: &str = "shutdown";
/// A notification: nobody waits for the answer to a request any more.
pub const CANCEL: &str = "$/cancel";

/// Whoever speaks: the runtime, or a provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Party {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What the runtime can do.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RuntimeCapabilities {
    /// It listens to `progress`.
    pub progress: bool,
    /// It may send `$/cancel`.
    pub cancel: bool,
    /// It sends secrets, tagged.
    pub sensitive: bool,
    /// It sends several resources in one `set` to who wants that.
    pub batch: bool,
}

/// Parameters of `initialize`.
#[derive(Clone, Debug, Serialize)]
pub struct Initialize<'c> {
    /// The versions of the protocol that the runtime speaks.
    pub protocol: &'c [u32],
    /// The runtime.
    pub runtime: Party,
    /// What it can do.
    pub capabilities: RuntimeCapabilities,
    /// Whether nothing may be changed in this run.
    pub noop: bool,
    /// What the operator set.
    pub settings: Members<'c>,
    /// What a host of some language needs beside that.
    #[serde(flatten)]
    pub host: Members<'c>,
}

/// Result of `initialize`.
#[derive(Clone, Debug, Deserialize)]
pub struct Initialized {
    /// The version of the protocol that the provider chose.
    pub protocol: u32,
    /// The provider.
    #[serde(default)]
    pub provider: Party,
    /// What it can do. Where the definition of a type says something else, that counts.
    #[serde(default)]
    pub capabilities: BTreeMap<String, Data>,
}

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
    /// What is logged in place of the usual message.
    #[serde(default)]
    pub message: Data,
    /// What the property is, where it is told of otherwise than it was compared.
    #[serde(default)]
    pub is: Data,
    /// What it should be, where that is told of otherwise; without it `is` counts for nothing.
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

/// A resource to manage beside another one.
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
    /// What it is: left out where nobody looked, `null` where it was not found.
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

/// Why a resource failed: in words alone, or as an error.
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

/// Parameters of `refresh`.
#[derive(Clone, Debug, Serialize)]
pub struct Refresh<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The identity.
    pub name: Members<'c>,
}

/// Parameters of `relations`.
#[derive(Clone, Debug, Serialize)]
pub struct RelationsOf<'c> {
    /// The type.
    #[serde(rename = "type")]
    pub type_name: &'c str,
    /// The namevars.
    pub name: Members<'c>,
}

/// Result of `relations`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Relations {
    /// Types and titles of the other resources, by `require`, `subscribe`, `before` and `notify`.
    pub relations: BTreeMap<String, Vec<(String, String)>>,
}

/// Parameters of `function.call`.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionCall<'c> {
    /// The function.
    pub name: &'c str,
    /// Its arguments.
    pub args: Vec<Outgoing<'c>>,
    /// Whether it is called with a block, which is then asked for by `runtime.call_block`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<u64>,
    /// What comes behind its arguments, where it gives data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<&'c LookupContext<'c>>,
}

/// For what a function gives data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LookupContext<'c> {
    /// The same for all calls of one entry of a hierarchy at one place.
    pub id: &'c str,
    /// The environment.
    pub environment_name: &'c str,
    /// The module whose data it is.
    pub module_name: Option<&'c str>,
}

/// Result of `function.call`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct FunctionValue {
    /// What it returned.
    pub value: Data,
}

/// Parameters of `template.render`; the result is that of `function.call`.
#[derive(Clone, Debug, Serialize)]
pub struct TemplateRender<'c> {
    /// The template.
    pub text: &'c str,
    /// Its file, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<&'c str>,
    /// What the scope around it calls itself in the log.
    pub scope: &'c str,
}

/// Parameters of `facts.collect`.
#[derive(Clone, Debug, Serialize)]
pub struct FactsCollect<'c> {
    /// The files that add facts.
    pub paths: Vec<std::borrow::Cow<'c, str>>,
}

/// Result of `facts.collect`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct CollectedFacts {
    /// The facts that have a value, by their names.
    pub facts: BTreeMap<String, Data>,
    /// How much each weighs.
    pub weights: BTreeMap<String, f64>,
}

/// Parameters of `type.load`.
#[derive(Clone, Debug, Serialize)]
pub struct TypeLoad<'c> {
    /// The types that are wanted.
    pub names: Vec<&'c str>,
}

/// Result of `type.load`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoadedTypes {
    /// Definitions.
    pub types: Vec<Data>,
    /// Schemas of transports.
    pub transports: Vec<Data>,
    /// Files that could not be loaded.
    pub errors: Vec<LoadError>,
    /// Types of the older kind that the files define, and that this host does not run.
    pub legacy: Vec<String>,
}

/// A file that could not be loaded.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoadError {
    /// The file, or the type.
    pub path: String,
    /// Why.
    pub message: String,
    /// The calls that led there.
    pub backtrace: Vec<String>,
}

/// Parameters of `transport.connect`.
#[derive(Clone, Debug, Serialize)]
pub struct TransportConnect<'c> {
    /// The name of the transport's schema.
    pub schema: &'c str,
    /// What it needs to connect, checked; secrets are tagged.
    pub connection_info: Members<'c>,
}

/// Parameters of `device.connect`.
#[derive(Clone, Debug, Serialize)]
pub struct DeviceConnect<'c> {
    /// What the device is called.
    pub name: &'c str,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: &'c str,
    /// The address of it, or of a file with what is needed to reach it.
    pub url: &'c str,
    /// What else its section says.
    pub options: DeviceOptions,
}

/// What a section of `device.conf` says beside kind and address.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DeviceOptions {
    /// Whether to tell more than usual.
    pub debug: bool,
}

/// Result of `transport.connect` and of `device.connect`.
#[derive(Clone, Debug, Deserialize)]
pub struct Connected {
    /// What the provider calls the connection; requests about resources behind it carry it as `transport`.
    pub handle: Handle,
}

/// What a provider calls a connection: a text, or a number as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle(pub String);

impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Handle, D::Error> {
        match Data::deserialize(deserializer)?.0 {
            Value::String(text) => Ok(Handle(text.into())),
            Value::Integer(number) => Ok(Handle(number.to_string())),
            _ => Err(serde::de::Error::custom("expected a text or a number as handle")),
        }
    }
}

/// Parameters of `transport.verify`, `transport.facts` and `transport.close`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OfTransport<'c> {
    /// The connection.
    pub handle: &'c str,
}

/// Result of `transport.facts`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TargetFacts {
    /// What is known of the target.
    pub facts: Data,
}

/// Parameters of `$/cancel`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cancel {
    /// The request.
    pub id: u64,
}
