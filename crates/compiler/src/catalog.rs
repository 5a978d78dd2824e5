//! Resources, classes, and what holds them together.
//!
//! [`Resources`] (`store.rs`) is all that was declared. What is written in manifests gets there through `declare.rs`
//! (resource expressions), `classes.rs` (`include`, `inherits`, nodes), `defaults.rs`, `overrides.rs`, `collect.rs` and
//! `relationship.rs`. `instance.rs` evaluates the code of classes and defines, `finish.rs` does what has to wait for
//! the end, `output.rs` makes the catalog.
//!
//! An *author* is the code that sets something (`rights.rs`); a *kind* is what a resource is an instance of
//! (`kinds.rs`); a *container* is the class, define or node that a resource is declared in.

mod attribute;
mod calls;
mod classes;
mod collect;
mod containers;
mod create;
mod declare;
mod defaults;
mod finish;
mod hints;
mod instance;
mod kinds;
mod locations;
mod metaparameters;
mod output;
mod overrides;
mod parameters;
mod query;
mod reference;
mod relationship;
mod rights;
mod signature;
mod store;
mod tags;
mod written;

#[cfg(test)]
mod tests;

pub(crate) use self::{
    classes::class_names,
    instance::Definition,
    kinds::is_metaparameter,
    parameters::Parameters,
    store::{ResourceId, Resources},
};
