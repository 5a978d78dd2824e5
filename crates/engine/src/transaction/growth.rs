//! Resources that nobody declared: those that providers add, and those that are taken away because they are not managed.
//!
//! A resource that was added comes right after the one that it was added for, in the same container. In the catalog it
//! stands at the end, so that nothing else changes its place.

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::HashSet;
use resource_api::{
    Failure, Generated, Identity, Outcome, Types,
    failure::FailureKind,
    log::{Level, Log, capitalized},
    registry::Manner,
};

use super::{
    Options,
    convert::{self, Converted, Managed, Member, Part},
    purge,
};
use crate::{
    Session,
    catalog::{Catalog, Declared},
    graph,
    resource::METAPARAMETERS,
};

/// How many resources providers may add to one run.
pub(super) const MOST_GENERATED: usize = 1_000_000;

/// What was added to a catalog.
#[derive(Default)]
pub(super) struct Growth {
    /// What was added.
    pub(super) added: Vec<graph::Generated>,
    /// What was to be added and is in the catalog anyway: it comes after the resource that wants it, too.
    pub(super) known: Vec<graph::Generated>,
    /// Whether somebody could not say what to add.
    pub(super) failed: bool,
}

/// Adds to a catalog what its resources want to be managed, too. Fails only when the run must end.
pub(super) fn grow<'t>(
    catalog: &mut Arc<Catalog>,
    converted: &mut Converted<'t>,
    types: &'t Types,
    options: &Options,
) -> Outcome<Growth> {
    let declared = catalog.resources.len();
    let mut growing = Growing { catalog, converted, types, growth: Growth::default() };
    for place in 0..declared {
        growing.generate(place)?;
    }
    for place in 0..declared {
        growing.purge(place, options)?;
    }
    Ok(growing.growth)
}

struct Growing<'g, 't> {
    catalog: &'g mut Arc<Catalog>,
    converted: &'g mut Converted<'t>,
    types: &'t Types,
    growth: Growth,
}

impl<'t> Growing<'_, 't> {
    /// Asks for what is to be added for a resource, and for what was added.
    fn generate(&mut self, place: usize) -> Outcome {
        let mut asked = vec![place];
        while let Some(parent) = asked.pop() {
            let Some(Managed { session, resource, brings_along }) = self.converted.members[parent].managed() else {
                continue;
            };
            if *brings_along {
                continue;
            }
            let generated = match self.converted.sessions.get(*session).try_generate(resource) {
                Ok(generated) => generated,
                Err(failure) => {
                    self.complain(parent, failure)?;
                    continue;
                }
            };
            let mut added = Vec::new();
            for resource in generated {
                if self.catalog.resources.len() > MOST_GENERATED {
                    let message = format!("more than {MOST_GENERATED} resources would have to be managed");
                    self.complain(parent, Failure::new(message))?;
                    break;
                }
                match self.add_generated(parent, &resource) {
                    Ok(new) => added.extend(new),
                    Err(failure) => self.complain(parent, failure)?,
                }
            }
            // The first that was added is asked first.
            asked.extend(added.into_iter().rev());
        }
        Ok(())
    }

    /// Adds a resource that a provider wants, unless the catalog has it, and returns its place if it is new.
    fn add_generated(&mut self, parent: usize, generated: &Generated) -> Outcome<Option<usize>> {
        if let Some(known) = self.converted.references.find_titled(&generated.type_name, &generated.title) {
            self.growth.known.push(graph::Generated { parent, child: known });
            return Ok(None);
        }
        let resource_type = self.types.find(&generated.type_name)?;
        let session = self.converted.sessions.of(resource_type);
        let declared = Declared {
            type_name: capitalized(&generated.type_name).into(),
            title: generated.title.clone(),
            tags: tags_of_added(&self.catalog.resources[parent], generated),
            kind: Some("compilable_type".into()),
            parameters: parameters_of_added(
                self.types,
                &self.catalog.resources[parent],
                generated,
                resource_type.manner(),
            ),
            file: self.catalog.resources[parent].file.clone().filter(|_| resource_type.manner() == Manner::Puppet),
            line: self.catalog.resources[parent].line.filter(|_| resource_type.manner() == Manner::Puppet),
            ..Declared::default()
        };
        let container = self.container_path(parent);
        let managed = convert::build(&mut self.converted.sessions, session, &declared, &container)?;
        let identity = (session, managed.resource.identity().clone());
        if let Some(known) = self.converted.identities.get(&identity).copied() {
            self.growth.known.push(graph::Generated { parent, child: known });
            return Ok(None);
        }
        Ok(Some(self.add(parent, declared, managed)))
    }

    /// Adds what is to be taken away for a resource.
    fn purge(&mut self, place: usize, options: &Options) -> Outcome {
        let Part::Purge(purge) = &self.converted.members[place].part else { return Ok(()) };
        if !purge.purges {
            return Ok(());
        }
        let purge = purge.clone();
        let Ok(resource_type) = self.types.find(&purge.type_name) else { return Ok(()) };
        let session = self.converted.sessions.of(resource_type);
        let managed: HashSet<Identity> =
            self.converted.identities.keys().filter(|(of, _)| *of == session).map(|(_, name)| name.clone()).collect();
        let container = self.container_path(place);
        let source = self.converted.members[place].path.clone();
        let found = self
            .converted
            .sessions
            .get(session)
            .purge_unless(&managed, &container, &source, &|instance| purge.keeps(instance, options))
            .and_then(|superfluous| {
                purge.guard(superfluous.len(), options)?;
                Ok(superfluous)
            });
        match found {
            Err(failure) => self.complain(place, failure),
            Ok(superfluous) => {
                let purging = self.catalog.resources[place].clone();
                for resource in superfluous {
                    let (declared, resource) = purge::with_metaparameters(resource, &purging, &container);
                    self.add(place, declared, Managed::new(session, resource));
                }
                Ok(())
            }
        }
    }

    fn add(&mut self, parent: usize, declared: Declared, managed: Managed) -> usize {
        let child = self.catalog.resources.len();
        // It is copied by the first that is added, if anybody looks at it.
        Arc::make_mut(self.catalog).resources.push(declared);
        let (catalog, converted) = (&**self.catalog, &mut *self.converted);
        // The title is free: it was looked for before.
        let _ = converted.references.alias(catalog, child, &catalog.resources[child].title);
        convert::add_names(catalog, &mut converted.references, child, &managed);
        converted.identities.insert((managed.session, managed.resource.identity().clone()), child);
        let (reference, path) = (managed.resource.reference().into(), managed.resource.path().clone());
        let container = converted.members[parent].container;
        let scrubber = converted.sessions.log().scrubber().clone();
        converted.members.push(Member::new(Part::Managed(managed), reference, path, container, &scrubber));
        self.growth.added.push(graph::Generated { parent, child });
        child
    }

    fn container_path(&self, place: usize) -> EcoString {
        let container = self.converted.members[place].container;
        container.map(|container| self.converted.members[container].path.clone()).unwrap_or_default()
    }

    /// Logs why nothing was added. The failure is returned only when the run must end.
    fn complain(&mut self, place: usize, failure: Failure) -> Outcome {
        let member = &self.converted.members[place];
        let session = member.managed().map(|managed| self.converted.sessions.at(managed.session));
        let log = self.converted.sessions.log();
        let message = complaint(session, failure, log)?;
        log.write(Level::Err, Some(&member.path), &message);
        self.growth.failed = true;
        Ok(())
    }
}

