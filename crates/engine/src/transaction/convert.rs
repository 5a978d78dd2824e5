//! From declared resources to resources that can be managed.
//!
//! Each resource gets its part: most are managed by the session of their type, containers only have a beginning and an
//! end, and the run handles a few itself. Invalid resources are found here, before anything is changed.

use std::{borrow::Cow, sync::Arc};

use catalog::{Catalog, CatalogIndex, Declared, location_suffix};
use ecow::{EcoString, eco_format};
use pcore::{Value, keyed};
use resource_api::{
    Failure, Identity, ResourceType, State, TypeDefinition, Types,
    failure::FailureKind,
    log::capitalized,
    registry::{Dialect, UnknownType},
    secret::Scrubber,
};
use rustc_hash::FxHashMap;

use super::{dynamic_children, purge::Purge, schedule::Schedule, sessions::Sessions};
use crate::{
    BuildError, ManagedResource,
    evaluation::Past,
    graph::reference,
    index::{ResourceIndex, SessionIndex},
    purge::purgeable,
};

/// A resource of the catalog, as this run handles it.
pub(super) struct Member {
    pub(super) part: Part,
    /// The resource as log lines refer to it.
    pub(super) reference: EcoString,
    /// The source of its log lines.
    pub(super) path: EcoString,
    pub(super) container: Option<ResourceIndex>,
}

impl Member {
    /// A resource of the catalog. Its reference and path are scrubbed of secrets.
    pub(super) fn new(
        part: Part,
        reference: EcoString,
        path: EcoString,
        container: Option<ResourceIndex>,
        scrubber: &Scrubber,
    ) -> Member {
        let scrubbed = |text: EcoString| match scrubber.scrub(&text) {
            Cow::Owned(scrubbed) => scrubbed.into(),
            Cow::Borrowed(_) => text,
        };
        Member { part, reference: scrubbed(reference), path: scrubbed(path), container }
    }

    /// A resource that a session manages.
    pub(super) fn managing(managed: Managed, container: Option<ResourceIndex>, scrubber: &Scrubber) -> Member {
        let (reference, path) = (managed.resource.reference().into(), managed.resource.path().clone());
        Member::new(Part::Managed(managed), reference, path, container, scrubber)
    }
}

/// How this run handles a resource of the catalog.
pub(super) enum Part {
    /// It contains others.
    Container,
    /// The session of its type manages it.
    Managed(Managed),
    /// It says when others are evaluated.
    Schedule(Schedule),
    /// It purges what is not managed.
    Purge(Purge),
    /// It is evaluated without an effect.
    Inert,
}

/// A resource with its session.
pub(super) struct Managed {
    pub(super) session: SessionIndex,
    pub(super) resource: Arc<ManagedResource>,
    /// Whether it generates others while it is evaluated.
    pub(super) eval_generate: bool,
}

impl Managed {
    pub(super) fn new(session: SessionIndex, resource: ManagedResource) -> Managed {
        Managed { session, eval_generate: dynamic_children::eval_generate(&resource), resource: Arc::new(resource) }
    }

    /// Gives it what earlier runs recorded of it.
    pub(super) fn set_past(&mut self, past: Arc<Past>) {
        Arc::make_mut(&mut self.resource).past = Some(past);
    }
}

impl Member {
    /// The resource, if a session manages it.
    pub(super) fn managed(&self) -> Option<&Managed> {
        match &self.part {
            Part::Managed(managed) => Some(managed),
            Part::Container | Part::Schedule(_) | Part::Purge(_) | Part::Inert => None,
        }
    }

    pub(super) fn is_container(&self) -> bool {
        matches!(self.part, Part::Container)
    }
}

/// A declared resource is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", location_suffix(.file.as_deref(), *.line))]
pub struct ConversionError {
    /// What is wrong.
    pub message: String,
    /// The file that declares it.
    pub file: Option<EcoString>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// Puppet's message, where it says less: for types of the Resource API it does not know the location.
    pub in_puppets_words: Option<String>,
}

impl ConversionError {
    pub(super) fn at(declared: &Declared, message: String) -> ConversionError {
        ConversionError { message, file: declared.file.clone(), line: declared.line, in_puppets_words: None }
    }

