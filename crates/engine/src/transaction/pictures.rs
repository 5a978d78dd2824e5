//! Pictures of the graph of a run, for who wants to keep them. No secret is in them.

use std::path::PathBuf;

use super::Transaction;
use crate::graph::{Cycles, Drawing, Graph, Relation};

/// Hands out what contains what.
pub(super) fn of_catalog(transaction: &mut Transaction<'_>) {
    if transaction.keep.is_none() {
        return;
    }
    let members = &transaction.converted.members;
    let dot = Drawing::resources(&transaction.catalog, &|place| members[place].reference.clone()).to_dot();
    keep(transaction, "resources.dot", &dot);
}

/// Hands out who comes before whom.
pub(super) fn of_relations(transaction: &mut Transaction<'_>, relations: &[Relation], graph: &Graph) {
    if transaction.keep.is_none() {
        return;
    }
    let members = &transaction.converted.members;
    let name = |place: usize| members[place].reference.clone();
    let relationships = Drawing::relationships(members.len(), relations, &name);
    let expanded = Drawing::expanded(graph, &name).to_dot();
    keep(transaction, "relationships.dot", &relationships.to_dot());
    keep(transaction, "relationships.svg", &relationships.to_svg());
    keep(transaction, "expanded_relationships.dot", &expanded);
}

/// Hands out what waits for itself, and returns where it is kept.
pub(super) fn of_cycles(transaction: &mut Transaction<'_>, cycles: &Cycles) -> Option<PathBuf> {
    keep(transaction, "cycles.dot", &cycles.to_dot())
}

fn keep(transaction: &mut Transaction<'_>, name: &str, text: &str) -> Option<PathBuf> {
    let text = transaction.log.scrubber().scrub(text);
    transaction.keep.as_mut()?(name, &text)
}
