//! The SELinux context of a file: user, role, type and range.
//!
//! Only what a manifest sets is compared and set; otherwise a new file gets its context from the kernel's policy, and a
//! replaced file keeps it. Without SELinux the properties are ignored, as in Puppet, so that a manifest works on
//! several distributions; a warning says so once per run.

use std::{
    cell::{Cell, OnceCell},
    io,
    path::Path,
};

use pcore::Value;
use resource_api::{Context, Failure, Insync, Outcome, log::Level};

use super::{goal::Goal, handle::Handle, system};
use crate::subject::log;

/// The properties, in the order of the parts of a context.
pub(super) const PROPERTIES: [&str; 4] = ["seluser", "selrole", "seltype", "selrange"];

/// A file that exists where SELinux is enabled.
const ENFORCE_FILE: &str = "/sys/fs/selinux/enforce";

/// Whether SELinux is enabled, and whether the operator was warned that it is not.
#[derive(Default)]
pub(super) struct SeLinux {
    is_enabled: OnceCell<bool>,
    has_warned: Cell<bool>,
}

impl SeLinux {
    pub(super) fn is_enabled(&self) -> bool {
        *self.is_enabled.get_or_init(selinux_is_enabled)
    }

    /// Warns once that there is no SELinux.
    pub(super) fn warn(&self, context: &Context, property: &str) {
        if !self.has_warned.replace(true) {
            let message = "this machine has no SELinux: seluser, selrole, seltype and selrange of files are ignored";
            log(context, Level::Warning, Some(property), message);
        }
    }

    /// Compares one part of the context of a file.
    pub(super) fn compare(&self, context: &Context, goal: &Goal<'_>, property: &str) -> Outcome<Insync> {
        let Some(should) = goal.target.revealed(property) else { return Ok(Insync::Yes) };
        if !self.is_enabled() {
            self.warn(context, property);
            return Ok(Insync::Yes);
        }
        let path = goal.target.path;
        let handle = Handle::open(path, goal.manages_links());
        let Some(handle) = handle.map_err(|error| unreadable(&error, path))? else { return Ok(Insync::Yes) };
        let label = handle.label().map_err(|error| unreadable(&error, path))?;
        let parts = parts(label.as_deref().unwrap_or_default());
        let is = part_index(property).and_then(|index| parts.get(index)).filter(|part| !part.is_empty());
        Ok(match is {
            Some(is) if is == should => Insync::Yes,
            Some(is) => Insync::differs(is.as_str(), should),
            None => Insync::differs(Value::Symbol("absent".into()), should),
        })
    }
}

fn selinux_is_enabled() -> bool {
    Path::new(ENFORCE_FILE).exists()
}

fn part_index(property: &str) -> Option<usize> {
    PROPERTIES.iter().position(|name| *name == property)
}

/// Splits a context such as `system_u:object_r:etc_t:s0`. The last part may contain colons.
fn parts(label: &[u8]) -> Vec<String> {
    let label = String::from_utf8_lossy(label);
    let label = label.trim_end_matches('\0');
    if label.is_empty() { Vec::new() } else { label.splitn(PROPERTIES.len(), ':').map(str::to_owned).collect() }
}

/// The parts of the context of a file, by property; empty without SELinux or without a file.
pub(super) fn labels(path: &Path, manages_links: bool) -> Vec<(&'static str, String)> {
    if !selinux_is_enabled() {
        return Vec::new();
    }
    let handle = Handle::open(path, manages_links).ok().flatten();
    let label = handle.and_then(|handle| handle.label().ok().flatten()).unwrap_or_default();
    PROPERTIES.into_iter().zip(parts(&label)).collect()
}

/// Sets parts of the context of a file, and keeps the others.
pub(super) fn change(file: &Handle, goal: &Goal<'_>, properties: &[&str]) -> Outcome {
    let path = goal.target.path;
    let label = file.label().map_err(|error| unreadable(&error, path))?.unwrap_or_default();
    let old = parts(&label);
    let mut new = old.clone();
    for property in properties {
        let (Some(should), Some(index)) = (goal.target.revealed(property), part_index(property)) else { continue };
        if should.contains('\0') || (should.contains(':') && index + 1 < PROPERTIES.len()) {
            return Err(Failure::new(format!("'{}' is not a valid {property}", should.escape_debug())));
        }
        new.resize(new.len().max(index + 1), String::new());
        new[index].replace_range(.., should);
    }
    if new == old {
        return Ok(());
    }
    // A context needs a user, a role and a type.
    let missing = (0..new.len().max(3)).find(|index| new.get(*index).is_none_or(String::is_empty));
    if let Some(missing) = missing.and_then(|index| PROPERTIES.get(index)) {
        return Err(Failure::new(format!(
            "{} has no SELinux context to change; set its {missing}, too",
            path.display()
        )));
    }
    let context = new.join(":");
    file.set_label(format!("{context}\0").as_bytes()).map_err(|error| {
        Failure::new(format!(
            "Failed to set the SELinux context of {} to '{context}': {}",
            path.display(),
            system::reason(&error)
        ))
    })
}

fn unreadable(error: &io::Error, path: &Path) -> Failure {
    Failure::new(format!("cannot read the SELinux context of {}: {}", path.display(), system::reason(error)))
}
