//! `file`: files, directories and links.
//!
//! A run asks for each file what there is (`found`), and compares it with what there should be (`goal`, made of the
//! attributes in `wanted` and of the `source`), property by property (`compare`). What differs is changed by `change`,
//! which puts content in its place by `write` and keeps the old one by `backup`. What is in a directory becomes resources
//! of its own (`recurse`).

mod accounts;
mod ahead;
mod audit;
pub(crate) mod backup;
mod bucket;
mod canonical;
mod change;
mod checksum;
mod compare;
mod difference;
mod foresight;
mod found;
mod goal;
mod handle;
pub(crate) mod mode;
mod read;
mod recurse;
mod same;
mod seen;
mod selinux;
pub(crate) mod source;
pub(crate) mod system;
mod turn;
mod validation;
mod wanted;
mod web;
mod wildcard;
mod write;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, io, path::Path};

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State,
    definition::relations::{Relation, RelationKind},
    log::Level,
    registry::Manner,
    whole_file::open_regular,
};

use self::{
    accounts::Accounts,
    ahead::{File, Manner as ComparisonManner},
    checksum::Checksum,
    foresight::Foresight,
    found::Kind,
    goal::Goal,
    read::SeenFile,
    recurse::ManagedPaths,
    seen::Seen,
    selinux::SeLinux,
    turn::Turn,
    wanted::Wanted,
    web::Web,
    write::WrittenFolder,
};

pub use self::bucket::{Bucket, Kept};
pub(crate) use self::system::reason;

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("file/definition.yaml")))
        .with_provider(ProviderEntry::new("posix", |_| Ok(Files::default())))
        .with_unsupported_providers(crate::provider_names::unsupported("file"))
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
    /// What is compared before anything has its turn.
    foresight: Option<Foresight>,
    folder: RefCell<WrittenFolder>,
    web: Web,
    selinux: SeLinux,
    /// How contents are compared unless a resource says so.
    checksum: Option<Checksum>,
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
        for (place, (name, (found, denied))) in names.iter().zip(read::all(names, self.foresight.as_ref())).enumerate()
        {
            if denied.is_some_and(|denied| denied.kind() == io::ErrorKind::PermissionDenied) {
                let message = format!("Could not stat {}; permission denied", name.name());
                context.log().line(Level::Warning, &message);
            }
            let Some(SeenFile { found, mut state, foreseen }) = found else { continue };
            // A run compares contents at their turn; whoever only looks wants to know them now.
            if context.catalog().is_none()
                && found.kind == Kind::File
                && let Ok(sum) = wanted::default_checksum(context).of_file(|| open_regular(Path::new(name.name())))
            {
                state.insert("content", sum);
            }
            if context.catalog().is_none() {
                for (property, part) in selinux::found(Path::new(name.name()), true) {
                    state.insert(property, part);
                }
            }
            if let Some(Value::String(path)) = state.get("path") {
                if let Some(target) = request.target(place) {
                    let compared = foreseen.and_then(|foreseen| foreseen.compared(target));
                    ahead.push(File::new(found.clone(), target.clone(), compared));
                }
                self.seen.insert(path.clone(), found);
            }
            states.push(state);
        }
        if ahead.len() == self.seen.len() {
            // The one that looks ahead does what others would do.
            let is_ahead = self.foresight.as_ref().is_some_and(Foresight::is_at_work);
            self.seen.compare(context, ahead, if is_ahead { 0 } else { ahead::other_threads() });
        }
        Ok(states)
    }

    fn foresee(&mut self, context: &Context, targets: &[State]) -> Outcome {
        if self.foresight.is_none() && targets.len() >= ahead::WORTH_THREADS && ahead::other_threads() > 0 {
            self.foresight = Foresight::begin(ComparisonManner::of(context));
        }
        if let Some(foresight) = &mut self.foresight {
            foresight.add(targets);
        }
        Ok(())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.turn = None;
        self.seen.clear();
        let Files { accounts, folder, web, selinux, .. } = self;
        let change = change::Change { context, accounts, folder, web, selinux };
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
        let turn = match &mut self.turn {
            Some(turn) if turn.is_of(should, property) => turn,
            other => {
                *other = None;
                let path = should.text("path").unwrap_or_default();
                let default = *self.checksum.get_or_insert_with(|| wanted::default_checksum(context));
                other.insert(Turn::new(context, &self.web, should, default, self.seen.take(path))?)
            }
        };
        turn.take(property);
        let mut goal = Goal::from(Wanted::with_checksum(should, turn.checksum), turn.source.clone());
        goal.is_known_same = turn.is_same;
        if selinux::PROPERTIES.contains(&property) {
            return self.selinux.compare(context, &goal, property);
        }
        compare::compare(context, &self.accounts, &self.web, &goal, property, turn.found.as_ref())
    }

    fn is_settled(&mut self, context: &Context, name: &Identity, is: &State, should: &State) -> bool {
        self.knows_settled(context, should)
            // The long way comes to the same, wherever tests go.
            && (!cfg!(debug_assertions) || self.is_settled_on_a_closer_look(context, name, is, should))
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

    fn told(&mut self, context: &Context, property: &str, value: &Value) -> Option<String> {
        audit::told(context, &self.accounts, property, value)
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

impl Files {
    /// Whether a file that was just seen is as it should be.
    fn knows_settled(&self, context: &Context, should: &State) -> bool {
        let path = should.text("path").unwrap_or_default();
        self.seen.same(path).is_some_and(|found| compare::is_in_sync(context, &self.accounts, should, found))
    }

    fn is_settled_on_a_closer_look(&mut self, context: &Context, name: &Identity, is: &State, should: &State) -> bool {
        for (property, _) in should.iter() {
            let answer = self.insync(context, name, property, is, should);
            assert!(matches!(answer, Ok(Insync::Yes)), "{property} of {name} is said to be settled");
        }
        true
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
    let mut relations = Vec::new();
    let mut mounts = Vec::new();
    for folder in folders_above(should.text("path").unwrap_or_default()) {
        if relations.is_empty() && is_managed("file", folder) {
            relations.push(relation("file", folder));
        }
        if is_managed("mount", folder) {
            mounts.push(relation("mount", folder));
        }
    }
    relations.append(&mut mounts);
    relations.extend(should.text("target").map(|target| relation("file", target)));
    for (type_name, property) in [("user", "owner"), ("group", "group")] {
        if let Some(Value::String(name)) = should.get(property) {
            relations.push(relation(type_name, name));
        }
    }
    relations
}

/// The directories that a path in canonical form lies in, from the nearest up to the root.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let mut end = if path == "/" { 0 } else { path.len() };
    std::iter::from_fn(move || {
        let slash = path.as_bytes()[..end].iter().rposition(|byte| *byte == b'/')?;
        end = slash;
        Some(if slash == 0 { "/" } else { &path[..slash] })
    })
}
