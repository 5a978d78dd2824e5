//! `mount`: file systems in `/etc/fstab`, and whether they are mounted.
//!
//! The entries of the table are records (`table`); the kernel knows what is mounted. A file system that is mounted and
//! not in the table is a *ghost*, as in Puppet.

mod point;
mod table;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::{Value, keyed::HashSet};
use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    definition::relations::Relation, log::Level, render::interpolate,
};

use self::{
    point::MountPoint,
    table::{TableLines, without_slashes},
};
use crate::{
    munge::Munger,
    parsed::ParsedFiles,
    subject::{Subject, secret_in_sync},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("mount/definition.yaml"))
        .with_provider(ProviderEntry::new("parsed", |_| {
            Ok(Mounts { munger: Munger::default(), files: ParsedFiles::new(TableLines), to_mount: Vec::new() })
        }))
        .relating(relations)
}

struct Mounts {
    munger: Munger,
    files: ParsedFiles<TableLines>,
    /// What is to be mounted when the table has been written.
    to_mount: Vec<Identity>,
}

#[resource_api::provider]
impl Provider for Mounts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let mounted = table::mounted();
        let mut states = self.files.states(context, request)?;
        let mut known: HashSet<String> = HashSet::default();
        for state in &mut states {
            let name = state.text("name").unwrap_or_default().to_owned();
            state.insert("ensure", if mounted.contains(&name) { "mounted" } else { "unmounted" });
            known.insert(name);
        }
        let is_requested = |name: &str| {
            request.names().is_none_or(|names| names.iter().any(|requested| without_slashes(requested.name()) == name))
        };
        for name in mounted.iter().filter(|name| !known.contains(*name) && is_requested(name)) {
            states.push(State::new().with("name", name.as_str()).with("ensure", "ghost"));
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let is = change.is.as_ref().and_then(|is| is.text("ensure")).unwrap_or("absent").to_owned();
            if let Err(failure) = self.change(context, &change.name, &is, should) {
                // A failure discards all staged changes.
                self.files.discard();
                self.to_mount.clear();
                return Err(failure);
            }
        }
        Ok(())
    }

    fn flush(&mut self, context: &Context, _: &Changes) -> Outcome {
        let failed = self.files.flush(context);
        for name in std::mem::take(&mut self.to_mount).into_iter().filter(|name| !failed.contains(name)) {
            if let Err(failure) = MountPoint::resolve(name.name()).and_then(|point| point.mount(context)) {
                context.fail_resource(&name, failure);
            }
        }
        Ok(())
    }

    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        let path = name.name();
        if should.text("fstype") == Some("swap") || !table::mounted().contains(path) {
            return Ok(());
        }
        context.log().write(Level::Info, Some(&format!("Mount[{path}](provider=parsed)")), "Remounting");
        let point = MountPoint::resolve(path)?;
        if should.get("remounts") == Some(&Value::Boolean(false)) {
            point.unmount(context)?;
            return point.mount(context);
        }
        point.remount(context)
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &validate)
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        self.files.check_read(name)?;
        let is_there = matches!(is.text("ensure"), Some("mounted" | "unmounted"));
        if is_there && let Some(answer) = secret_in_sync(property, is, should) {
            return Ok(answer);
        }
        match property {
            "ensure" if should.text("ensure") == Some("defined") && is_there => Ok(Insync::Yes),
            // A ghost has no entry in the table.
            _ if property != "ensure" && is.text("ensure") == Some("ghost") => Ok(Insync::Yes),
            _ => Ok(Insync::Default),
        }
    }
}

impl Mounts {
    fn change(&mut self, context: &Context, name: &Identity, is: &str, should: &State) -> Outcome {
        let path = name.name();
        let found = self.files.find(context, path, should)?;
        let unmount = || MountPoint::resolve(path)?.unmount(context);
        let is_mounted = matches!(is, "mounted" | "ghost");
        match should.text("ensure") {
            Some("absent") => {
                if is_mounted {
                    unmount()?;
                }
                if let Some((location, _)) = found {
                    self.files.remove(name, location);
                }
                return Ok(());
            }
            Some("unmounted") if is == "ghost" => {
                self.files.write(context, name, should, found)?;
                if self.files.flush(context).contains(name) {
                    return Ok(());
                }
                return unmount();
            }
            Some("unmounted") if is == "mounted" => unmount()?,
            _ => {}
        }
        let is_to_mount = should.text("ensure") == Some("mounted") && !is_mounted;
        if is_to_mount {
            // If it is refused, the table does not get it either.
            MountPoint::resolve(path)?;
        }
        self.files.write(context, name, should, found)?;
        if is_to_mount {
            self.to_mount.push(name.clone());
        }
        Ok(())
    }
}

fn validate(_: &Subject<'_>, mount: &mut State) -> Outcome {
    if let Some(path) = mount.known("name").map(interpolate) {
        mount.insert("name", without_slashes(&path));
    }
    Ok(())
}

/// Mounts of parent directories come first.
fn relations(should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let path = Path::new(should.text("name").unwrap_or_default());
    let above = path.ancestors().skip(1).filter_map(Path::to_str).filter(|directory| is_managed("mount", directory));
    above.map(|directory| Relation::autorequire("mount", directory)).collect()
}
