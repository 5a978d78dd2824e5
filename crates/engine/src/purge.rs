//! Finds resources that exist and are not managed.

use std::sync::Arc;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::Value;
use pcore::keyed::{HashSet, RandomState};
use resource_api::{Failure, Identity, Outcome, ResourceType, State, TypeDefinition, log::Level, registry::Types};

use crate::{Instance, ManagedResource, Session};

/// The number of titles in a message about resources that are not purged.
const MAX_NAMED: usize = 5;

/// The type that `resources { '<name>': purge => true }` names, if its resources can be purged.
pub fn purgeable<'t>(types: &'t Types, name: &str) -> Outcome<&'t Arc<ResourceType>> {
    let found = types.find(name).map_err(|_| {
        Failure::resource(format!("Parameter name failed on Resources[{name}]: Could not find resource type '{name}'"))
    })?;
    if found.definition().is_ensurable() { Ok(found) } else { Err(not_ensurable(name)) }
}

impl Session<'_> {
    /// The resources that exist and are not among those that are `managed`, as resources that should be absent.
    ///
    /// They are compared by identity, not by title. `container` is the prefix of their paths. Resources that are absent
    /// already are omitted, and so are those that `keeps` is true for. `source` is the source of warnings about resources
    /// that the provider refuses to purge. Fails when the resources cannot be listed.
    pub fn purge(
        &mut self,
        managed: &HashSet<Identity>,
        container: &str,
        source: &str,
        keeps: &dyn Fn(&Instance) -> bool,
    ) -> Outcome<Vec<ManagedResource>> {
        if !self.definition().is_ensurable() {
            return Err(not_ensurable(self.definition().name()));
        }
        let mut superfluous: IndexMap<Identity, ManagedResource, RandomState> = IndexMap::default();
        let mut refused: IndexMap<&str, Vec<EcoString>, RandomState> = IndexMap::default();
        for instance in self.instances()? {
            let is_known = managed.contains(instance.resource.identity());
            if !instance.exists || is_known || keeps(&instance) {
                continue;
            }
            let identity = instance.resource.identity();
            let refusal = self.with_provider_of(&instance.resource, |provider, context| {
                Ok(provider.purge_refusal(context, identity))
            })?;
            if let Some(reason) = refusal {
                refused.entry(reason).or_default().push(instance.resource.title().clone());
                continue;
            }
            let resource = self.to_be_absent(instance, container);
            superfluous.entry(resource.identity().clone()).or_insert(resource);
        }
        for (reason, titles) in refused {
            let named = titles.iter().take(MAX_NAMED).map(EcoString::as_str).collect::<Vec<_>>().join(", ");
            let more = match titles.len().saturating_sub(MAX_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!("Not purging resources that are {reason}: {named}{more}");
            self.log().write(Level::Warning, Some(source), &message);
        }
        Ok(superfluous.into_values().collect())
    }

    /// The resource in a container, with its absence and its target between its identity and the defaults of its type.
    fn to_be_absent(&self, Instance { resource, state, .. }: Instance, container: &str) -> ManagedResource {
        let mut should: State = resource.identity.iter().cloned().collect();
        should.insert("ensure", "absent");
        for (name, value) in target_of(resource.definition(), &state) {
            should.insert(name, value.clone());
        }
        for (name, default) in resource.should.iter() {
            if should.get(name).is_none() {
                should.insert(name.clone(), default.clone());
            }
        }
        ManagedResource { path: eco_format!("{container}/{}", resource.reference()), should, ..resource }
    }
}

/// The file that has a resource: its `target`, and the user whose file it is. Without them it would not be found.
pub(crate) fn target_of<'s>(
    definition: &TypeDefinition,
    state: &'s State,
) -> impl Iterator<Item = (&'static str, &'s Value)> {
    let names: &[&str] = if definition.attribute("target").is_some() { &["target", "user"] } else { &[] };
    let is_known = move |name: &&'static str| Some((*name, state.known(name)?));
    names.iter().filter_map(is_known)
}

fn not_ensurable(type_name: &str) -> Failure {
    Failure::resource(format!(
        "Parameter purge failed on Resources[{type_name}]: Purging is only supported on types that accept 'ensure'"
    ))
}
