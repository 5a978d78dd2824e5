//! `file`: files, directories and links.
//!
//! For each file a run reads its status (`stat`) and compares it, property by property (`compare`), with what it should
//! be (`goal`, made of the attributes in `target_file` and of the `source`). `change` applies the differences: `write`
//! replaces content and `backup` keeps the old one. The entries of a directory become resources of their own
//! (`recurse`).

mod accounts;
mod ahead;
mod audit;
pub(crate) mod backup;
mod bucket;
mod canonical;
mod change;
mod checksum;
mod compare;
mod comparison;
mod contents;
mod difference;
mod goal;
mod handle;
pub(crate) mod mode;
mod read_cache;
mod recurse;
mod selinux;
pub(crate) mod source;
mod stat;
pub(crate) mod system;
mod target_file;
mod validation;
mod web;
mod wildcard;
mod write;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, io, path::Path};

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State, definition::relations::Relation, log::Level, whole_file::open_regular,
};

use crate::munge::Munger;

use self::{
    accounts::Accounts,
    ahead::File,
    checksum::Checksum,
    comparison::Comparison,
    goal::Goal,
    read_cache::ReadCache,
    recurse::ManagedPaths,
    selinux::SeLinux,
    stat::{FileStat, Links, StateFormatter},
    target_file::TargetFile,
    web::Web,
    write::UnsyncedDirectory,
};

pub use self::bucket::{Bucket, BucketEntry};
pub(crate) use self::{stat::Kind, system::reason};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("file/definition.yaml"))
        .with_provider(ProviderEntry::new("posix", |_| Ok(Files::default())))
        .relating(relations)
}

/// The files of this machine.
#[derive(Default)]
struct Files {
    munger: Munger,
    accounts: Accounts,
    comparison: Option<Comparison>,
    /// What was read last, for the files that are evaluated next. Any change invalidates all of it.
    cache: ReadCache,
    unsynced: RefCell<UnsyncedDirectory>,
    web: Web,
    selinux: SeLinux,
    /// How contents are compared, unless a resource sets `checksum`.
    checksum: Option<Checksum>,
    /// The files of the catalog, which does not change once evaluation has begun.
    managed: Option<ManagedPaths>,
}

#[resource_api::provider]
impl Provider for Files {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        self.comparison = None;
        self.cache.clear();
        // Listing all files of a machine would be useless.
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        let mut ahead = Vec::new();
        let mut formatter = StateFormatter::default();
        for (index, name) in names.iter().enumerate() {
            let (stat, denied) = FileStat::at(Path::new(name.name()), Links::Manage);
            if denied.is_some_and(|denied| denied.kind() == io::ErrorKind::PermissionDenied) {
                let message = format!("Could not stat {}; permission denied", name.name());
                context.log().line(Level::Warning, &message);
            }
            let Some(stat) = stat else { continue };
            let mut state = stat.state(name.value(), &mut formatter);
            // In a run, contents are compared during evaluation. Without a catalog, the caller wants to see them now.
            if context.catalog().is_none()
                && stat.kind == Kind::File
                && let Ok(sum) = target_file::default_checksum(context).of_file(|| open_regular(Path::new(name.name())))
            {
                state.insert("content", sum);
            }
            if context.catalog().is_none() {
                for (property, part) in selinux::labels(Path::new(name.name()), true) {
                    state.insert(property, part);
                }
            }
            if let Some(Value::String(path)) = state.get("path") {
                if let Some(target) = request.target(index) {
                    ahead.push(File::new(stat.clone(), target.clone()));
                }
                self.cache.insert(path.clone(), stat);
            }
            states.push(state);
        }
        if ahead.len() == self.cache.len() {
            self.cache.compare(context, ahead);
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.comparison = None;
        self.cache.clear();
        let Files { accounts, unsynced, web, selinux, .. } = self;
        let change = change::Change { context, accounts, unsynced, web, selinux };
        changes.iter().filter_map(|change| change.should.as_ref()).try_for_each(|should| change.make(should))
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &|subject, file| canonical::validate(context, subject, file))
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let mut is_first = false;
        let comparison = match &mut self.comparison {
            Some(comparison) if comparison.covers(should, property) => comparison,
            other => {
                is_first = true;
                *other = None;
                let path = should.text("path").unwrap_or_default();
                let default = *self.checksum.get_or_insert_with(|| target_file::default_checksum(context));
                other.insert(Comparison::new(context, &self.web, should, default, self.cache.take(path))?)
            }
        };
        comparison.mark_compared(property);
        let target = TargetFile::with_checksum(should, comparison.checksum);
        let mut goal = Goal::from(target, comparison.source.clone()).stopped_by(context);
        goal.is_same = comparison.is_same;
        if is_first {
            compare::warn_of_foreign_owner(context, &self.accounts, &goal, comparison.stat.as_ref());
        }
        if selinux::PROPERTIES.contains(&property) {
            return self.selinux.compare(context, &goal, property);
        }
        compare::compare(context, &self.accounts, &self.web, &goal, property, comparison.stat.as_ref())
    }

    fn audited(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Audited> {
        audit::audited(context, property, should)
    }

    fn display_value(&mut self, context: &Context, property: &str, value: &Value) -> Option<String> {
        audit::display_account(context, &self.accounts, property, value)
    }

    fn generate(
        &mut self,
        context: &Context,
        name: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        Ok(recurse::generate(context, name, &self.web, should, &mut None)?.collect())
    }

    fn eval_generate(
        &mut self,
        context: &Context,
        name: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        Ok(Box::new(recurse::generate(context, name, &self.web, should, &mut self.managed)?))
    }
}

/// What a file requires automatically: the nearest managed parent directory, the mounts that it is on, the target of a
/// link, and its owner and group.
fn relations(should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let mut relations = Vec::new();
    let mut mounts = Vec::new();
    let path = Path::new(should.text("path").unwrap_or_default());
    for directory in path.ancestors().skip(1).filter_map(Path::to_str) {
        if relations.is_empty() && is_managed("file", directory) {
            relations.push(Relation::autorequire("file", directory));
        }
        if is_managed("mount", directory) {
            mounts.push(Relation::autorequire("mount", directory));
        }
    }
    relations.append(&mut mounts);
    relations.extend(should.text("target").map(|target| Relation::autorequire("file", target)));
    for (type_name, property) in [("user", "owner"), ("group", "group")] {
        if let Some(Value::String(name)) = should.get(property) {
            relations.push(Relation::autorequire(type_name, name));
        }
    }
    relations
}
