//! `file`: files, directories and links.
//!
//! A run asks for each file what there is (`found`), and compares it with what there should be (`goal`, made of the
//! attributes in `wanted` and of the `source`), property by property (`compare`). What differs is changed by `change`,
//! which puts content in its place by `write` and keeps the old one by `backup`. What is in a directory becomes resources
//! of its own (`recurse`).

mod accounts;
pub(crate) mod backup;
mod canonical;
mod change;
mod checksum;
mod compare;
mod difference;
mod found;
mod goal;
mod handle;
pub(crate) mod mode;
mod recurse;
pub(crate) mod source;
pub(crate) mod system;
mod wanted;
mod wildcard;
mod write;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use pcore::Value;
use resource_api::{
    Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    definition::relations::{Relation, RelationKind},
    log::Level,
    registry::Manner,
};

use self::{
    accounts::Accounts,
    found::{Found, Kind, Links},
    goal::Goal,
};

pub(crate) use self::system::reason;

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("file/definition.yaml")))
        .with_provider(ProviderEntry::new("posix", |_| Ok(Files::default())))
        .in_manner(Manner::Puppet)
        .relating(relations)
}

/// The files of this machine.
#[derive(Default)]
struct Files {
    accounts: Accounts,
}

impl Provider for Files {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        // Nobody wants to see all files of a machine.
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        for name in names {
            let path = Path::new(name.name());
            let (found, denied) = Found::at(path, Links::Manage);
            if denied.is_some_and(|denied| denied.kind() == io::ErrorKind::PermissionDenied) {
                let message = format!("Could not stat {}; permission denied", name.name());
                context.log().line(Level::Warning, &message);
            }
            let Some(found) = found else { continue };
            let mut state = found.state(name.name());
            // A run compares contents at their turn; whoever only looks wants to know them now.
            if context.catalog().is_none()
                && found.kind == Kind::File
                && let Ok(sum) = wanted::default_checksum(context).of_file(path)
            {
                state.insert("content", sum);
            }
            states.push(state);
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let change = change::Change { context, accounts: &self.accounts };
        changes.iter().filter_map(|change| change.should.as_ref()).try_for_each(|should| change.make(should))
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|file| canonical::canonicalize(context, file))
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let goal = Goal::new(context, should)?;
        compare::compare(context, &self.accounts, &goal, property)
    }

    fn generate(
        &mut self,
        context: &Context,
        _: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        recurse::generate(context, should)
    }
}

/// What comes before a file: the nearest directory above it that is managed, the file systems that it is in, what a link
/// leads to, and who owns it.
fn relations(should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let relation = |type_name: &str, title: &str| Relation {
        kind: RelationKind::Autorequire,
        type_name: type_name.into(),
        title: title.into(),
    };
    let path = Path::new(should.text("path").unwrap_or_default());
    let above = path.ancestors().skip(1).filter_map(Path::to_str).find(|folder| is_managed("file", folder));
    let mut relations: Vec<Relation> = above.map(|folder| relation("file", folder)).into_iter().collect();
    let mounts = path.ancestors().skip(1).filter_map(Path::to_str).filter(|folder| is_managed("mount", folder));
    relations.extend(mounts.map(|folder| relation("mount", folder)));
    relations.extend(should.text("target").map(|target| relation("file", target)));
    for (type_name, property) in [("user", "owner"), ("group", "group")] {
        if let Some(Value::String(name)) = should.get(property) {
            relations.push(relation(type_name, name));
        }
    }
    relations
}
