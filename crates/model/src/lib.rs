//! Types in the Puppet language: `type User { attr name, String { min => 1 } has roles, Role { max => unbound } }`.
//!
//! A [`Registry`] loads definitions as [`ModelType`]s, with everything they inherit, and checks their logic ([`logic`],
//! [`functions`]). An [`Initialization`] creates an instance step by step; [`read`] reads its features. Instances are
//! values of `pcore`.
//!
//! Logic is evaluated by an [`Evaluator`]. This crate knows nothing about catalogs, resources or files.

mod definition;
mod dependencies;
mod initialization;
mod load;
mod multiplicity;
mod object;
mod outcome;
mod reading;
mod registry;
mod value;

pub mod functions;
pub mod logic;
pub mod resource;

#[cfg(test)]
mod tests;

pub use self::{
    definition::{Behaviour, Feature, FeatureKind, Invariant, ModelType},
    dependencies::in_order,
    initialization::{Initialization, create, restore},
    logic::Logic,
    multiplicity::Multiplicity,
    outcome::{check_defaults, check_invariant},
    reading::{Evaluator, Variables, read},
    registry::{Definitions, Registry},
};
