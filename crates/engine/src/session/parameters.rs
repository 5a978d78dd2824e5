//! The parameters of resources that go along when they are read: where a provider finds them may depend on those.
//!
//! Resources that are asked for by name are asked for together with those that have the same parameters. Whoever asks for
//! everything passes on what all managed resources agree on.

use resource_api::{Behaviour, State, TypeDefinition};

use crate::ManagedResource;

/// What the managed resources of a type agree on.
#[derive(Default)]
pub(super) struct Agreed {
    /// Nothing as long as there is no resource.
    parameters: Option<State>,
}

impl Agreed {
    /// Takes one more resource.
    pub(super) fn add(&mut self, definition: &TypeDefinition, should: &State) {
        let agrees = |known: &State| known.iter().all(|(name, value)| should.get(name) == Some(value));
        match &mut self.parameters {
            None => self.parameters = Some(of(definition, should)),
            Some(known) if agrees(known) => {}
            Some(known) => {
                let known = std::mem::take(known);
                let left = known.into_iter().filter(|(name, value)| should.get(name) == Some(value)).collect();
                self.parameters = Some(left);
            }
        }
    }

    /// What all of them have in common.
    pub(super) fn parameters(&self) -> State {
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

/// Resources by their parameters, in the order of the first of each group. There are never more at a time than have their
/// turns together.
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
