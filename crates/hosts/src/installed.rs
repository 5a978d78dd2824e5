//! Legacy types, which the installed Puppet runs.
//!
//! The Ruby host loads that Puppet instead of providing one. It reports its types as definitions; their resources are read,
//! compared and changed by Puppet's own code, one after the other, and the engine decides and reports as for all others.

use std::{path::Path, sync::Arc};

use ecow::EcoString;
use pcore::{TypeNames, Value};
use protocol::{
    ErrorKind, Symbols,
    calls::{self, Members},
};
use resource_api::{
    Context, Failure, Outcome, Provider, ProviderEntry, ResourceType, State, TypeDefinition,
    definition::relations::{Relation, RelationKind},
    log::Log,
    registry::Dialect,
    render,
};

use crate::{
    Guard, Host, HostError, HostProvider, Missing, Runtime,
    provider::Namevars,
    ruby::{self, LoadedType, RubySettings},
};

/// Whether something failed because Puppet is not installed.
pub fn is_missing(failure: &Failure) -> bool {
    matches!(failure.downcast_ref(), Some(HostError::Refused(refused)) if refused.kind() == ErrorKind::NotSuitable)
}

/// A Ruby host for a run, with the installed Puppet.
pub fn host(program: &Path, settings: &RubySettings, guard: Arc<Guard>, runtime: Arc<dyn Runtime>) -> Host {
    let mut launch = ruby::launch(program, settings);
    launch.name = "puppet".into();
    launch.init_params.push(("ruby_host".into(), "puppet".into()));
    Host::new(launch, guard, runtime)
}

/// The type of that name, as the installed Puppet has it, if it has one.
pub fn resource_type(host: &Arc<Host>, name: &str, names: &dyn TypeNames, log: &Log) -> Outcome<Option<ResourceType>> {
    let LoadedType::Definition(loaded) = host.load_type(name, names, log)? else { return Ok(None) };
    let definition =
        TypeDefinition::from_value_with(&loaded, names).map_err(|error| Failure::new(error.to_string()))?;
    let mut resource_type = ResourceType::new(definition).with_dialect(Dialect::Puppet);
    let providers = loaded.as_hash().and_then(|loaded| loaded.get_str("providers")).cloned().unwrap_or_default();
    let providers = providers.as_array().unwrap_or_default();
    for provider in providers {
        resource_type = resource_type.with_provider(entry(host, provider));
    }
    if providers.is_empty() {
        let host = host.clone();
        let only = ProviderEntry::boxed("puppet", move |context: &Context| Ok(provider(&host, None, context)));
        resource_type = resource_type.with_provider(only);
    }
    let (host, log) = (host.clone(), log.clone());
    let definition = resource_type.definition().clone();
    Ok(Some(resource_type.relating(move |should, _| relations(&host, &definition, should, &log))))
}

/// Fails where a device is managed: what the installed Puppet runs is done to this machine.
pub fn refuse_device(context: &Context) -> Outcome {
    let Ok(device) = context.device() else { return Ok(()) };
    Err(Failure::new(format!(
        "the type '{}' cannot be managed on the device '{}': it is a legacy type (Puppet::Type.newtype), and those manage \
         this machine only; use a type of the Resource API with the feature remote_resource",
        context.definition().name(),
        device.name()
    )))
}

/// A provider of that name. On a device it fails whatever is asked of it, when the resource is evaluated.
fn provider(host: &Arc<Host>, name: Option<EcoString>, context: &Context) -> Box<dyn Provider> {
    match refuse_device(context) {
        Ok(()) => Box::new(HostProvider::named(host.clone(), name)),
        Err(failure) => Box::new(Missing(failure)),
    }
}

/// One provider of a type. Puppet reports which one it would choose, and which ones are not suitable here.
fn entry(host: &Arc<Host>, described: &Value) -> ProviderEntry {
    let member =
        |name: &str| described.as_hash().and_then(|described| described.get_str(name)).cloned().unwrap_or_default();
    let is = |name: &str| member(name) == Value::Boolean(true);
    let name = render::interpolate(&member("name"));
    let (host, chosen) = (host.clone(), name.clone());
    let (is_suitable, is_default) = (is("suitable"), is("default"));
    ProviderEntry::boxed(name, move |context: &Context| Ok(provider(&host, Some(chosen.clone().into()), context)))
        .suitable_if(move |_| if is_suitable { Ok(()) } else { Err("Puppet says that it is not suitable".to_owned()) })
        .priority(i32::from(is_default))
}

/// The relations that the code of a type finds. If that fails, it is logged and the resource has none.
fn relations(host: &Host, definition: &TypeDefinition, should: &State, log: &Log) -> Vec<Relation> {
    let name = Namevars { definition, state: should };
    let params = calls::OfResource { type_name: definition.name(), name: Members::new(&name, Symbols::Tagged) };
    let calls::Relations { relations } = match host.call(calls::RELATIONS, &params, log, None) {
        Ok(found) => found,
        Err(error) => {
            let reason = error.into_failure();
            let message = format!("{}: the automatic relations are not known: {reason}", definition.name());
            log.line(resource_api::log::Level::Warning, &message);
            return Vec::new();
        }
    };
    let kinds = RelationKind::ALL.into_iter().zip(["require", "subscribe", "before", "notify"]);
    kinds
        .flat_map(|(kind, word)| {
            let others = relations.get(word).into_iter().flatten();
            others.map(move |(type_name, title)| Relation {
                kind,
                type_name: type_name.as_str().into(),
                title: title.as_str().into(),
            })
        })
        .collect()
}
