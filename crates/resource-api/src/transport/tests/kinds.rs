//! The kinds of transports that a run knows.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use pcore::{Hash, Value};

use super::{Desk, map, schema, value};
use crate::{
    Context, Failure, Outcome,
    failure::FailureKind,
    transport::{Schema, Transport, TransportKind, Transports},
};

/// A box that knows its address.
struct Boxed(String);

impl Transport for Boxed {
    fn verify(&self, _: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok([(Value::from("address"), Value::from(self.0.as_str()))].into_iter().collect())
    }

    fn close(&self, _: &Context) -> Outcome {
        Ok(())
    }
}

fn kind(name: &str) -> TransportKind {
    let text = format!(
        "{{name: {name}, desc: d, connection_info: {{host: {{type: String}}, name: {{type: 'Optional[String]', desc: d}}}}}}"
    );
    TransportKind::new(Schema::from_value(&value(&text)).unwrap(), |_, info| Ok(Boxed(info.text("host")?.to_owned())))
}

// Requirement: TR-2
#[test]
fn a_name_is_taken_once() {
    let desk = Desk::new();
    let mut transports = Transports::of_environment("production");
    transports.register(kind("a"), &desk.log).unwrap();
    let error = transports.register(kind("a"), &desk.log).unwrap_err();
    assert_eq!(error.to_string(), "Transport `a` is already registered for `production`");
    assert_eq!(error.into_failure().kind(), FailureKind::Developer);
    let mut others = Transports::default();
    others.register(kind("a"), &desk.log).unwrap();
    let error = others.register(kind("a"), &desk.log).unwrap_err();
    assert_eq!(error.to_string(), "Transport `a` is already registered for `transports_default`");
    let error = others.in_environment("*root*").register(kind("a"), &desk.log).unwrap_err();
    assert_eq!(error.to_string(), "Transport `a` is already registered for `*root*`");
}

// Requirement: TR-5
#[test]
fn messages_about_a_schema_are_logged_once() {
    let desk = Desk::new();
    let mut transports = Transports::default();
    transports.register(kind("a"), &desk.log).unwrap();
    let expected = [
        "Warning: `a.host` has no documentation, add it using a `desc` key",
        "Warning: `a.name` uses a reserved connection_info name",
    ];
    assert_eq!(desk.lines(), expected);
    let _ = transports.register(kind("a"), &desk.log);
    transports.connect("a", "x", &map("{host: h}"), &desk.log).unwrap();
    assert_eq!(desk.lines(), [""; 0]);
}

// Requirement: TR-6, VER-24
#[test]
fn a_list_is_a_copy_of_all_schemas_by_name() {
    let desk = Desk::new();
    let mut transports = Transports::default();
    transports.register(kind("b"), &desk.log).unwrap();
    transports.register(kind("a"), &desk.log).unwrap();
    let mut list = transports.list();
    assert_eq!(list.keys().collect::<Vec<_>>(), ["b", "a"]);
    let definition = list["a"].definition().as_hash().unwrap();
    assert_eq!(definition.get_str("name"), Some(&"a".into()));
    assert_eq!(definition.get_str("connection_info_order"), Some(&value("[host, name]")));
    list.clear();
    assert_eq!(transports.list().len(), 2);
}

// Requirement: TR-7
#[test]
fn a_list_reads_everything_that_is_read_when_it_is_needed() {
    let desk = Desk::new();
    let reads = Arc::new(AtomicUsize::new(0));
    let mut transports = Transports::default();
    for name in ["a", "b"] {
        let reads = reads.clone();
        transports.register_lazy(name, desk.log.clone(), move || {
            reads.fetch_add(1, Ordering::Relaxed);
            Ok(kind(name))
        });
    }
    transports.register_lazy("broken", desk.log.clone(), || Err(Failure::developer("it cannot be read")));
    assert_eq!(transports.names().collect::<Vec<_>>(), ["a", "b", "broken"]);
    assert_eq!((reads.load(Ordering::Relaxed), desk.lines().len()), (0, 0));
    assert_eq!(transports.list().keys().collect::<Vec<_>>(), ["a", "b"]);
    // Messages are logged only once.
    assert_eq!(transports.list().len(), 2);
    assert_eq!((reads.load(Ordering::Relaxed), desk.lines().len()), (2, 4));
    assert_eq!(transports.connect("broken", "x", &map("{}"), &desk.log).unwrap_err().to_string(), "it cannot be read");
    // A registered kind takes precedence.
    transports.register(kind("broken"), &desk.log).unwrap();
    assert!(transports.find("broken").is_ok());
}

