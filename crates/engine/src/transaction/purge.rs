//! Resources that take away what is not managed: `resources { 'host': purge => true }`.

use ecow::{EcoString, eco_format};
use pcore::Value;
use resource_api::{Failure, Outcome, State, render};
use rustc_hash::FxHashSet;

use super::Options;
use crate::{Instance, ManagedResource, catalog::Declared, resource::METAPARAMETERS, resource::as_switch};

/// Users who are never purged, whatever their numbers are.
const SYSTEM_USERS: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];

/// What a resource of the type `resources` says.
#[derive(Clone, Debug)]
pub(super) struct Purge {
    /// The type whose resources are meant.
    pub(super) type_name: EcoString,
    /// Whether what is not managed is taken away.
    pub(super) purges: bool,
    system_users: SystemUsers,
    kept_numbers: FxHashSet<i64>,
}

/// Which users are those of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SystemUsers {
    /// Those up to the number that the system says.
    AsTheSystemSays,
    /// Those up to this number.
    UpTo(i64),
    /// None but those without which there is no system.
    None,
}

/// A parameter that is not what it can be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) parameter: &'static str,
    pub(super) reason: String,
}

impl Purge {
    /// Reads a resource of a catalog.
    pub(super) fn read(declared: &Declared) -> Result<Purge, Wrong> {
        let type_name =
            declared.parameter("name").map_or_else(|| declared.title.clone(), |name| render::interpolate(name).into());
        Ok(Purge {
            type_name: type_name.to_lowercase(),
            purges: given(declared, "purge").map_or(Ok(false), purges)?,
            system_users: given(declared, "unless_system_user").map_or(Ok(SystemUsers::AsTheSystemSays), limit)?,
            kept_numbers: given(declared, "unless_uid").map_or(Ok(FxHashSet::default()), numbers)?,
        })
    }

    /// Whether something that is not managed stays nevertheless, as the users of the system do.
    pub(super) fn keeps(&self, instance: &Instance, options: &Options) -> bool {
        if self.type_name != "user" {
            return false;
        }
        let limit = match self.system_users {
            SystemUsers::AsTheSystemSays => options.system_user_limit,
            SystemUsers::UpTo(limit) => limit,
            // Nobody means to take root away.
            SystemUsers::None => 0,
        };
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

fn given<'d>(declared: &'d Declared, parameter: &str) -> Option<&'d Value> {
    declared.parameter(parameter).filter(|value| !value.is_undef())
}

/// Whether something is to be purged, in any of the words for it.
fn purges(value: &Value) -> Result<bool, Wrong> {
    match render::interpolate(value).to_lowercase().as_str() {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => {
            let shown = render::inspect(value);
            let reason = format!("Munging failed for value {shown} in class purge: expected a boolean value");
            Err(Wrong { parameter: "purge", reason })
        }
    }
}

fn limit(value: &Value) -> Result<SystemUsers, Wrong> {
    let text = render::interpolate(value);
    match (text.as_str(), text.parse::<i64>()) {
        // Only the values themselves are meant.
        ("true" | "false", _) if matches!(value, Value::String(_)) => {
            let shown = render::inspect(value);
            let reason = format!("Munging failed for value {shown} in class unless_system_user: Invalid value {shown}");
            Err(Wrong { parameter: "unless_system_user", reason })
        }
        ("true", _) => Ok(SystemUsers::AsTheSystemSays),
        ("false", _) => Ok(SystemUsers::None),
        (_, Ok(limit)) if limit >= 0 => Ok(SystemUsers::UpTo(limit)),
        _ => {
            let shown = render::inspect(value);
            let reason = format!("Invalid value {shown}. Valid values are true, false. Valid values match /^\\d+$/.");
            Err(Wrong { parameter: "unless_system_user", reason })
        }
    }
}

/// Numbers, which may be texts and may be in arrays.
fn numbers(value: &Value) -> Result<FxHashSet<i64>, Wrong> {
    let wrong = |reason: String| {
        let shown = render::inspect(value);
        let reason = format!("Munging failed for value {shown} in class unless_uid: {reason}");
        Wrong { parameter: "unless_uid", reason }
    };
    let mut numbers = FxHashSet::default();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(values) => open.extend(values.iter()),
            Value::Integer(number) => drop(numbers.insert(*number)),
            Value::String(text) => match text.trim().parse() {
                Ok(number) => drop(numbers.insert(number)),
                Err(_) => return Err(wrong(format!("invalid value for Integer(): {}", render::inspect(value)))),
            },
            other => return Err(wrong(format!("Invalid value {}.", render::inspect(other)))),
        }
    }
    Ok(numbers)
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
