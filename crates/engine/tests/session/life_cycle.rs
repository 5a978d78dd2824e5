//! When providers are made, and how long they live.

use resource_api::{Failure, ResourceType, failure::FailureKind, registry::ProviderError};

use crate::support::{Fixture, NOTE, build, definition};

// Requirement: GET-40
#[test]
fn one_provider_is_made_as_late_as_possible() {
    let fixture = Fixture::new(NOTE, "").existing(&["a"]);
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    assert_eq!(fixture.world.lock().unwrap().created, 0);
    session.current(&a).unwrap();
    session.current(&b).unwrap();
    session.instances().unwrap();
    assert_eq!(fixture.world.lock().unwrap().created, 1);

    let canonical = Fixture::featured(NOTE, "canonicalize");
    let mut session = canonical.session();
    assert_eq!(canonical.world.lock().unwrap().created, 0);
    build(&mut session, "a", []);
    build(&mut session, "b", []);
    assert_eq!(canonical.world.lock().unwrap().created, 1);
}

// Requirement: GET-41
#[test]
fn a_provider_ends_with_its_session() {
    let fixture = Fixture::new(NOTE, "");
    for round in 1..=2 {
        let mut session = fixture.session();
        session.instances().unwrap();
        assert_eq!(fixture.world.lock().unwrap().created, round);
        assert_eq!(fixture.world.lock().unwrap().dropped, round - 1);
        drop(session);
        assert_eq!(fixture.world.lock().unwrap().dropped, round);
    }
}

#[test]
fn a_provider_that_cannot_be_made_is_not_tried_again() {
    let fixture = Fixture::new(NOTE, "");
    fixture.world.lock().unwrap().create_failure = Some(Failure::new("no such library"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    assert_eq!(session.current(&a).unwrap_err().to_string(), "no such library");
    assert_eq!(session.instances().unwrap_err().to_string(), "no such library");
    assert_eq!(fixture.world.lock().unwrap().created, 1);
}

// Requirement: GET-42
#[test]
fn a_type_without_a_provider_fails_each_resource() {
    let fixture = Fixture::of(ResourceType::new(definition("nx9k_vlan", NOTE, "")), Default::default());
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    for failure in [session.current(&a).unwrap_err(), session.instances().unwrap_err()] {
        assert_eq!(failure.kind(), FailureKind::Developer);
        assert_eq!(
            failure.to_string(),
            "type `nx9k_vlan` has no provider; its resources can be declared, but neither read nor changed"
        );
    }
    let of_ruby = ProviderError::class_not_found(session.definition()).into_failure();
    assert_eq!(
        of_ruby.to_string(),
        "provider class Puppet::Provider::Nx9kVlan::Nx9kVlan not found in puppet/provider/nx9k_vlan/nx9k_vlan"
    );
    assert_eq!(of_ruby.kind(), FailureKind::Developer);
}
