//! All that was declared, in the order of its declaration, and by its names.

use std::sync::Arc;

use ecow::{EcoString, eco_format};
use pcore::{Value, keyed};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{ClassDefinition, NodeDefinition};

use super::{
    collect::{Collector, CollectorId},
    kinds::{ContainerKinds, ResourceKind},
    locations::{CompactLocation, Locations},
    overrides::Override,
    parameters::{Parameter, Parameters},
    reference::Reference,
    relationship::{Operand, Relationship},
    rights::{Author, Authors},
    signature::Signature,
    tags::{TagSet, Tags, lowercase},
};
use crate::{evaluate::flattened, scope::ScopeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ResourceId(u32);

impl ResourceId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A resource in the making.
#[derive(Debug)]
pub(crate) struct Resource {
    pub kind: Arc<ResourceKind>,
    pub title: EcoString,
    pub parameters: Parameters,
    pub tags: TagSet,
    pub location: Option<CompactLocation>,
    pub is_virtual: bool,
    pub exported: bool,
    /// The author that declared it.
    pub author: Author,
    /// The author that its code acts as.
    pub acts_as: Author,
    /// The scope that declared it.
    pub scope: ScopeId,
    /// The container that the scope belongs to, whose tags it gets.
    pub container: Option<ResourceId>,
    /// What contains it: the container, or the stage of a class.
    pub holder: Option<ResourceId>,
    pub code: Code,
    pub evaluated: bool,
    /// Whether parameters were set after its code was evaluated, so that their types are to be checked again.
    pub changed: bool,
    /// Whether it has the tags of its container already.
    pub has_inherited_tags: bool,
}

/// What there is to evaluate in a resource.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// Nothing: a native resource.
    None,
    /// The main manifest, or the class of settings.
    Own,
    /// The define that the kind names.
    Define,
    /// A class. Whether it was declared as a resource counts for the catalog.
    Class { definition: Arc<ClassDefinition>, as_resource: bool },
    /// A node, with what its regular expression found.
    Node { definition: Arc<NodeDefinition>, captures: Arc<[Value]> },
}

impl Resource {
    /// The reference: `File[/etc/motd]`.
    pub fn reference(&self) -> EcoString {
        eco_format!("{}[{}]", self.kind.display, self.title)
    }

    /// The name: what the parameter says, or the title.
    pub fn name(&self) -> EcoString {
        match self.parameters.value("name") {
            Some(name) => eco_format!("{name}"),
            None => self.title.clone(),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Resources {
    pub(super) all: Vec<Resource>,
    /// For each kind the resources by their titles, and by what else they are called.
    names: Vec<keyed::HashMap<EcoString, ResourceId>>,
    /// By kind and all parts of the identity, for types that have several.
    pub(super) identities: keyed::HashMap<(u32, Vec<Option<EcoString>>), ResourceId>,
    pub(super) kinds: FxHashMap<EcoString, Arc<ResourceKind>>,
    pub(super) containers: ContainerKinds,
    /// For each kind the resources that are new or changed, in that order: what a collector has read so far it need
    /// not read again.
    journals: Vec<Vec<ResourceId>>,
    /// How often containers got tags, which their contents are found by.
    pub(super) container_tags: u64,
    /// What has code that waits to be evaluated.
    pub(super) ready: Vec<ResourceId>,
    /// Containments that come on top of the holders.
    pub(super) contained: Vec<(ResourceId, ResourceId)>,
    pub(super) contained_known: FxHashSet<(ResourceId, ResourceId)>,
    /// The containers that require something through `require()`, and how much.
    pub(super) required: FxHashMap<ResourceId, usize>,
    /// Changes of resources that are not there yet, by kind and title.
    pub(super) overrides: keyed::IndexMap<(u32, EcoString), Vec<Override>>,
    pub(super) collectors: Vec<Collector>,
    /// What `realize()` asks for and is not there yet.
    pub(super) realizations: Vec<Reference>,
    pub(super) relationships: Vec<Relationship>,
    /// The left side of a collector in a chain, which replaces it if it finds nothing.
    pub(super) alternatives: FxHashMap<CollectorId, Vec<Operand>>,
    pub(super) signatures: FxHashMap<usize, Arc<Signature>>,
    /// The functions of Deferred values that were warned of.
    pub(super) deferred_warned: FxHashSet<EcoString>,
    pub(super) tags: Tags,
    pub(super) locations: Locations,
    pub(super) authors: Authors,
    pub(super) catalog_tags: TagSet,
    /// The classes and the node that were evaluated.
    pub(crate) classes: Vec<EcoString>,
    /// The number that is the title of the next resource; see [`Resources::numbers`].
    pub(crate) next_number: Option<Value>,
    /// The resources whose titles are numbers, which only `create_resources` can make.
    pub(super) numbers: FxHashMap<ResourceId, Value>,
    /// `Class[main]`, once it is there.
    pub(crate) main: Option<ResourceId>,
}

impl Resources {
    /// No resources, and the kinds that there are without any definition.
    pub fn new() -> Resources {
        let mut resources = Resources::default();
        let ContainerKinds { class, node, stage } = &resources.containers;
        for kind in [class, node, stage].map(Arc::clone) {
            resources.add_kind(kind.tag.clone(), kind);
        }
        resources
    }

    pub fn next_kind(&self) -> u32 {
        u32::try_from(self.journals.len()).unwrap_or(u32::MAX)
    }

    pub fn add_kind(&mut self, name: EcoString, kind: Arc<ResourceKind>) {
        self.journals.push(Vec::new());
        self.names.push(keyed::HashMap::default());
        self.kinds.insert(name, kind);
    }

    pub fn get(&self, id: ResourceId) -> &Resource {
        &self.all[id.index()]
    }

    pub fn get_mut(&mut self, id: ResourceId) -> &mut Resource {
        &mut self.all[id.index()]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = ResourceId> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).map(ResourceId)
    }

    /// Puts a resource at the end. Its names are not known by that.
    pub fn push(&mut self, resource: Resource) {
        let id = self.next();
        self.journals[resource.kind.number as usize].push(id);
        self.all.push(resource);
    }

    /// The resource of a kind that is called so. Classes are asked for in lower case.
    pub fn find(&self, kind: &ResourceKind, name: &str) -> Option<ResourceId> {
        self.names.get(kind.number as usize)?.get(name).copied()
    }

    /// The class of a name in lower case, if it was declared.
    pub fn find_class(&self, name: &str) -> Option<ResourceId> {
        self.find(&self.containers.class, name)
    }

    /// The identifier of the resource that is added next.
    pub fn next(&self) -> ResourceId {
        ResourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX))
    }

