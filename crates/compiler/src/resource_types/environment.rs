//! The types of an environment: those of its modules, written in Ruby; those that are built in; those of Puppet.

use std::sync::{Arc, Mutex, PoisonError};

use ecow::EcoString;
use resource_api::log::Log;
use ruby_metadata::TypeMetadata;
use rustc_hash::FxHashMap;

use super::{CoreTypes, LoadedType, ResourceTypeInfo, ResourceTypes, RubyType, RubyTypes};
use crate::loader::Environment;

/// The types of an environment. Each is looked for once.
///
/// A type of a module hides one that is built in, and that hides one of Puppet's own.
pub struct EnvironmentTypes<N> {
    modules: Arc<RubyTypes>,
    /// The types that are built in.
    native: N,
    known: Mutex<FxHashMap<EcoString, Option<Arc<ResourceTypeInfo>>>>,
}

impl<N: ResourceTypes> EnvironmentTypes<N> {
    /// The types of an environment, with those that are built in. What is wrong with a type in Ruby is logged.
    pub fn new(environment: &Environment, native: N, log: Log) -> EnvironmentTypes<N> {
        EnvironmentTypes::of(Arc::new(RubyTypes::new(environment, log)), native)
    }

    /// As [`new`](EnvironmentTypes::new), for types in Ruby that others read, too.
    pub fn of(modules: Arc<RubyTypes>, native: N) -> EnvironmentTypes<N> {
        EnvironmentTypes { modules, native, known: Mutex::default() }
    }

    fn search(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
        match self.modules.find(name) {
            Some(found) => match &found.metadata {
                Some(metadata) if metadata.is_legacy => Some(Arc::new(info(metadata, &found))),
                // The runtime that runs it knows its definition best.
                Some(metadata) if metadata.definition.is_some() => {
                    Some(self.native.find(name).unwrap_or_else(|| Arc::new(info(metadata, &found))))
                }
                metadata => match self.native.load(name) {
                    Some(LoadedType::Type(info)) => Some(Arc::new(info)),
                    Some(LoadedType::Nothing) => None,
                    Some(LoadedType::Fails(reason)) => {
                        Some(Arc::new(ResourceTypeInfo { unusable: Some(reason), ..unknown(name) }))
                    }
                    None => {
                        self.modules.warn(name, &found);
                        let told = metadata.as_ref().map(|metadata| info(metadata, &found));
                        Some(Arc::new(told.unwrap_or_else(|| unknown(name))))
                    }
                },
            },
            None => match (self.native.find(name), CoreTypes.find(name)) {
                (Some(native), Some(puppet)) => Some(with_provider(native, &puppet)),
                (native, puppet) => native.or(puppet),
            },
        }
    }
}

impl<N: ResourceTypes> ResourceTypes for EnvironmentTypes<N> {
    fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(name) {
            return answer.clone();
        }
        let answer = self.search(name);
        known.insert(name.into(), answer.clone());
        answer
    }

    fn is_built_in(&self, name: &str) -> bool {
        self.native.is_built_in(name)
    }

    fn file_of(&self, name: &str) -> Option<EcoString> {
        self.native.file_of(name)
    }

    fn names(&self) -> Vec<EcoString> {
        let mut names: Vec<EcoString> = self.modules.names().cloned().collect();
        names.extend(self.native.names());
        names.extend(CoreTypes.names());
        names.sort();
        names.dedup();
        names
    }
}

/// An unknown type accepts any attribute.
fn unknown(name: &str) -> ResourceTypeInfo {
    ResourceTypeInfo { name: name.into(), ..ResourceTypeInfo::default() }
}

/// A type that is built in, with the choice of a provider where Puppet's own type of that name has it: manifests make
/// it, though there is nothing to choose from here.
fn with_provider(native: Arc<ResourceTypeInfo>, puppet: &ResourceTypeInfo) -> Arc<ResourceTypeInfo> {
    let has = |info: &ResourceTypeInfo| info.attributes.iter().flatten().any(|name| name == "provider");
    if has(&native) || !has(puppet) {
        return native;
    }
    let mut info = (*native).clone();
    info.attributes.get_or_insert_default().push("provider".into());
    Arc::new(info)
}

fn info(metadata: &TypeMetadata, found: &RubyType) -> ResourceTypeInfo {
    let definition = metadata.definition.as_ref();
    let has_providers = definition.is_none() && !(found.providers.is_empty() && metadata.providers.is_empty());
    let attributes = metadata.attributes.as_ref().map(|attributes| {
        let mut names: Vec<EcoString> = attributes.iter().map(|attribute| attribute.name.clone()).collect();
        names.extend(definition.and_then(|definition| definition.insync_trigger()).map(EcoString::from));
        if has_providers && !names.iter().any(|name| name == "provider") {
            names.push("provider".into());
        }
        names
    });
    ResourceTypeInfo {
        name: metadata.name.clone(),
        attributes,
        namevars: metadata.namevars().cloned().collect(),
        titles_have_parts: metadata.has_title_patterns,
        may_repeat: metadata.may_repeat,
        title_patterns: definition.and_then(|definition| definition.title_patterns()).map(Arc::from),
        ..ResourceTypeInfo::default()
    }
}
