//! Schemas, connection information, devices and retries.

mod addresses;
mod attempts;
mod checks;
mod devices;
mod kinds;
mod schemas;
mod secrets;

use std::sync::Arc;

use pcore::{Hash, Value};

use super::{ConnectionInfo, Schema};
use crate::{
    Context, Failure, Outcome,
    context::fixture::TestClock,
    log::{Level, Log, LogEntry, Recorder},
    secret::Scrubber,
};

/// Parses YAML; a text that starts with `:` is a symbol.
pub(super) fn value(text: &str) -> Value {
    pcore::yaml::parse(text).unwrap()
}

pub(super) fn map(text: &str) -> Hash {
    value(text).as_hash().unwrap().clone()
}

/// Creates a schema `t` with these attributes.
pub(super) fn schema(connection_info: &str) -> Schema {
    Schema::from_value(&value(&format!("{{name: t, desc: d, connection_info: {{{connection_info}}}}}"))).unwrap()
}

/// A log that tests can read.
pub(super) struct Desk {
    pub(super) recorder: Arc<Recorder>,
    pub(super) clock: Arc<TestClock>,
    pub(super) log: Log,
}

impl Desk {
    pub(super) fn new() -> Desk {
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::new(Scrubber::default()));
        Desk { recorder, clock: Arc::default(), log }
    }

    pub(super) fn context(&self, schema: &Schema) -> Context {
        schema.context(self.log.clone()).with_clock(self.clock.clone())
    }

    /// Returns the lines since the last call, each as `Level: message`.
    pub(super) fn lines(&self) -> Vec<String> {
        let shown = |entry: &LogEntry| format!("{:?}: {}", entry.level, entry.message);
        self.recorder.take().iter().map(shown).collect()
    }

    /// Returns the lines of one level since the last call.
    pub(super) fn at(&self, level: Level) -> Vec<String> {
        let entries = self.recorder.take();
        entries.iter().filter(|entry| entry.level == level).map(|entry| entry.message.to_string()).collect()
    }
}

/// Prepares a map in YAML. Returns the lines as well.
pub(super) fn prepared(schema: &Schema, given: &str) -> (Outcome<ConnectionInfo>, Vec<String>) {
    let desk = Desk::new();
    let info = schema.prepare(&desk.context(schema), &map(given));
    (info, desk.lines())
}

/// Prepares a map in YAML. Secrets are shown as `Sensitive(…)`.
#[track_caller]
pub(super) fn check_info(schema: &Schema, given: &str, expected: &[(&str, Value)]) {
    let (info, _) = prepared(schema, given);
    let info = info.unwrap();
    let found: Vec<(&str, &Value)> = info.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let expected: Vec<(&str, &Value)> = expected.iter().map(|(name, value)| (*name, value)).collect();
    let mut sorted = [found, expected];
    sorted.iter_mut().for_each(|side| side.sort_by_key(|(name, _)| *name));
    assert_eq!(sorted[0], sorted[1], "for {given}");
}

/// Returns why a map in YAML is refused.
#[track_caller]
pub(super) fn refusal(schema: &Schema, given: &str) -> Failure {
    prepared(schema, given).0.expect_err(given)
}
