//! What manifests write about services, in one form, and what is wrong with it.

use pcore::Value;
use resource_api::{
    Failure, Outcome, State,
    render::{inspect, interpolate},
};

use super::Kind;

/// What `enable` can be, in the order in which messages name it.
const ENABLE: [&str; 5] = ["true", "false", "manual", "mask", "delayed"];

/// Brings the attributes of a service into the form that the others read.
pub(super) fn canonicalize(kind: Kind, service: &mut State) -> Outcome {
    let name = service.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { name, kind };
    subject.ensure(service)?;
    subject.enable(service)?;
    for attribute in ["hasstatus", "hasrestart"] {
        subject.switch(service, attribute)?;
    }
    if service.known("path").is_some() {
        let folders = match service.get("path") {
            Some(Value::Array(folders)) => folders.iter().map(interpolate).collect(),
            Some(folder) => vec![interpolate(folder)],
            None => Vec::new(),
        };
        let folders: Vec<Value> = folders.iter().flat_map(|folders| folders.split(':')).map(Value::from).collect();
        service.insert("path", folders);
    }
    if let Some(given) = service.known("timeout") {
        let seconds = interpolate(given).parse::<i64>().ok().filter(|seconds| *seconds > 0);
        // It counts on Windows alone.
        match seconds {
            Some(seconds) => drop(service.insert("timeout", seconds)),
            None => drop(service.remove("timeout")),
        }
    }
    Ok(())
}

/// The service that messages are about.
struct Subject {
    name: String,
    kind: Kind,
}

impl Subject {
    fn refuse(&self, parameter: &str, problem: &str) -> Failure {
        Failure::resource(format!("Parameter {parameter} failed on Service[{}]: {problem}", self.name))
    }

    fn ensure(&self, service: &mut State) -> Outcome {
        let Some(given) = service.known("ensure") else { return Ok(()) };
        let word = match interpolate(given).as_str() {
            "running" | "true" => "running",
            "stopped" | "false" => "stopped",
            _ => {
                let valid = "Valid values are stopped, running.";
                return Err(self.refuse("ensure", &format!("Invalid value {}. {valid}", inspect(given))));
            }
        };
        service.insert("ensure", word);
        Ok(())
    }

    fn enable(&self, service: &mut State) -> Outcome {
        let Some(given) = service.known("enable") else { return Ok(()) };
        let word = interpolate(given);
        if !ENABLE.contains(&word.as_str()) {
            let valid = format!("Valid values are {}.", ENABLE.join(", "));
            return Err(self.refuse("enable", &format!("Invalid value {}. {valid}", inspect(given))));
        }
        match (self.kind, word.as_str()) {
            // Nothing can be said about it there, as operators know it.
            (Kind::Base | Kind::Init, _) => drop(service.remove("enable")),
            (Kind::Systemd | Kind::Debian, "manual") => return Err(self.unsupported("manual", "manual_startable")),
            (Kind::Systemd | Kind::Debian, "delayed") => return Err(self.unsupported("delayed", "delayed_startable")),
            (Kind::Debian, "mask") => return Err(self.unsupported("mask", "maskable")),
            (Kind::Systemd | Kind::Debian, _) => drop(service.insert("enable", word)),
        }
        Ok(())
    }

    fn unsupported(&self, value: &str, feature: &str) -> Failure {
        let provider = self.kind.name();
        let problem = format!("Provider {provider} must have features '{feature}' to set 'enable' to '{value}'");
        self.refuse("enable", &problem)
    }

    fn switch(&self, service: &mut State, attribute: &str) -> Outcome {
        let Some(given) = service.known(attribute) else { return Ok(()) };
        let on = match interpolate(given).as_str() {
            "true" => true,
            "false" => false,
            _ => {
                let problem = format!("Invalid value {}. Valid values are true, false.", inspect(given));
                return Err(self.refuse(attribute, &problem));
            }
        };
        service.insert(attribute, on);
        Ok(())
    }
}
