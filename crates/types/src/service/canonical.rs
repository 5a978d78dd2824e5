//! Normalizes what manifests write about services, and validates it.

use pcore::Value;
use resource_api::{Outcome, State, render::interpolate};

use super::provider::ServiceProvider;
use crate::subject::{Subject, title_of};

/// The values of `enable`, in the order of Puppet's messages.
const ENABLE: [&str; 5] = ["true", "false", "manual", "mask", "delayed"];

/// Brings the attributes of a service into canonical form.
pub(super) fn canonicalize(provider: &dyn ServiceProvider, service: &mut State) -> Outcome {
    let title = title_of(service);
    let subject = Subject { type_name: "Service", title: &title };
    subject.keyword(service, "ensure", &["stopped", "running"], &[("true", "running"), ("false", "stopped")])?;
    enable(&subject, provider, service)?;
    for attribute in ["hasstatus", "hasrestart"] {
        subject.true_or_false(service, attribute)?;
    }
    if service.known("path").is_some() {
        let directories = match service.get("path") {
            Some(Value::Array(directories)) => directories.iter().map(interpolate).collect(),
            Some(directory) => vec![interpolate(directory)],
            None => Vec::new(),
        };
        let directories: Vec<Value> =
            directories.iter().flat_map(|directories| directories.split(':')).map(Value::from).collect();
        service.insert("path", directories);
    }
    if let Some(given) = service.known("timeout") {
        let seconds = interpolate(given).parse::<i64>().ok().filter(|seconds| *seconds > 0);
        // It only has a meaning on Windows.
        match seconds {
            Some(seconds) => drop(service.insert("timeout", seconds)),
            None => drop(service.remove("timeout")),
        }
    }
    Ok(())
}

fn enable(subject: &Subject<'_>, provider: &dyn ServiceProvider, service: &mut State) -> Outcome {
    subject.keyword(service, "enable", &ENABLE, &[])?;
    let Some(value) = service.text("enable") else { return Ok(()) };
    if !provider.features().contains(&"enableable") {
        // Puppet ignores it, too.
        service.remove("enable");
        return Ok(());
    }
    let feature = match value {
        "manual" => "manual_startable",
        "delayed" => "delayed_startable",
        "mask" => "maskable",
        _ => return Ok(()),
    };
    if provider.features().contains(&feature) {
        return Ok(());
    }
    let name = provider.name();
    let problem = format!("Provider {name} must have features '{feature}' to set 'enable' to '{value}'");
    Err(subject.refuse("enable", problem))
}
