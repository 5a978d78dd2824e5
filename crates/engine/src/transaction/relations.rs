//! Who comes before whom in a run: as the catalog says, as types say, and as what was added to it demands.

use std::{cell::RefCell, collections::BTreeMap};

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
    growth::Growth,
};
use crate::{
    ManagedResource,
    catalog::{Catalog, CatalogIndex, TitlesOfType},
    graph::{Graph, Relation, Relations},
};

/// The metaparameters of relations, in the order in which they are told of.
const METAPARAMETERS: [&str; 4] = ["require", "subscribe", "before", "notify"];

/// The relations of a run.
pub(super) fn all(catalog: &Catalog, converted: &Converted<'_>, growth: &Growth, log: &Log) -> Outcome<Vec<Relation>> {
    let mut relations = Relations::with_generated(catalog, &converted.references, &growth.added)?;
    tell(catalog, converted, growth, log);
    for added in growth.known.iter().filter(|added| added.parent != added.child) {
        relations.add_unless_related(Relation { from: added.parent, to: added.child, refresh: false });
    }
    let mut by_value = ByValue::default();
    let kinds = Kinds { references: &converted.references, asked: RefCell::default() };
    for place in relations.places().to_vec() {
        let member = &converted.members[place];
        let Some(Managed { resource, session, .. }) = member.managed() else { continue };
        let definition = resource.definition();
        let mut found = match definition.relations().resolve(resource.should(), definition) {
            Ok(found) => found,
            // Nothing can be put in order by what no resource of the type can have.
            Err(error @ automatic::RelationError::UnknownAttribute(_)) => return Err(error.into()),
            Err(error) => {
                log.write(Level::Warning, Some(&member.path), &error.to_string());
                Vec::new()
            }
        };
        let is_managed = |kind: &str, title: &str| kinds.has(kind, title);
        found.extend(converted.sessions.at(*session).relations_of(resource, &is_managed));
        found.extend(by_value.relations(converted, resource));
        for relation in &found {
            if let Some(message) = relations.add_automatic(place, relation) {
                log.write(Level::Debug, Some(&member.path), &message);
            }
        }
    }
    wait_for_stand_ins(converted, growth, &mut relations);
    Ok(relations.into_vec())
}

/// The types that others relate to. They are few, and most of them are not in the catalog at all.
struct Kinds<'c> {
    references: &'c CatalogIndex,
    /// What the catalog has of a type.
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

/// Finds resources by what they should be: a user may name a group by its number, whatever the group is called.
///
/// A definition says so under `autorequire_by_value`: `{group: {gid: gid}}` is the group whose `gid` is that of the resource.
#[derive(Default)]
struct ByValue {
    /// The titles of the resources of a type by what an attribute of theirs should be.
    titles: FxHashMap<(EcoString, EcoString), FxHashMap<Value, EcoString>>,
}

impl ByValue {
    fn relations(&mut self, converted: &Converted<'_>, resource: &ManagedResource) -> Vec<automatic::Relation> {
        let Some(Value::Hash(types)) = resource.definition().key("autorequire_by_value") else { return Vec::new() };
        let mut found = Vec::new();
        for (type_name, attributes) in types.iter() {
            let (Some(type_name), Value::Hash(attributes)) = (type_name.as_str(), attributes) else { continue };
            for (own, theirs) in attributes.iter() {
                let (Some(own), Some(theirs)) = (own.as_str(), theirs.as_str()) else { continue };
                let values: &[Value] = match resource.should().known(own) {
                    None => continue,
                    Some(Value::Array(values)) => values,
                    Some(value) => std::slice::from_ref(value),
                };
                let key = (EcoString::from(type_name), EcoString::from(theirs));
                let titles = self.titles.entry(key).or_insert_with(|| titles(converted, type_name, theirs));
                found.extend(values.iter().filter_map(|value| titles.get(value)).map(|title| automatic::Relation {
                    kind: RelationKind::Autorequire,
                    type_name: type_name.into(),
                    title: title.clone(),
                }));
            }
        }
        found
    }
}

/// The titles of the resources of a type by what an attribute of theirs should be; of several the first counts.
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

/// What waits for a resource that another one stands in for, as a file does for its fragments, waits for the other one and
/// hears of its changes.
fn wait_for_stand_ins(converted: &Converted<'_>, growth: &Growth, relations: &mut Relations<'_>) {
    let stands_in = |parent: usize| {
        converted.members[parent].managed().is_some_and(|managed| {
            let passes_on = managed.resource.definition().key("passes_on_metaparameters");
            passes_on == Some(&Value::Boolean(true))
        })
    };
    let added = growth.added.iter().filter(|added| stands_in(added.parent));
    let stand_ins: FxHashMap<usize, usize> = added.map(|added| (added.parent, added.child)).collect();
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
pub(super) fn graph(catalog: &Catalog, converted: &Converted<'_>, growth: &Growth, relations: &[Relation]) -> Graph {
    let is_container = |place: usize| converted.members[place].is_container();
    Graph::with_generated(catalog, &growth.added, relations, &is_container)
}

/// Logs the relations that were declared.
fn tell(catalog: &Catalog, converted: &Converted<'_>, growth: &Growth, log: &Log) {
    let mut added: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for added_one in &growth.added {
        added.entry(added_one.parent).or_default().push(added_one.child);
    }
    for (place, declared) in catalog.resources.iter().enumerate() {
        let member = &converted.members[place];
        let tell = |name: &str, other: &str| {
            log.write(Level::Debug, Some(&format!("{}/{name}", member.path)), &format!("{name} to {other}"));
        };
        for name in METAPARAMETERS {
            let others: &[Value] = match declared.parameter(name) {
                None | Some(Value::Undef) => &[],
                Some(Value::Array(others)) => others,
                Some(other) => std::slice::from_ref(other),
            };
            for other in others {
                if let Some(other) = converted.references.find_value(other) {
                    tell(name, &converted.members[other].reference);
                }
            }
        }
        for child in added.get(&place).into_iter().flatten().rev() {
            tell("before", &converted.members[*child].reference);
        }
    }
}
