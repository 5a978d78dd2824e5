//! Types in the Puppet language: `type User { attr name, String { min => 1 } has roles, Role { max => unbound } }`.
//!
//! A [`Registry`] loads definitions to [`ModelType`]s: what they inherit, what their features hold, and logic that
//! keeps to what logic may do ([`logic`], [`functions`]). An [`Initialization`] makes an instance step by step;
//! [`read`] reads it again. Instances are values of `pcore`.
//!
//! Nothing is evaluated here: an [`Evaluator`] is asked to. Nothing is known of catalogs, resources or files.

mod definition;
mod initialization;
mod load;
mod multiplicity;
mod object;
mod outcome;
mod problem;
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
    initialization::{Initialization, create, restore},
    logic::Logic,
    multiplicity::Multiplicity,
    outcome::{check_defaults, check_invariant},
    problem::{Problem, Spot},
    reading::{Evaluator, Variables, read},
    registry::{Definitions, Registry},
};
