//! Features that are computed of each other in a ring, which nobody could read.

use std::sync::Arc;

use ecow::EcoString;
use rustc_hash::FxHashMap;

use crate::{Feature, Problem};

/// How far a feature has been followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Follows what each feature is computed of. The way is kept in a list, not on the stack: it may be long.
pub(super) fn check(features: &[Arc<Feature>], names: &FxHashMap<EcoString, usize>) -> Result<(), Problem> {
    let needs: Vec<Vec<usize>> = features.iter().map(|feature| needed(feature, features, names)).collect();
    let mut states = vec![State::New; features.len()];
    for start in 0..features.len() {
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((feature, next)) = way.last().copied() {
            if states.get(feature) == Some(&State::Done) {
                way.pop();
                continue;
            }
            set(&mut states, feature, State::Open);
            match needs.get(feature).and_then(|needs| needs.get(next)).copied() {
                None => {
                    set(&mut states, feature, State::Done);
                    way.pop();
                }
                Some(needed) => {
                    if let Some(last) = way.last_mut() {
                        last.1 += 1;
                    }
                    match states.get(needed) {
                        Some(State::Open) => return Err(ring(features, &way, needed)),
                        Some(State::New) => way.push((needed, 0)),
                        Some(State::Done) | None => {}
                    }
                }
            }
        }
    }
    Ok(())
}

fn set(states: &mut [State], place: usize, state: State) {
    if let Some(slot) = states.get_mut(place) {
        *slot = state;
    }
}

/// What must be read to read a feature. `get` sees others as they are stored, but for those that are computed.
fn needed(feature: &Feature, features: &[Arc<Feature>], names: &FxHashMap<EcoString, usize>) -> Vec<usize> {
    let of = |variables: &[EcoString], derived_only: bool| -> Vec<usize> {
        let places = variables.iter().filter_map(|name| names.get(name).copied());
        let wanted = |place: &usize| features.get(*place).is_some_and(|other| !derived_only || other.derived.is_some());
        places.filter(wanted).collect()
    };
    match (&feature.derived, &feature.get) {
        (Some(derived), _) => of(&derived.variables, false),
        (None, Some(get)) => of(&get.variables, true),
        (None, None) => Vec::new(),
    }
}

fn ring(features: &[Arc<Feature>], way: &[(usize, usize)], back: usize) -> Problem {
    let start = way.iter().position(|(feature, _)| *feature == back).unwrap_or(0);
    let members = way.iter().skip(start).filter_map(|(place, _)| features.get(*place));
    let Some(first) = features.get(back) else { return Problem::new("a feature is computed of itself") };
    let message = format!("The feature '{}' is computed of itself", first.name);
    let problem = Problem::at(first.spot.clone(), message);
    members
        .skip(1)
        .fold(problem, |problem, feature| problem.label(feature.spot.clone(), format!("by way of '{}'", feature.name)))
}
