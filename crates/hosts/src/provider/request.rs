//! What is asked of a process, in the form that it has on the wire.

use pcore::Value;
use protocol::{
    Id,
    calls::{self, MemberSource},
    message::{self, WriteError},
};
use resource_api::{Identity, State, TypeDefinition};
use serde::Serialize;

use crate::host::Request;

/// A request.
pub(crate) struct Call<'c, P> {
    pub(crate) method: &'static str,
    pub(crate) params: &'c P,
    /// Which of the providers that share the process is meant.
    pub(crate) provider: Option<&'c str>,
    /// The connection through which the resources are reached.
    pub(crate) transport: Option<&'c str>,
}

impl<'c, P> Call<'c, P> {
    /// A request to the process itself.
    pub(crate) fn new(method: &'static str, params: &'c P) -> Call<'c, P> {
        Call { method, params, provider: None, transport: None }
    }
}

/// Parameters with the provider that is meant, and the connection that it uses.
#[derive(Serialize)]
struct Addressed<'c, P> {
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transport: Option<&'c str>,
    #[serde(flatten)]
    params: &'c P,
}

impl<P: Serialize> Request for Call<'_, P> {
    fn method(&self) -> &'static str {
        self.method
    }

    /// A new process does not know the connections of the one before.
    fn may_repeat(&self) -> bool {
        self.method == calls::GET && self.transport.is_none()
    }

    fn line(&self, id: &Id) -> Result<String, WriteError> {
        match (self.provider, self.transport) {
            (None, None) => message::request(id, self.method, self.params),
            (provider, transport) => {
                message::request(id, self.method, &Addressed { provider, transport, params: self.params })
            }
        }
    }
}

/// The attributes of a resource.
pub(super) struct Attributes<'s>(pub(super) &'s State);

impl MemberSource for Attributes<'_> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.0.iter().for_each(|(name, value)| each(name, value));
    }
}

/// The namevars that a state has.
pub(crate) struct Namevars<'s> {
    pub(crate) definition: &'s TypeDefinition,
    pub(crate) state: &'s State,
}

impl MemberSource for Namevars<'_> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        for namevar in self.definition.namevars() {
            if let Some(value) = self.state.get(namevar.name()) {
                each(namevar.name(), value);
            }
        }
    }
}

/// The namevars of a resource.
pub(super) struct Names<'i>(pub(super) &'i Identity);

impl MemberSource for Names<'_> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.0.iter().for_each(|(name, value)| each(name, value));
    }
}
