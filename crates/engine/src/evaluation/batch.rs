//! The evaluation of several resources of a session.

use ecow::EcoString;
use indexmap::IndexMap;
use resource_api::{Change, Changes, Failure, Outcome};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Evaluation;
use crate::{ManagedResource, Session, handling::Batch};

/// Calls by the names of providers and `noop`.
type Calls<'r> = IndexMap<(Option<&'r EcoString>, bool), Call, FxBuildHasher>;

/// The changes for one call of a provider, with the positions of their resources.
#[derive(Default)]
struct Call {
    positions: Vec<usize>,
    changes: Vec<Change>,
}

impl Session<'_> {
    /// As [`evaluate`](Session::evaluate) for several resources that do not depend on each other.
    ///
    /// A provider whose type has `batch: true` gets all changes in one call; when it fails, all resources fail that it did
    /// not report as done, each with its own failure if it has one. Every other provider is called for one resource after
    /// the other; one whose type has `batch: flush` writes all of them at once. Ends at a fatal failure, so there may be
    /// fewer evaluations than resources; the resources before it are changed all the same, as they would be one by one.
    pub fn evaluate_batch(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        match self.handling.batch {
            Batch::Set => self.evaluate_in_one_call(resources),
            Batch::Flush => self.evaluate_then_flush(resources),
            Batch::ReadTogether | Batch::Never => self.evaluate_one_by_one(resources),
        }
    }

    /// Compares and changes one resource after the other, and lets the provider write all changes. Whether a resource was
    /// changed is known only then, so nothing is logged before.
    pub(super) fn evaluate_then_flush(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        let (mut evaluations, calls) = self.collect_calls(resources, |session, resource, change, evaluation| {
            let outcome = session.set_one(resource, &change);
            if outcome.is_err() {
                session.conclude(resource, &change, outcome, evaluation);
                return None;
            }
            // Missing resources may exist now.
            session.record_change();
            Some(change)
        });
        for ((_, noop), Call { positions, changes }) in calls {
            let changes = Changes::new(changes, noop);
            let Some(first) = positions.first() else { continue };
            self.log_for(*first);
            let mut failed: FxHashMap<usize, Failure> =
                self.flush(resources[*first], &changes, true).into_iter().collect();
            for (index, (position, change)) in positions.iter().zip(&changes).enumerate() {
                self.log_for(*position);
                let outcome = failed.remove(&index).map_or(Ok(()), Err);
                self.conclude(resources[*position], change, outcome, &mut evaluations[*position]);
            }
        }
        evaluations
    }

    /// Compares one resource after the other, and collects the changes for calls of their providers; one call is for one
    /// provider and one value of `noop`. `take` may handle a change at once, and withhold it. Ends at a fatal failure.
    fn collect_calls<'r>(
        &mut self,
        resources: &[&'r ManagedResource],
        mut take: impl FnMut(&mut Self, &ManagedResource, Change, &mut Evaluation) -> Option<Change>,
    ) -> (Vec<Evaluation>, Calls<'r>) {
        let mut evaluations = Vec::with_capacity(resources.len());
        let mut calls = Calls::default();
        for (position, resource) in resources.iter().enumerate() {
            self.log_for(position);
            let mut evaluation = Evaluation::default();
            match self.prepare(resource, &mut evaluation) {
                Ok(None) => self.log_changes(resource, &mut evaluation),
                Ok(Some(change)) => {
                    if let Some(change) = take(self, resource, change, &mut evaluation) {
                        let call = calls.entry((resource.provider(), resource.noop())).or_default();
                        call.positions.push(position);
                        call.changes.push(change);
                    }
                }
                Err(failure) => self.fail(resource, failure, &mut evaluation),
            }
            let ends = evaluation.is_fatal();
            evaluations.push(evaluation);
            if ends {
                break;
            }
        }
        (evaluations, calls)
    }

    /// Calls `set` for one resource. A failed property fails the resource, because later its resource would not be known.
    fn set_one(&mut self, resource: &ManagedResource, change: &Change) -> Outcome {
        let changes = Changes::new(vec![change.clone()], resource.noop());
        self.set(resource, &changes).into_iter().collect::<Outcome<()>>()?;
        match self.context.take_failed_properties().into_iter().next() {
            Some((_, failure)) => Err(failure),
            None => Ok(()),
        }
    }

    fn evaluate_one_by_one(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        let mut evaluations = Vec::with_capacity(resources.len());
        for (position, resource) in resources.iter().enumerate() {
            self.log_for(position);
            let evaluation = self.evaluate(resource);
            let ends = evaluation.is_fatal();
            evaluations.push(evaluation);
            if ends {
                break;
            }
        }
        evaluations
    }

    fn evaluate_in_one_call(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        // After a fatal failure, too: the changes of the resources before it are logged already, and must be made.
        let (mut evaluations, calls) = self.collect_calls(resources, |_, _, change, _| Some(change));
        for ((_, noop), Call { positions, changes }) in calls {
            let changes = Changes::new(changes, noop);
            let Some(first) = positions.first() else { continue };
            // The log lines of the provider come after the differences of all of its resources.
            self.log_for(positions.last().copied().unwrap_or(*first));
            let outcomes = self.set(resources[*first], &changes);
            let is_set = outcomes.iter().any(Result::is_ok);
            for ((position, change), outcome) in positions.iter().zip(&changes).zip(outcomes) {
                self.log_for(*position);
                self.conclude(resources[*position], change, outcome, &mut evaluations[*position]);
            }
            // A provider that writes resources one by one logs everything for the first.
            self.log_for(*first);
            for (index, failure) in self.flush(resources[*first], &changes, is_set) {
                let Some(position) = positions.get(index).copied() else { continue };
                self.log_for(position);
                self.fail_after_set(resources[position], failure, &mut evaluations[position]);
            }
        }
        evaluations
    }
}
