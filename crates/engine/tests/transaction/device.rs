//! A run for a device, which all of its providers reach.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use engine::{
    Transaction,
    transaction::{Applied, Options},
};
use pcore::Hash;
use resource_api::{
    Changes, Context, Failure, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition, Types,
    log::{Level, Log, Recorder},
    transport::{Device, Schema, Transport},
};

use crate::support::{catalog, declared, status};

/// A switch with a model.
pub struct Switch(pub &'static str);

impl Transport for Switch {
    fn verify(&self, _: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _: &Context) -> Outcome {
        Ok(())
    }
}

/// The ports of a switch.
struct Ports;

#[resource_api::provider]
impl Provider for Ports {
    fn get(&mut self, context: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        let (name, model) = (context.device()?.name(), context.transport::<Switch>()?.0);
        context.notice(format!("{name} is a {model}"));
        Ok(vec![State::new().with("name", "eth0").with("speed", 10)])
    }

    fn set(&mut self, context: &Context, _: &Changes) -> Outcome {
        context.notice(format!("changed on {}", context.device()?.name()));
        Ok(())
    }
}

fn apply(keys: &str, device: Option<Arc<Device>>) -> (Applied, Vec<String>) {
    let text = format!(
        "name: port\ndesc: A port.\n{keys}\nattributes:\n  name: {{type: String, desc: n, behaviour: namevar}}\n  \
         speed: {{type: Integer, desc: s}}\n"
    );
    let definition = TypeDefinition::from_value(&pcore::yaml::parse(&text).expect("it is YAML")).expect("it is a type");
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let mut types = Types::default();
    let provider = ProviderEntry::new("ports", |_: &Context| Ok(Ports));
    types.register(ResourceType::new(definition).with_provider(provider), &log);
    let options = Options { device, ..Options::default() };
    let port = declared("Port", "eth0", &[("speed", 100.into())]);
    let applied = Transaction::new(catalog([port]), &types, options, log).expect("the catalog is right").run();
    let lines = recorder.entries().into_iter().filter(|entry| entry.level > Level::Info);
    (applied, lines.map(|entry| entry.message.to_string()).collect())
}

#[test]
fn providers_of_a_run_reach_the_device() {
    let device = Arc::new(Device::new("spine1", Switch("nx9k")));
    let (applied, lines) = apply("features: [remote_resource]", Some(device));
    assert!(status(&applied, "Port[eth0]").changed, "{lines:?}");
    assert_eq!(lines, ["port: spine1 is a nx9k", "speed changed 10 to 100", "port: changed on spine1"]);
}

#[test]
fn without_a_device_there_is_nothing_to_reach() {
    let (applied, lines) = apply("apply_to: all\nfeatures: [remote_resource]", None);
    assert!(status(&applied, "Port[eth0]").failed);
    assert_eq!(lines, ["Could not evaluate: no device configured"]);
}

/// A connection that counts how often it is closed.
struct Counted(Arc<AtomicUsize>);

impl Transport for Counted {
    fn verify(&self, _: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _: &Context) -> Outcome {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// A provider that says whose it is and how many there were before it.
struct Own {
    made_for: &'static str,
    number: usize,
}

#[resource_api::provider]
impl Provider for Own {
    fn get(&mut self, context: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        let device = context.device()?;
        context.notice(format!("{} {} of {} ({})", self.made_for, self.number, device.name(), device.kind()));
        if device.name() == "broken" {
            panic!("the provider is broken");
        }
        Ok(Vec::new())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        if context.device()?.name() == "cut" {
            return Err(Failure::new("connection reset by peer"));
        }
        let names: Vec<&str> = changes.iter().map(|change| change.name.name()).collect();
        context.notice(format!("set {}", names.join(", ")));
        Ok(())
    }
}

/// Types whose providers are counted: one for any device, and one for those of the kind `nexus`.
struct Fleet {
    types: Types,
    made: Arc<AtomicUsize>,
}

impl Fleet {
    fn new() -> Fleet {
        let text = "name: port\ndesc: A port.\nfeatures: [remote_resource]\nattributes:\n  \
                    name: {type: String, desc: n, behaviour: namevar}\n  ensure: {type: 'Enum[present, absent]', desc: e}";
        let value = pcore::yaml::parse(text).expect("it is YAML");
        let definition = TypeDefinition::from_value(&value).expect("it is a type");
        let made = Arc::new(AtomicUsize::new(0));
        let entry = |name: &'static str| {
            let made = made.clone();
            ProviderEntry::new(name, move |_: &Context| {
                Ok(Own { made_for: name, number: made.fetch_add(1, Ordering::Relaxed) })
            })
        };
        let mut types = Types::default();
        types.replace(
            ResourceType::new(definition)
                .with_provider(entry("general"))
                .with_provider(entry("nexus").for_device("nexus")),
        );
        Fleet { types, made }
    }

    /// Applies two ports to a device, and returns the lines from notice on.
    fn apply(&self, device: Arc<Device>) -> (Applied, Vec<String>) {
        let recorder = Arc::new(Recorder::default());
        let ports = ["eth0", "eth1"].map(|name| declared("Port", name, &[("ensure", "present".into())]));
        let options = Options { device: Some(device), ..Options::default() };
        let log = Log::new(recorder.clone(), Arc::default());
        let applied = Transaction::new(catalog(ports), &self.types, options, log).expect("the catalog is right").run();
        let lines = recorder.entries().into_iter().filter(|entry| entry.level > Level::Info);
        (applied, lines.map(|entry| entry.message.to_string()).collect())
    }
}

/// A device of a kind, and how often it was closed.
fn counted(kind: &str, name: &str) -> (Arc<Device>, Arc<AtomicUsize>) {
    let closed = Arc::new(AtomicUsize::new(0));
    let schema = Schema::builder(kind).desc("A kind.").build().expect("it is a schema");
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    (Arc::new(Device::of_kind(schema, name, Box::new(Counted(closed.clone())), log)), closed)
}

// Requirement: TR-40, TR-42
#[test]
fn a_run_has_one_provider_for_its_type_and_kind_of_device() {
    let fleet = Fleet::new();
    let (_, lines) = fleet.apply(counted("nexus", "spine1").0);
    assert!(lines.contains(&"port: nexus 0 of spine1 (nexus)".to_owned()), "{lines:?}");
    assert_eq!(fleet.made.load(Ordering::Relaxed), 1);
    let (_, lines) = fleet.apply(counted("ios", "leaf1").0);
    assert!(lines.contains(&"port: general 1 of leaf1 (ios)".to_owned()), "{lines:?}");
    assert_eq!(fleet.made.load(Ordering::Relaxed), 2);
}

#[test]
fn devices_of_several_kinds_are_managed_at_the_same_time() {
    let fleet = Fleet::new();
    let targets: Vec<(&str, String)> =
        (0..8).map(|number| (if number % 2 == 0 { "nexus" } else { "ios" }, format!("device{number}"))).collect();
    thread::scope(|scope| {
        for (kind, name) in &targets {
            let fleet = &fleet;
            scope.spawn(move || {
                let (device, closed) = counted(kind, name);
                let (applied, lines) = fleet.apply(device.clone());
                assert!(status(&applied, "Port[eth1]").changed, "{lines:?}");
                // No provider gets another device.
                let own = format!(" of {name} ({kind})");
                let provider = if *kind == "nexus" { "port: nexus" } else { "port: general" };
                let own_lines: Vec<&String> = lines.iter().filter(|line| line.contains(" of device")).collect();
                assert!(own_lines.iter().all(|line| line.ends_with(&own) && line.starts_with(provider)), "{lines:?}");
                drop((device, applied));
                assert_eq!(closed.load(Ordering::Relaxed), 1);
            });
        }
    });
    assert_eq!(fleet.made.load(Ordering::Relaxed), targets.len());
}

// Requirement: TR-24
#[test]
fn a_connection_is_closed_once_after_failures_and_panics() {
    for name in ["spine1", "broken", "cut"] {
        let (device, closed) = counted("nexus", name);
        let (applied, lines) = Fleet::new().apply(device.clone());
        assert_eq!(status(&applied, "Port[eth0]").failed, name != "spine1", "{lines:?}");
        assert_eq!(closed.load(Ordering::Relaxed), 0, "a run does not close what it was given");
        device.close();
        drop((device, applied));
        assert_eq!(closed.load(Ordering::Relaxed), 1);
    }
}
