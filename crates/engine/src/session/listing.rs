//! The resources that exist, managed or not.

use std::fmt;

use ecow::EcoString;
use pcore::Value;
use resource_api::{Behaviour, Outcome, State, log::Level, registry::Dialect, render};

use super::{Session, build::Mandatory};
use crate::{ManagedResource, index::ProviderIndex};

/// A resource that a provider listed, or that was searched for.
#[derive(Clone)]
pub struct Instance {
    /// The resource with its title, its namevars and the defaults of its type, as if a manifest had only named it.
    pub resource: ManagedResource,
    /// Its attributes as the provider returned them.
    pub state: State,
    /// Whether the provider knows it.
    pub exists: bool,
    /// The provider of the resource.
    pub provider: EcoString,
}

/// Shows no values, because not all secrets are wrapped.
impl fmt::Debug for Instance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&EcoString> = self.state.iter().map(|(name, _)| name).collect();
        let Instance { resource, exists, provider, .. } = self;
        formatter
            .debug_struct("Instance")
            .field("resource", resource)
            .field("exists", exists)
            .field("provider", provider)
            .field("known", &known)
            .finish()
    }
}

impl Instance {
    /// The attributes to show: what the provider returned, in its order, then parameters with a default.
    ///
    /// Values that are `undef`, unknown attributes and the title are omitted.
    pub fn shown(&self) -> State {
        let definition = self.resource.definition();
        let is_attribute =
            |(name, value): &(&EcoString, &Value)| definition.attribute(name).is_some() && !value.is_undef();
        let mut shown: State =
            self.state.iter().filter(is_attribute).map(|(name, value)| (name.clone(), value.clone())).collect();
        for attribute in definition.attributes().filter(|attribute| attribute.behaviour() == Behaviour::Parameter) {
            if let (None, Some(value)) = (shown.get(attribute.name()), self.resource.should().get(attribute.name())) {
                shown.insert(attribute.name().clone(), value.clone());
            }
        }
        shown
    }
}

impl Session<'_> {
    /// Every resource that the default provider knows, in its order.
    ///
    /// Everything is read in one call, unless that was done before and nothing was changed since. The first resource
    /// that breaks the rules of its type ends the listing, where [`Strictness`](crate::Strictness) makes that an error.
    pub fn instances(&mut self) -> Outcome<Vec<Instance>> {
        self.instances_of(None)
    }

    /// As [`instances`](Session::instances), for the provider of that name.
    pub fn instances_of(&mut self, provider: Option<&str>) -> Outcome<Vec<Instance>> {
        self.check_usable()?;
        let slot = self.slot(provider)?;
        let states = match self.listed(slot)? {
            Some(states) => states,
            None => {
                self.read_all(slot)?;
                self.listed(slot)?.unwrap_or_default()
            }
        };
        states.iter().map(|state| self.instance(provider, state)).collect()
    }

    /// One resource by its title: as it was listed, or as one that does not exist.
    pub fn find(&mut self, title: &str) -> Outcome<Instance> {
        let listed = self.instances()?.into_iter().find(|instance| instance.resource.title == title);
        if let Some(found) = listed {
            self.log_state(&found);
            return Ok(found);
        }
        let properties = self.schema.ordered.iter().filter(|attribute| attribute.behaviour().is_compared());
        let audited = Value::array(properties.map(|attribute| Value::Symbol(attribute.name().clone())));
        let resource = self.make(title, &[("audit".into(), audited)], "", Mandatory::Ignored)?;
        let current = self.current(&resource)?;
        let provider = self.provider_name(&resource);
        Ok(Instance { resource, state: current.state, exists: current.exists, provider })
    }

    /// Logs the state of a resource, as its evaluation does.
    pub fn log_state(&self, instance: &Instance) {
        if self.log().wants(Level::Debug) && self.dialect() == Dialect::ResourceApi {
            self.log().line(Level::Debug, &format!("Current State: {}", self.shown(&instance.state)));
        }
    }

    /// The name of the provider of a resource.
    pub(crate) fn provider_name(&mut self, resource: &ManagedResource) -> EcoString {
        self.provider_of(resource).map(|provider| provider.name().clone()).unwrap_or_default()
    }

    /// The last listing, if nothing was changed since.
    fn listed(&self, slot: ProviderIndex) -> Outcome<Option<Vec<State>>> {
        let cache = &self.providers[slot].cache;
        if let Some(failure) = &cache.failure {
            return Err(failure.clone());
        }
        Ok(cache.listing(&self.requested_lazy, self.run.changes()).map(|listing| listing.states.clone()))
    }

    fn instance(&mut self, provider: Option<&str>, state: &State) -> Outcome<Instance> {
        self.check_schema(state)?;
        let identity = self.schema.identity(state);
        let title = match state.known("title") {
            Some(title) => render::interpolate(title),
            None => identity.to_string(),
        };
        // Providers canonicalize the title of every instance on its own.
        let map = self.canonicalize(provider, State::new().with("title", title.clone()))?;
        let title = map.known("title").map_or(title, render::interpolate);
        // The namevars in the title take precedence over those of the state.
        let mut shown = state.clone();
        let should = if self.schema.is_composite() && self.definition().title_patterns().is_some() {
            let parsed = self.parse_title(&title)?;
            let differs = |(name, value): &&(EcoString, Value)| state.known(name).is_some_and(|known| known != value);
            parsed.iter().filter(differs).for_each(|(name, value)| {
                shown.insert(name.clone(), value.clone());
            });
            parsed.into_iter().collect()
        } else {
            identity.iter().cloned().collect()
        };
        let resource = self.complete(title.into(), "", should, State::new(), provider.map(EcoString::from))?;
        self.check_form(provider, &resource.title, &resource.identity, state)?;
        let provider = self.provider_name(&resource);
        Ok(Instance { resource, state: shown, exists: state.text("ensure") != Some("absent"), provider })
    }
}
