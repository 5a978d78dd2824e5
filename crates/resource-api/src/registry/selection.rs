//! Selects the provider of a type.

use std::cmp::Reverse;

use ecow::{EcoString, eco_format};

use super::{ProviderEntry, ResourceType};
use crate::{Context, Failure, TypeDefinition, failure::FailureKind, transport::Device};

/// Why there is no provider for a resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProviderError {
    /// The type has no provider.
    #[error("type `{type_name}` has no provider; its resources can be declared, but neither read nor changed")]
    None {
        /// The type.
        type_name: EcoString,
    },
    /// The type has a Ruby file or class that does not define its provider.
    #[error(
        "provider class Puppet::Provider::{namespace}::{namespace} not found in puppet/provider/{type_name}/{type_name}"
    )]
    ClassNotFound {
        /// The type.
        type_name: EcoString,
        /// The name of the type as a Ruby constant.
        namespace: String,
    },
    /// All of its providers are for other kinds of devices, or for devices only while this machine is managed.
    #[error("type `{type_name}` has no provider for {}; its providers are made for devices of the kinds: {}",
        .kind.as_ref().map_or_else(|| "this machine".to_owned(), |kind| format!("devices of the kind '{kind}'")),
        .kinds.join(", "))]
    NoneForDevice {
        /// The type.
        type_name: EcoString,
        /// The kind of the managed device; `None` for this machine.
        kind: Option<EcoString>,
        /// The kinds that it has providers for.
        kinds: Vec<EcoString>,
    },
    /// None of its providers is suitable for this system.
    #[error("Could not find a suitable provider for {type_name}: {}", reasons(.unsuitable, .only_named))]
    NoneSuitable {
        /// The type.
        type_name: EcoString,
        /// The providers, with the reasons why they are unsuitable.
        unsuitable: Vec<(EcoString, EcoString)>,
        /// The providers that are used only for resources that name them.
        only_named: Vec<EcoString>,
    },
    /// The requested provider does not exist.
    #[error("Invalid {type_name} provider '{name}'; it is one of: {}", .known.join(", "))]
    Unknown {
        /// The type.
        type_name: EcoString,
        /// The requested provider.
        name: EcoString,
        /// The existing providers.
        known: Vec<EcoString>,
    },
    /// The requested provider is not suitable for this system.
    #[error("Provider {name} is not functional on this host: {reason}")]
    Unsuitable {
        /// The requested provider.
        name: EcoString,
        /// Why it is unsuitable.
        reason: EcoString,
    },
}

impl ProviderError {
    /// The error for a Ruby type whose provider class is missing.
    pub fn class_not_found(definition: &TypeDefinition) -> ProviderError {
        ProviderError::ClassNotFound {
            type_name: definition.name().clone(),
            namespace: definition.provider_namespace(),
        }
    }

    /// Converts the error into the failure of a resource. A missing provider is the author's mistake.
    pub fn into_failure(self) -> Failure {
        let kind = match self {
            ProviderError::None { .. } | ProviderError::ClassNotFound { .. } | ProviderError::NoneForDevice { .. } => {
                FailureKind::Developer
            }
            ProviderError::NoneSuitable { .. } | ProviderError::Unknown { .. } | ProviderError::Unsuitable { .. } => {
                FailureKind::Ordinary
            }
        };
        Failure::from(self).with_kind(kind)
    }
}

/// Determines which providers of a type are suitable. Each one is asked at most once, and only if it could be selected.
pub struct Suitability<'t> {
    resource_type: &'t ResourceType,
    asked: Vec<Option<Result<(), EcoString>>>,
    default: Option<Result<usize, ProviderError>>,
}

impl<'t> Suitability<'t> {
    /// Creates a selector that has not asked any provider yet.
    pub fn new(resource_type: &'t ResourceType) -> Suitability<'t> {
        Suitability { resource_type, asked: vec![None; resource_type.providers().len()], default: None }
    }

    /// Returns the default provider: the suitable one with the highest rank.
    pub fn default_provider(&mut self, context: &Context) -> Result<&'t ProviderEntry, ProviderError> {
        self.default_index(context).map(|index| &self.resource_type.providers()[index])
    }