// Requirement: TR-10
#[test]
fn connecting_finds_the_kind_checks_and_makes_the_transport() {
    let desk = Desk::new();
    let mut transports = Transports::of_environment("production");
    transports.register(kind("nexus"), &desk.log).unwrap();
    let device = transports.connect("nexus", "spine1", &map("{host: rack7}"), &desk.log).unwrap();
    assert_eq!((device.name().as_str(), device.kind().as_str()), ("spine1", "nexus"));
    assert_eq!(device.facts().unwrap().get_str("address"), Some(&"rack7".into()));
    assert_eq!(device.schema().name(), "nexus");
    let unknown = transports.connect("nexsu", "spine1", &map("{}"), &desk.log).unwrap_err();
    assert_eq!(unknown.to_string(), "Transport for `nexsu` not registered with `production`");
    assert_eq!(unknown.kind(), FailureKind::Developer);
    // The name of the class in Ruby.
    assert_eq!(kind("pano_s_2").schema().class_name(), "PanoS2");
}

// Requirement: TR-18, TR-20
#[test]
fn a_transport_gets_checked_information_and_its_failures_are_passed_on() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = made.clone();
    let schema = schema("host: {type: String, desc: d}, port: {type: Integer, desc: d, default: 22}");
    let kind = TransportKind::new(schema, move |context: &Context, info| {
        counted.fetch_add(1, Ordering::Relaxed);
        context.notice(format!("connecting to {}:{}", info.text("host")?, info.integer("port")?));
        if info.integer("port")? == 22 {
            Ok(Boxed(String::new()))
        } else {
            Err(Failure::resource("only port 22 will do"))
        }
    });
    let desk = Desk::new();
    assert!(kind.connect("x", &map("{port: y}"), &desk.log).is_err());
    assert_eq!(made.load(Ordering::Relaxed), 0, "nothing is made of what does not fit");
    let failure = kind.connect("x", &map("{host: h, port: 5}"), &desk.log).unwrap_err();
    assert_eq!((failure.to_string().as_str(), failure.kind()), ("only port 22 will do", FailureKind::Resource));
    kind.connect("x", &map("{host: h}"), &desk.log).unwrap();
    let lines = desk.lines();
    assert!(lines.contains(&"Notice: t: connecting to h:22".to_owned()), "{lines:?}");
}

// Requirement: TR-23
#[test]
fn several_devices_of_several_kinds_are_reached_side_by_side() {
    let desk = Desk::new();
    let mut transports = Transports::default();
    for name in ["a", "b"] {
        transports.register(kind(name), &desk.log).unwrap();
    }
    let connect = |kind: &str, host: &str| {
        transports.connect(kind, format!("{kind}-{host}"), &map(&format!("{{host: {host}}}")), &desk.log).unwrap()
    };
    let devices = [connect("a", "one"), connect("a", "two"), connect("b", "one")];
    std::thread::scope(|scope| {
        for device in &devices {
            scope.spawn(|| {
                let fixture = crate::context::fixture::Fixture::adapted(crate::context::fixture::SINGLE, |context| {
                    context.with_device(device.clone())
                });
                // Providers can call methods that are not in the trait.
                let address = &fixture.context.transport::<Boxed>().unwrap().0;
                assert!(device.name().ends_with(&format!("-{address}")));
            });
        }
    });
    assert_eq!(devices.iter().map(|device| device.kind().as_str()).collect::<Vec<_>>(), ["a", "a", "b"]);
}
