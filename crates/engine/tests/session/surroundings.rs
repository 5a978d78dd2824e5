//! What surrounds a provider in a run: a device, a catalog, and what the operator wants to see.

use std::sync::Arc;

use engine::{Session, Settings};
use pcore::Hash;
use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    context::{CatalogResource, CatalogView},
    log::{Level, Log, Recorder},
    transport::{Device, Transport},
};

use crate::support::{NOTE, build, definition};

/// A device that greets.
struct Greeter(&'static str);

impl Transport for Greeter {
    fn verify(&self, _context: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _context: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _context: &Context) -> Outcome {
        Ok(())
    }
}

struct Catalog;

impl CatalogView for Catalog {
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource> {
        Some(CatalogResource::new(type_name, title, &State::new()))
    }

    fn list(&self, _type_name: &str) -> Vec<CatalogResource> {
        Vec::new()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the keyring is broken")]
struct Broken(#[source] std::num::ParseIntError);

/// A provider that asks its context for everything around it.
struct Curious;

#[resource_api::provider]
impl Provider for Curious {
    fn get(&mut self, context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        let greeting = context.transport::<Greeter>()?.0;
        let device = context.device()?.name();
        let found = context.catalog().and_then(|catalog| catalog.find("file", "/etc/motd"));
        context.notice(format!(
            "{device} says {greeting}, {}",
            found.map_or("nothing".into(), |file| file.title().clone())
        ));
        Ok(Vec::new())
    }

    fn set(&mut self, context: &Context, _changes: &Changes) -> Outcome {
        context.creating("a", || Err(Broken("x".parse::<u8>().unwrap_err()).into()))
    }
}

fn lines(adapt: impl FnOnce(Session<'_>) -> Session<'_>, settings: Settings) -> Vec<String> {
    let provider = ProviderEntry::new("curious", |_| Ok(Curious));
    let resource_type = ResourceType::new(definition("t", NOTE, "features: [remote_resource]")).with_provider(provider);
    let recorder = Arc::new(Recorder::default());
    let mut session = adapt(Session::new(&resource_type, settings, Log::new(recorder.clone(), Arc::default())));
    let resource = build(&mut session, "a", [("ensure", "present".into())]);
    session.evaluate(&resource);
    recorder.entries().iter().filter(|entry| entry.level > Level::Debug).map(|entry| entry.line()).collect()
}

// Requirement: CTX-72
#[test]
fn a_provider_of_remote_resources_reaches_its_device() {
    let device = || Arc::new(Device::new("spine1", Greeter("hello")));
    let log = lines(|session| session.with_device(device()), Settings::default());
    assert_eq!(log[0], "Notice: t: spine1 says hello, nothing");
    assert_eq!(
        lines(|session| session, Settings::default()),
        ["Error: /Stage[main]/Main/T[a]: Could not evaluate: no device configured"]
    );
}

// Requirement: VER-29
#[test]
fn a_provider_sees_the_catalog_that_it_is_part_of() {
    let device = || Arc::new(Device::new("spine1", Greeter("hello")));
    let log = lines(|session| session.with_device(device()).with_catalog(Arc::new(Catalog)), Settings::default());
    assert_eq!(log[0], "Notice: t: spine1 says hello, /etc/motd");
}

// Requirement: CTX-22
#[test]
fn the_operator_sees_the_causes_of_failures_when_asked_for() {
    let device = || Arc::new(Device::new("spine1", Greeter("hello")));
    let failed = |trace| {
        let log = lines(|session| session.with_device(device()), Settings { trace, ..Settings::default() });
        log.into_iter().find(|line| line.contains("Failed after")).expect("the block fails")
    };
    assert!(failed(false).ends_with("seconds: the keyring is broken"));
    assert!(failed(true).ends_with("seconds: the keyring is broken\ncaused by: invalid digit found in string"));
}
