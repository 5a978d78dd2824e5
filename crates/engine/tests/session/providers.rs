//! Types with several providers.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use engine::BuildError;
use pcore::Value;
use resource_api::{ResourceType, failure::FailureKind};

use crate::support::{Fixture, NOTE, World, build, definition, present, recording, refusal};

fn two(asked: &Arc<AtomicUsize>) -> (Fixture, Arc<Mutex<World>>) {
    let (apt, dnf): (Arc<Mutex<World>>, Arc<Mutex<World>>) = Default::default();
    let asked = asked.clone();
    let resource_type = ResourceType::new(definition("t", NOTE, ""))
        .with_provider(recording("apt", &apt))
        .with_provider(recording("dnf", &dnf).suitable_if(move |_| {
            asked.fetch_add(1, Ordering::Relaxed);
            Err("there is no dnf".to_owned())
        }));
    (Fixture::of(resource_type, apt), dnf)
}

// Requirement: VER-30
#[test]
fn a_resource_can_choose_its_provider_and_the_runtime_owns_that_attribute() {
    let asked = Arc::default();
    let (fixture, dnf) = two(&asked);
    let mut session = fixture.session();
    let chosen = build(&mut session, "a", [("provider", "dnf".into()), ("prop", "x".into())]);
    assert_eq!(chosen.provider().unwrap(), "dnf");
    assert_eq!(chosen.should().get("provider"), None);
    assert_eq!(build(&mut session, "b", [("provider", Value::Undef)]).provider(), None);

    let failure = refusal(&mut session, "a", [("provider", "yum".into())]);
    assert_eq!(
        failure.to_string(),
        "Parameter provider failed on T[a]: Invalid t provider 'yum'; it is one of: apt, dnf"
    );
    assert!(failure.downcast_ref::<BuildError>().is_some());

    // It need not be suitable before it is used: the run may install what it needs.
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    for _ in 0..2 {
        let failure = session.current(&chosen).unwrap_err();
        assert_eq!(failure.to_string(), "Provider dnf is not functional on this host: there is no dnf");
        assert_eq!(failure.kind(), FailureKind::Ordinary);
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!(dnf.lock().unwrap().created, 0);
}

// Requirement: VER-30
#[test]
fn resources_that_choose_nothing_have_the_default_provider() {
    let asked = Arc::default();
    let (fixture, _) = two(&asked);
    let fixture = fixture.with(present("a"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    assert!(session.current(&a).unwrap().exists);
    assert_eq!(session.instances().unwrap().len(), 1);
    assert_eq!(asked.load(Ordering::Relaxed), 0, "a provider that is not needed is not asked");
    assert_eq!(
        session.instances_of(Some("dnf")).unwrap_err().to_string(),
        "Provider dnf is not functional on this host: there is no dnf"
    );
}

// Requirement: VER-30
#[test]
fn a_type_with_one_provider_has_nothing_to_choose() {
    let fixture = Fixture::new(NOTE, "");
    let failure = refusal(&mut fixture.session(), "a", [("provider", "t".into())]);
    assert_eq!(failure.to_string(), "no parameter named 'provider'");
}

// Requirement: VER-30
#[test]
fn a_provider_that_fails_does_not_keep_others_from_being_read() {
    let asked = Arc::default();
    let (fixture, _) = two(&asked);
    let fixture = fixture.with(present("b"));
    let mut session = fixture.session();
    let (unsuitable, fine) = (build(&mut session, "a", [("provider", "dnf".into())]), build(&mut session, "b", []));
    let failure = session.prefetch(&[&unsuitable, &fine]).unwrap_err();
    assert_eq!(failure.to_string(), "Provider dnf is not functional on this host: there is no dnf");
    assert!(session.known(&fine).unwrap().exists);
}
