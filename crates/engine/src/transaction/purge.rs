//! Resources that purge what is not managed: `resources { 'host': purge => true }`.

use catalog::Declared;
use ecow::{EcoString, eco_format};
use pcore::Value;
use resource_api::{Failure, Outcome, State, render};
use rustc_hash::FxHashSet;

use super::{Options, convert::InvalidParameter};
use crate::{Instance, ManagedResource, resource::METAPARAMETERS, resource::as_switch};

/// Users that are never purged, whatever their uids are.
const SYSTEM_USERS: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];

/// A resource of the type `resources`.
#[derive(Clone, Debug)]
pub(super) struct Purge {
    /// The type whose resources are purged.
    pub(super) type_name: EcoString,
    /// Whether resources that are not managed are removed.
    pub(super) purges: bool,
    system_users: SystemUsers,
    excluded_uids: FxHashSet<i64>,
}

/// Which users are system users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SystemUsers {
    /// Those up to the highest uid of system users on this machine.
    Default,
    /// Those up to this uid.
    UpTo(i64),
    /// Only those without which a system does not work.
    None,
}

impl Purge {
    /// Reads a resource of a catalog.
    pub(super) fn read(declared: &Declared) -> Result<Purge, InvalidParameter> {
        let type_name =
            declared.parameter("name").map_or_else(|| declared.title.clone(), |name| render::interpolate(name).into());
        Ok(Purge {
            type_name: type_name.to_lowercase(),
            purges: parameter(declared, "purge").map_or(Ok(false), purges)?,
            system_users: parameter(declared, "unless_system_user").map_or(Ok(SystemUsers::Default), limit)?,
            excluded_uids: parameter(declared, "unless_uid").map_or(Ok(FxHashSet::default()), numbers)?,
        })
    }

    /// Whether a resource that is not managed is kept all the same, as system users are.
    pub(super) fn keeps(&self, instance: &Instance, options: &Options) -> bool {
        if self.type_name != "user" {
            return false;
        }
        let limit = match self.system_users {
            SystemUsers::Default => options.system_user_limit,
            SystemUsers::UpTo(limit) => limit,
            // Root is never purged.
            SystemUsers::None => 0,
        };
        let uid = instance.state.get("uid").and_then(|uid| render::interpolate(uid).parse::<i64>().ok());
        SYSTEM_USERS.contains(&instance.resource.title().as_str())
            // Without a uid it may be a system user.
            || uid.is_none_or(|uid| uid <= limit || self.excluded_uids.contains(&uid))
    }

    /// Refuses to purge more resources than the operator allows.
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

fn parameter<'d>(declared: &'d Declared, parameter: &str) -> Option<&'d Value> {
    declared.parameter(parameter).filter(|value| !value.is_undef())
}

/// Whether resources are purged, in any of the words for it.
fn purges(value: &Value) -> Result<bool, InvalidParameter> {
    match render::interpolate(value).to_lowercase().as_str() {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err(not_munged("purge", value, "expected a boolean value")),
    }
}

fn not_munged(parameter: &'static str, value: &Value, reason: &str) -> InvalidParameter {
    let reason = format!("Munging failed for value {} in class {parameter}: {reason}", render::inspect(value));
    InvalidParameter { parameter, reason }
}

fn limit(value: &Value) -> Result<SystemUsers, InvalidParameter> {
    let text = render::interpolate(value);
    let shown = render::inspect(value);
    match (text.as_str(), text.parse::<i64>()) {
        // Only the values themselves are meant.
        ("true" | "false", _) if matches!(value, Value::String(_)) => {
            Err(not_munged("unless_system_user", value, &format!("Invalid value {shown}")))
        }
        ("true", _) => Ok(SystemUsers::Default),
        ("false", _) => Ok(SystemUsers::None),
        (_, Ok(limit)) if limit >= 0 => Ok(SystemUsers::UpTo(limit)),
        _ => {
            let reason = format!("Invalid value {shown}. Valid values are true, false. Valid values match /^\\d+$/.");
            Err(InvalidParameter { parameter: "unless_system_user", reason })
        }
    }
}

/// Uids, which may be strings and may be in arrays.
fn numbers(value: &Value) -> Result<FxHashSet<i64>, InvalidParameter> {
    let wrong = |reason: String| not_munged("unless_uid", value, &reason);
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

/// A resource to be purged, with the metaparameters of the one that purges it.
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
    let target = crate::purge::target_of(resource.definition(), resource.should());
    parameters.extend(target.map(|(name, value)| (name.into(), value.clone())));
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