    pub(super) fn into_failure(self, kind: FailureKind) -> Failure {
        Failure::from(self).with_kind(kind)
    }
}

/// A parameter of a resource that the run handles itself has an invalid value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InvalidParameter {
    pub(super) parameter: &'static str,
    pub(super) reason: String,
}

pub(super) struct Converted<'t> {
    pub(super) members: Vec<Member>,
    pub(super) sessions: Sessions<'t>,
    pub(super) references: CatalogIndex,
    /// The resources by their sessions and identities.
    pub(super) identities: Identities,
}

/// Resources by their sessions and identities.
pub(super) type Identities = keyed::HashMap<(SessionIndex, Identity), ResourceIndex>;

/// Converts every resource of a catalog.
pub(super) fn convert<'t>(
    catalog: &Catalog,
    types: &'t Types,
    mut sessions: Sessions<'t>,
) -> Result<Converted<'t>, Failure> {
    let kinds = kinds(catalog, types)?;
    learn_secrets(catalog, &kinds, &sessions);
    let containers = containers(catalog);
    let paths = container_paths(catalog, &containers);
    let scrubber = sessions.log().scrubber().clone();
    let mut members = Vec::with_capacity(catalog.resources.len());
    let mut references = CatalogIndex::new(catalog)?;
    let (mut identities, mut apart) = (Identities::default(), Identities::default());
    for ((index, declared), kind) in ResourceIndex::first(containers.len()).zip(&catalog.resources).zip(kinds) {
        let container = containers[index];
        let within = container.and_then(|container| paths[container].as_deref()).unwrap_or_default();
        let member = match kind {
            Kind::Container => {
                let path = paths[index].clone().unwrap_or_default();
                Member::new(Part::Container, reference(declared), path, container, &scrubber)
            }
            Kind::Type(resource_type) => {
                let session = sessions.of(resource_type);
                let managed = build(&mut sessions, session, declared, within)?;
                let identity = (session, managed.resource.identity().clone());
                let same = identities.insert(identity.clone(), index);
                let (same, identity) = match distinguishing_identity(&mut sessions, &managed) {
                    None => (same, identity.1),
                    Some(more) => (apart.insert((session, more.clone()), index), more),
                };
                if let Some(first) = same {
                    return Err(duplicate_declaration(&catalog.resources[first], declared, &identity));
                }
                add_names(catalog, &mut references, index, &managed);
                Member::managing(managed, container, &scrubber)
            }
            Kind::Own(part) => {
                let reference = eco_format!("{}[{}]", capitalized(&declared.type_name), declared.title);
                let path = eco_format!("{within}/{reference}");
                Member::new(part, reference, path, container, &scrubber)
            }
        };
        members.push(member);
    }
    Ok(Converted { members, sessions, references, identities })
}

/// What distinguishes a resource from others of its type that have the same namevars, if its definition has the key
/// `distinguished_by`. There, `provider` is the provider of the resource.
fn distinguishing_identity(sessions: &mut Sessions<'_>, managed: &Managed) -> Option<Identity> {
    let resource = &managed.resource;
    let more = &resource.handling.distinguished_by;
    if more.is_empty() {
        return None;
    }
    let mut namevars: Vec<(EcoString, Value)> = resource.identity().iter().cloned().collect();
    for name in more {
        let value = match name.as_str() {
            "provider" => Value::Symbol(sessions.get_mut(managed.session).provider_name(resource)),
            _ => resource.should().get(name).cloned().unwrap_or_default(),
        };
        namevars.push((name.clone(), value));
    }
    namevars.sort_by(|(left, _), (right, _)| left.cmp(right));
    Some(Identity::new(namevars))
}

/// Adds the displayed title of a resource and the value of its namevar as aliases. Where another resource has that title,
/// references mean the other one.
pub(super) fn add_names(catalog: &Catalog, references: &mut CatalogIndex, index: ResourceIndex, managed: &Managed) {
    let declared = &catalog.resources[index].title;
    let title = managed.resource.title();
    let identity = managed.resource.identity();
    if title != declared {
        let _ = references.alias(catalog, index, title);
    }
    if !identity.is_composite() {
        let name = resource_api::render::interpolate(identity.value());
        if name != *declared && name != *title {
            let _ = references.alias(catalog, index, &name);
        }
    }
}

