//! The SELinux context of a file, in its parts: user, role, type and range.
//!
//! Only what a manifest gives is compared and set; a file that is made has what the policy of the kernel gives it otherwise,
//! and a file that is replaced keeps what the old one had. Where there is no SELinux the properties are ignored, as Puppet
//! does it, so that a manifest can be that of several distributions; a warning says so, once in a run.

use std::{
    cell::{Cell, OnceCell},
    io,
    path::Path,
};

use pcore::Value;
use resource_api::{Context, Failure, Insync, Outcome, log::Level};

use super::{compare::tell, goal::Goal, handle::Handle, system};

/// The properties, in the order of the parts of a context.
pub(super) const PROPERTIES: [&str; 4] = ["seluser", "selrole", "seltype", "selrange"];

/// A file that the kernel shows where SELinux is at work.
const SWITCH: &str = "/sys/fs/selinux/enforce";

/// Whether there is SELinux, and whether somebody was told that there is none.
#[derive(Default)]
pub(super) struct SeLinux {
    is_at_work: OnceCell<bool>,
    has_warned: Cell<bool>,
}

impl SeLinux {
    pub(super) fn is_at_work(&self) -> bool {
        *self.is_at_work.get_or_init(is_at_work)
    }

    /// Says that there is no SELinux, once.
    pub(super) fn warn(&self, context: &Context, property: &str) {
        if !self.has_warned.replace(true) {
            let message = "this machine has no SELinux: seluser, selrole, seltype and selrange of files are ignored";
            tell(context, Level::Warning, Some(property), message);
        }
    }

    /// Whether a part of the context of a file is what it should be.
    pub(super) fn compare(&self, context: &Context, goal: &Goal<'_>, property: &str) -> Outcome<Insync> {
        let Some(should) = goal.wanted.label(property) else { return Ok(Insync::Yes) };
        if !self.is_at_work() {
            self.warn(context, property);
            return Ok(Insync::Yes);
        }
        let path = goal.wanted.path;
        let handle = Handle::open(path, goal.manages_links());
        let Some(handle) = handle.map_err(|error| unreadable(&error, path))? else { return Ok(Insync::Yes) };
        let label = handle.label().map_err(|error| unreadable(&error, path))?;
        let parts = parts(label.as_deref().unwrap_or_default());
        let is = position(property).and_then(|position| parts.get(position)).filter(|part| !part.is_empty());
        Ok(match is {
            Some(is) if is == should => Insync::Yes,
            Some(is) => Insync::differs(is.as_str(), should),
            None => Insync::differs(Value::Symbol("absent".into()), should),
        })
    }
}

fn is_at_work() -> bool {
    Path::new(SWITCH).exists()
}

fn position(property: &str) -> Option<usize> {
    PROPERTIES.iter().position(|name| *name == property)
}

/// The parts of a context, as far as it has them: `system_u:object_r:etc_t:s0`. The last may hold colons.
fn parts(label: &[u8]) -> Vec<String> {
    let label = String::from_utf8_lossy(label);
    let label = label.trim_end_matches('\0');
    if label.is_empty() { Vec::new() } else { label.splitn(PROPERTIES.len(), ':').map(str::to_owned).collect() }
}

/// The parts of the context of a file, by the names of the properties; nothing where there is no SELinux, or no file.
pub(super) fn found(path: &Path, manages_links: bool) -> Vec<(&'static str, String)> {
    if !is_at_work() {
        return Vec::new();
    }
    let handle = Handle::open(path, manages_links).ok().flatten();
    let label = handle.and_then(|handle| handle.label().ok().flatten()).unwrap_or_default();
    PROPERTIES.into_iter().zip(parts(&label)).collect()
}

/// Gives a file the parts of its context that it should have. The others stay.
pub(super) fn change(file: &Handle, goal: &Goal<'_>, properties: &[&str]) -> Outcome {
    let path = goal.wanted.path;
    let label = file.label().map_err(|error| unreadable(&error, path))?.unwrap_or_default();
    let old = parts(&label);
    let mut new = old.clone();
    for property in properties {
        let (Some(should), Some(position)) = (goal.wanted.label(property), position(property)) else { continue };
        if should.contains('\0') || (should.contains(':') && position + 1 < PROPERTIES.len()) {
            return Err(Failure::new(format!("'{}' is not a valid {property}", should.escape_debug())));
        }
        new.resize(new.len().max(position + 1), String::new());
        new[position].replace_range(.., should);
    }
    if new == old {
        return Ok(());
    }
    // Without a user, a role and a type nothing is a context.
    if let Some(missing) = PROPERTIES
        .iter()
        .zip(&new)
        .find(|(_, part)| part.is_empty())
        .map(|(property, _)| *property)
        .or_else(|| (new.len() < 3).then(|| PROPERTIES[new.len()]))
    {
        return Err(Failure::new(format!(
            "{} has no SELinux context of which parts could be changed; give it a {missing}, too",
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
