//! `service`: services that run or not, and are started with the machine or not.
//!
//! A provider ([`Services`]) differs from another one in its [`Kind`]: which commands it has (`commands`), and how
//! services are enabled (`systemd`, `debian`). Nothing is asked before a property is compared, and what was found out of
//! sync then is what `set` changes.

mod canonical;
mod commands;
mod debian;
mod listing;
mod processes;
mod scripts;
mod systemd;
mod wanted;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    log::Level, registry::Manner,
};
use rustc_hash::FxHashMap;

use self::{commands::Service, wanted::Wanted};
use crate::given::Given;

const GIVEN: Given = Given {
    type_name: "Service",
    several: &[],
    secret: &["logonpassword", "start", "stop", "restart", "status", "binary"],
    marked: &[],
};

pub(crate) fn resource_type() -> ResourceType {
    let entry = |kind: Kind| {
        ProviderEntry::new(kind.name(), move |_| Ok(Services::new(kind)))
            .suitable_if(move |_| kind.suitable())
            .priority(kind.priority())
    };
    ResourceType::new(crate::defined(include_str!("service/definition.yaml")))
        .with_provider(entry(Kind::Systemd))
        .with_provider(entry(Kind::Debian))
        .with_provider(entry(Kind::Init))
        .with_provider(entry(Kind::Base))
        .with_unsupported_providers(crate::provider_names::unsupported("service"))
        .in_manner(Manner::Puppet)
}

/// What looks after services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// systemd, or its files where it is not running.
    Systemd,
    /// Scripts in `/etc/init.d` with the tools of Debian.
    Debian,
    /// Scripts in `/etc/init.d`.
    Init,
    /// The commands that the manifest gives.
    Base,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Systemd => "systemd",
            Kind::Debian => "debian",
            Kind::Init => "init",
            Kind::Base => "base",
        }
    }

    /// Where systemd does not run, its files say nothing about what runs: scripts are preferred there.
    fn priority(self) -> i32 {
        match self {
            Kind::Systemd if systemd::is_running() => 4,
            Kind::Debian => 3,
            Kind::Init => 2,
            Kind::Base => 1,
            Kind::Systemd => 0,
        }
    }

    fn suitable(self) -> Result<(), String> {
        let needs = |program: &str| {
            let is_there = Path::new(program).is_file();
            if is_there { Ok(()) } else { Err(format!("there is no {program}")) }
        };
        match self {
            Kind::Systemd => systemd::systemctl().map(drop).ok_or_else(|| "there is no systemctl".to_owned()),
            Kind::Debian if systemd::is_running() => Err("systemd is running".to_owned()),
            Kind::Debian => {
                [debian::UPDATE, debian::INVOKE, debian::SERVICE].iter().try_for_each(|program| needs(program))
            }
            Kind::Init if Path::new("/etc/debian_version").exists() => Err("Debian has its own tools".to_owned()),
            Kind::Init | Kind::Base => Ok(()),
        }
    }
}

/// The services of one provider.
struct Services {
    kind: Kind,
    /// What was found out of sync, and is to be changed.
    differing: FxHashMap<Value, Vec<String>>,
    systemd: systemd::Systemd,
}

impl Services {
    fn new(kind: Kind) -> Services {
        Services { kind, differing: FxHashMap::default(), systemd: systemd::Systemd::default() }
    }

    fn service<'s>(&'s mut self, context: &'s Context, name: &'s Identity, should: &'s State) -> Service<'s> {
        Service { kind: self.kind, context, wanted: Wanted::new(name.name(), should), systemd: &mut self.systemd }
    }

    /// Notes that a property is to be changed.
    fn differs(&mut self, name: &Identity, property: &str) {
        self.differing.entry(name.value().clone()).or_default().push(property.to_owned());
    }
}

impl Provider for Services {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else { return listing::all(self, context) };
        if context.catalog().is_some() {
            // A run asks when it compares, and only about what is managed.
            return Ok(names.iter().map(|name| State::new().with("name", name.value().clone())).collect());
        }
        names.iter().map(|name| listing::one(self, context, name)).collect()
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let differing = self.differing.remove(change.name.value());
            let is_meant = |property: &str| {
                differing.as_ref().is_none_or(|differing| differing.iter().any(|name| name == property))
            };
            let mut service = self.service(context, &change.name, should);
            if is_meant("ensure") && should.known("ensure").is_some() {
                if differing.is_some() || service.status()? != should.text("ensure").unwrap_or_default() {
                    service.ensure()?;
                }
                // What is started is enabled with it, and nobody is told.
                if service.enable_differs()?.is_some() {
                    service.enable()?;
                }
            } else if is_meant("enable") && (differing.is_some() || service.enable_differs()?.is_some()) {
                service.enable()?;
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let canonical = |service: &mut State| canonical::canonicalize(self.kind, service);
        resources.iter_mut().try_for_each(|service| GIVEN.settle(context, service, canonical))
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
                let (is, wanted) = (service.status()?, should.text("ensure").unwrap_or_default());
                match wanted {
                    _ if is == wanted => Insync::Yes,
                    "running" => Insync::differs(is, wanted).named("service_started"),
                    _ => Insync::differs(is, wanted).named("service_stopped"),
                }
            }
            "enable" => match service.enable_differs()? {
                None => Insync::Yes,
                Some(is) => {
                    let wanted = should.text("enable").unwrap_or_default();
                    let event = match wanted {
                        "true" => "service_enabled",
                        "manual" => "service_manual_start",
                        "delayed" => "service_delayed_start",
                        _ => "service_disabled",
                    };
                    Insync::differs(is, wanted).named(event)
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
            "enable" => match service.enabled(should.text("enable").unwrap_or_default())? {
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
            return service.restart();
        }
        service.tell(Level::Debug, "Skipping restart; service is not running");
        Ok(())
    }
}
