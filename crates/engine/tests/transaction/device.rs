//! A run for a device, which all of its providers reach.

use std::sync::Arc;

use engine::{
    Transaction,
    transaction::{Applied, Options},
};
use pcore::Hash;
use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition, Types,
    log::{Level, Log, Recorder},
    transport::{Device, Transport},
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

    fn close(&self, _: &Context) {}
}

/// The ports of a switch.
struct Ports;

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
