//! Resources that are not declared: those that providers generate, and those that are purged.
//!
//! A generated resource comes right after its parent, in the same container. In the catalog it is appended, so that no
//! other index changes.

use std::sync::Arc;

use catalog::{Catalog, Declared};
use ecow::EcoString;
use pcore::Value;
use pcore::keyed::HashSet;
use resource_api::{
    Failure, Generated, Identity, Outcome, Types,
    failure::FailureKind,
    log::{Level, capitalized},
    registry::Dialect,
};

use super::{
    Options,
    convert::{self, Converted, Identities, Managed, Member, Part},
    purge,
    sessions::Sessions,
};
use crate::{graph, index::ResourceIndex, resource::METAPARAMETERS};

/// The number of resources that providers may generate in one run.
pub(super) const MAX_GENERATED: usize = 1_000_000;

/// The resources that were added to a catalog.
#[derive(Default)]
pub(super) struct Additions {
    /// Those that were added.
    pub(super) added: Vec<graph::Generated>,
    /// Those that are in the catalog anyway: they come after the resource that generated them, too.
    pub(super) known: Vec<graph::Generated>,
    /// Whether generating or purging failed for any resource.
    pub(super) failed: bool,
}

/// Adds to a catalog what its resources generate and purge. Fails only when the run must end.
pub(super) fn generate_all<'t>(
    catalog: &mut Arc<Catalog>,
    converted: &mut Converted<'t>,
    types: &'t Types,
    options: &Options,
) -> Outcome<Additions> {
    let declared = catalog.resources.len();
    let mut generator = Generator { catalog, converted, types, additions: Additions::default() };
    for resource in ResourceIndex::first(declared) {
        generator.generate(resource)?;
    }
    for resource in ResourceIndex::first(declared) {
        generator.purge(resource, options)?;
    }
    Ok(generator.additions)
}

struct Generator<'g, 't> {
    catalog: &'g mut Arc<Catalog>,
    converted: &'g mut Converted<'t>,
    types: &'t Types,
    additions: Additions,
}

impl<'t> Generator<'_, 't> {
    /// Adds what a resource generates, and what the generated resources generate.
    fn generate(&mut self, root: ResourceIndex) -> Outcome {
        let mut parents = vec![root];
        while let Some(parent) = parents.pop() {
            let Some(Managed { session, resource, eval_generate }) = self.converted.members[parent].managed() else {
                continue;
            };
            if *eval_generate {
                continue;
            }
            let session = *session;
            let generated = self.converted.sessions.get_mut(session).generate(resource);
            for failure in self.converted.sessions.get(session).take_failed_resources() {
                self.report_failure(parent, failure)?;
            }
            let generated = match generated {
                Ok(generated) => generated,
                Err(failure) => {
                    self.report_failure(parent, failure)?;
                    continue;
                }
            };
            let mut added = Vec::new();
            for resource in generated {
                if self.catalog.resources.len() > MAX_GENERATED {
                    let message = format!("more than {MAX_GENERATED} resources would have to be managed");
                    self.report_failure(parent, Failure::new(message))?;
                    break;
                }
                match self.add_generated(parent, &resource) {
                    Ok(new) => added.extend(new),
                    Err(failure) => self.report_failure(parent, failure)?,
                }
            }
            // The first that was added generates first.
            parents.extend(added.into_iter().rev());
        }
        Ok(())
    }

    /// Adds a generated resource, unless the catalog has it, and returns its index if it is new.
    fn add_generated(&mut self, parent: ResourceIndex, generated: &Generated) -> Outcome<Option<ResourceIndex>> {
        if let Some(known) = self.converted.references.find_titled(&generated.type_name, &generated.title) {
            self.additions.known.push(graph::Generated { parent, child: known });
            return Ok(None);
        }
        let within = self.container_path(parent);
        let Converted { members, sessions, identities, .. } = &mut *self.converted;
        let declaring = (&self.catalog.resources[parent], &members[parent]);
        match build(self.types, sessions, identities, declaring, &within, generated)? {
            Built::New(declared, managed) => Ok(Some(self.add(parent, declared, managed))),
            Built::Known(known) => {
                self.additions.known.push(graph::Generated { parent, child: known });
                Ok(None)
            }
        }
    }

    /// Adds the resources that a resource purges.
    fn purge(&mut self, index: ResourceIndex, options: &Options) -> Outcome {
        let Part::Purge(purge) = &self.converted.members[index].part else { return Ok(()) };
        if !purge.purges {
            return Ok(());
        }
        let purge = purge.clone();
        let Ok(resource_type) = self.types.find(&purge.type_name) else { return Ok(()) };
        let session = self.converted.sessions.of(resource_type);
        let managed: HashSet<Identity> =
            self.converted.identities.keys().filter(|(of, _)| *of == session).map(|(_, name)| name.clone()).collect();
        let container = self.container_path(index);
        let source = self.converted.members[index].path.clone();
        let found = self
            .converted
            .sessions
            .get_mut(session)
            .purge(&managed, &container, &source, &|instance| purge.keeps(instance, options))
            .and_then(|superfluous| {
                purge.guard(superfluous.len(), options)?;
                Ok(superfluous)
            });
        match found {
            Err(failure) => self.report_failure(index, failure),
            Ok(superfluous) => {
                let purging = self.catalog.resources[index].clone();
                for resource in superfluous {
                    let (declared, resource) = purge::with_metaparameters(resource, &purging, &container);
                    self.add(index, declared, Managed::new(session, resource));
                }
                Ok(())
            }
        }
    }

    fn add(&mut self, parent: ResourceIndex, declared: Declared, managed: Managed) -> ResourceIndex {
        let child = ResourceIndex(self.catalog.resources.len());
        // The first addition copies it, if providers see it.
        Arc::make_mut(self.catalog).resources.push(declared);
        let (catalog, converted) = (&**self.catalog, &mut *self.converted);
        // The title is not taken: it was looked up before.
        let _ = converted.references.alias(catalog, child, &catalog.resources[child].title);
        convert::add_names(catalog, &mut converted.references, child, &managed);
        converted.identities.insert((managed.session, managed.resource.identity().clone()), child);
        let container = converted.members[parent].container;
        converted.members.push(Member::managing(managed, container, converted.sessions.log().scrubber()));
        self.additions.added.push(graph::Generated { parent, child });
        child
    }

    fn container_path(&self, index: ResourceIndex) -> EcoString {
        let container = self.converted.members[index].container;
        container.map(|container| self.converted.members[container].path.clone()).unwrap_or_default()
    }

    /// Logs why nothing was added. The failure is returned only when the run must end.
    fn report_failure(&mut self, index: ResourceIndex, failure: Failure) -> Outcome {
        log_failure(&self.converted.members[index], &self.converted.sessions, failure)?;
        self.additions.failed = true;
        Ok(())
    }
}

