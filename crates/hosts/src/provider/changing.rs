//! `set`: changes as they are sent, all in one request or each in one of its own.

use ecow::EcoString;
use protocol::{Id, calls, message::WriteError};
use resource_api::{Changes, Context, Outcome, TypeDefinition};
use serde::{Serialize, Serializer};

use super::{
    HostProvider,
    request::{Attributes, Call, Names},
    results,
};
use crate::host::Request;

/// The parameters of a `set`.
struct SetRequest<'s> {
    provider: &'s HostProvider,
    definition: &'s TypeDefinition,
    changes: &'s Changes,
}

impl Serialize for SetRequest<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SetRequest { provider, definition, changes } = self;
        let parts: Vec<_> = changes
            .iter()
            .map(|change| {
                let found = |is| Some(Attributes(is)).filter(|_| provider.is_found(definition, is));
                (Names(&change.name), change.is.as_ref().map(found), change.should.as_ref().map(Attributes))
            })
            .collect();
        let sent = parts
            .iter()
            .map(|(name, is, should)| calls::Change {
                name: provider.members(name),
                is: is.as_ref().map(|is| is.as_ref().map(|is| provider.members(is))),
                should: should.as_ref().map(|should| provider.members(should)),
            })
            .collect();
        calls::Set { type_name: definition.name(), changes: sent, noop: changes.noop() }.serialize(serializer)
    }
}

/// A `set` of one resource, through a connection that may be another one for the next.
struct SetOneRequest<'s> {
    params: SetRequest<'s>,
    transport: Option<EcoString>,
}

impl Request for SetOneRequest<'_> {
    fn method(&self) -> &'static str {
        calls::SET
    }

    fn line(&self, id: &Id) -> Result<String, WriteError> {
        let (provider, transport) = (self.params.provider.name.as_deref(), self.transport.as_deref());
        Call { method: calls::SET, params: &self.params, provider, transport }.line(id)
    }
}

impl HostProvider {
    /// Changes resources in one request.
    pub(super) fn set_at_once(&self, context: &Context, changes: &Changes) -> Outcome {
        let definition = context.definition();
        let params = SetRequest { provider: self, definition, changes };
        let results =
            self.ask(context, calls::SET, &params, |answer, talk| results::of_set(definition, answer, talk))?;
        results::conclude(context, changes, results, |property, failure| context.fail_property(property, failure))
    }

    /// Changes each resource in a request of its own, several at a time; each of them fails for itself.
    pub(super) fn set_each(&self, context: &Context, changes: &Changes) -> Outcome {
        let definition = context.definition();
        let single: Vec<Changes> =
            changes.iter().map(|change| Changes::new(vec![change.clone()], changes.noop())).collect();
        let requests = single.iter().map(|changes| {
            let params = SetRequest { provider: self, definition, changes };
            Ok(SetOneRequest { params, transport: self.host.connection(context)? })
        });
        let answers = self.host.ask_each(requests, context.log(), context);
        self.forget_blocks(context);
        for ((change, single), answer) in changes.iter().zip(&single).zip(answers) {
            let mut failed = None;
            let outcome = answer.and_then(|(answer, talk)| {
                let results =
                    self.read(calls::SET, &answer, talk, |answer, talk| results::of_set(definition, answer, talk))?;
                results::conclude(context, single, results, |_, failure| {
                    failed.get_or_insert(failure);
                })
            });
            if let Some(failure) = outcome.err().or(failed) {
                context.fail_resource(&change.name, failure);
            }
        }
        Ok(())
    }
}
