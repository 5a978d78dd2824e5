//! Titles, and the namevars in them.

use engine::{BuildError, Strictness};
use pcore::Value;
use resource_api::{State, log::Level, render::inspect_state};

use crate::support::{Fixture, NOTE, SOFTWARE, SOFTWARE_TITLES, build, current, refusal};

fn software() -> Fixture {
    Fixture::new(SOFTWARE, SOFTWARE_TITLES)
}

// Requirement: TD-60
#[test]
fn the_first_title_pattern_that_matches_sets_the_namevars() {
    let fixture = software();
    let resource = build(&mut fixture.session(), "php-yum", []);
    assert_eq!(resource.identity().to_string(), r#"{:package=>"php", :manager=>"yum"}"#);
    assert_eq!(inspect_state(resource.should()), r#"{:package=>"php", :manager=>"yum"}"#);
}

// Requirement: TD-60
#[test]
fn a_pattern_that_cannot_be_used_fails_the_resources_and_not_the_type() {
    let fixture = Fixture::new(SOFTWARE, "title_patterns: [{pattern: '(?<package>'}]");
    let text = "`t.title_patterns[0].pattern` is not a regular expression: \
                end pattern with unmatched parenthesis: /(?<package>/";
    let mut session = fixture.session();
    assert_eq!(refusal(&mut session, "php", []).to_string(), text);
    assert_eq!(session.instances().unwrap_err().to_string(), text);
    assert!(fixture.calls().is_empty());
}

// Requirement: TD-61
#[test]
fn without_patterns_the_whole_title_is_the_first_namevar() {
    let fixture = Fixture::new(SOFTWARE, "");
    let resource = build(&mut fixture.session(), "php-yum\nx", []);
    assert_eq!(resource.identity().to_string(), r#"{:package=>"php-yum\nx", :manager=>nil}"#);
}

// Requirement: TD-62
#[test]
fn a_title_that_matches_no_pattern_fails_even_with_all_namevars() {
    let fixture = software();
    let attributes = [("package", "php".into()), ("manager", "yum".into())];
    let failure = refusal(&mut fixture.session(), "PHP", attributes);
    assert_eq!(failure.to_string(), "No set of title patterns matched the title \"PHP\".");
    assert!(failure.downcast_ref::<BuildError>().is_some());
}

// Requirement: TD-63
#[test]
fn explicit_namevars_count_more_than_the_title() {
    let fixture = software();
    let resource = build(&mut fixture.session(), "php-yum", [("manager", "gem".into())]);
    assert_eq!(resource.identity().to_string(), r#"{:package=>"php", :manager=>"gem"}"#);
    assert_eq!(resource.title(), "php-yum");
}

// Requirement: TD-64
#[test]
fn a_missing_namevar_stays_undef() {
    let fixture = software();
    let resource = build(&mut fixture.session(), "foo", []);
    assert_eq!(resource.identity().to_string(), r#"{:package=>"foo", :manager=>nil}"#);
    assert_eq!(resource.identity().get("manager"), Some(&Value::Undef));
    assert_eq!(inspect_state(resource.should()), r#"{:package=>"foo"}"#);
}

// Requirement: TD-65
#[test]
fn resources_with_equal_namevars_have_equal_identities() {
    let fixture = software();
    let mut session = fixture.session();
    let one = build(&mut session, "php-yum", []);
    let other = build(&mut session, "php", [("manager", "yum".into())]);
    assert_ne!(one.title(), other.title());
    assert_eq!(one.identity(), other.identity());
}

// Requirement: TD-66
#[test]
fn only_a_namevar_called_name_is_displayed_as_title() {
    let fixture = Fixture::new(NOTE, "");
    let named = build(&mut fixture.session(), "x", [("name", "a".into())]);
    assert_eq!(named.title(), "a");
    assert_eq!(named.path(), "/Stage[main]/Main/T[a]");

    let fixture = Fixture::new("\n  key: {type: String, desc: n, behaviour: namevar}", "");
    let keyed = build(&mut fixture.session(), "x", [("key", "a".into())]);
    assert_eq!(keyed.title(), "x");
    assert_eq!(keyed.identity().name(), "a");
}

// Requirement: GET-24
#[test]
fn composite_resources_are_asked_for_by_all_namevars() {
    let more = format!("features: [simple_get_filter]{SOFTWARE_TITLES}");
    let fixture = Fixture::new(SOFTWARE, &more);
    let mut session = fixture.session();
    let both = build(&mut session, "php-yum", []);
    let one = build(&mut session, "foo", []);
    session.current(&both).unwrap();
    session.current(&one).unwrap();
    assert_eq!(
        fixture.calls(),
        [r#"get {:package=>"php", :manager=>"yum"}"#, r#"get {:package=>"foo", :manager=>nil}"#]
    );
}

fn installed(title: Option<&str>) -> State {
    let state = State::new().with("package", "php").with("manager", "yum").with("ensure", "present");
    title.map_or(state.clone(), |title| state.with("title", title))
}

// Requirement: GET-30, GET-32, STR-1
#[test]
fn a_composite_state_without_title_breaks_the_rules() {
    let text = "t[php-yum]#get has not provided a title attribute.";
    let fixture = software().with(installed(None));
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    let failure = session.current(&resource).unwrap_err();
    assert_eq!(failure.to_string(), text);
    assert_eq!(failure.kind(), resource_api::failure::FailureKind::Developer);

    let fixture = software().with(installed(None)).strict(Strictness::Warning);
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    assert_eq!(current(&mut session, &resource), inspect_state(&installed(None)));
    assert_eq!(fixture.lines(Level::Warning), [text]);

    let fixture = software().with(installed(None)).strict(Strictness::Off);
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    session.current(&resource).unwrap();
    assert!(fixture.lines(Level::Warning).is_empty());

    // A type without patterns has nothing to compare.
    let fixture = Fixture::new(SOFTWARE, "").with(installed(None));
    let mut session = fixture.session();
    let resource = build(&mut session, "php", [("manager", "yum".into())]);
    session.current(&resource).unwrap();
}

// Requirement: GET-31, GET-32
#[test]
fn a_title_that_contradicts_the_namevars_breaks_the_rules() {
    let text = "t[php-yum]#get has provided a title attribute which does not match all namevars.\n\
                Namevars which do not match: [:package, :manager]\n\
                Returned parsed title hash:  {:package=>\"foo\", :manager=>\"bar\"}\n\
                Expected hash:               {:package=>\"php\", :manager=>\"yum\"}";
    let fixture = software().with(installed(Some("foo-bar")));
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    assert_eq!(session.current(&resource).unwrap_err().to_string(), text);

    let fixture = software().with(installed(Some("PHP"))).strict(Strictness::Warning);
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    session.current(&resource).unwrap();
    let lines = fixture.lines(Level::Warning);
    assert!(lines[0].contains("Returned parsed title hash:  {}\n"), "{lines:?}");

    let fixture = software().with(installed(Some("php-yum")));
    let mut session = fixture.session();
    let resource = build(&mut session, "php-yum", []);
    session.current(&resource).unwrap();
}

// Requirement: GET-33
#[test]
fn a_listing_takes_the_namevars_of_composite_resources_from_their_titles() {
    for strict in [Strictness::Off, Strictness::Warning, Strictness::Error] {
        let fixture = software().with(installed(None)).strict(strict);
        assert_eq!(
            fixture.session().instances().unwrap_err().to_string(),
            "No set of title patterns matched the title \"{:package=>\"php\", :manager=>\"yum\"}\"."
        );
    }
    // Other namevars than those of the title are unusual here.
    let fixture = software().with(installed(Some("foo-bar")));
    let instances = fixture.session().instances().unwrap();
    assert_eq!(instances[0].resource.title(), "foo-bar");
    assert_eq!(instances[0].resource.identity().to_string(), r#"{:package=>"foo", :manager=>"bar"}"#);
}