/// Logs why a resource could not generate others. The failure is returned when the run must end.
pub(super) fn log_failure(member: &Member, sessions: &Sessions<'_>, failure: Failure) -> Outcome {
    let session = member.managed().map(|managed| sessions.get(managed.session));
    let failure = failure.scrubbed(sessions.log().scrubber());
    if failure.kind() == FailureKind::Fatal {
        return Err(failure);
    }
    // Puppet's own types generate when they are evaluated, and under another name.
    let is_own = session.is_some_and(|session| session.dialect() == Dialect::Puppet);
    let step = if is_own { "eval_generate" } else { "generate" };
    let reason = session.map_or_else(|| failure.to_string(), |session| session.settings.describe(&failure));
    let message = format!("Failed to generate additional resources using '{step}': {reason}");
    sessions.log().write(Level::Err, Some(&member.path), &message);
    Ok(())
}

/// A resource that another one generated.
pub(super) enum Built {
    New(Declared, Managed),
    /// The run manages a resource of that identity already.
    Known(ResourceIndex),
}

/// Builds a resource that another one generated.
pub(super) fn build<'t>(
    types: &'t Types,
    sessions: &mut Sessions<'t>,
    identities: &Identities,
    (parent, member): (&Declared, &Member),
    within: &str,
    generated: &Generated,
) -> Outcome<Built> {
    let resource_type = types.find(&generated.type_name)?;
    let session = sessions.of(resource_type);
    let declared = declared(parent, member, generated, resource_type.dialect());
    let managed = convert::build(sessions, session, &declared, within)?;
    let known = identities.get(&(session, managed.resource.identity().clone())).copied();
    Ok(known.map_or_else(|| Built::New(declared, managed), Built::Known))
}

/// The declaration of a generated resource.
fn declared(parent: &Declared, member: &Member, generated: &Generated, dialect: Dialect) -> Declared {
    let is_own = dialect == Dialect::Puppet;
    let passes_on = member.managed().is_some_and(|managed| managed.resource.handling.passes_on_metaparameters);
    Declared {
        type_name: capitalized(&generated.type_name).into(),
        title: generated.title.clone(),
        tags: tags(parent, generated),
        kind: Some("compilable_type".into()),
        parameters: parameters(parent, passes_on, generated, dialect),
        file: parent.file.clone().filter(|_| is_own),
        line: parent.line.filter(|_| is_own),
        ..Declared::default()
    }
}

/// The parameters of a generated resource. One of Puppet's own types that generates resources of itself, as a directory
/// does, passes its metaparameters on. One whose definition says `passes_on_metaparameters: true` passes on those that are
/// not relations.
fn parameters(parent: &Declared, passes_on: bool, generated: &Generated, dialect: Dialect) -> Vec<(EcoString, Value)> {
    let mut parameters = generated.attributes.clone();
    let is_own = parent.type_name.eq_ignore_ascii_case(&generated.type_name);
    if dialect == Dialect::Puppet && (is_own || passes_on) {
        let is_relation = |name: &str| ["before", "notify", "require", "subscribe", "tag"].contains(&name);
        let is_passed_on =
            |name: &str| METAPARAMETERS.contains(&name) && name != "alias" && (is_own || !is_relation(name));
        let is_set = |name: &str| generated.attributes.iter().any(|(set, _)| set == name);
        let passed_on = parent.parameters.iter().filter(|(name, _)| is_passed_on(name) && !is_set(name));
        parameters.extend(passed_on.cloned());
    }
    parameters
}

/// The tags of a generated resource: those of its parent, its type, and its title if that can be a tag.
fn tags(parent: &Declared, generated: &Generated) -> Vec<EcoString> {
    let mut tags = parent.tags.clone();
    for tag in [generated.type_name.to_lowercase(), generated.title.to_lowercase()] {
        let is_tag = tag.chars().all(|letter| letter.is_alphanumeric() || "_:.-".contains(letter));
        if is_tag && !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}
