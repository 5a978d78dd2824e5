//! The provider of one type whose work a process does.

mod changing;
mod request;
mod results;

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use protocol::{
    Payload,
    calls::{self, Members},
};
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Insync, Outcome, Provider, Request, State, TypeDefinition,
    context::Relay, log::Level,
};

use self::request::{Attributes, Names};
pub(crate) use self::request::{Call, Namevars};
use crate::{Cause, Dialect, Host, HostError, conversation::Conversation};

/// A provider that is missing: every call fails with the reason, when the resource is evaluated.
pub struct Missing(pub Failure);

#[resource_api::provider(as_declared)]
impl Provider for Missing {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Err(self.0.clone())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Err(self.0.clone())
    }
}

/// The provider of one type whose work a process does.
pub struct HostProvider {
    host: Arc<Host>,
    /// Which of the providers that share the process this is.
    name: Option<EcoString>,
    /// Why its resources cannot be read: what they should be is not known, because that took too long.
    hangs: Option<Failure>,
}

impl HostProvider {
    /// The provider of a type that this process knows.
    pub fn new(host: Arc<Host>) -> HostProvider {
        HostProvider { host, name: None, hangs: None }
    }

    /// One of several providers that a type has in this process.
    pub fn named(host: Arc<Host>, name: Option<EcoString>) -> HostProvider {
        HostProvider { host, name, hangs: None }
    }

    fn members<'m>(&self, members: &'m dyn calls::MemberSource) -> Members<'m> {
        Members::new(members, self.host.launch().dialect.symbols())
    }

    /// Asks the process, and reads its answer.
    fn ask<'c, P: serde::Serialize, R>(
        &'c self,
        context: &'c Context,
        method: &'static str,
        params: &P,
        read: impl FnOnce(&Payload, &mut Conversation<'c>) -> Result<R, protocol::Fault>,
    ) -> Outcome<R> {
        let mut transport = self.host.connection(context)?;
        let mut asked = self.ask_through(context, method, params, transport.as_deref());
        // Who asked from within the process that died needs no answer any more.
        if let (Err(error), calls::GET, Some(_)) = (&asked, method, &transport)
            && error.cause() == Some(Cause::Died)
            && !self.host.is_asked_from_within()
        {
            context.log().line(Level::Warning, &error.detailed());
            Relay::new(context).forget_blocks();
            transport = self.host.connection(context)?;
            asked = self.ask_through(context, method, params, transport.as_deref());
        }
        self.forget_blocks(context);
        let (answer, talk) = asked.map_err(HostError::into_failure)?;
        self.read(method, &answer, talk, read)
    }

    fn forget_blocks(&self, context: &Context) {
        let left_open = Relay::new(context).forget_blocks();
        if left_open > 0 {
            context.debug(format!("{left_open} blocks of the provider were never ended"));
        }
    }

    /// Reads an answer, unless the process did something meanwhile that it must not do.
    fn read<'c, R>(
        &self,
        method: &'static str,
        answer: &Payload,
        mut talk: Conversation<'c>,
        read: impl FnOnce(&Payload, &mut Conversation<'c>) -> Result<R, protocol::Fault>,
    ) -> Outcome<R> {
        let read = read(answer, &mut talk);
        let failure = talk.failure.take();
        match (read, failure) {
            (_, Some(failure)) => Err(failure),
            (Ok(result), None) => Ok(result),
            (Err(fault), None) => Err(self.host.faulty(method, fault, &talk).into_failure()),
        }
    }

    fn ask_through<'c, P: serde::Serialize>(
        &'c self,
        context: &'c Context,
        method: &'static str,
        params: &P,
        transport: Option<&str>,
    ) -> Result<(Payload, Conversation<'c>), HostError> {
        let call = Call { method, params, provider: self.name.as_deref(), transport };
        self.host.ask(&call, context.log(), Some(context))
    }
}

