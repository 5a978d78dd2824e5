//! Resources that were not evaluated because they belong to another kind of target, and what to do about them.
//!
//! Puppet skips them without a word. Called `puppet`, this program does the same, so that scripts see what they know. Under
//! its own name a run that did nothing at all for that reason has failed.

use engine::transaction::ResourceStatus;
use resource_api::{
    Feature, TypeDefinition,
    log::{Level, Log},
    registry::Manner,
    transport::Device,
};

use crate::arguments::Program;

/// How many types are named.
const MAX_NAMES: usize = 5;

/// Types whose resources bring about nothing themselves. Every catalog has schedules.
const WITHOUT_EFFECT: [&str; 3] = ["schedule", "filebucket", "stage"];

/// The exit code of a run in which resources could not be managed.
const FAILED: u8 = 1;
const FAILED_IN_DETAIL: u8 = 4;

/// What was not evaluated in a run, for want of the right target.
#[derive(Debug, Default)]
pub(super) struct WrongTarget {
    /// The types, in the order of the catalog.
    names: Vec<String>,
    /// How many resources they have.
    number: usize,
    /// Whether anything was evaluated, or was skipped for another reason.
    has_others: bool,
    /// Whether a legacy type was to be managed on a device, which nobody here can do.
    has_legacy: bool,
}

impl WrongTarget {
    /// Looks for them in what became of the resources of a run.
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
            // What is no type of resources contains them.
            let Ok(known) = program.types.find(&name) else { continue };
            if status.skipped && !is_for(known.definition(), device.is_some()) {
                found.number += 1;
                found.names.push(name);
                continue;
            }
            found.has_others = true;
            // The other types of modules know devices.
            found.has_legacy |= status.failed
                && device.is_some()
                && known.manner() == Manner::Puppet
                && program.modules.is_some_and(|modules| modules.find(&name).is_some());
        }
        found
    }

    /// Says once for a run which types were skipped, and how to manage them.
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
                "{number} {resources} ({listed}) {were} skipped, because only a device has such: list the device in \
                 device.conf, and run '{} device --target NAME --apply FILE'",
                program.name
            ),
            Some(device) => format!(
                "{number} {resources} ({listed}) {were} skipped on the device '{}', because only a machine has such: run '{} \
                 apply FILE' on the machine",
                device.name(),
                program.name
            ),
        };
        log.line(Level::Warning, &message);
        if let (false, Some(device)) = (self.has_others, device) {
            let message = format!(
                "nothing was configured on the device '{}': none of the resources in the catalog is of a type with the \
                 feature remote_resource",
                device.name()
            );
            log.line(Level::Err, &message);
        }
    }

    /// The exit code of the run, which had that one so far.
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

/// Whether resources of a type belong to a device, or to a machine.
fn is_for(definition: &TypeDefinition, device: bool) -> bool {
    match definition.key("apply_to").and_then(pcore::Value::as_str) {
        Some("all") => true,
        Some("device") => device,
        _ => definition.has(Feature::RemoteResource) == device,
    }
}
