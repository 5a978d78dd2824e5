//! What becomes of a relation among the resources that are managed.

use std::fmt;

use super::Relation;

/// What deciding on a relation needs to know of a catalog.
pub trait RelationView {
    /// A resource of the catalog. As text it is the type and the title: `File[/etc/motd]`.
    type Reference: PartialEq + fmt::Display;

    /// Finds a resource by the lower-case name of its type and by its title.
    fn find(&self, type_name: &str, title: &str) -> Option<Self::Reference>;

    /// Whether `first` is known to come before `second`, by a relation between just these two.
    fn has_edge(&self, first: &Self::Reference, second: &Self::Reference) -> bool;
}

/// What becomes of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<R> {
    /// It is to be added.
    Add {
        /// The resource that comes first.
        first: R,
        /// The resource that comes later.
        second: R,
        /// Whether changes of the first refresh the second.
        refresh: bool,
        /// The line for the log of the resource that has the relation, at debug level.
        message: String,
    },
    /// Somebody wants the opposite order, which counts more.
    Skip {
        /// The line for the log of the resource that has the relation, at debug level.
        message: String,
    },
    /// The other resource is not managed, or the order is known already.
    Nothing,
}

/// Decides what becomes of a relation of the resource `own`.
pub fn decide<V: RelationView>(view: &V, own: V::Reference, relation: &Relation) -> Verdict<V::Reference> {
    let Some(other) = view.find(&relation.type_name, &relation.title) else { return Verdict::Nothing };
    // Nothing can come before itself: that would be a cycle.
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
