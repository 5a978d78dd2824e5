//! `file`: files, directories and links.
//!
//! A run asks for each file what there is (`found`), and compares it with what there should be (`goal`, made of the
//! attributes in `wanted` and of the `source`), property by property (`compare`). What differs is changed by `change`,
//! which puts content in its place by `write` and keeps the old one by `backup`. What is in a directory becomes resources
//! of its own (`recurse`).

mod accounts;
mod ahead;
pub(crate) mod backup;
mod bucket;
mod canonical;
mod change;
mod checksum;
mod compare;
mod difference;
mod found;
mod goal;
mod handle;
pub(crate) mod mode;
mod read;
mod recurse;
mod same;
mod seen;
pub(crate) mod source;
pub(crate) mod system;
mod turn;
mod wanted;
mod web;
mod wildcard;
mod write;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, io, path::Path};

use pcore::Value;
use resource_api::{
    Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    definition::relations::{Relation, RelationKind},
    log::Level,
    registry::Manner,
};

use self::{
    accounts::Accounts, found::Kind, goal::Goal, recurse::ManagedPaths, seen::Seen, turn::Turn, wanted::Wanted,
    web::Web, write::WrittenFolder,
};

pub use self::bucket::{Bucket, Kept};
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
    turn: Option<Turn>,
    /// What was read last, for those that have their turns next. Whatever is changed makes all of it doubtful.
    seen: Seen,
    folder: RefCell<WrittenFolder>,
    web: Web,
    /// The files of the catalog, which stays as it is when turns have begun.
    managed: Option<ManagedPaths>,
}

impl Provider for Files {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        self.turn = None;
        self.seen.clear();
        // Nobody wants to see all files of a machine.
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        let mut ahead = Vec::new();
        for (place, (name, (found, denied))) in names.iter().zip(read::all(names)).enumerate() {
            if denied.is_some_and(|denied| denied.kind() == io::ErrorKind::PermissionDenied) {
                let message = format!("Could not stat {}; permission denied", name.name());
                context.log().line(Level::Warning, &message);
            }
            let Some((found, mut state)) = found else { continue };
            // A run compares contents at their turn; whoever only looks wants to know them now.
            if context.catalog().is_none()
                && found.kind == Kind::File
                && let Ok(sum) = wanted::default_checksum(context).of_file(Path::new(name.name()))
            {
                state.insert("content", sum);
            }
            if let Some(Value::String(path)) = state.get("path") {
                if let Some(target) = request.target(place) {
                    ahead.push((found.clone(), target.clone()));
                }
                self.seen.insert(path.clone(), found);
            }
            states.push(state);
        }
        if ahead.len() == self.seen.len() {
            self.seen.compare(context, ahead);
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.turn = None;
        self.seen.clear();
        let change = change::Change { context, accounts: &self.accounts, folder: &self.folder, web: &self.web };
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
        let path = should.text("path").unwrap_or_default();
        let turn = match self.turn.take().filter(|turn| turn.is_of(path, property)) {
            Some(turn) => turn,
            None => Turn::new(context, &self.web, should, self.seen.take(path))?,
        };
        let mut goal = Goal::from(Wanted::with_checksum(should, turn.checksum), turn.source.clone());
        goal.is_known_same = turn.is_same;
        let answer = compare::compare(context, &self.accounts, &self.web, &goal, property, turn.found.as_ref());
        self.turn = Some(turn.with(property));
        answer
    }

    fn generate(
        &mut self,
        context: &Context,
        _: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        Ok(recurse::generate(context, &self.web, should, &mut None)?.collect())
    }

    fn generate_at_turn(
        &mut self,
        context: &Context,
        _: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        Ok(Box::new(recurse::generate(context, &self.web, should, &mut self.managed)?))
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
    let folders: Vec<&str> = path.ancestors().skip(1).filter_map(Path::to_str).collect();
    let above = folders.iter().find(|folder| is_managed("file", folder));
    let mut relations: Vec<Relation> = above.map(|folder| relation("file", folder)).into_iter().collect();
    let mounts = folders.iter().filter(|folder| is_managed("mount", folder));
    relations.extend(mounts.map(|folder| relation("mount", folder)));
    relations.extend(should.text("target").map(|target| relation("file", target)));
    for (type_name, property) in [("user", "owner"), ("group", "group")] {
        if let Some(Value::String(name)) = should.get(property) {
            relations.push(relation(type_name, name));
        }
    }
    relations
}
