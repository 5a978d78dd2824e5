//! The parameters that are passed to `get`, because where a provider finds resources may depend on them.
//!
//! Resources that are asked for by name are grouped by their parameters. A listing gets the parameters that all managed
//! resources share.

use resource_api::{Behaviour, State, TypeDefinition};

use crate::ManagedResource;

/// The parameters that all managed resources of a type share.
#[derive(Default)]
pub(super) struct SharedParameters {
    /// `None` as long as there is no resource.
    parameters: Option<State>,
}

impl SharedParameters {
    /// Adds a resource.
    pub(super) fn add(&mut self, definition: &TypeDefinition, should: &State) {
        let agrees = |known: &State| known.iter().all(|(name, value)| should.get(name) == Some(value));
        match &mut self.parameters {
            None => self.parameters = Some(of(definition, should)),
            Some(known) if agrees(known) => {}
            Some(known) => {
                let known = std::mem::take(known);
                let common = known.into_iter().filter(|(name, value)| should.get(name) == Some(value)).collect();
                self.parameters = Some(common);
            }
        }
    }

    /// The parameters that all resources share.
    pub(super) fn common(&self) -> State {
        self.parameters.clone().unwrap_or_default()
    }
}

/// The parameters among the attributes of a resource.
pub(super) fn of(definition: &TypeDefinition, should: &State) -> State {
    let is_parameter =
        |name: &str| definition.attribute(name).is_some_and(|attribute| attribute.behaviour() == Behaviour::Parameter);
    let own = should.iter().filter(|(name, value)| is_parameter(name) && !value.is_undef());
    own.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Resources by their parameters, in the order of the first of each group. There are never more than in one window.
pub(super) fn groups<'r>(
    definition: &TypeDefinition,
    resources: &[&'r ManagedResource],
) -> Vec<(State, Vec<&'r ManagedResource>)> {
    let mut groups: Vec<(State, Vec<&ManagedResource>)> = Vec::new();
    for resource in resources {
        let own = of(definition, resource.should());
        match groups.iter_mut().find(|(parameters, _)| *parameters == own) {
            Some((_, group)) => group.push(resource),
            None => groups.push((own, vec![resource])),
        }
    }
    groups
}
