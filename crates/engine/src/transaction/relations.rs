//! Who comes before whom in a run: as the catalog says, as types say, and as what was added to it demands.

use std::collections::BTreeMap;

use pcore::Value;
use resource_api::{
    Outcome,
    log::{Level, Log},
};
use rustc_hash::FxHashMap;

use super::{
    convert::{Converted, Managed},
    growth::Growth,
};
use crate::{
    catalog::Catalog,
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
    for place in relations.places().to_vec() {
        let member = &converted.members[place];
        let Some(Managed { resource, session }) = member.managed() else { continue };
        let definition = resource.definition();
        let mut found = definition.relations().resolve(resource.should(), definition).unwrap_or_else(|error| {
            log.write(Level::Warning, Some(&member.path), &error.to_string());
            Vec::new()
        });
        let is_managed = |kind: &str, title: &str| converted.references.find_titled(kind, title).is_some();
        found.extend(converted.sessions.at(*session).relations_of(resource, &is_managed));
        for relation in &found {
            if let Some(message) = relations.add_automatic(place, relation) {
                log.write(Level::Debug, Some(&member.path), &message);
            }
        }
    }
    wait_for_stand_ins(converted, growth, &mut relations);
    Ok(relations.into_vec())
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
