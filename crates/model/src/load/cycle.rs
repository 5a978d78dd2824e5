//! Detects derived features that depend on each other in a cycle.

use diagnostics::Problem;
use std::sync::Arc;

use ecow::EcoString;
use rustc_hash::FxHashMap;

use crate::{Feature, in_order};

/// Follows the dependencies of each feature.
pub(super) fn check(features: &[Arc<Feature>], names: &FxHashMap<EcoString, usize>) -> Result<(), Problem> {
    let needs: Vec<Vec<usize>> = features.iter().map(|feature| needed(feature, features, names)).collect();
    in_order(&needs, |chain, back| Err(cycle_problem(features, chain, back))).map(|_| ())
}

/// The features that must be read to read a feature. `get` reads stored features directly, so only derived ones count.
fn needed(feature: &Feature, features: &[Arc<Feature>], names: &FxHashMap<EcoString, usize>) -> Vec<usize> {
    let of = |variables: &[EcoString], derived_only: bool| -> Vec<usize> {
        let feature_indices = variables.iter().filter_map(|name| names.get(name).copied());
        let relevant =
            |index: &usize| features.get(*index).is_some_and(|other| !derived_only || other.derived.is_some());
        feature_indices.filter(relevant).collect()
    };
    match (&feature.derived, &feature.get) {
        (Some(derived), _) => of(&derived.variables, false),
        (None, Some(get)) => of(&get.variables, true),
        (None, None) => Vec::new(),
    }
}

fn cycle_problem(features: &[Arc<Feature>], chain: &[usize], back: usize) -> Problem {
    let start = chain.iter().position(|feature| *feature == back).unwrap_or(0);
    let members = chain.iter().skip(start).filter_map(|index| features.get(*index));
    let Some(first) = features.get(back) else { return Problem::new("a feature depends on itself") };
    let message = format!("The feature '{}' depends on itself", first.name);
    let problem = Problem::at(first.location.clone(), message);
    members.skip(1).fold(problem, |problem, feature| {
        problem.label(feature.location.clone(), format!("through '{}'", feature.name))
    })
}
