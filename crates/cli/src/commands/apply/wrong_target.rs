//! Resources that had no turn because they belong to another kind of target, and what to do about them.
//!
//! Puppet skips them without a word. Called `puppet`, this program does the same, so that scripts see what they know.

use engine::transaction::ResourceStatus;
use resource_api::{
    Feature,
    log::{Level, Log},
    transport::Device,
};

use crate::arguments::Program;

/// How many types are named.
const MOST_NAMES: usize = 5;

/// Says once for a run which types were skipped, and how to manage them.
pub(super) fn warn(program: &Program<'_>, statuses: &[ResourceStatus], device: Option<&Device>, log: &Log) {
    if program.name == "puppet" {
        return;
    }
    let (mut names, mut number): (Vec<String>, usize) = (Vec::new(), 0);
    for status in statuses.iter().filter(|status| status.skipped) {
        let Some((name, _)) = status.reference.split_once('[') else { continue };
        let name = name.to_lowercase();
        if names.contains(&name) {
            number += 1;
            continue;
        }
        let Ok(known) = program.types.find(&name) else { continue };
        let definition = known.definition();
        let is_for_all = definition.key("apply_to").and_then(pcore::Value::as_str) == Some("all");
        if !is_for_all && definition.has(Feature::RemoteResource) != device.is_some() {
            number += 1;
            names.push(name);
        }
    }
    if names.is_empty() {
        return;
    }
    let (resources, were) = if number == 1 { ("resource", "was") } else { ("resources", "were") };
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let listed = format!("{}{more}", names[..names.len().min(MOST_NAMES)].join(", "));
    let message = match device {
        None => format!(
            "{number} {resources} ({listed}) {were} skipped, because only a device has such: list the device in device.conf, \
             and run '{} device --target NAME --apply FILE'",
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
}
