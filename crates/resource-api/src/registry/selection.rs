//! Which of a type's providers is used.

use std::cmp::Reverse;

use ecow::{EcoString, eco_format};

use super::{ProviderEntry, ResourceType};
use crate::{Context, Failure, TypeDefinition, failure::FailureKind, transport::Device};

/// Why there is no provider for a resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProviderError {
    /// The type has none at all.
    #[error("type `{type_name}` has no provider; its resources can be declared, but neither read nor changed")]
    None {
        /// The type.
        type_name: EcoString,
    },
    /// The type has a file or a class of Ruby in which its provider is missing.
    #[error(
        "provider class Puppet::Provider::{namespace}::{namespace} not found in puppet/provider/{type_name}/{type_name}"
    )]
    ClassNotFound {
        /// The type.
        type_name: EcoString,
        /// The type as a constant of Ruby.
        namespace: String,
    },
    /// All of its providers are made for devices of other kinds, or for devices while this machine is managed.
    #[error("type `{type_name}` has no provider for {}; its providers are made for devices of the kinds: {}",
        .kind.as_ref().map_or_else(|| "this machine".to_owned(), |kind| format!("devices of the kind '{kind}'")),
        .kinds.join(", "))]
    NoneForDevice {
        /// The type.
        type_name: EcoString,
        /// The kind of the device that is managed; nothing where it is this machine.
        kind: Option<EcoString>,
        /// The kinds that it has providers for.
        kinds: Vec<EcoString>,
    },
    /// None of its providers can be used on this system. Holds the reason of each.
    #[error("Could not find a suitable provider for {type_name}: {}", reasons(.unsuitable, .only_named))]
    NoneSuitable {
        /// The type.
        type_name: EcoString,
        /// The providers with why they cannot be used.
        unsuitable: Vec<(EcoString, EcoString)>,
        /// The providers that are used only for resources that name them.
        only_named: Vec<EcoString>,
    },
    /// The provider that a resource asks for does not exist.
    #[error("Invalid {type_name} provider '{name}'; it is one of: {}", .known.join(", "))]
    Unknown {
        /// The type.
        type_name: EcoString,
        /// What was asked for.
        name: EcoString,
        /// The providers that there are.
        known: Vec<EcoString>,
    },
    /// The provider that a resource asks for cannot be used on this system.
    #[error("Provider {name} is not functional on this host: {reason}")]
    Unsuitable {
        /// What was asked for.
        name: EcoString,
        /// Why it cannot be used.
        reason: EcoString,
    },
}

impl ProviderError {
    /// The error for a type of Ruby whose provider class is missing.
    pub fn class_not_found(definition: &TypeDefinition) -> ProviderError {
        ProviderError::ClassNotFound {
            type_name: definition.name().clone(),
            namespace: definition.provider_namespace(),
        }
    }

    /// The failure of a resource that has no provider: a missing one is the author's mistake.
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

/// Which providers of a type can be used: each is asked once, and only when it could be chosen.
pub struct Suitability<'t> {
    resource_type: &'t ResourceType,
    asked: Vec<Option<Result<(), EcoString>>>,
    default: Option<Result<usize, ProviderError>>,
}

impl<'t> Suitability<'t> {
    /// Nothing was asked yet.
    pub fn new(resource_type: &'t ResourceType) -> Suitability<'t> {
        Suitability { resource_type, asked: vec![None; resource_type.providers().len()], default: None }
    }

    /// The provider of resources that do not choose one: of the suitable ones, the one that ranks highest.
    pub fn default_provider(&mut self, context: &Context) -> Result<&'t ProviderEntry, ProviderError> {
        self.default_index(context).map(|index| &self.resource_type.providers()[index])
    }

    /// The provider that a resource chooses by its name.
    pub fn named(&mut self, name: &str, context: &Context) -> Result<&'t ProviderEntry, ProviderError> {
        self.index(Some(name), context).map(|index| &self.resource_type.providers()[index])
    }

    /// Forgets which providers cannot be used: something was changed since, and they are asked again.
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

    /// The place among [`ResourceType::providers`] of the provider with that name, or of the default one.
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
        // The sort is stable: of equal ones the first stays first.
        ranked.sort_by_cached_key(|index| Reverse(providers[*index].rank(context)));
        let (only_named, ranked): (Vec<usize>, Vec<usize>) =
            ranked.into_iter().partition(|index| providers[*index].is_never_default());
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
    /// Checks that there is a provider with that name, here or elsewhere, whether it is suitable or not.
    pub fn check_provider_name(&self, name: &str) -> Result<(), ProviderError> {
        find(self, name).map(drop)
    }
}

/// The kind of the device that is managed.
fn kind_of(context: &Context) -> Option<&EcoString> {
    context.device().ok().map(Device::kind)
}

/// Whether a provider can manage resources of a kind of device, or those of this machine.
fn is_made_for(provider: &ProviderEntry, kind: Option<&EcoString>) -> bool {
    provider.devices().is_empty() || kind.is_some_and(|kind| provider.devices().contains(kind))
}

/// The index of the provider with that name; nothing for one that exists elsewhere only.
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

/// The error for a provider that exists elsewhere only.
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
