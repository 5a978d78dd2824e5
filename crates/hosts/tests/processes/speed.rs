//! How long a call takes.

use std::{sync::Arc, time::Instant};

use resource_api::log::{Log, Recorder};
use testkit::Trial;

use crate::support::Fixture;

/// One process does all of them. What one takes tells the example `bench_calls`: here the machine may have other things to do.
#[test]
fn two_thousand_changes_need_one_process() {
    let fixture = Fixture::python("class This(Provider): pass");
    let mut trial = Trial::new(&fixture.resource_type);
    trial.list().unwrap();
    let started = Instant::now();
    for number in 0..2_000 {
        trial.apply(&number.to_string(), [("value", "x")]).unwrap();
    }
    println!("{} microseconds for each change", started.elapsed().as_micros() / 2_000);
    assert_eq!(fixture.host.started(), 1);
    fixture.leaves_nothing();
}

/// The Ruby host is ready before anybody notices: within 60 milliseconds on a machine that has nothing else to do. The bound is
/// for one that has.
#[test]
fn the_ruby_host_is_ready_at_once() {
    let Some(ruby) = hosts::ruby::find() else {
        skip_test::skip!("there is no ruby");
        return;
    };
    let settings = hosts::ruby::RubySettings { log_level: "notice", ..Default::default() };
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let times: Vec<u128> = (0..5)
        .map(|_| {
            let host = hosts::ruby::host(&ruby, &settings, Arc::default(), Arc::new(hosts::NoRuntime));
            let started = Instant::now();
            host.prepare(&log).unwrap();
            let took = started.elapsed().as_millis();
            host.shutdown(&log);
            took
        })
        .collect();
    println!("{times:?} milliseconds until the Ruby host answers");
    assert!(times.iter().min().is_some_and(|best| *best < 2_000), "{times:?}");
}
