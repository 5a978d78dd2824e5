//! Detects derived features that depend on each other in a cycle.

use diagnostics::Problem;
use std::sync::Arc;

use ecow::EcoString;
use rustc_hash::FxHashMap;

use crate::Feature;

/// The state of a feature in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Follows the dependencies of each feature. The path is kept in a list, because it may be too long for recursion.
pub(super) fn check(features: &[Arc<Feature>], names: &FxHashMap<EcoString, usize>) -> Result<(), Problem> {
    let needs: Vec<Vec<usize>> = features.iter().map(|feature| needed(feature, features, names)).collect();
    let mut states = vec![State::New; features.len()];
    for start in 0..features.len() {
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((feature, next)) = path.last().copied() {
            if states.get(feature) == Some(&State::Done) {
                path.pop();
                continue;
            }
            set(&mut states, feature, State::Open);
            match needs.get(feature).and_then(|needs| needs.get(next)).copied() {
                None => {
                    set(&mut states, feature, State::Done);
                    path.pop();
                }
                Some(needed) => {
                    if let Some(last) = path.last_mut() {
                        last.1 += 1;
                    }
                    match states.get(needed) {
                        Some(State::Open) => return Err(cycle_problem(features, &path, needed)),
                        Some(State::New) => path.push((needed, 0)),
                        Some(State::Done) | None => {}
                    }
                }
            }
        }
    }
    Ok(())
}

fn set(states: &mut [State], index: usize, state: State) {
    if let Some(slot) = states.get_mut(index) {
        *slot = state;
    }
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

fn cycle_problem(features: &[Arc<Feature>], path: &[(usize, usize)], back: usize) -> Problem {
    let start = path.iter().position(|(feature, _)| *feature == back).unwrap_or(0);
    let members = path.iter().skip(start).filter_map(|(index, _)| features.get(*index));
    let Some(first) = features.get(back) else { return Problem::new("a feature depends on itself") };
    let message = format!("The feature '{}' depends on itself", first.name);
    let problem = Problem::at(first.location.clone(), message);
    members.skip(1).fold(problem, |problem, feature| {
        problem.label(feature.location.clone(), format!("through '{}'", feature.name))
    })
}
