//! What is asked of a process, in the form that it has on the wire.

use pcore::Value;
use protocol::{
    Id,
    calls::MemberSource,
    message::{self, WriteError},
};
use resource_api::{Identity, State, TypeDefinition};
use serde::Serialize;

use crate::host::Asked;

/// A request.
pub(crate) struct Call<'c, P> {
    pub(crate) method: &'static str,
    pub(crate) params: &'c P,
    /// Which of several providers behind one process is meant.
    pub(crate) provider: Option<&'c str>,
}

/// Parameters with the provider that is meant.
#[derive(Serialize)]
struct Addressed<'c, P> {
    provider: &'c str,
    #[serde(flatten)]
    params: &'c P,
}

impl<P: Serialize> Asked for Call<'_, P> {
    fn method(&self) -> &'static str {
        self.method
    }

    fn line(&self, id: &Id) -> Result<String, WriteError> {
        match self.provider {
            None => message::request(id, self.method, self.params),
            Some(provider) => message::request(id, self.method, &Addressed { provider, params: self.params }),
        }
    }
}

/// The attributes of a resource. Shows no value: not all that must stay secret is wrapped.
pub(super) struct Attributes<'s>(pub(super) &'s State);

impl MemberSource for Attributes<'_> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.0.iter().for_each(|(name, value)| each(name, value));
    }
}

impl std::fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
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

impl std::fmt::Debug for Namevars<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Namevars").finish_non_exhaustive()
    }
}

/// The namevars of a resource.
pub(super) struct Names<'i>(pub(super) &'i Identity);

impl MemberSource for Names<'_> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.0.iter().for_each(|(name, value)| each(name, value));
    }
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
