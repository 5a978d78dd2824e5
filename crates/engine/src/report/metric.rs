//! The counts and times of a run.

use std::time::Duration;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Value, names::capitalize};
use rustc_hash::FxBuildHasher;

use crate::transaction::ResourceStatus;

/// A group of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metric {
    /// Its name, such as `resources`.
    pub name: EcoString,
    /// The name for people, such as `Resources`.
    pub label: EcoString,
    /// The numbers, each with its name and its label.
    pub values: Vec<(EcoString, EcoString, Value)>,
}

impl Metric {
    /// A number by its name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(known, ..)| known == name).map(|(.., value)| value)
    }

    fn new(name: &str, values: impl IntoIterator<Item = (EcoString, Value)>) -> Metric {
        let values = values.into_iter().map(|(name, value)| (name.clone(), label(&name), value)).collect();
        Metric { name: name.into(), label: label(name), values }
    }
}

/// The label of a name: `failed_to_restart` is `Failed to restart`.
///
/// ```
/// assert_eq!(engine::report::label("failed_to_restart"), "Failed to restart");
/// ```
pub fn label(name: &str) -> EcoString {
    capitalize(name).replace('_', " ").into()
}

/// A state that resources are counted by.
type State = (&'static str, fn(&ResourceStatus) -> bool);

const STATES: [State; 8] = [
    ("skipped", |status| status.skipped),
    ("failed", |status| status.failed),
    ("failed_to_restart", |status| status.failed_to_restart),
    ("restarted", |status| status.restarted),
    ("changed", |status| status.changed),
    ("out_of_sync", |status| status.out_of_sync),
    ("scheduled", |status| status.scheduled),
    ("corrective_change", |status| status.corrective_change),
];

/// `unreported` is the number of resources that were evaluated, but have no status because they are unchanged.
pub(super) fn resources(statuses: &[ResourceStatus], unreported: usize) -> Metric {
    let total = (EcoString::from("total"), number(statuses.len() + unreported));
    let count = |(name, is): State| {
        let more = if name == "scheduled" { unreported } else { 0 };
        (name.into(), number(statuses.iter().filter(|status| is(status)).count() + more))
    };
    Metric::new("resources", std::iter::once(total).chain(STATES.map(count)))
}

/// The times of each type, in the order of their first evaluations, then all others.
pub(super) fn times(by_type: &[(EcoString, Duration)], others: &[(EcoString, Duration)]) -> Metric {
    let mut times: IndexMap<EcoString, Value, FxBuildHasher> = IndexMap::default();
    for (type_name, time) in by_type {
        times.insert(type_name.to_lowercase(), Value::Float(time.as_secs_f64()));
    }
    for (name, time) in others {
        // A time of zero was not measured: Puppet has an integer there.
        let time = if time.is_zero() { Value::Integer(0) } else { Value::Float(time.as_secs_f64()) };
        times.insert(name.to_lowercase(), time);
    }
    Metric::new("time", times)
}

pub(super) fn changes(total: u64) -> Metric {
    Metric::new("changes", [("total".into(), Value::Integer(i64::try_from(total).unwrap_or(i64::MAX)))])
}

pub(super) fn events(statuses: &[ResourceStatus]) -> Metric {
    let mut counts: IndexMap<&str, usize, FxBuildHasher> =
        [("total", 0), ("failure", 0), ("success", 0)].into_iter().collect();
    for event in statuses.iter().flat_map(|status| &status.events) {
        *counts.entry("total").or_default() += 1;
        *counts.entry(event.status.name()).or_default() += 1;
    }
    Metric::new("events", counts.into_iter().map(|(name, count)| (eco_format!("{name}"), number(count))))
}

fn number(count: usize) -> Value {
    Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}
