//! How a device uses its transport, and when it closes it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use pcore::{Hash, Value};

use super::{Desk, map, schema};
use crate::{
    Context, Failure, Outcome,
    context::fixture::{Fixture, SINGLE},
    log::Level,
    transport::{Device, Transport, TransportKind},
};

/// What closing does, in addition to being counted.
#[derive(Clone, Copy)]
enum End {
    Well,
    Failure,
    Panic,
}

struct Link {
    closed: Arc<AtomicUsize>,
    end: End,
}

impl Transport for Link {
    fn verify(&self, context: &Context) -> Outcome {
        context.debug("looking for it");
        Err(Failure::new("no route to host"))
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok([(Value::from("model"), Value::from("nx9k"))].into_iter().collect())
    }

    fn close(&self, _: &Context) -> Outcome {
        self.closed.fetch_add(1, Ordering::Relaxed);
        match self.end {
            End::Well => Ok(()),
            End::Failure => Err(Failure::new("the line was cut")),
            End::Panic => panic!("the line exploded"),
        }
    }
}

/// A device of the kind `t`, and how often it was closed.
fn device(desk: &Desk, end: End) -> (Arc<Device>, Arc<AtomicUsize>) {
    let closed = Arc::new(AtomicUsize::new(0));
    let counted = closed.clone();
    let kind =
        TransportKind::new(schema("a: {type: String, desc: d}"), move |_, _| Ok(Link { closed: counted.clone(), end }));
    (kind.connect("spine1", &map("{a: b}"), &desk.log).unwrap(), closed)
}

// Requirement: TR-24, VER-34
#[test]
fn a_transport_is_closed_once_by_an_explicit_call() {
    let desk = Desk::new();
    let (device, closed) = device(&desk, End::Well);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| device.close());
        }
    });
    drop(device);
    assert_eq!(closed.load(Ordering::Relaxed), 1);
    assert_eq!(desk.lines(), [""; 0]);
}

// Requirement: TR-24
#[test]
fn a_transport_is_closed_when_the_last_reference_is_dropped() {
    let desk = Desk::new();
    let (held, closed) = device(&desk, End::Well);
    let fixture = Fixture::adapted(SINGLE, |context| context.with_device(held.clone()));
    drop(held);
    assert_eq!(closed.load(Ordering::Relaxed), 0);
    drop(fixture);
    assert_eq!(closed.load(Ordering::Relaxed), 1);
}

// Requirement: TR-24
#[test]
fn a_transport_is_closed_after_a_panic() {
    let desk = Desk::new();
    let (device, closed) = device(&desk, End::Well);
    let outcome = catch_unwind(AssertUnwindSafe(move || {
        let _held = device;
        panic!("a provider is broken");
    }));
    assert!(outcome.is_err());
    assert_eq!(closed.load(Ordering::Relaxed), 1);
}

// Requirement: TR-21
#[test]
fn closing_never_fails() {
    for (end, reason) in [(End::Failure, "the line was cut"), (End::Panic, "the transport panicked: the line exploded")]
    {
        let desk = Desk::new();
        let (device, closed) = device(&desk, end);
        device.close();
        drop(device);
        assert_eq!(closed.load(Ordering::Relaxed), 1);
        let expected = format!("Debug: t: closing the connection to the device 'spine1' failed: {reason}");
        assert_eq!(desk.lines(), [expected]);
    }
}

// Requirement: TR-21
#[test]
fn what_goes_wrong_names_the_device() {
    let desk = Desk::new();
    let (device, _) = device(&desk, End::Well);
    let failure = device.verify().unwrap_err();
    assert_eq!(failure.to_string(), "the device 'spine1' (t) cannot be reached: no route to host");
    // Log lines of a transport start with its name.
    assert_eq!(desk.lines(), ["Debug: t: looking for it"]);
    assert_eq!(device.facts().unwrap().get_str("model"), Some(&"nx9k".into()));
}

// Requirement: TR-21
#[test]
fn nothing_is_asked_after_the_end() {
    let desk = Desk::new();
    let (device, _) = device(&desk, End::Well);
    let fixture = Fixture::adapted(SINGLE, |context| context.with_device(device.clone()));
    assert!(fixture.context.transport::<Link>().is_ok());
    device.close();
    let closed = "the connection to the device 'spine1' is closed";
    assert_eq!(device.verify().unwrap_err().to_string(), closed);
    assert_eq!(device.facts().unwrap_err().to_string(), closed);
    assert_eq!(fixture.context.transport::<Link>().err().unwrap().to_string(), closed);
    assert_eq!(desk.at(Level::Debug), [""; 0]);
}

// Requirement: TR-33
#[test]
fn a_transport_without_a_schema_becomes_the_device_of_a_context() {
    let closed = Arc::new(AtomicUsize::new(0));
    let device = Device::new("nexus", Link { closed: closed.clone(), end: End::Well });
    let fixture = Fixture::adapted(SINGLE, |context| context.with_device(Arc::new(device)));
    let device = fixture.context.device().unwrap();
    assert_eq!((device.name().as_str(), device.kind().as_str()), ("nexus", "nexus"));
    // Providers can call methods that are not in the trait.
    assert_eq!(fixture.context.transport::<Link>().unwrap().closed.load(Ordering::Relaxed), 0);
    drop(fixture);
    assert_eq!(closed.load(Ordering::Relaxed), 1);
}
