//! Which resource comes before which in a run: as declared by the catalog and the types, and by generated resources.

use std::{cell::RefCell, collections::BTreeMap};

use catalog::{Catalog, CatalogIndex, TitlesOfType};
use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Outcome,
    definition::relations::{self as automatic, RelationKind},
    log::{Level, Log},
};
use rustc_hash::FxHashMap;

use super::{
    convert::{Converted, Managed},
    generation::Additions,
};
use crate::{
    ManagedResource,
    graph::{Graph, Relation, Relations, relations::metaparameters},
    handling::RequiredByValue,
    index::ResourceIndex,
    resource::one_or_several,
};

/// The relations of a run.
pub(super) fn all(
    catalog: &Catalog,
    converted: &Converted<'_>,
    additions: &Additions,
    log: &Log,
) -> Outcome<Vec<Relation>> {
    let mut relations = Relations::new(catalog, &converted.references, &additions.added)?;
    log_declared(catalog, converted, additions, log);
    for added in additions.known.iter().filter(|added| added.parent != added.child) {
        relations.add_unless_related(Relation { from: added.parent, to: added.child, refresh: false });
    }
    let mut by_value = ByValue::default();
    let kinds = Kinds { references: &converted.references, asked: RefCell::default() };
    for index in relations.order().to_vec() {
        let member = &converted.members[index];
        let Some(Managed { resource, session, .. }) = member.managed() else { continue };
        let definition = resource.definition();
        let mut found = match definition.relations().resolve(resource.should(), definition) {
            Ok(found) => found,
            // The type has no such attribute, so no resource can be ordered by it.
            Err(error @ automatic::RelationError::UnknownAttribute(_)) => return Err(error.into()),
            Err(error) => {
                log.write(Level::Warning, Some(&member.path), &error.to_string());
                Vec::new()
            }
        };
        let is_managed = |kind: &str, title: &str| kinds.has(kind, title);
        found.extend(converted.sessions.get(*session).relations_of(resource, &is_managed));
        found.extend(by_value.relations(converted, resource));
        for relation in &found {
            if let Some(message) = relations.add_automatic(index, relation) {
                log.write(Level::Debug, Some(&member.path), &message);
            }
        }
    }
    wait_for_stand_ins(converted, additions, &mut relations);
    Ok(relations.into_vec())
}

/// The types that automatic relations refer to. They are few, and most of them are not in the catalog at all.
struct Kinds<'c> {
    references: &'c CatalogIndex,
    /// The resources that the catalog has of a type.
    asked: RefCell<Vec<(EcoString, Option<TitlesOfType<'c>>)>>,
}

impl Kinds<'_> {
    fn has(&self, kind: &str, title: &str) -> bool {
        let known = self.asked.borrow().iter().find(|(asked, _)| asked == kind).map(|(_, titles)| *titles);
        let titles = known.unwrap_or_else(|| {
            let titles = self.references.titles_of(kind);
            self.asked.borrow_mut().push((kind.into(), titles));
            titles
        });
        titles.is_some_and(|titles| titles.find(title).is_some())
    }
}

/// Finds resources by their desired values (`autorequire_by_value`): a user may refer to a group by its number, whatever the
/// name of the group.
#[derive(Default)]
struct ByValue {
    /// The titles of the resources of a type by the desired value of an attribute.
    titles: FxHashMap<(EcoString, EcoString), FxHashMap<Value, EcoString>>,
}

impl ByValue {
    fn relations(&mut self, converted: &Converted<'_>, resource: &ManagedResource) -> Vec<automatic::Relation> {
        let mut found = Vec::new();
        for RequiredByValue { type_name, own, other } in &resource.handling.autorequire_by_value {
            let Some(values) = resource.should().known(own).map(one_or_several) else { continue };
            let key = (type_name.clone(), other.clone());
            let titles = self.titles.entry(key).or_insert_with(|| titles(converted, type_name, other));
            found.extend(values.iter().filter_map(|value| titles.get(value)).map(|title| automatic::Relation {
                kind: RelationKind::Autorequire,
                type_name: type_name.clone(),
                title: title.clone(),
            }));
        }
        found
    }
}

/// The titles of the resources of a type by the desired value of an attribute; of several the first counts.
fn titles(converted: &Converted<'_>, type_name: &str, attribute: &str) -> FxHashMap<Value, EcoString> {
    let mut titles = FxHashMap::default();
    let of_type = converted.members.iter().filter_map(|member| Some(&member.managed()?.resource));
    for resource in of_type.filter(|resource| resource.definition().name() == type_name) {
        if let Some(value) = resource.should().known(attribute) {
            titles.entry(value.clone()).or_insert_with(|| resource.title().into());
        }
    }
    titles
}

/// What comes after a resource that another one stands in for, as a file does for its fragments, comes after the other one
/// and is notified of its changes.
fn wait_for_stand_ins(converted: &Converted<'_>, additions: &Additions, relations: &mut Relations<'_>) {
    let stands_in = |parent: ResourceIndex| {
        converted.members[parent].managed().is_some_and(|managed| managed.resource.handling.passes_on_metaparameters)
    };
    let added = additions.added.iter().filter(|added| stands_in(added.parent));
    let stand_ins: FxHashMap<ResourceIndex, ResourceIndex> = added.map(|added| (added.parent, added.child)).collect();
    if stand_ins.is_empty() {
        return;
    }
    let inherited: Vec<Relation> = relations
        .as_slice()
        .iter()
        .filter_map(|relation| Some(Relation { from: *stand_ins.get(&relation.from)?, ..*relation }))
        .filter(|relation| relation.from != relation.to)
        .collect();
    inherited.into_iter().for_each(|relation| relations.add_unless_related(relation));
}

/// The graph of a run.
pub(super) fn graph(
    catalog: &Catalog,
    converted: &Converted<'_>,
    additions: &Additions,
    relations: &[Relation],
) -> Graph {
    let is_container = |resource: ResourceIndex| converted.members[resource].is_container();
    Graph::new(catalog, &additions.added, relations, &is_container)
}

/// Logs the relations that were declared.
fn log_declared(catalog: &Catalog, converted: &Converted<'_>, additions: &Additions, log: &Log) {
    let mut added: BTreeMap<ResourceIndex, Vec<ResourceIndex>> = BTreeMap::new();
    for added_one in &additions.added {
        added.entry(added_one.parent).or_default().push(added_one.child);
    }
    for (index, declared) in ResourceIndex::first(catalog.resources.len()).zip(&catalog.resources) {
        let member = &converted.members[index];
        let log_relation = |name: &str, other: &str| {
            log.write(Level::Debug, Some(&format!("{}/{name}", member.path)), &format!("{name} to {other}"));
        };
        for (name, others) in metaparameters(declared) {
            for other in one_or_several(others) {
                if let Some(other) = converted.references.find_value(other) {
                    log_relation(name, &converted.members[other].reference);
                }
            }
        }
        for child in added.get(&index).into_iter().flatten().rev() {
            log_relation("before", &converted.members[*child].reference);
        }
    }
}
