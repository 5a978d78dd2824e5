//! Several resources at once, for providers that want them so.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{Change, Changes, Failure, Outcome, TypeDefinition};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Evaluation;
use crate::{ManagedResource, Session};

/// What the key `batch` of a definition says about resources that have their turns together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Batch {
    /// Nothing: they are read in one call where that can be, and changed one by one.
    Unsaid,
    /// `false`: each of them is read when those before it have been changed.
    Never,
    /// `true`: they are changed in one call.
    Set,
    /// `flush`: each of them is compared and changed in its turn, in what the provider holds in memory, and all of it is
    /// written in one call of `flush`. So each sees what those before it did.
    Flush,
}

impl Batch {
    pub(crate) fn of(definition: &TypeDefinition) -> Batch {
        match definition.key("batch") {
            Some(Value::Boolean(true)) => Batch::Set,
            Some(Value::Boolean(false)) => Batch::Never,
            Some(Value::String(word)) if word == "flush" => Batch::Flush,
            Some(_) | None => Batch::Unsaid,
        }
    }
}

/// Calls by the names of providers, and whether they may change nothing.
type Calls<'r> = IndexMap<(Option<&'r EcoString>, bool), Call, FxBuildHasher>;

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
    /// did not say that they are done fail, each with its own failure where it gave one. Every other provider is called
    /// for one resource after the other; one whose type says `batch: flush` writes all of it at once. Ends at a fatal
    /// failure, so there may be fewer evaluations than resources; the resources before it are changed all the same, as they
    /// would be one by one.
    pub fn evaluate_batch(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        match Batch::of(self.definition()) {
            Batch::Set => self.evaluate_together(resources),
            Batch::Flush => self.evaluate_then_flush(resources),
            Batch::Unsaid | Batch::Never => self.evaluate_in_turn(resources),
        }
    }

    /// Compares and changes one resource after the other, and lets the provider write all of it. Whether a resource was
    /// changed is known only then, so that nothing is told before.
    pub(super) fn evaluate_then_flush(&mut self, resources: &[&ManagedResource]) -> Vec<Evaluation> {
        let (mut evaluations, calls) = self.collect_calls(resources, |session, resource, change, evaluation| {
            let outcome = session.set_one(resource, &change);
            if outcome.is_err() {
                session.conclude(resource, &change, outcome, evaluation);
                return None;
            }
            // What was not there may be there now.
            session.something_changed();
            Some(change)
        });
        for ((_, noop), Call { positions, changes }) in calls {
            let changes = Changes::new(changes, noop);
            let Some(first) = positions.first() else { continue };
            self.turn_to(*first);
            let mut failed: FxHashMap<usize, Failure> =
                self.flush(resources[*first], &changes, true).into_iter().collect();
            for (place, (position, change)) in positions.iter().zip(&changes).enumerate() {
                self.turn_to(*position);
                let outcome = failed.remove(&place).map_or(Ok(()), Err);
                self.conclude(resources[*position], change, outcome, &mut evaluations[*position]);
            }
        }
        evaluations
    }

    /// Compares one resource after the other, and collects what their providers are to be asked for; one call is for one
    /// provider, which either changes everything or nothing. `take` may do something with a change at once, and keep it back.
    /// Ends at a fatal failure.
    fn collect_calls<'r>(
        &mut self,
        resources: &[&'r ManagedResource],
        mut take: impl FnMut(&mut Self, &ManagedResource, Change, &mut Evaluation) -> Option<Change>,
    ) -> (Vec<Evaluation>, Calls<'r>) {
        let mut evaluations = Vec::with_capacity(resources.len());
        let mut calls = Calls::default();
        for (position, resource) in resources.iter().enumerate() {
            self.turn_to(position);
            let mut evaluation = Evaluation::default();
            match self.prepare(resource, &mut evaluation) {
                Ok(None) => self.tell_changes(resource, &mut evaluation),
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

    /// Calls `set` for one resource. A property that the provider fails fails the resource, as nobody could tell later
    /// whose it was.
    fn set_one(&mut self, resource: &ManagedResource, change: &Change) -> Outcome {
        let changes = Changes::new(vec![change.clone()], resource.noop());
        self.set(resource, &changes).into_iter().collect::<Outcome<()>>()?;
        match self.context.take_failed_properties().into_iter().next() {
            Some((_, failure)) => Err(failure),
            None => Ok(()),
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
        // After a fatal failure, too: the changes of the resources before it are logged already, and must be made.
        let (mut evaluations, calls) = self.collect_calls(resources, |_, _, change, _| Some(change));
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
