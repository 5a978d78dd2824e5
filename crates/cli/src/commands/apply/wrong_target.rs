//! Resources that were not evaluated because they belong to another kind of target, and a hint for the user.
//!
//! Puppet skips them silently. When called as `puppet`, this program does the same, for the sake of scripts. Under its
//! own name, a run that did nothing for that reason has failed.

use engine::{
    handling::{Handling, Target},
    transaction::ResourceStatus,
};
use resource_api::{
    Feature, TypeDefinition,
    log::{Level, Log},
    registry::Dialect,
    transport::Device,
};

use crate::arguments::Program;

/// How many types are listed.
const MAX_NAMES: usize = 5;

/// Types whose resources have no effect by themselves. Every catalog contains schedules.
const WITHOUT_EFFECT: [&str; 3] = ["schedule", "filebucket", "stage"];

/// The exit code of a run in which resources could not be managed.
const FAILED: u8 = 1;
const FAILED_IN_DETAIL: u8 = 4;

/// The resources of a run that were not evaluated because of the wrong target.
#[derive(Debug, Default)]
pub(super) struct WrongTarget {
    /// The types, in the order of the catalog.
    names: Vec<String>,
    /// The number of resources.
    number: usize,
    /// Whether anything was evaluated, or was skipped for another reason.
    has_others: bool,
    /// Whether resources of a legacy type, which cannot manage devices, failed on a device.
    has_legacy: bool,
}

impl WrongTarget {
    /// Finds them in the statuses of the resources of a run.
    pub(super) fn find(program: &Program<'_>, statuses: &[ResourceStatus], device: Option<&Device>) -> WrongTarget {
        let mut found = WrongTarget::default();
        for status in statuses {
            let Some((name, _)) = status.reference.split_once('[') else { continue };
            let name = name.to_lowercase();
            if status.skipped && found.names.contains(&name) {
                found.number += 1;
                continue;
            }
            if WITHOUT_EFFECT.contains(&name.as_str()) {
                continue;
            }
            // Other references are to containers.
            let Ok(resource_type) = program.types.find(&name) else { continue };
            if status.skipped && !is_for(resource_type.definition(), device.is_some()) {
                found.number += 1;
                found.names.push(name);
                continue;
            }
            found.has_others = true;
            // Of the types of modules, only legacy types know nothing about devices.
            found.has_legacy |= status.failed
                && device.is_some()
                && resource_type.dialect() == Dialect::Puppet
                && program.loaded.is_some_and(|loaded| loaded.modules().find(&name).is_some());
        }
        found
    }

    /// Logs once per run which types were skipped, and how to manage them.
    pub(super) fn report(&self, program: &Program<'_>, device: Option<&Device>, log: &Log) {
        if self.names.is_empty() || program.name == "puppet" {
            return;
        }
        let number = self.number;
        let (resources, were) = if number == 1 { ("resource", "was") } else { ("resources", "were") };
        let more = if self.names.len() > MAX_NAMES { ", …" } else { "" };
        let listed = format!("{}{more}", self.names[..self.names.len().min(MAX_NAMES)].join(", "));
        let message = match device {
            None => format!(
                "{number} {resources} ({listed}) {were} skipped, because only devices have such resources: list the device in \
                 device.conf, and run '{} device --target NAME --apply FILE'",
                program.name
            ),
            Some(device) => format!(
                "{number} {resources} ({listed}) {were} skipped on the device '{}', because only machines have such resources: run '{} \
                 apply FILE' on the machine",
                device.name(),
                program.name
            ),
        };
        log.line(Level::Warning, &message);
        if let (false, Some(device)) = (self.has_others, device) {
            let message = format!(
                "nothing was configured on the device '{}': the catalog has no resources of a type with the feature \
                 remote_resource",
                device.name()
            );
            log.line(Level::Err, &message);
        }
    }

    /// The exit code of the run, given the one that it has otherwise.
    pub(super) fn exit_code(&self, program: &Program<'_>, device: Option<&Device>, code: u8, is_detailed: bool) -> u8 {
        let is_idle = !self.names.is_empty() && !self.has_others && program.name != "puppet";
        let has_failed = device.is_some() && (is_idle || self.has_legacy);
        match has_failed && code != FAILED {
            false => code,
            true if is_detailed => code | FAILED_IN_DETAIL,
            true => FAILED,
        }
    }
}

/// Whether resources of a type belong to a device or to a machine.
fn is_for(definition: &TypeDefinition, device: bool) -> bool {
    match Handling::of(definition).map(|handling| handling.target) {
        Ok(Target::Any) => true,
        Ok(Target::Device) => device,
        Ok(Target::Host) => !device,
        Err(_) => definition.has(Feature::RemoteResource) == device,
    }
}
