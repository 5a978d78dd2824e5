//! Shared test fixtures: small types, a manual clock, and a log that can be read.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{
    Change, Changes, Identity, State, TypeDefinition,
    context::{Clock, Driver},
    log::{Level, Log, Recorder},
    secret::Scrubber,
};

/// A type `t` with one namevar, `ensure`, a few properties and a sensitive attribute.
pub(crate) const SINGLE: &str = "{name: t, desc: d, features: [supports_noop], attributes: {
    name: {type: String, desc: d, behaviour: namevar}, ensure: {type: 'Enum[present, absent]', desc: d},
    prop: {type: 'Optional[Any]', desc: d}, password: {type: 'Optional[Any]', desc: d, sensitive: true}}}";

/// A type `t` with two namevars.
pub(crate) const COMPOSITE: &str = "{name: t, desc: d, title_patterns: [
    {pattern: '^(?<package>.*[^/])/(?<manager>.*)$', desc: d}], attributes: {
    package: {type: String, desc: d, behaviour: namevar}, manager: {type: String, desc: d, behaviour: namevar},
    ensure: {type: 'Enum[present, absent]', desc: d}}}";

/// A clock that tests advance by hand.
#[derive(Default)]
pub(crate) struct TestClock(AtomicU64);

impl TestClock {
    pub(crate) fn pass(&self, time: Duration) {
        self.0.fetch_add(u64::try_from(time.as_nanos()).unwrap(), Ordering::Relaxed);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn sleep(&self, time: Duration) {
        self.pass(time);
    }
}

/// A context with access to everything that it uses.
pub(crate) struct Fixture {
    pub(crate) context: Driver,
    pub(crate) clock: Arc<TestClock>,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) scrubber: Arc<Scrubber>,
}

impl Fixture {
    pub(crate) fn new(definition: &str) -> Fixture {
        Fixture::adapted(definition, |context| context)
    }

    pub(crate) fn adapted(definition: &str, adapt: impl FnOnce(Driver) -> Driver) -> Fixture {
        let (clock, recorder) = (Arc::new(TestClock::default()), Arc::new(Recorder::default()));
        let scrubber = Arc::new(Scrubber::default());
        let log = Log::new(recorder.clone(), scrubber.clone());
        let context = adapt(Driver::new(Arc::new(type_definition(definition)), log).with_clock(clock.clone()));
        Fixture { context, clock, recorder, scrubber }
    }

    /// Returns the lines since the last call, each as `Level: message`.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.recorder.take().iter().map(|entry| format!("{:?}: {}", entry.level, entry.message)).collect()
    }

    /// Returns the lines at `Info` and above.
    pub(crate) fn loud(&self) -> Vec<String> {
        let entries = self.recorder.take();
        let loud = entries.iter().filter(|entry| entry.level > Level::Debug);
        loud.map(|entry| format!("{:?}: {}", entry.level, entry.message)).collect()
    }
}

pub(crate) fn type_definition(definition: &str) -> TypeDefinition {
    TypeDefinition::from_value(&pcore::yaml::parse(definition).unwrap()).unwrap()
}

/// A change of a resource of `SINGLE`.
pub(crate) fn change(name: &str, is: Option<State>, should: Option<State>) -> Change {
    Change { name: Identity::single("name", name), is, should }
}

/// The changes of a `set` for resources of `SINGLE`.
pub(crate) fn managing(names: &[&str]) -> Changes {
    let state = |name: &str| Some(State::new().with("name", name).with("ensure", "present"));
    Changes::new(names.iter().map(|name| change(name, state(name), state(name))).collect(), false)
}
