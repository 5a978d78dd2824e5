//! Whether providers return what their types promise.

use engine::Strictness;
use pcore::Value;
use resource_api::{State, failure::FailureKind, log::Level, render::inspect_state};

use crate::support::{Fixture, NOTE, build, current, present};

const MISMATCH: &str = "Provider returned data that does not match the Type Schema for `t[a]`\n \
                        Unknown attribute:\n    * colour\n\n \
                        Value type mismatch:\n    \
                        * prop: 1 (expects a value of type Undef or String, got Integer)\n";

fn wrong(name: &str) -> State {
    present(name).with("prop", 1).with("colour", "red")
}

// Requirement: GET-11, GET-13, STR-1
#[test]
fn data_that_does_not_match_is_a_failure_at_strict_error() {
    let fixture = Fixture::new(NOTE, "").with(wrong("a"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    for _ in 0..2 {
        let failure = session.current(&a).unwrap_err();
        assert_eq!(failure.to_string(), MISMATCH);
        assert_eq!(failure.kind(), FailureKind::Developer);
    }
    assert_eq!(session.instances().unwrap_err().to_string(), MISMATCH);
    assert!(fixture.lines(Level::Debug).is_empty(), "no current state of a resource that failed");
}

// Requirement: GET-13, GET-14, STR-1
#[test]
fn data_that_does_not_match_is_used_at_strict_warning_and_off() {
    for (strict, level) in [(Strictness::Warning, Level::Warning), (Strictness::Off, Level::Debug)] {
        let fixture = Fixture::new(NOTE, "").with(wrong("a")).strict(strict);
        let mut session = fixture.session();
        let a = build(&mut session, "a", []);
        assert_eq!(current(&mut session, &a), r#"{:name=>"a", :ensure=>"present", :prop=>1, :colour=>"red"}"#);
        assert_eq!(fixture.lines(level)[0], MISMATCH);

        let listed = &fixture.session().instances().unwrap()[0];
        assert_eq!(inspect_state(&listed.state), r#"{:name=>"a", :ensure=>"present", :prop=>1, :colour=>"red"}"#);
        assert_eq!(inspect_state(&listed.shown()), r#"{:name=>"a", :ensure=>"present", :prop=>1}"#);
    }
}

// Requirement: GET-13
#[test]
fn a_run_warns_a_hundred_times() {
    let names: Vec<String> = (0..120).map(|number| format!("n{number}")).collect();
    let fixture = names.iter().fold(Fixture::new(NOTE, ""), |fixture, name| fixture.with(wrong(name)));
    let fixture = fixture.strict(Strictness::Warning);
    // The second session of the same run gets what the first left.
    let run = std::sync::Arc::new(engine::Run::default());
    for half in [&names[..60], &names[60..]] {
        let mut session = fixture.session().in_run(run.clone());
        for name in half {
            let resource = build(&mut session, name, []);
            session.current(&resource).unwrap();
        }
    }
    assert_eq!(fixture.lines(Level::Warning).len(), 100);
}

// Requirement: GET-16
#[test]
fn every_managed_resource_is_checked_once_and_no_other() {
    let fixture =
        Fixture::new(NOTE, "").with(wrong("other")).with(wrong("a")).with(wrong("b")).strict(Strictness::Warning);
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    for resource in [&a, &b, &a, &b] {
        session.current(resource).unwrap();
    }
    let warned: Vec<_> = fixture.lines(Level::Warning);
    assert_eq!(warned.len(), 2);
    assert!(warned[0].contains("`t[a]`") && warned[1].contains("`t[b]`"), "{warned:?}");
}

// Requirement: GET-16
#[test]
fn a_listing_checks_everything_that_was_returned() {
    let fixture = Fixture::new(NOTE, "").with(wrong("a")).with(wrong("b")).strict(Strictness::Warning);
    fixture.session().instances().unwrap();
    assert_eq!(fixture.lines(Level::Warning).len(), 2);
}

// Requirement: GET-3, GET-10
#[test]
fn a_map_without_its_namevar_ends_a_listing_and_matches_no_resource() {
    for strict in [Strictness::Off, Strictness::Warning, Strictness::Error] {
        for nameless in [State::new().with("ensure", "present"), State::new().with("name", Value::Undef)] {
            let fixture = Fixture::new(NOTE, "").existing(&["a"]).with(nameless).strict(strict);
            let failure = fixture.session().instances().unwrap_err();
            assert_eq!(failure.to_string(), "`t.get` did not return a value for the `name` namevar attribute");
            assert_eq!(failure.kind(), FailureKind::Resource);

            let mut session = fixture.session();
            let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
            assert!(session.current(&a).unwrap().exists);
            assert!(!session.current(&b).unwrap().exists);
        }
    }
}

// Requirement: GET-12, TD-52
#[test]
fn the_value_of_a_sensitive_attribute_is_not_in_the_message() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  code: {type: 'Optional[String]', desc: c, sensitive: true}";
    let fixture = Fixture::new(attributes, "").with(State::new().with("name", "a").with("code", 4711));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    assert_eq!(
        session.current(&a).unwrap_err().to_string(),
        "Provider returned data that does not match the Type Schema for `t[a]`\n Value type mismatch:\n    \
         * code: << redacted value >> expects a value of type Undef or String, got Integer\n"
    );
}

// Requirement: GET-15
#[test]
fn undef_must_be_allowed_and_is_not_shown() {
    let fixture = Fixture::new(NOTE, "").with(present("a").with("prop", Value::Undef));
    let listed = &fixture.session().instances().unwrap()[0];
    assert_eq!(inspect_state(&listed.shown()), r#"{:name=>"a", :ensure=>"present"}"#);

    let symbol = State::new().with("name", "a").with("ensure", Value::Symbol("present".into()));
    let fixture = Fixture::new(NOTE, "").with(symbol);
    assert_eq!(
        fixture.session().instances().unwrap_err().to_string(),
        "Provider returned data that does not match the Type Schema for `t[a]`\n Value type mismatch:\n    \
         * ensure: present (expects a match for Enum['absent', 'present'], got Runtime)\n"
    );
}