    /// Returns the provider that a resource names.
    pub fn named(&mut self, name: &str, context: &Context) -> Result<&'t ProviderEntry, ProviderError> {
        self.index(Some(name), context).map(|index| &self.resource_type.providers()[index])
    }

    /// Forgets which providers are unsuitable, because something changed. They are asked again.
    pub fn ask_again(&mut self) {
        for answer in &mut self.asked {
            if matches!(answer, Some(Err(_))) {
                *answer = None;
            }
        }
        if matches!(self.default, Some(Err(_))) {
            self.default = None;
        }
    }

    /// Returns the index into [`ResourceType::providers`] of the provider with that name, or of the default provider.
    pub fn index(&mut self, name: Option<&str>, context: &Context) -> Result<usize, ProviderError> {
        let Some(name) = name else { return self.default_index(context) };
        let Some(index) = find(self.resource_type, name)? else {
            return Err(unsupported(self.resource_type, name));
        };
        self.ask(index, context).map_err(|reason| ProviderError::Unsuitable { name: name.into(), reason })?;
        Ok(index)
    }

    fn default_index(&mut self, context: &Context) -> Result<usize, ProviderError> {
        if let Some(chosen) = &self.default {
            return chosen.clone();
        }
        let chosen = self.choose(context);
        self.default.insert(chosen).clone()
    }

    fn choose(&mut self, context: &Context) -> Result<usize, ProviderError> {
        let type_name = self.resource_type.definition().name();
        let providers = self.resource_type.providers();
        if providers.is_empty() && self.resource_type.has_checks() {
            return Err(ProviderError::class_not_found(self.resource_type.definition()));
        }
        if providers.is_empty() {
            return Err(ProviderError::None { type_name: type_name.clone() });
        }
        let kind = kind_of(context);
        let (made_for_it, made_for_any): (Vec<usize>, Vec<usize>) = (0..providers.len())
            .filter(|index| is_made_for(&providers[*index], kind))
            .partition(|index| !providers[*index].devices().is_empty());
        let mut ranked = if made_for_it.is_empty() { made_for_any } else { made_for_it };
        if ranked.is_empty() {
            let kinds = providers.iter().flat_map(|provider| provider.devices().iter().cloned()).collect();
            return Err(ProviderError::NoneForDevice { type_name: type_name.clone(), kind: kind.cloned(), kinds });
        }
        // The sort is stable, so of equal providers the first one wins.
        ranked.sort_by_cached_key(|index| Reverse(providers[*index].rank(context)));
        let (only_named, ranked): (Vec<usize>, Vec<usize>) =
            ranked.into_iter().partition(|index| providers[*index].is_never_default);
        let mut unsuitable = Vec::new();
        for index in ranked {
            match self.ask(index, context) {
                Ok(()) => return Ok(index),
                Err(reason) => unsuitable.push((providers[index].name().clone(), reason)),
            }
        }
        let only_named = only_named.into_iter().map(|index| providers[index].name().clone()).collect();
        Err(ProviderError::NoneSuitable { type_name: type_name.clone(), unsuitable, only_named })
    }

    fn ask(&mut self, index: usize, context: &Context) -> Result<(), EcoString> {
        let provider = &self.resource_type.providers()[index];
        let suitable = || {
            if !is_made_for(provider, kind_of(context)) {
                return Err(eco_format!("it is made for devices of the kind {}", provider.devices().join(", ")));
            }
            provider.suitable(context).map_err(EcoString::from)
        };
        self.asked[index].get_or_insert_with(suitable).clone()
    }
}

impl ResourceType {
    /// Checks that a provider with that name exists, here or in another implementation, whether it is suitable or not.
    pub fn check_provider_name(&self, name: &str) -> Result<(), ProviderError> {
        find(self, name).map(drop)
    }
}

/// The kind of the managed device.
fn kind_of(context: &Context) -> Option<&EcoString> {
    context.device().ok().map(Device::kind)
}

/// Whether a provider supports a kind of device, or this machine.
fn is_made_for(provider: &ProviderEntry, kind: Option<&EcoString>) -> bool {
    provider.devices().is_empty() || kind.is_some_and(|kind| provider.devices().contains(kind))
}

/// Returns the index of the provider with that name; `None` if only other implementations have it.
fn find(resource_type: &ResourceType, name: &str) -> Result<Option<usize>, ProviderError> {
    let found = resource_type.providers().iter().position(|provider| provider.name() == name);
    if found.is_some() || resource_type.unsupported.contains(&name) {
        return Ok(found);
    }
    Err(ProviderError::Unknown {
        type_name: resource_type.definition().name().clone(),
        name: name.into(),
        known: names(resource_type),
    })
}

/// The error for a provider that only other implementations have.
fn unsupported(resource_type: &ResourceType, name: &str) -> ProviderError {
    let known = names(resource_type).join(", ");
    ProviderError::Unsuitable { name: name.into(), reason: eco_format!("it is not supported; use one of: {known}") }
}

fn names(resource_type: &ResourceType) -> Vec<EcoString> {
    resource_type.providers().iter().map(|provider| provider.name().clone()).collect()
}

fn reasons(unsuitable: &[(EcoString, EcoString)], only_named: &[EcoString]) -> String {
    let mut shown: Vec<String> = unsuitable.iter().map(|(name, reason)| format!("{name} ({reason})")).collect();
    if !only_named.is_empty() {
        let only = "used only if the resource sets 'provider' to it";
        shown.extend(only_named.iter().map(|name| format!("{name} ({only})")));
    }
    shown.join(", ")
}
