//! Attributes that are read only if they are managed or requested.

use pcore::Value;
use resource_api::State;

use crate::support::{Fixture, build};

const MAILBOX: &str = "
  name: {type: String, desc: n, behaviour: namevar}
  quota: {type: 'Optional[Integer]', desc: q}
  size: {type: 'Optional[Integer]', desc: s, lazy: true}
  digest: {type: 'Optional[String]', desc: d, lazy: true}";

fn mailbox(name: &str) -> State {
    State::new().with("name", name).with("quota", 10).with("size", 5).with("digest", "abc")
}

// Requirement: VER-28
#[test]
fn lazy_attributes_are_not_asked_for_unless_they_are_managed() {
    let fixture = Fixture::new(MAILBOX, "").with(mailbox("a")).with(mailbox("b"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("quota", 1.into())]);
    assert_eq!(session.current(&a).unwrap().state.get("size"), None);
    assert_eq!(fixture.calls(), ["get all"]);

    let mut session = fixture.session();
    let a = build(&mut session, "a", [("quota", 1.into())]);
    let b = build(&mut session, "b", [("size", 1.into())]);
    session.current(&a).unwrap();
    assert_eq!(session.current(&b).unwrap().state.get("size"), Some(&Value::from(5)));
    // One call serves all resources that were built before it.
    assert_eq!(fixture.calls(), ["get all with size"]);
}

// Requirement: VER-28
#[test]
fn a_later_resource_that_needs_more_causes_a_second_reading() {
    let fixture = Fixture::new(MAILBOX, "").with(mailbox("a")).with(mailbox("b"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("size", 1.into())]);
    session.current(&a).unwrap();
    let b = build(&mut session, "b", [("digest", "x".into())]);
    assert_eq!(session.current(&b).unwrap().state.text("digest"), Some("abc"));
    session.current(&a).unwrap();
    assert_eq!(fixture.calls(), ["get all with size", "get all with size digest"]);
}

// Requirement: VER-28
#[test]
fn with_the_filter_each_call_asks_for_what_its_resources_manage() {
    let fixture = Fixture::featured(MAILBOX, "simple_get_filter").with(mailbox("a")).with(mailbox("b"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("quota", 1.into())]);
    let b = build(&mut session, "b", [("size", 1.into())]);
    session.current(&a).unwrap();
    session.current(&b).unwrap();
    assert_eq!(fixture.calls(), ["get a", "get b with size"]);
    let again = build(&mut session, "a", [("digest", "x".into())]);
    assert_eq!(session.current(&again).unwrap().state.text("digest"), Some("abc"));
    assert_eq!(fixture.calls(), ["get a with digest"]);
}

// Requirement: VER-28
#[test]
fn a_listing_has_lazy_attributes_when_it_asks_for_them() {
    let fixture = Fixture::new(MAILBOX, "").with(mailbox("a"));
    let mut session = fixture.session();
    assert_eq!(session.instances().unwrap()[0].state.get("size"), None);
    session.request_lazy(&["size", "quota"]);
    assert_eq!(session.instances().unwrap()[0].state.get("size"), Some(&Value::from(5)));
    assert_eq!(fixture.calls(), ["get all", "get all with size"]);
}
