//! Decides which relations are added to a catalog.

use std::fmt;

use super::Relation;

/// The view of a catalog that is needed to decide on a relation.
pub trait RelationView {
    /// A resource of the catalog, displayed as a reference: `File[/etc/motd]`.
    type Reference: PartialEq + fmt::Display;

    /// Finds a resource by the lower-case name of its type and by its title.
    fn find(&self, type_name: &str, title: &str) -> Option<Self::Reference>;

    /// Whether a direct relation already orders `first` before `second`.
    fn has_edge(&self, first: &Self::Reference, second: &Self::Reference) -> bool;
}

/// The decision on a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<R> {
    /// Add it.
    Add {
        /// The resource that comes first.
        first: R,
        /// The resource that comes later.
        second: R,
        /// Whether changes of the first refresh the second.
        refresh: bool,
        /// The log message for the resource that has the relation, at debug level.
        message: String,
    },
    /// Skip it, because an explicit relation requires the opposite order.
    Skip {
        /// The log message for the resource that has the relation, at debug level.
        message: String,
    },
    /// Do nothing: the other resource is not managed, or the order is already known.
    Nothing,
}

/// Decides on a relation of the resource `own`.
pub fn decide<V: RelationView>(view: &V, own: V::Reference, relation: &Relation) -> Verdict<V::Reference> {
    let Some(other) = view.find(&relation.type_name, &relation.title) else { return Verdict::Nothing };
    // A resource that comes before itself would be a cycle.
    if other == own {
        return Verdict::Nothing;
    }
    let adding = format!("Adding {} relationship with {other}", relation.kind);
    let skipping = format!("Skipping automatic relationship with {other}");
    let (first, second) = if relation.kind.other_first() { (other, own) } else { (own, other) };
    if view.has_edge(&first, &second) {
        return Verdict::Nothing;
    }
    if view.has_edge(&second, &first) {
        return Verdict::Skip { message: skipping };
    }
    Verdict::Add { first, second, refresh: relation.kind.refreshes(), message: adding }
}