#[resource_api::provider(as_declared)]
impl Provider for HostProvider {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        if let Some(failure) = &self.hangs {
            return Err(failure.clone());
        }
        let definition = context.definition();
        let names: Option<Vec<Names<'_>>> = request.names().map(|names| names.iter().map(Names).collect());
        for name in request.names().into_iter().flatten() {
            name.iter().for_each(|(_, value)| context.log().scrubber().learn(value));
        }
        let lazy = definition.attributes().map(|attribute| attribute.name()).filter(|name| request.wants(name));
        let parameters: Vec<(EcoString, Value)> =
            request.parameters().map(|(name, value)| (name.clone(), value.clone())).collect();
        parameters.iter().for_each(|(_, value)| context.log().scrubber().learn(value));
        let params = calls::Get {
            type_name: definition.name(),
            names: names.as_ref().map(|names| names.iter().map(|name| self.members(name)).collect()),
            params: self.members(&parameters),
            attributes: lazy.map(EcoString::as_str).collect(),
        };
        let _listing = names.is_none().then(|| self.host.nesting().listing(definition.name()));
        self.ask(context, calls::GET, &params, |answer, talk| {
            let calls::Resources { resources } = answer.read()?;
            let parts = std::mem::take(&mut talk.resources);
            results::states(definition, parts.into_iter().chain(resources), talk)
        })?
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            [&change.is, &change.should].into_iter().flatten().for_each(|state| context.learn(state));
        }
        if changes.len() > 1 && self.host.launch().in_flight > 1 {
            return self.set_each(context, changes);
        }
        self.set_at_once(context, changes)
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let definition = context.definition();
        resources.iter().for_each(|state| context.learn(state));
        let states: Vec<Attributes<'_>> = resources.iter().map(Attributes).collect();
        let params = calls::Canonicalize {
            type_name: definition.name(),
            resources: states.iter().map(|state| self.members(state)).collect(),
        };
        let expected = states.len();
        let canonical = self.ask(context, calls::CANONICALIZE, &params, |answer, talk| {
            let calls::Resources { resources } = answer.read()?;
            results::states(definition, resources.into_iter(), talk)
        });
        let canonical = match canonical {
            // It is asked before anything is applied, and must not keep everything else from that. Whoever cannot be
            // asked now fails when the resource is evaluated; until then another resource may install what is missing.
            Err(failure) if failure.downcast_ref().is_some_and(HostError::is_absence) => {
                context.debug(format!("values are taken as they are: {failure}"));
                if failure.downcast_ref().and_then(HostError::cause) == Some(Cause::TimedOut) {
                    self.hangs = Some(failure);
                }
                return Ok(());
            }
            canonical => canonical??,
        };
        if canonical.len() != expected {
            let (name, found) = (definition.name(), canonical.len());
            return Err(Failure::developer(format!(
                "`{name}.canonicalize` returned {found} resources instead of {expected}"
            )));
        }
        resources.iter_mut().zip(canonical).for_each(|(resource, state)| *resource = state);
        Ok(())
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let (name, is, should) = (Names(name), Attributes(is), Attributes(should));
        let params = calls::InsyncOf {
            type_name: context.definition().name(),
            name: self.members(&name),
            property,
            is: self.members(&is),
            should: self.members(&should),
        };
        let (answer, is, should) = self.ask(context, calls::INSYNC, &params, |answer, talk| {
            let calls::InsyncResult { insync, message, is, should } = answer.read()?;
            let answer = match (talk.value(insync)?, talk.value(message)?) {
                (verdict, Value::Undef) => verdict,
                (verdict, message) => Value::array([verdict, message]),
            };
            Ok((answer, talk.value(is)?, talk.value(should)?))
        })?;
        Ok(match Insync::from_value(property, &answer)? {
            Insync::No(message) if !should.is_undef() => {
                let differs = Insync::differs(is, should);
                if let Some(message) = message { differs.with_message(message) } else { differs }
            }
            verdict => verdict,
        })
    }

    fn generate(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        let (name, is, should) = (Names(title), is.map(Attributes), Attributes(should));
        let params = calls::Generate {
            type_name: context.definition().name(),
            name: self.members(&name),
            is: is.as_ref().map(|is| self.members(is)),
            should: self.members(&should),
        };
        self.ask(context, calls::GENERATE, &params, |answer, talk| {
            let calls::GeneratedResources { resources } = answer.read()?;
            resources.into_iter().map(|resource| results::generated(resource, talk)).collect()
        })
    }

    fn refresh(&mut self, context: &Context, name: &Identity, _should: &State) -> Outcome {
        let name = Names(name);
        let params = calls::OfResource { type_name: context.definition().name(), name: self.members(&name) };
        self.ask(context, calls::REFRESH, &params, |_, _| Ok(()))
    }
}

impl HostProvider {
    /// Whether a state was found. Ruby providers get the state that the reference implementation passes for an absent resource.
    fn is_found(&self, definition: &TypeDefinition, is: &State) -> bool {
        if self.host.launch().dialect == Dialect::Ruby {
            return true;
        }
        // Providers say `absent` in plain text; the symbol is the engine's own.
        let is_missing = match is.get("ensure") {
            Some(Value::Symbol(ensure)) => ensure == "absent",
            Some(_) => false,
            None => is.get("title").is_some() && definition.namevars().all(|namevar| is.get(namevar.name()).is_none()),
        };
        !is_missing
    }
}
