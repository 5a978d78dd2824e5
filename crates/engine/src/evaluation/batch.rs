//! Several resources at once, for providers that want them so.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{Change, Changes};
use rustc_hash::FxBuildHasher;

use super::Evaluation;
use crate::{ManagedResource, Session};

/// What a provider is asked for in one call, and whose changes these are.
#[derive(Default)]
struct Call {
    positions: Vec<usize>,
    changes: Vec<Change>,
}

impl Session<'_> {
    /// As [`evaluate`](Session::evaluate) for several resources that do not depend on each other.
    ///
    /// A provider whose type says `batch: true` gets all changes in one call; when it fails, all resources of which it
    /// did not say that they are done fail. Every other provider is called for one resource after the other. Ends at a
    /// fatal failure, so there may be fewer evaluations than resources.
    pub fn evaluate_batch(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        if self.definition().key("batch") == Some(&Value::Boolean(true)) {
            self.evaluate_together(resources)
        } else {
            self.evaluate_in_turn(resources)
        }
    }

    fn evaluate_in_turn(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        let mut evaluations = Vec::with_capacity(resources.len());
        for (position, resource) in resources.iter().enumerate() {
            self.turn_to(position);
            let evaluation = self.evaluate(resource);
            let ends = evaluation.is_fatal();
            evaluations.push(evaluation);
            if ends {
                break;
            }
        }
        evaluations
    }

    fn evaluate_together(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        let mut evaluations = Vec::with_capacity(resources.len());
        // One call is for one provider, which either changes everything or nothing.
        let mut calls: IndexMap<(Option<&EcoString>, bool), Call, FxBuildHasher> = IndexMap::default();
        for (position, resource) in resources.iter().enumerate() {
            self.turn_to(position);
            let mut evaluation = Evaluation::default();
            match self.prepare(resource, &mut evaluation) {
                Ok(None) => {}
                Ok(Some(change)) => {
                    let call = calls.entry((resource.provider(), resource.noop())).or_default();
                    call.positions.push(position);
                    call.changes.push(change);
                }
                Err(failure) => self.fail(resource, failure, &mut evaluation),
            }
            let ends = evaluation.is_fatal();
            evaluations.push(evaluation);
            if ends {
                return evaluations;
            }
        }
        for ((_, noop), Call { positions, changes }) in calls {
            let changes = Changes::new(changes, noop);
            let Some(first) = positions.first() else { continue };
            // What the provider says comes after what is to be said about all of its resources.
            self.turn_to(positions.last().copied().unwrap_or(*first));
            let outcomes = self.set(resources[*first], &changes);
            let is_set = outcomes.iter().any(Result::is_ok);
            for ((position, change), outcome) in positions.iter().zip(&changes).zip(outcomes) {
                self.turn_to(*position);
                self.conclude(resources[*position], change, outcome, &mut evaluations[*position]);
            }
            // Whoever writes resources one by one says what there is to say at the first.
            self.turn_to(*first);
            for (place, failure) in self.flush(resources[*first], &changes, is_set) {
                let Some(position) = positions.get(place).copied() else { continue };
                self.turn_to(position);
                self.fail_written(resources[position], failure, &mut evaluations[position]);
            }
        }
        evaluations
    }
}