/// What is said of a resource of which nobody knows what to add for it. The failure is returned when the run must end.
pub(super) fn complaint(session: Option<&Session<'_>>, failure: Failure, log: &Log) -> Outcome<String> {
    let failure = failure.scrubbed(log.scrubber());
    if failure.kind() == FailureKind::Fatal {
        return Err(failure);
    }
    // Puppet's own types do it at their turn, and under another name.
    let is_own = session.is_some_and(|session| session.manner() == Manner::Puppet);
    let step = if is_own { "eval_generate" } else { "generate" };
    let told = session.map_or_else(|| failure.to_string(), |session| session.settings.told(&failure));
    Ok(format!("Failed to generate additional resources using '{step}': {told}"))
}

/// The parameters of a resource that was added. One of Puppet's own types that adds resources of itself, as a directory
/// does, passes its metaparameters on, and so does one whose definition says `passes_on_metaparameters: true`, without
/// those that relate it to others.
pub(super) fn parameters_of_added(
    types: &Types,
    parent: &Declared,
    generated: &Generated,
    manner: Manner,
) -> Vec<(EcoString, Value)> {
    let mut parameters = generated.attributes.clone();
    let is_own = parent.type_name.eq_ignore_ascii_case(&generated.type_name);
    let parent_passes_on = types
        .find(&parent.type_name)
        .is_ok_and(|known| known.definition().key("passes_on_metaparameters") == Some(&Value::Boolean(true)));
    if manner == Manner::Puppet && (is_own || parent_passes_on) {
        let is_relation = |name: &str| ["before", "notify", "require", "subscribe", "tag"].contains(&name);
        let is_passed_on =
            |name: &str| METAPARAMETERS.contains(&name) && name != "alias" && (is_own || !is_relation(name));
        let is_given = |name: &str| generated.attributes.iter().any(|(given, _)| given == name);
        let passed_on = parent.parameters.iter().filter(|(name, _)| is_passed_on(name) && !is_given(name));
        parameters.extend(passed_on.cloned());
    }
    parameters
}

/// The tags of a resource that was added: those of its parent, and what it is called where that can be a tag.
pub(super) fn tags_of_added(parent: &Declared, generated: &Generated) -> Vec<EcoString> {
    let mut tags = parent.tags.clone();
    for tag in [generated.type_name.to_lowercase(), generated.title.to_lowercase()] {
        let is_tag = tag.chars().all(|letter| letter.is_alphanumeric() || "_:.-".contains(letter));
        if is_tag && !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}
