//! What manifests write about services, in one form, and what is wrong with it.

use pcore::Value;
use resource_api::{Outcome, State, render::interpolate};

use super::Kind;
use crate::subject::{Subject, title_of};

/// What `enable` can be, in the order in which messages name it.
const ENABLE: [&str; 5] = ["true", "false", "manual", "mask", "delayed"];

/// Brings the attributes of a service into the form that the others read.
pub(super) fn canonicalize(kind: Kind, service: &mut State) -> Outcome {
    let title = title_of(service);
    let subject = Subject { type_name: "Service", title: &title };
    subject.word(service, "ensure", &["stopped", "running"], &[("true", "running"), ("false", "stopped")])?;
    enable(&subject, kind, service)?;
    for attribute in ["hasstatus", "hasrestart"] {
        subject.truth(service, attribute)?;
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

fn enable(subject: &Subject<'_>, kind: Kind, service: &mut State) -> Outcome {
    subject.word(service, "enable", &ENABLE, &[])?;
    let unsupported = |value: &str, feature: &str| {
        let provider = kind.name();
        let problem = format!("Provider {provider} must have features '{feature}' to set 'enable' to '{value}'");
        Err(subject.refuse("enable", problem))
    };
    match (kind, service.text("enable")) {
        (_, None) => Ok(()),
        // Nothing can be said about it there, as operators know it.
        (Kind::Base | Kind::Init, _) => {
            service.remove("enable");
            Ok(())
        }
        (Kind::Systemd | Kind::Debian, Some("manual")) => unsupported("manual", "manual_startable"),
        (Kind::Systemd | Kind::Debian, Some("delayed")) => unsupported("delayed", "delayed_startable"),
        (Kind::Debian, Some("mask")) => unsupported("mask", "maskable"),
        (Kind::Systemd | Kind::Debian, Some(_)) => Ok(()),
    }
}