/// The kind of a declared resource, before it is built.
enum Kind<'t> {
    Container,
    Type(&'t ResourceType),
    Own(Part),
}

fn kinds<'t>(catalog: &Catalog, types: &'t Types) -> Result<Vec<Kind<'t>>, Failure> {
    let mut found: FxHashMap<&str, Result<&'t ResourceType, UnknownType>> = FxHashMap::default();
    let mut kinds = Vec::with_capacity(catalog.resources.len());
    for declared in &catalog.resources {
        let name = declared.type_name.as_str();
        let known = found.entry(name).or_insert_with(|| types.find(name).map(|known| &**known));
        let kind = match own_part(declared, types)? {
            Some(Part::Container) => Kind::Container,
            Some(part) => Kind::Own(part),
            None => match (declared.kind.as_deref(), known) {
                (Some("compilable_type") | None, Ok(known)) => Kind::Type(known),
                (Some("compilable_type"), Err(unknown))
                | (None, Err(unknown @ UnknownType { reason: Some(_), .. })) => {
                    let message = match &unknown.reason {
                        Some(reason) => reason.to_string(),
                        None => format!("Resource type '{name}' was not found"),
                    };
                    return Err(ConversionError::at(declared, message).into_failure(FailureKind::Ordinary));
                }
                // A defined type is a container, even where a resource type has the same name.
                (Some(_), _) | (None, Err(_)) => Kind::Container,
            },
        };
        kinds.push(kind);
    }
    Ok(kinds)
}

/// The part of a resource that the run handles itself.
fn own_part(declared: &Declared, types: &Types) -> Result<Option<Part>, Failure> {
    let is = |name: &str| declared.type_name.eq_ignore_ascii_case(name);
    if is("class") || is("stage") || is("node") || is("component") {
        return Ok(Some(Part::Container));
    }
    let refused = |kind: FailureKind| {
        move |InvalidParameter { parameter, reason }| {
            let message = format!("Parameter {parameter} failed on {declared}: {reason}");
            ConversionError::at(declared, message).into_failure(kind)
        }
    };
    if is("schedule") {
        let schedule = Schedule::read(declared).map_err(refused(FailureKind::Ordinary))?;
        return Ok(Some(Part::Schedule(schedule)));
    }
    if is("resources") {
        let purge = Purge::read(declared).map_err(refused(FailureKind::Resource))?;
        let checked = if purge.purges {
            purgeable(types, &purge.type_name).map(drop)
        } else {
            types.find(&purge.type_name).map(drop).map_err(|_| {
                let name = &purge.type_name;
                Failure::resource(format!("Parameter name failed on {declared}: Could not find resource type '{name}'"))
            })
        };
        return match checked {
            Ok(()) => Ok(Some(Part::Purge(purge))),
            Err(failure) => Err(ConversionError::at(declared, failure.to_string()).into_failure(failure.kind())),
        };
    }
    // A type with a provider is preferred to doing nothing.
    let can_be_managed = |name: &str| types.find(name).is_ok_and(|known| !known.providers().is_empty());
    if (is("filebucket") || is("whit")) && !can_be_managed(&declared.type_name) {
        return Ok(Some(Part::Inert));
    }
    Ok(None)
}

