//! Drawings of the graph of a run. They hold no secrets.

use std::path::PathBuf;

use super::Transaction;
use crate::{
    graph::{Cycles, Drawing, Graph, Relation},
    index::ResourceIndex,
};

/// Draws the containment.
pub(super) fn of_catalog(transaction: &mut Transaction<'_>) {
    if transaction.keep.is_none() {
        return;
    }
    let members = &transaction.converted.members;
    let dot = Drawing::resources(&transaction.catalog, &|resource| members[resource].reference.clone()).to_dot();
    keep(transaction, "resources.dot", &dot);
}

/// Draws the dependencies.
pub(super) fn of_relations(transaction: &mut Transaction<'_>, relations: &[Relation], graph: &Graph) {
    if transaction.keep.is_none() {
        return;
    }
    let members = &transaction.converted.members;
    let name = |resource: ResourceIndex| members[resource].reference.clone();
    let relationships = Drawing::relationships(members.len(), relations, &name);
    let expanded = Drawing::expanded(graph, &name).to_dot();
    keep(transaction, "relationships.dot", &relationships.to_dot());
    keep(transaction, "relationships.svg", &relationships.to_svg());
    keep(transaction, "expanded_relationships.dot", &expanded);
}

/// Draws the cycles, and returns the path where the drawing is kept.
pub(super) fn of_cycles(transaction: &mut Transaction<'_>, cycles: &Cycles) -> Option<PathBuf> {
    keep(transaction, "cycles.dot", &cycles.to_dot())
}

fn keep(transaction: &mut Transaction<'_>, name: &str, text: &str) -> Option<PathBuf> {
    let text = transaction.log.scrubber().scrub(text);
    transaction.keep.as_mut()?(name, &text)
}
