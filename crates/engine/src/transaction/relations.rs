//! Who comes before whom in a run: as the catalog says, as types say, and as what was added to it demands.

use std::collections::BTreeMap;

use pcore::Value;
use resource_api::{
    Outcome,
    log::{Level, Log},
};

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

/// The graph of a run.
pub(super) fn graph(catalog: &Catalog, converted: &Converted<'_>, growth: &Growth, log: &Log) -> Outcome<Graph> {
    let mut relations = Relations::with_generated(catalog, &converted.references, &growth.added)?;
    tell(catalog, converted, growth, log);
    for added in growth.known.iter().filter(|added| added.parent != added.child) {
        relations.add_unless_related(Relation { from: added.parent, to: added.child, refresh: false });
    }
    for place in relations.places().to_vec() {
        let member = &converted.members[place];
        let Some(Managed { resource, .. }) = member.managed() else { continue };
        let definition = resource.definition();
        if definition.relations().is_empty() {
            continue;
        }
        match definition.relations().resolve(resource.should(), definition) {
            Ok(found) => {
                for relation in &found {
                    if let Some(message) = relations.add_automatic(place, relation) {
                        log.write(Level::Debug, Some(&member.path), &message);
                    }
                }
            }
            Err(error) => log.write(Level::Warning, Some(&member.path), &error.to_string()),
        }
    }
    let is_container = |place: usize| converted.members[place].is_container();
    Ok(Graph::with_generated(catalog, &growth.added, relations.as_slice(), &is_container))
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