/// Keeps secrets out of everything that is logged from now on.
fn learn_secrets(catalog: &Catalog, kinds: &[Kind<'_>], sessions: &Sessions<'_>) {
    let scrubber = sessions.log().scrubber();
    let mut guarded: FxHashMap<&str, bool> = FxHashMap::default();
    for (declared, kind) in catalog.resources.iter().zip(kinds) {
        let definition: Option<&TypeDefinition> = match kind {
            Kind::Type(resource_type) => Some(resource_type.definition()),
            Kind::Container | Kind::Own(_) => None,
        };
        let has_secrets = definition.is_some_and(|definition| {
            *guarded
                .entry(definition.name())
                .or_insert_with(|| definition.attributes().any(|attribute| attribute.may_hide()))
        });
        match definition.filter(|_| has_secrets) {
            Some(definition) => {
                let state: State = declared.parameters.iter().cloned().collect();
                scrubber.learn_state(definition, &state);
            }
            None => declared.parameters.iter().for_each(|(_, value)| scrubber.learn(value)),
        }
    }
}

/// Builds a resource of a type.
pub(super) fn build(
    sessions: &mut Sessions<'_>,
    session: SessionIndex,
    declared: &Declared,
    within: &str,
) -> Result<Managed, Failure> {
    let built = sessions.get_mut(session).build(&declared.title, &declared.parameters, within);
    match built {
        Ok(mut resource) => {
            resource.location = declared.location_suffix();
            Ok(Managed::new(session, resource))
        }
        Err(failure) if failure.kind() == FailureKind::Fatal => Err(failure),
        Err(failure) => {
            let kind = failure.kind();
            let message = match failure.downcast_ref::<BuildError>() {
                Some(_) => failure.to_string(),
                // The provider says in its own words that the resource is not possible.
                None if kind == FailureKind::Resource => failure.to_string(),
                // The message of the provider does not name the resource.
                None => format!("Could not convert {declared}: {failure}"),
            };
            let is_of_resource_api = sessions.get(session).dialect() == Dialect::ResourceApi;
            let in_puppets_words = is_of_resource_api.then(|| failure.to_string());
            Err(ConversionError { in_puppets_words, ..ConversionError::at(declared, message) }.into_failure(kind))
        }
    }
}

fn duplicate_declaration(first: &Declared, second: &Declared, identity: &Identity) -> Failure {
    let values: Vec<Value> = identity.iter().map(|(_, value)| value.clone()).collect();
    let mut key = vec![Value::from(capitalized(&first.type_name))];
    key.extend(values.iter().cloned());
    let shown = |values: Vec<Value>| resource_api::render::inspect(&Value::from(values));
    let at = |declared: &Declared| match declared.location_suffix() {
        unknown if unknown.is_empty() => String::new(),
        location => format!(" at{location}"),
    };
    let location = first.location_suffix();
    let message = format!(
        "Cannot alias {second} to {}{}; resource {} already declared{location}",
        shown(values),
        at(second),
        shown(key)
    );
    ConversionError { message, file: None, line: None, in_puppets_words: None }.into_failure(FailureKind::Ordinary)
}

/// The container of each resource: the first that has it.
fn containers(catalog: &Catalog) -> Vec<Option<ResourceIndex>> {
    let mut containers = vec![None; catalog.resources.len()];
    for (container, content) in &catalog.containment {
        if let Some(slot) = containers.get_mut(*content)
            && container != content
        {
            slot.get_or_insert(ResourceIndex(*container));
        }
    }
    containers
}

/// The paths of containers, each after that of its own container.
fn container_paths(catalog: &Catalog, containers: &[Option<ResourceIndex>]) -> Vec<Option<EcoString>> {
    let mut paths: Vec<Option<EcoString>> = vec![None; containers.len()];
    let mut has_contents = vec![false; containers.len()];
    containers.iter().flatten().for_each(|container| has_contents[*container] = true);
    let mut chain = Vec::new();
    let all = ResourceIndex::first(containers.len());
    for start in all.filter(|index| has_contents[*index] || is_empty_container(&catalog.resources[*index])) {
        let mut next = Some(start);
        // A container that contains itself is reported later, as a cycle.
        while let Some(index) = next.filter(|index| paths[*index].is_none() && chain.len() <= containers.len()) {
            chain.push(index);
            next = containers[index];
        }
        let mut path = next.and_then(|index| paths[index].clone()).unwrap_or_default();
        while let Some(index) = chain.pop() {
            path = eco_format!("{path}/{}", path_part(&catalog.resources[index]));
            paths[index] = Some(path.clone());
        }
    }
    paths
}

fn is_empty_container(declared: &Declared) -> bool {
    declared.kind.as_deref() != Some("compilable_type") || declared.type_name == "Stage"
}

/// The part of a container in the paths of its contents: a class has its name alone.
pub(super) fn path_part(declared: &Declared) -> EcoString {
    if declared.type_name == "Class" { capitalized(&declared.title).into() } else { reference(declared) }
}
