//! From what a catalog declares to what can be managed.
//!
//! Each resource gets its part: most are managed by the session of their type, containers only have a beginning and an
//! end, and a few are the business of the run itself. What is wrong with a resource is found here, before anything is
//! changed.

use std::{borrow::Cow, fmt, sync::Arc};

use ecow::{EcoString, eco_format};
use pcore::{Value, keyed};
use resource_api::{
    Failure, Identity, ResourceType, State, TypeDefinition, Types,
    failure::FailureKind,
    log::capitalized,
    registry::{Manner, UnknownType},
    secret::Scrubber,
};
use rustc_hash::FxHashMap;

use super::{brood, foresight::Foresight, purge::Purge, schedule::Schedule, sessions::Sessions};
use crate::{
    BuildError, ManagedResource,
    catalog::{Catalog, CatalogIndex, Declared},
    evaluation::Past,
    graph::reference,
    purge::purgeable,
};

/// A resource of the catalog in this run.
pub(super) struct Member {
    pub(super) part: Part,
    /// The resource as log lines refer to it.
    pub(super) reference: EcoString,
    /// What its log lines name as their source.
    pub(super) path: EcoString,
    /// The place of what contains it.
    pub(super) container: Option<usize>,
}

impl Member {
    /// A resource of the catalog. No secret is part of what it is called.
    pub(super) fn new(
        part: Part,
        reference: EcoString,
        path: EcoString,
        container: Option<usize>,
        scrubber: &Scrubber,
    ) -> Member {
        let scrubbed = |text: EcoString| match scrubber.scrub(&text) {
            Cow::Owned(scrubbed) => scrubbed.into(),
            Cow::Borrowed(_) => text,
        };
        Member { part, reference: scrubbed(reference), path: scrubbed(path), container }
    }
}

/// What a resource of the catalog is for this run.
pub(super) enum Part {
    /// It contains others.
    Container,
    /// Its type's session manages it.
    Managed(Managed),
    /// It says when others have their turns.
    Schedule(Schedule),
    /// It takes away what is not managed.
    Purge(Purge),
    /// It has a turn at which nothing happens.
    Inert,
}

/// A resource with the place of its session.
pub(super) struct Managed {
    pub(super) session: usize,
    pub(super) resource: Arc<ManagedResource>,
    /// Whether it brings others along at its turn.
    pub(super) brings_along: bool,
}

impl Managed {
    pub(super) fn new(session: usize, resource: ManagedResource) -> Managed {
        Managed { session, brings_along: brood::brings_along(&resource), resource: Arc::new(resource) }
    }

    /// Tells it what earlier runs know of it.
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

    /// Whether it contains others.
    pub(super) fn is_container(&self) -> bool {
        matches!(self.part, Part::Container)
    }
}

/// A resource that cannot be what its declaration says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", Place(.file.as_deref(), *.line))]
pub struct ConversionError {
    /// What is wrong.
    pub message: String,
    /// The file that declares it.
    pub file: Option<EcoString>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// All that Puppet says about it, where it says less: for types of the Resource API it does not know the place.
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

/// Where something is declared, as messages say it: ` (file: F, line: N)`; nothing when nobody knows.
pub(super) struct Place<'p>(pub(super) Option<&'p str>, pub(super) Option<u32>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place(Some(file), Some(line)) => write!(formatter, " (file: {file}, line: {line})"),
            Place(Some(file), None) => write!(formatter, " (file: {file})"),
            Place(None, Some(line)) => write!(formatter, " (line: {line})"),
            Place(None, None) => Ok(()),
        }
    }
}

/// What was made of a catalog.
pub(super) struct Converted<'t> {
    pub(super) members: Vec<Member>,
    pub(super) sessions: Sessions<'t>,
    pub(super) references: CatalogIndex,
    /// The places of resources by their sessions and identities.
    pub(super) identities: keyed::HashMap<(usize, Identity), usize>,
}

