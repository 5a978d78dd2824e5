//! `service`: whether services are running, and whether they are enabled.
//!
//! A [`ServiceProvider`] knows the commands that start and stop a service, and how it is enabled (`systemd`, `debian`,
//! `init`, `base`); what all of them have in common is in `commands`. Nothing is read before a property is compared,
//! and `set` changes what was out of sync then.

mod base;
mod commands;
mod debian;
mod init;
mod processes;
mod provider;
mod scripts;
mod systemd;
mod target;

#[cfg(test)]
mod tests;

use pcore::{Value, keyed::HashMap};
use resource_api::{
    Audited, Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    log::Level, render::interpolate,
};

use self::{commands::Service, provider::ServiceProvider, systemd::EnabledCache, target::ServiceTarget};
use crate::{
    munge::{Features, Munger},
    subject::log,
};

/// All providers. A new one is a file with a [`ServiceProvider`] and a line here.
#[rustfmt::skip]
const PROVIDERS: &[&dyn ServiceProvider] = &[
    &systemd::Systemd,
    &debian::Debian,
    &init::Init,
    &base::Base,
];

pub(crate) fn resource_type() -> ResourceType {
    let entry = |provider: &'static dyn ServiceProvider| {
        ProviderEntry::new(provider.name(), move |_| Ok(Services::new(provider)))
            .suitable_if(move |_| provider.check_suitable())
            .priority(provider.priority())
    };
    let service = crate::described(include_str!("service/definition.yaml"));
    PROVIDERS.iter().fold(service, |service, provider| service.with_provider(entry(*provider)))
}

/// The services of one provider.
struct Services {
    provider: &'static dyn ServiceProvider,
    munger: Munger,
    /// The properties that were out of sync when they were compared, which `set` is to change.
    differing: HashMap<Value, Vec<String>>,
    enabled_cache: EnabledCache,
}

impl Services {
    fn new(provider: &'static dyn ServiceProvider) -> Services {
        Services {
            provider,
            munger: Munger::default(),
            differing: HashMap::default(),
            enabled_cache: EnabledCache::default(),
        }
    }

    fn service<'s>(&'s mut self, context: &'s Context, name: &'s Identity, should: &'s State) -> Service<'s> {
        Service {
            provider: self.provider,
            context,
            target: ServiceTarget::new(name.name(), should),
            enabled_cache: &mut self.enabled_cache,
        }
    }

    /// The state of a service that is listed; a missing one is stopped.
    fn state(&mut self, context: &Context, name: &Identity) -> Outcome<State> {
        let should = State::new();
        let mut service = self.service(context, name, &should);
        let state = State::new().with("name", name.value().clone()).with("ensure", service.status()?);
        Ok(match service.provider.enabled(&mut service, "")? {
            Some(enabled) => state.with("enable", enabled),
            None => state,
        })
    }

    /// Records that a property is to be changed.
    fn differs(&mut self, name: &Identity, property: &str) {
        self.differing.entry(name.value().clone()).or_default().push(property.to_owned());
    }
}

#[resource_api::provider]
impl Provider for Services {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else {
            let names = self.provider.list(context)?.into_iter();
            return names.map(|name| self.state(context, &Identity::single("name", name))).collect();
        };
        if context.catalog().is_some() {
            // A run reads the status when it compares, and only if it is managed.
            return Ok(names.iter().map(|name| State::new().with("name", name.value().clone())).collect());
        }
        names.iter().map(|name| self.state(context, name)).collect()
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let differing = self.differing.remove(change.name.value());
            let is_to_change = |property: &str| {
                differing.as_ref().is_none_or(|differing| differing.iter().any(|name| name == property))
            };
            let mut service = self.service(context, &change.name, should);
            if is_to_change("ensure") && should.known("ensure").is_some() {
                if differing.is_some() || service.status()? != should.text("ensure").unwrap_or_default() {
                    service.ensure()?;
                }
                // As in Puppet, starting a service also enables it, without an event.
                if service.enable_differs()?.is_some() {
                    service.enable()?;
                }
            } else if is_to_change("enable") && (differing.is_some() || service.enable_differs()?.is_some()) {
                service.enable()?;
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let provider = self.provider;
        let features = Features { provider: provider.name(), has: &|feature| provider.features().contains(&feature) };
        self.munger.canonicalize_for(context, Some(features), resources, &|_, service| {
            if let Some(given) = service.known("timeout") {
                // It only has a meaning on Windows.
                match interpolate(given).parse::<i64>().ok().filter(|seconds| *seconds > 0) {
                    Some(seconds) => drop(service.insert("timeout", seconds)),
                    None => drop(service.remove("timeout")),
                }
            }
            Ok(())
        })
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let mut service = self.service(context, name, should);
        let answer = match property {
            "ensure" => {
                let (is, target) = (service.status()?, should.text("ensure").unwrap_or_default());
                match target {
                    _ if is == target => Insync::Yes,
                    "running" => Insync::differs(is, target).with_event("service_started"),
                    _ => Insync::differs(is, target).with_event("service_stopped"),
                }
            }
            "enable" => match service.enable_differs()? {
                None => Insync::Yes,
                Some(is) => {
                    let target = should.text("enable").unwrap_or_default();
                    let event = match target {
                        "true" => "service_enabled",
                        "manual" => "service_manual_start",
                        "delayed" => "service_delayed_start",
                        _ => "service_disabled",
                    };
                    Insync::differs(is, target).with_event(event)
                }
            },
            _ => Insync::Yes,
        };
        if answer != Insync::Yes {
            self.differs(name, property);
        }
        Ok(answer)
    }

    fn audited(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Audited> {
        let mut service = self.service(context, name, should);
        let is = match property {
            "ensure" => service.status()?,
            "enable" => match service.provider.enabled(&mut service, should.text("enable").unwrap_or_default())? {
                Some(is) => is,
                None => return Ok(Audited::Unknown),
            },
            _ => return Ok(Audited::Unknown),
        };
        Ok(Audited::Is(Value::Symbol(is.into())))
    }

    fn replaces_refresh(&self, property: &str, should: &State) -> bool {
        property == "ensure" && should.text("ensure") == Some("running")
    }

    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        let mut service = self.service(context, name, should);
        if service.status()? == "running" {
            return service.provider.restart(&mut service);
        }
        log(context, Level::Debug, None, "Skipping restart; service is not running");
        Ok(())
    }
}
