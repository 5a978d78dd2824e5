//! Runs that shall stop while a provider works.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ecow::EcoString;
use hosts::Runtime;
use pcore::{NoNames, TypeNames, Value};
use protocol::{notices::Stream, runtime::CatalogEntry};
use resource_api::{Failure, Outcome};
use testkit::Trial;

use crate::support::{Fixture, NOTHING, failure};

/// Wants the run to stop as soon as somebody asks.
#[derive(Default)]
struct Stopping {
    asked: AtomicUsize,
}

impl Runtime for Stopping {
    fn fact(&self, _name: &str) -> Value {
        Value::Undef
    }

    fn setting(&self, _name: &str) -> Option<Value> {
        None
    }

    fn settings(&self) -> Vec<(EcoString, Value)> {
        Vec::new()
    }

    fn noop(&self) -> bool {
        false
    }

    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        true
    }

    fn instances(&self, _type_name: &str) -> Outcome<Vec<CatalogEntry>> {
        Ok(Vec::new())
    }

    fn call_function(&self, name: &str, _arguments: Vec<Value>) -> Outcome<Value> {
        Err(Failure::new(format!("Unknown function: '{name}'")))
    }

    fn names(&self) -> &dyn TypeNames {
        &NoNames
    }

    fn print(&self, _stream: Stream, _text: &str) {}
}

/// A provider that talks for minutes in this method, more often than anybody looks.
fn talking_in(method: &str) -> (Fixture, Arc<Stopping>) {
    let runtime = Arc::new(Stopping::default());
    let script = format!(
        "class This(Provider):
    def {method}(self, params):
        for turn in range(4000):
            tell('log', level='debug', message='still there')
            time.sleep(0.05)
        note('done')
        return {{'resources': []}}
"
    );
    (Fixture::python_in(&script, runtime.clone()), runtime)
}

#[test]
fn a_provider_that_talks_all_the_time_is_interrupted() {
    let (fixture, runtime) = talking_in("get");
    let failed = failure(Trial::new(&fixture.resource_type).list());
    assert!(failed.contains("things"), "{failed}");
    assert_eq!(fixture.calls(), [""; 0]);
    assert_eq!(runtime.asked.load(Ordering::Relaxed), 1);
    fixture.leaves_nothing();
}

#[test]
fn what_changes_something_is_brought_to_its_end() {
    let class = "class This(Provider):
    def set(self, params):
        for turn in range(10):
            tell('log', level='debug', message='still there')
            time.sleep(0.05)
        note('done')
        return {'results': []}
";
    let fixture = Fixture::python_in(class, Arc::new(Stopping::default()));
    Trial::new(&fixture.resource_type).apply("a", NOTHING).unwrap();
    assert_eq!(fixture.calls(), ["done"]);
    fixture.leaves_nothing();
}
