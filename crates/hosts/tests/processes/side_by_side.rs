//! Several requests at a time.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use hosts::HostProvider;
use resource_api::{
    Change, Changes, Context, Identity, Provider as _, State,
    log::{Log, Recorder},
};

use crate::support::Fixture;

/// Changes of things with these names.
pub(crate) fn changes(names: &[&str]) -> Changes {
    let change = |name: &&str| {
        let should = State::new().with("name", *name).with("ensure", "present").with("value", "x");
        Change { name: Identity::single("name", *name), is: None, should: Some(should) }
    };
    Changes::new(names.iter().map(change).collect(), false)
}

#[test]
fn the_time_of_a_request_counts_from_when_it_was_sent() {
    // The first is answered shortly before its time is over, the second never.
    let class = "class This(Provider):
    waits = False
    def set(self, params):
        if self.waits: time.sleep(30)
        self.waits = True
        time.sleep(1.6)
        return {'results': []}
";
    let fixture = Fixture::with(class, "[]", |launch| {
        launch.in_flight = 2;
        launch.timeouts.methods.insert("set".into(), Duration::from_secs(2));
    });
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    fixture.host.prepare(&log).unwrap();
    let context = Context::new(fixture.resource_type.definition().clone(), log);
    let begun = Instant::now();
    HostProvider::new(fixture.host.clone()).set(&context, &changes(&["a", "b"])).unwrap();
    let took = begun.elapsed();
    let failed = context.take_failed_resources();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].1.to_string().contains("took longer than 2 seconds for `set`"), "{failed:?}");
    assert!(took < Duration::from_millis(3400), "{took:?}");
    fixture.leaves_nothing();
}
