//! From a manifest to types with their providers.

use std::{env, path::Path, sync::Arc};

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    ProviderEntry, ResourceType, TypeDefinition, Types,
    command::is_executable,
    log::{Level, Log},
    transport::{TransportKind, Transports},
};

use super::{Concurrency, Conditions, Manifest};
use crate::{Guard, Host, HostProvider, HostTransport, Runtime};

impl Manifest {
    /// Adds the types and transports of this manifest, and its provider to types of others. Returns the process, which is
    /// not started.
    ///
    /// A type that is known already is not replaced: the provider is one more of it.
    pub fn register(
        &self,
        types: &mut Types,
        transports: &mut Transports,
        guard: &Arc<Guard>,
        runtime: &Arc<dyn Runtime>,
        log: &Log,
    ) -> Arc<Host> {
        for warning in &self.warnings {
            log.line(Level::Warning, &format!("{}: {warning}", self.path.display()));
        }
        let mut launch = self.launch();
        // A provider that takes many resources per request gains nothing from concurrent ones.
        if self.concurrency == Concurrency::Free && !self.batch {
            launch.in_flight = runtime.parallel();
        }
        let gathers = self.batch || launch.in_flight > 1;
        let host = Arc::new(Host::new(launch, guard.clone(), runtime.clone()));
        for definition in &self.types {
            match types.find(definition.name()).cloned() {
                Ok(known) => types.replace(known.extended(self.entry(&host, runtime))),
                Err(_) => {
                    let definition = self.completed(definition, gathers);
                    let defined = ResourceType::new(definition).defined_in(self.path.display().to_string());
                    types.register(defined.with_provider(self.entry(&host, runtime)), log);
                }
            }
        }
        for schema in &self.transports {
            let process = host.clone();
            let kind = TransportKind::new(schema.clone(), move |context, info| {
                HostTransport::connect(process.clone(), context, info)
            });
            if let Err(error) = transports.register(kind, log) {
                log.line(Level::Warning, &format!("{}: {error}", self.path.display()));
            }
        }
        for name in &self.provides {
            if !types.has(name) {
                let path = self.path.display();
                let message = format!("{path}: the provider provides '{name}': Could not find type {name}");
                log.line(Level::Warning, &message);
            }
            types.provide(name, self.entry(&host, runtime));
        }
        host
    }

    fn entry(&self, host: &Arc<Host>, runtime: &Arc<dyn Runtime>) -> ProviderEntry {
        let (process, conditions, asked) = (host.clone(), self.suitable.clone(), runtime.clone());
        let entry = ProviderEntry::new(self.name.clone(), move |_| Ok(HostProvider::new(process.clone())))
            .with_parameters()
            .suitable_if(move |_| conditions.check(&*asked))
            .for_devices(self.devices.iter().cloned());
        if self.default_for.is_empty() {
            return entry;
        }
        let (facts, asked) = (self.default_for.clone(), runtime.clone());
        entry.default_for(move |_| facts.iter().all(|(name, values)| has_value(&*asked, name, values)))
    }

    /// A definition together with what the manifest sets for all of its types.
    fn completed(&self, definition: &TypeDefinition, gathers: bool) -> TypeDefinition {
        let switches = [("batch", gathers), ("parallel", self.concurrency != Concurrency::None)];
        let on: Vec<(&str, Value)> =
            switches.into_iter().filter(|(_, is_on)| *is_on).map(|(key, is_on)| (key, is_on.into())).collect();
        definition.clone().with_missing_keys(&on)
    }
}

impl Conditions {
    /// Whether all of them hold; else what is missing.
    fn check(&self, runtime: &dyn Runtime) -> Result<(), String> {
        for command in &self.commands {
            if !is_there(command) {
                return Err(format!("there is no command '{command}'"));
            }
        }
        for (name, values) in &self.facts {
            if !has_value(runtime, name, values) {
                let wanted: Vec<EcoString> = values.iter().map(|value| value.to_string().into()).collect();
                return Err(format!("the fact '{name}' is '{}', not {}", runtime.fact(name), wanted.join(" or ")));
            }
        }
        Ok(())
    }
}

fn is_there(command: &str) -> bool {
    if command.contains('/') {
        return is_executable(Path::new(command));
    }
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| is_executable(&folder.join(command))))
}

/// Whether a fact has one of these values. Texts are compared in small letters, as Puppet does it for providers.
fn has_value(runtime: &dyn Runtime, name: &str, values: &[Value]) -> bool {
    let fact = runtime.fact(name);
    values.iter().any(|value| *value == fact || value.to_string().to_lowercase() == fact.to_string().to_lowercase())
}
