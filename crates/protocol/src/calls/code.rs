//! Requests to code that is not a provider: functions, templates, facts and definitions of Ruby modules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Data, Outgoing};

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
    /// What follows its arguments if it is a data function of Hiera.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<&'c LookupContext<'c>>,
}

/// For what a function gives data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LookupContext<'c> {
    /// The same for all calls of one entry of a hierarchy with one location.
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
    /// Legacy types that the files define, and that this host does not run.
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

/// Parameters of `script.run`.
#[derive(Debug, Serialize)]
pub struct ScriptRun<'c> {
    /// The file of the program.
    pub file: &'c str,
    /// Its arguments.
    pub arguments: &'c [String],
}

/// Result of `script.run`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ScriptEnded {
    /// The exit code that the program asked for.
    pub status: u8,
}
