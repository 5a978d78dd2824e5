//! `mount`: file systems in `/etc/fstab`, and whether they are mounted.
//!
//! What is in the table is a record (`table`); what is mounted the kernel says. A file system that is mounted and not in
//! the table is a *ghost*.

mod table;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::Value;
use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    definition::relations::{Relation, RelationKind},
    log::Level,
    registry::Manner,
    render::{inspect, interpolate},
};
use rustc_hash::FxHashSet;

use self::table::{TableLines, without_slashes};
use crate::{
    given::Given,
    parsed::ParsedFiles,
    program,
    subject::{Subject, secret_in_sync, title_of, with_secrets_open},
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("mount/definition.yaml")))
        .with_provider(ProviderEntry::new("parsed", |_| {
            Ok(Mounts { files: ParsedFiles::new(TableLines), to_mount: Vec::new() })
        }))
        .with_unsupported_providers(crate::provider_names::unsupported("mount"))
        .in_manner(Manner::Puppet)
        .relating(relations)
}

const GIVEN: Given =
    Given { type_name: "Mount", several: &[], secret: &["device", "fstype", "options", "pass", "dump"], marked: &[] };

struct Mounts {
    files: ParsedFiles<TableLines>,
    /// What is to be mounted when the table is written.
    to_mount: Vec<Identity>,
}

impl Provider for Mounts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let mounted = table::mounted();
        let mut states = self.files.states(context, request)?;
        let mut known: FxHashSet<String> = FxHashSet::default();
        for state in &mut states {
            let name = state.text("name").unwrap_or_default().to_owned();
            state.insert("ensure", if mounted.contains(&name) { "mounted" } else { "unmounted" });
            known.insert(name);
        }
        let is_asked = |name: &str| {
            request.names().is_none_or(|names| names.iter().any(|asked| without_slashes(asked.name()) == name))
        };
        for name in mounted.iter().filter(|name| !known.contains(*name) && is_asked(name)) {
            states.push(State::new().with("name", name.as_str()).with("ensure", "ghost"));
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let is = change.is.as_ref().and_then(|is| is.text("ensure")).unwrap_or("absent").to_owned();
            if let Err(failure) = self.change(context, &change.name, &is, should) {
                // Whatever fails leaves nothing of what was gathered.
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
            if let Err(failure) = program::succeed(context, "mount", &[name.name()]) {
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
        if should.get("remounts") == Some(&Value::Boolean(false)) {
            program::succeed(context, "umount", &[path])?;
            return program::succeed(context, "mount", &[path]);
        }
        program::succeed(context, "mount", &["-o", "remount", path])
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|mount| GIVEN.settle(context, mount, canonicalize))
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        self.files.check_read(name)?;
        if let (Some("mounted" | "unmounted"), Some(answer)) = (is.text("ensure"), secret_in_sync(property, is, should))
        {
            return Ok(answer);
        }
        let is_there = matches!(is.text("ensure"), Some("mounted" | "unmounted"));
        match property {
            "ensure" if should.text("ensure") == Some("defined") && is_there => Ok(Insync::Yes),
            // Nothing is in the table of what is not there.
            _ if property != "ensure" && is.text("ensure") == Some("ghost") => Ok(Insync::Yes),
            _ => Ok(Insync::Default),
        }
    }
}

impl Mounts {
    fn change(&mut self, context: &Context, name: &Identity, is: &str, should: &State) -> Outcome {
        let path = name.name();
        let found = self.files.find(context, path, should)?;
        let is_mounted = matches!(is, "mounted" | "ghost");
        match should.text("ensure") {
            Some("absent") => {
                if is_mounted {
                    program::succeed(context, "umount", &[path])?;
                }
                if let Some((place, _)) = found {
                    self.files.remove(name, place);
                }
                return Ok(());
            }
            Some("unmounted") if is == "ghost" => {
                self.files.write(context, name, should, found)?;
                if self.files.flush(context).contains(name) {
                    return Ok(());
                }
                return program::succeed(context, "umount", &[path]);
            }
            Some("unmounted") if is == "mounted" => program::succeed(context, "umount", &[path])?,
            _ => {}
        }
        self.files.write(context, name, should, found)?;
        if should.text("ensure") == Some("mounted") && !is_mounted {
            self.to_mount.push(name.clone());
        }
        Ok(())
    }
}

fn canonicalize(mount: &mut State) -> Outcome {
    with_secrets_open("Mount", mount, open)
}

fn open(mount: &mut State) -> Outcome {
    let title = title_of(mount);
    let subject = Subject { type_name: "Mount", title: &title };
    if let Some(path) = mount.known("name").map(interpolate) {
        mount.insert("name", without_slashes(&path));
    }
    if mount.text("ensure") != Some("ghost") {
        if mount.text("ensure") == Some("present") {
            mount.insert("ensure", "defined");
        }
        subject.word(mount, "ensure", &["defined", "unmounted", "absent", "mounted"], &[])?;
    }
    for name in ["name", "device", "dump", "pass"] {
        subject.line(mount, name)?;
    }
    for name in ["fstype", "options"] {
        let Some(given) = mount.known(name).map(interpolate) else { continue };
        if given.contains(char::is_whitespace) {
            return Err(subject.refuse(name, format!("{name} must not contain whitespace: {given}")));
        }
        if given.is_empty() {
            return Err(subject.refuse(name, format!("{name} must not be an empty string")));
        }
    }
    if let Some(given) = mount.known("dump").filter(|given| !matches!(given, Value::Symbol(_)))
        && !interpolate(given).contains(['0', '1'])
    {
        let problem = format!("Invalid value {}. Valid values match /(0|1)/.", inspect(given));
        return Err(subject.refuse("dump", problem));
    }
    subject.munged_boolean(mount, "atboot")?;
    subject.truth(mount, "remounts")?;
    Ok(())
}

/// The file systems above come before this one.
fn relations(should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let path = Path::new(should.text("name").unwrap_or_default());
    let above = path.ancestors().skip(1).filter_map(Path::to_str).filter(|folder| is_managed("mount", folder));
    let relation =
        |folder: &str| Relation { kind: RelationKind::Autorequire, type_name: "mount".into(), title: folder.into() };
    above.map(relation).collect()
}
