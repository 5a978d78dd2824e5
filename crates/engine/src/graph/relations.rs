//! Which resource comes before which: the relations that a catalog and the types of its resources declare.

use std::fmt;

use catalog::{Catalog, CatalogIndex, Declared, canonical, reference_of};
use pcore::Value;
use resource_api::{
    definition::relations::{self as automatic, RelationView, Verdict},
    render,
};
use rustc_hash::FxHashSet;

use super::{Generated, Relation, ResourceIndex, generated::Lineage, reference};
use crate::resource::one_or_several;

/// The metaparameters of relations in the order in which they are read.
const METAPARAMETERS: [Metaparameter; 4] =
    [("require", true, false), ("subscribe", true, true), ("before", false, false), ("notify", false, true)];

/// Why a relation of a catalog cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RelationError(String);

/// The relations of the resources and containers of a catalog.
#[derive(Debug)]
pub struct Relations<'c> {
    catalog: &'c Catalog,
    index: &'c CatalogIndex,
    /// The resources in the order in which relations are made.
    order: Vec<ResourceIndex>,
    relations: Vec<Relation>,
    known: FxHashSet<(ResourceIndex, ResourceIndex)>,
}

impl<'c> Relations<'c> {
    /// The relations that the catalog declares, by `require`, `subscribe`, `before` and `notify`. A resource that another
    /// one added comes after its parent, unless a metaparameter of one of both says something about the other.
    pub fn new(
        catalog: &'c Catalog,
        index: &'c CatalogIndex,
        generated: &[Generated],
    ) -> Result<Relations<'c>, RelationError> {
        let lineage = Lineage::new(catalog.resources.len(), generated);
        let order = lineage.order();
        let mut relations =
            Relations { catalog, index, order: Vec::new(), relations: Vec::new(), known: FxHashSet::default() };
        relations.check_forms()?;
        for &resource in &order {
            for metaparameter in METAPARAMETERS {
                relations.add_declared(resource, metaparameter)?;
                if metaparameter.0 == "before" {
                    relations.add_children(resource, lineage.children(resource));
                }
            }
        }
        relations.order = order;
        Ok(relations)
    }

    /// The resources in the order of declaration, generated ones right after their parents. Automatic relations are to be
    /// made in this order: of two that contradict each other, the first one counts.
    pub fn order(&self) -> &[ResourceIndex] {
        &self.order
    }

    /// Adds a relation that the type of a resource declares, unless the catalog knows better. Returns the line for
    /// the log of that resource, at debug level.
    pub fn add_automatic(&mut self, own: ResourceIndex, relation: &automatic::Relation) -> Option<String> {
        let declared = self.catalog.resources.get(own.0)?;
        match automatic::decide(self, Member { index: own, declared }, relation) {
            Verdict::Add { first, second, refresh, message } => {
                self.add(Relation { from: first.index, to: second.index, refresh });
                Some(message)
            }
            Verdict::Skip { message } => Some(message),
            Verdict::Nothing => None,
        }
    }

    /// Adds a relation.
    pub fn add(&mut self, relation: Relation) {
        self.known.insert((relation.from, relation.to));
        self.relations.push(relation);
    }

    /// Adds a relation, unless its ends have one in either direction.
    pub fn add_unless_related(&mut self, relation: Relation) {
        let Relation { from, to, .. } = relation;
        if !self.known.contains(&(from, to)) && !self.known.contains(&(to, from)) {
            self.add(relation);
        }
    }

    /// The relations, in the order in which they were made.
    pub fn as_slice(&self) -> &[Relation] {
        &self.relations
    }

    /// The relations without what made them.
    pub fn into_vec(self) -> Vec<Relation> {
        self.relations
    }

    /// Refuses invalid references. Puppet checks all values before it looks for what they refer to.
    fn check_forms(&self) -> Result<(), RelationError> {
        for declared in &self.catalog.resources {
            for (metaparameter, value) in metaparameters(declared) {
                for value in one_or_several(value) {
                    if reference_of(value).is_none() {
                        return Err(RelationError(format!(
                            "Parameter {metaparameter} failed on {}: No title provided and {} is not a valid resource \
                             reference{}",
                            reference(declared),
                            render::inspect(value),
                            declared.location_suffix()
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    fn add_declared(&mut self, own: ResourceIndex, metaparameter: Metaparameter) -> Result<(), RelationError> {
        let declared = &self.catalog.resources[own];
        let (metaparameter, other_first, refresh) = metaparameter;
        let Some(value) = declared.parameter(metaparameter) else { return Ok(()) };
        for (type_name, title) in one_or_several(value).iter().filter_map(reference_of) {
            let other = self.index.find_titled(type_name, title).ok_or_else(|| {
                let (missing, resource) = (canonical(type_name, title), reference(declared));
                RelationError(format!("Could not retrieve dependency '{missing}' of {resource}"))
            })?;
            let (from, to) = if other_first { (other, own) } else { (own, other) };
            self.add(Relation { from, to, refresh });
        }
        Ok(())
    }

    /// Puts the resources that one added after it.
    fn add_children(&mut self, parent: ResourceIndex, children: &[ResourceIndex]) {
        if children.is_empty() {
            return;
        }
        let named: FxHashSet<ResourceIndex> = self.named_by(parent).collect();
        for &child in children.iter().rev() {
            if !named.contains(&child) && !self.named_by(child).any(|other| other == parent) {
                self.add(Relation { from: parent, to: child, refresh: false });
            }
        }
    }

    /// The resources that the metaparameters of one name.
    fn named_by(&self, resource: ResourceIndex) -> impl Iterator<Item = ResourceIndex> + '_ {
        let values = metaparameters(&self.catalog.resources[resource]).flat_map(|(_, value)| one_or_several(value));
        values.filter_map(|value| self.index.find_value(value))
    }
}

/// The name of a metaparameter, whether the other resource comes first, and whether events refresh.
type Metaparameter = (&'static str, bool, bool);

/// The metaparameters of relations that a resource has, in the order in which they are read.
pub(crate) fn metaparameters(declared: &Declared) -> impl Iterator<Item = (&'static str, &Value)> {
    METAPARAMETERS.into_iter().filter_map(|(name, ..)| Some((name, declared.parameter(name)?)))
}

/// A resource of the catalog, as automatic relations see it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'c> {
    index: ResourceIndex,
    declared: &'c Declared,
}

impl PartialEq for Member<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl fmt::Display for Member<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&reference(self.declared))
    }
}

impl<'c> RelationView for Relations<'c> {
    type Reference = Member<'c>;

    fn find(&self, type_name: &str, title: &str) -> Option<Member<'c>> {
        let index = self.index.find_titled(type_name, title)?;
        Some(Member { index, declared: self.catalog.resources.get(index.0)? })
    }

    fn has_edge(&self, first: &Member<'c>, second: &Member<'c>) -> bool {
        self.known.contains(&(first.index, second.index))
    }
}
