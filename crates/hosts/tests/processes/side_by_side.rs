//! Several requests at a time.

use std::{sync::Arc, time::Duration};

use hosts::HostProvider;
use resource_api::{
    Change, Changes, Identity, Provider as _, State,
    context::Driver,
    log::{Log, Recorder},
};

use crate::support::{Fixture, without_waiting};

/// Changes of things with these names.
pub(crate) fn changes(names: &[&str]) -> Changes {
    let change = |name: &&str| {
        let should = State::new().with("name", *name).with("ensure", "present").with("value", "x");
        Change { name: Identity::single("name", *name), is: None, should: Some(should) }
    };
    Changes::new(names.iter().map(change).collect(), false)
}

#[test]
fn each_of_several_requests_has_its_own_time() {
    // The first is answered, the second never. That its time counts from when it was sent is a test of `exchange`.
    let class = "class This(Provider):
    waits = False
    def set(self, params):
        if self.waits: time.sleep(AGES)
        self.waits = True
        return {'results': []}
";
    let fixture = Fixture::with(class, "[]", |launch| {
        launch.in_flight = 2;
        launch.timeouts.methods.insert("set".into(), Duration::from_secs(2));
    });
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    fixture.host.prepare(&log).unwrap();
    let context = Driver::new(fixture.resource_type.definition().clone(), log);
    let mut provider = HostProvider::new(fixture.host.clone());
    without_waiting(|| provider.set(&context, &changes(&["a", "b"]))).unwrap();
    let failed = context.take_failed_resources();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].1.to_string().contains("took longer than 2 seconds for `set`"), "{failed:?}");
    fixture.leaves_nothing();
}
