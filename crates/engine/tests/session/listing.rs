//! What exists, whether it is managed or not.

use engine::BuildError;
use resource_api::{State, render::inspect_state};

use crate::support::{Fixture, NOTE, build, present};

// Requirement: GET-8
#[test]
fn a_title_beside_the_namevar_is_displayed_and_does_not_match() {
    let fixture = Fixture::new(NOTE, "").with(present("a").with("title", "The A"));
    let mut session = fixture.session();
    let listed = &session.instances().unwrap()[0];
    assert_eq!(listed.resource.title(), "The A");
    assert_eq!(listed.resource.identity().name(), "a");
    assert_eq!(inspect_state(&listed.shown()), r#"{:name=>"a", :ensure=>"present"}"#);
    let (by_name, by_title) = (build(&mut session, "a", []), build(&mut session, "The A", []));
    assert!(session.current(&by_name).unwrap().exists);
    assert!(!session.current(&by_title).unwrap().exists);
    assert_eq!(session.find("The A").unwrap().resource.identity().name(), "a");
}

// Requirement: TD-53
#[test]
fn defaults_belong_to_listed_resources_and_those_of_parameters_are_shown() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  must: {type: String, desc: m, behaviour: parameter}
  par: {type: String, desc: p, behaviour: parameter, default: pd}
  prop: {type: String, desc: p, default: xd}
  seen: {type: 'Optional[String]', desc: s, behaviour: read_only}";
    let fixture =
        Fixture::new(attributes, "").with(State::new().with("seen", "s").with("ensure", "present").with("name", "a"));
    let listed = &fixture.session().instances().unwrap()[0];
    assert_eq!(inspect_state(listed.resource.should()), r#"{:name=>"a", :prop=>"xd", :par=>"pd"}"#);
    assert_eq!(inspect_state(&listed.shown()), r#"{:seen=>"s", :ensure=>"present", :name=>"a", :par=>"pd"}"#);
    assert_eq!(listed.resource.path(), "/T[a]");
}

// Requirement: TD-51
#[test]
fn a_default_that_does_not_fit_fails_listings_and_resources_without_naming_them() {
    // The check at registration does not know this type, so the default is found wanting when it is first used.
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  prop: {type: 'Later', desc: p, default: xd}";
    let fixture = Fixture::new(attributes, "").with(State::new().with("name", "a"));
    let mut session = fixture.session();
    for failure in [session.instances().unwrap_err(), session.build("a", &[], "").unwrap_err()] {
        assert_eq!(failure.to_string(), "t.prop references an unresolved type 'Later'");
        assert!(failure.downcast_ref::<BuildError>().is_some());
    }
    let given = session.build("a", &[("prop".into(), "x".into())], "").unwrap_err();
    assert_eq!(given.to_string(), "Parameter prop failed on T[a]: t.prop references an unresolved type 'Later'");
}

#[test]
fn looking_for_a_missing_title_asks_for_no_mandatory_attribute() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  must: {type: String, desc: m, behaviour: parameter}";
    let fixture = Fixture::new(attributes, "");
    assert!(!fixture.session().find("a").unwrap().exists);
}
