//! Resources that take away what is not managed: `resources { 'host': purge => true }`.

use ecow::{EcoString, eco_format};
use pcore::Value;
use resource_api::{Failure, Outcome, State, render};

use super::Options;
use crate::{Instance, ManagedResource, catalog::Declared, resource::METAPARAMETERS, resource::as_switch};

/// What is never purged, whatever its number is.
const SYSTEM_USERS: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];

/// What a resource of the type `resources` says.
#[derive(Clone, Debug)]
pub(super) struct Purge {
    /// The type whose resources are meant.
    pub(super) type_name: EcoString,
    /// Whether what is not managed is taken away.
    pub(super) purges: bool,
    /// Of users: the numbers up to this one are those of the system. `Some(None)`: none are.
    system_users: Option<Option<i64>>,
    kept_numbers: Vec<i64>,
}

impl Purge {
    /// Reads a resource of a catalog.
    pub(super) fn read(declared: &Declared) -> Purge {
        let type_name =
            declared.parameter("name").map_or_else(|| declared.title.clone(), |name| render::interpolate(name).into());
        let system_users = declared.parameter("unless_system_user").and_then(|value| match value {
            Value::Integer(limit) => Some(Some(*limit)),
            value if as_switch(value) == Some(false) => Some(None),
            value => render::interpolate(value).parse().ok().map(Some),
        });
        let numbers = |value: &Value| -> Vec<i64> {
            let several = match value {
                Value::Array(values) => values.iter().cloned().collect(),
                value => vec![value.clone()],
            };
            several.iter().filter_map(|number| render::interpolate(number).parse().ok()).collect()
        };
        Purge {
            type_name: type_name.to_lowercase(),
            purges: declared.parameter("purge").and_then(as_switch) == Some(true),
            system_users,
            kept_numbers: declared.parameter("unless_uid").map(numbers).unwrap_or_default(),
        }
    }

    /// Whether something that is not managed stays nevertheless, as the users of the system do.
    pub(super) fn keeps(&self, instance: &Instance, options: &Options) -> bool {
        if self.type_name != "user" {
            return false;
        }
        let Some(limit) = self.system_users.unwrap_or(Some(options.system_user_limit)) else { return false };
        let number = instance.state.get("uid").and_then(|uid| render::interpolate(uid).parse::<i64>().ok());
        SYSTEM_USERS.contains(&instance.resource.title().as_str())
            // Nobody knows whose user it is without a number.
            || number.is_none_or(|number| number <= limit || self.kept_numbers.contains(&number))
    }

    /// Refuses to take away more than the operator allows.
    pub(super) fn guard(&self, superfluous: usize, options: &Options) -> Outcome {
        match options.purge_limit {
            Some(limit) if superfluous > limit => Err(Failure::resource(format!(
                "{superfluous} resources of type {} would be purged, which is more than the setting purge_limit \
                 allows ({limit}); nothing is purged",
                self.type_name
            ))),
            _ => Ok(()),
        }
    }
}

/// A resource to be taken away, with the metaparameters of the one that says so.
pub(super) fn with_metaparameters(
    mut resource: ManagedResource,
    purging: &Declared,
    container: &str,
) -> (Declared, ManagedResource) {
    let is_copied = |name: &str| METAPARAMETERS.contains(&name) && name != "alias";
    let copied: Vec<(EcoString, Value)> =
        purging.parameters.iter().filter(|(name, _)| is_copied(name)).cloned().collect();
    resource.metaparameters = copied.iter().cloned().collect::<State>();
    if let Some(noop) = resource.metaparameters.get("noop").and_then(as_switch) {
        resource.noop = noop;
    }
    resource.path = eco_format!("{container}/{}", resource.reference());
    let mut parameters = vec![("ensure".into(), Value::from("absent"))];
    let place = crate::purge::place(resource.definition(), resource.should());
    parameters.extend(place.map(|(name, value)| (name.into(), value.clone())));
    parameters.extend(copied);
    let declared = Declared {
        type_name: resource_api::log::capitalized(resource.definition().name()).into(),
        title: resource.title.clone(),
        tags: purging.tags.clone(),
        kind: Some("compilable_type".into()),
        parameters,
        ..Declared::default()
    };
    (declared, resource)
}