    /// Adds a name for a resource; returns the resource that already has it.
    pub fn name(&mut self, kind: &ResourceKind, name: EcoString, id: ResourceId) -> Option<ResourceId> {
        let names = self.names.get_mut(kind.number as usize)?;
        let known = *names.entry(name).or_insert(id);
        (known != id).then_some(known)
    }

    /// The resources of a kind that are new or changed since a point.
    pub fn journal(&self, kind: u32, since: usize) -> &[ResourceId] {
        self.journals.get(kind as usize).and_then(|journal| journal.get(since..)).unwrap_or_default()
    }

    /// Marks a resource as changed, so that collectors check it again.
    pub fn touch(&mut self, id: ResourceId) {
        let kind = self.get(id).kind.number as usize;
        if !self.collectors.is_empty() {
            self.journals[kind].push(id);
        }
    }

    /// Sets a parameter of a resource, with the tags that come of it. Returns an invalid word.
    pub fn set_parameter(&mut self, id: ResourceId, name: EcoString, parameter: Parameter) -> Result<(), EcoString> {
        if name == "tag" {
            self.add_tags(id, &parameter.value)?;
        }
        let resource = self.get_mut(id);
        resource.parameters.set(name, parameter);
        resource.changed = true;
        self.touch(id);
        Ok(())
    }

    /// Gives a resource tags. Returns an invalid word.
    pub fn add_tags(&mut self, id: ResourceId, value: &Value) -> Result<(), EcoString> {
        let Some(resource) = self.all.get_mut(id.index()) else { return Ok(()) };
        self.tags.add_value(&mut resource.tags, value)?;
        if !resource.kind.is_native() {
            self.container_tags += 1;
        }
        self.touch(id);
        Ok(())
    }

    /// Gives a resource the tags that its container has now.
    pub fn inherit_tags(&mut self, id: ResourceId) {
        let resource = self.get(id);
        if resource.has_inherited_tags {
            return;
        }
        let container = resource.container.filter(|container| *container != id);
        if let Some(container) = container {
            self.merge_tags(container, id);
        }
        self.get_mut(id).has_inherited_tags = true;
    }

    /// Gives a resource the tags of another.
    pub fn merge_tags(&mut self, from: ResourceId, to: ResourceId) {
        if from == to {
            return;
        }
        if let Ok([from, to]) = self.all.get_disjoint_mut([from.index(), to.index()]) {
            to.tags.merge(&from.tags);
        }
    }

    /// Makes a container require more, where `require()` itself made the list of what it requires: nothing in it has to be
    /// looked at again. Says whether that was so.
    pub fn require_more(&mut self, container: ResourceId, references: &Value) -> bool {
        let Some(resource) = self.all.get_mut(container.index()) else { return false };
        let Some(Parameter { value: Value::Array(items), .. }) = resource.parameters.get_mut("require") else {
            return false;
        };
        match self.required.get_mut(&container) {
            Some(length) if *length == items.len() => {
                items.extend(flattened([references]).into_iter().cloned());
                *length = items.len();
                resource.changed = true;
                self.touch(container);
                true
            }
            _ => false,
        }
    }

    pub fn contain(&mut self, container: ResourceId, contained: ResourceId) {
        if self.get(contained).holder != Some(container) && self.contained_known.insert((container, contained)) {
            self.contained.push((container, contained));
        }
    }

    /// Gives the catalog the tags of a resource.
    pub fn tag_catalog(&mut self, id: ResourceId) {
        self.catalog_tags.merge(&self.all[id.index()].tags);
    }

    /// Adds an evaluated class or node to the list and the tags of the catalog.
    pub fn add_class(&mut self, name: EcoString) {
        self.tags.add_name(&mut self.catalog_tags, lowercase(&name));
        self.classes.push(name);
    }
}
