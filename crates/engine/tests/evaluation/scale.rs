//! Many resources cost as much each as few.

use std::sync::Arc;

use allocation_counter::AllocationInfo;

use engine::{ManagedResource, Session, Settings};
use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition,
    log::{Log, LogEntry, LogSink},
};

use crate::support::{NOTE, build};

/// What a resource in sync may allocate: its state for the caller, and the line of the log that shows it.
const ALLOCATIONS: u64 = 10;

/// Has a given number of notes.
struct Many(usize);

#[resource_api::provider]
impl Provider for Many {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        let note = |number| State::new().with("name", title(number)).with("ensure", "present").with("text", "same");
        Ok((0..self.0).map(note).collect())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }
}

/// Forgets every line.
struct Nowhere;

impl LogSink for Nowhere {
    fn write(&self, _entry: &LogEntry) {}
}

fn title(number: usize) -> String {
    format!("note-{number}")
}

/// Evaluates so many resources in sync, and returns what that allocates once they are read.
fn evaluate(count: usize) -> AllocationInfo {
    let definition = pcore::yaml::parse(&NOTE.replace("FEATURES", "")).expect("valid YAML");
    let definition = TypeDefinition::from_value(&definition).expect("a valid definition");
    let notes = ResourceType::new(definition).with_provider(ProviderEntry::new("many", move |_| Ok(Many(count))));
    let mut session = Session::new(&notes, Settings::default(), Log::new(Arc::new(Nowhere), Arc::default()));
    let given = [("ensure", "present".into()), ("text", "same".into())];
    let resources: Vec<ManagedResource> =
        (0..count).map(|number| build(&mut session, &title(number), &given)).collect();
    assert!(session.evaluate(&resources[0]).events.is_empty());

    let measured = allocation_counter::measure(|| {
        for resource in &resources {
            let evaluation = session.evaluate(resource);
            assert!(evaluation.events.is_empty() && evaluation.failure.is_none());
        }
    });
    assert_eq!(session.statistics().gets, 1);
    measured
}

#[test]
fn a_resource_in_sync_allocates_little_among_a_thousand_or_a_hundred_thousand() {
    for count in [1_000, 100_000] {
        let measured = evaluate(count);
        let each = measured.count_total / count as u64;
        assert!(each <= ALLOCATIONS, "{each} allocations for each of {count} resources");
        assert!(measured.bytes_current < 1_000, "{} bytes are kept", measured.bytes_current);
    }
}
