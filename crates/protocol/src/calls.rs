//! What the runtime asks of a provider: parameters and results of every method.
//!
//! An *identity* is an object of the namevars and their values, a *resource* an object of attributes.

mod code;
mod resources;
mod transports;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::{code::*, resources::*, transports::*};
use crate::Data;
pub use crate::members::{MemberSource, Members};

/// `initialize`: the first request.
pub const INITIALIZE: &str = "initialize";
/// Brings what users write into the one form that `get` returns.
pub const CANONICALIZE: &str = "canonicalize";
/// Reads resources.
pub const GET: &str = "get";
/// Says whether a property is what it should be.
pub const INSYNC: &str = "insync";
/// Returns resources to manage in addition to one.
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
/// Runs a program, such as unit tests of a module (Ruby host).
pub const SCRIPT_RUN: &str = "script.run";
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
/// A notification: the answer to a request is no longer awaited.
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
    /// It sends several resources in one `set` to providers that support it.
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
    /// What a host of some language needs in addition.
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
    /// What it can do, unless the definition of a type says otherwise.
    #[serde(default)]
    pub capabilities: BTreeMap<String, Data>,
}
/// Parameters of `$/cancel`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cancel {
    /// The request.
    pub id: u64,
}