/// Gives every resource of a catalog its part.
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
    let mut identities: keyed::HashMap<(usize, Identity), usize> = keyed::HashMap::default();
    let mut apart: keyed::HashMap<(usize, Identity), usize> = keyed::HashMap::default();
    let mut foresight = Foresight::default();
    for (place, (declared, kind)) in catalog.resources.iter().zip(kinds).enumerate() {
        let container = containers[place];
        let within = container.and_then(|container| paths[container].as_deref()).unwrap_or_default();
        let member = match kind {
            Kind::Container => {
                let path = paths[place].clone().unwrap_or_default();
                Member::new(Part::Container, reference(declared), path, container, &scrubber)
            }
            Kind::Type(resource_type) => {
                let session = sessions.of(resource_type);
                let managed = build(&mut sessions, session, declared, within)?;
                let identity = (session, managed.resource.identity().clone());
                let first = match told_apart(&mut sessions, &managed) {
                    None => {
                        identities.insert(identity, place).map(|first| (first, managed.resource.identity().clone()))
                    }
                    Some(more) => {
                        identities.insert(identity, place);
                        apart.insert((session, more.clone()), place).map(|first| (first, more))
                    }
                };
                if let Some((first, identity)) = first {
                    return Err(declared_twice(&catalog.resources[first], declared, &identity));
                }
                add_names(catalog, &mut references, place, &managed);
                foresight.add(&mut sessions, &managed);
                let (reference, path) = (managed.resource.reference().into(), managed.resource.path().clone());
                Member::new(Part::Managed(managed), reference, path, container, &scrubber)
            }
            Kind::Own(part) => {
                let reference = eco_format!("{}[{}]", capitalized(&declared.type_name), declared.title);
                let path = eco_format!("{within}/{reference}");
                Member::new(part, reference, path, container, &scrubber)
            }
        };
        members.push(member);
    }
    foresight.tell_rest(&mut sessions);
    Ok(Converted { members, sessions, references, identities })
}

/// What tells a resource from others of its type that have the same namevars, where its definition names something under
/// `told_apart_by`. There `provider` is the provider that it is managed with.
fn told_apart(sessions: &mut Sessions<'_>, managed: &Managed) -> Option<Identity> {
    let resource = &managed.resource;
    let Some(Value::Array(more)) = resource.definition().key("told_apart_by") else { return None };
    let mut namevars: Vec<(EcoString, Value)> = resource.identity().iter().cloned().collect();
    for name in more.iter().filter_map(Value::as_str) {
        let value = match name {
            "provider" => Value::Symbol(sessions.get(managed.session).provider_name(resource)),
            _ => resource.should().get(name).cloned().unwrap_or_default(),
        };
        namevars.push((name.into(), value));
    }
    namevars.sort_by(|(left, _), (right, _)| left.cmp(right));
    Some(Identity::new(namevars))
}

/// Lets a resource go by the title that is displayed, and by what names it on the system. Where another resource has
/// that title, it is the other one that is meant.
pub(super) fn add_names(catalog: &Catalog, references: &mut CatalogIndex, place: usize, managed: &Managed) {
    let declared = &catalog.resources[place].title;
    let title = managed.resource.title();
    let identity = managed.resource.identity();
    if title != declared {
        let _ = references.alias(catalog, place, title);
    }
    if !identity.is_composite() {
        let name = resource_api::render::interpolate(identity.value());
        if name != *declared && name != *title {
            let _ = references.alias(catalog, place, &name);
        }
    }
}

/// What a declared resource is, before it is built.
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
                // What a manifest defines is a container, even where a type has the same name.
                (Some(_), _) | (None, Err(_)) => Kind::Container,
            },
        };
        kinds.push(kind);
    }
    Ok(kinds)
}

/// The part of a resource whose type is the business of the run itself.
fn own_part(declared: &Declared, types: &Types) -> Result<Option<Part>, Failure> {
    let is = |name: &str| declared.type_name.eq_ignore_ascii_case(name);
    if is("class") || is("stage") || is("node") || is("component") {
        return Ok(Some(Part::Container));
    }
    if is("schedule") {
        let schedule = Schedule::read(declared).map_err(|wrong| {
            let message = format!("Parameter {} failed on {declared}: {}", wrong.parameter, wrong.reason);
            ConversionError::at(declared, message).into_failure(FailureKind::Ordinary)
        })?;
        return Ok(Some(Part::Schedule(schedule)));
    }
    if is("resources") {
        let purge = Purge::read(declared).map_err(|wrong| {
            let message = format!("Parameter {} failed on {declared}: {}", wrong.parameter, wrong.reason);
            ConversionError::at(declared, message).into_failure(FailureKind::Resource)
        })?;
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
    // A type that can do something is preferred to doing nothing.
    let can_be_managed = |name: &str| types.find(name).is_ok_and(|known| !known.providers().is_empty());
    if (is("filebucket") || is("whit")) && !can_be_managed(&declared.type_name) {
        return Ok(Some(Part::Inert));
    }
    Ok(None)
}

/// Keeps secrets out of everything that is said from now on.
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
    session: usize,
    declared: &Declared,
    within: &str,
) -> Result<Managed, Failure> {
    let built = sessions.get(session).build(&declared.title, &declared.parameters, within);
    match built {
        Ok(mut resource) => {
            resource.place = eco_format!("{}", Place(declared.file.as_deref(), declared.line));
            Ok(Managed::new(session, resource))
        }
        Err(failure) if failure.kind() == FailureKind::Fatal => Err(failure),
        Err(failure) => {
            let kind = failure.kind();
            let message = match failure.downcast_ref::<BuildError>() {
                Some(_) => failure.to_string(),
                // What was asked of the resource is not possible, and the provider said so in its own words.
                None if kind == FailureKind::Resource => failure.to_string(),
                // The provider does not know which resource it was asked about.
                None => format!("Could not convert {declared}: {failure}"),
            };
            let is_of_resource_api = sessions.get(session).manner() == Manner::ResourceApi;
            let in_puppets_words = is_of_resource_api.then(|| failure.to_string());
            Err(ConversionError { in_puppets_words, ..ConversionError::at(declared, message) }.into_failure(kind))
        }
    }
}

fn declared_twice(first: &Declared, second: &Declared, identity: &Identity) -> Failure {
    let values: Vec<Value> = identity.iter().map(|(_, value)| value.clone()).collect();
    let mut key = vec![Value::from(capitalized(&first.type_name))];
    key.extend(values.iter().cloned());
    let shown = |values: Vec<Value>| resource_api::render::inspect(&Value::from(values));
    let at = |declared: &Declared| match Place(declared.file.as_deref(), declared.line).to_string() {
        nowhere if nowhere.is_empty() => String::new(),
        place => format!(" at{place}"),
    };
    let place = Place(first.file.as_deref(), first.line);
    let message = format!(
        "Cannot alias {second} to {}{}; resource {} already declared{place}",
        shown(values),
        at(second),
        shown(key)
    );
    ConversionError { message, file: None, line: None, in_puppets_words: None }.into_failure(FailureKind::Ordinary)
}

/// What contains each resource: the first that says so.
fn containers(catalog: &Catalog) -> Vec<Option<usize>> {
    let mut containers = vec![None; catalog.resources.len()];
    for (container, content) in &catalog.containment {
        if let Some(place) = containers.get_mut(*content)
            && container != content
        {
            place.get_or_insert(*container);
        }
    }
    containers
}

/// The paths of containers, each after that of what contains it.
fn container_paths(catalog: &Catalog, containers: &[Option<usize>]) -> Vec<Option<EcoString>> {
    let mut paths: Vec<Option<EcoString>> = vec![None; containers.len()];
    let mut holds_others = vec![false; containers.len()];
    containers.iter().flatten().for_each(|container| holds_others[*container] = true);
    let mut chain = Vec::new();
    for start in (0..containers.len()).filter(|place| holds_others[*place] || is_empty_container(catalog, *place)) {
        let mut next = Some(start);
        // A container that contains itself is told of later, as a cycle.
        while let Some(place) = next.filter(|place| paths[*place].is_none() && chain.len() <= containers.len()) {
            chain.push(place);
            next = containers[place];
        }
        let mut path = next.and_then(|place| paths[place].clone()).unwrap_or_default();
        while let Some(place) = chain.pop() {
            path = eco_format!("{path}/{}", path_part(&catalog.resources[place]));
            paths[place] = Some(path.clone());
        }
    }
    paths
}

fn is_empty_container(catalog: &Catalog, place: usize) -> bool {
    catalog.resources[place].kind.as_deref() != Some("compilable_type") || catalog.resources[place].type_name == "Stage"
}

/// A container in the path of what it contains: a class by its name alone.
pub(super) fn path_part(declared: &Declared) -> EcoString {
    if declared.type_name == "Class" { capitalized(&declared.title).into() } else { reference(declared) }
}
