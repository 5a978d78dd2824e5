//! Values in the one form that `get` returns.

use engine::{Session, Strictness};
use pcore::Value;
use resource_api::{failure::FailureKind, log::Level, render::inspect_state};

use crate::support::{Fixture, NOTE, build, present};

fn canonical() -> Fixture {
    Fixture::featured(NOTE, "canonicalize")
}

fn names(session: &mut Session<'_>) -> Vec<String> {
    session.instances().unwrap().iter().map(|instance| instance.resource.title().to_string()).collect()
}

// Requirement: CAN-1, CAN-2, CAN-10
#[test]
fn what_is_given_is_canonicalized_with_metaparameters_and_before_defaults() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  prop: {type: 'Optional[String]', desc: p}
  par: {type: String, desc: p, behaviour: parameter, default: PD}";
    let fixture = Fixture::featured(attributes, "canonicalize");
    let mut session = fixture.session();
    let resource = build(&mut session, "A", [("prop", "X".into()), ("tag", "T1".into()), ("noop", true.into())]);
    assert_eq!(fixture.calls(), [r#"canonicalize {:name=>"A", :prop=>"X", :tag=>"T1", :noop=>true}"#]);
    assert_eq!(inspect_state(resource.should()), r#"{:name=>"a", :prop=>"x", :par=>"PD"}"#);
    // The name, and with it what is displayed and what the resource is known by.
    assert_eq!(resource.title(), "a");
    assert_eq!(resource.path(), "/Stage[main]/Main/T[a]");
    assert_eq!(resource.identity().name(), "a");
    assert_eq!(resource.metaparameters().text("tag"), Some("t1"));
    assert!(resource.noop());
    assert_eq!(session.statistics().canonicalizations, 1);
}

// Requirement: CAN-2
#[test]
fn a_namevar_of_another_name_is_canonicalized_under_its_own_and_the_title_stays() {
    let fixture = Fixture::featured("\n  key: {type: String, desc: n, behaviour: namevar}", "canonicalize");
    let resource = build(&mut fixture.session(), "Title", [("key", "K".into())]);
    assert_eq!(fixture.calls(), [r#"canonicalize {:key=>"K"}"#]);
    assert_eq!(resource.title(), "Title");
    assert_eq!(resource.identity().name(), "k");
}

// Requirement: CAN-2
#[test]
fn looking_for_a_title_passes_the_name_and_what_is_audited() {
    let fixture = canonical();
    fixture.session().find("X").unwrap();
    assert_eq!(fixture.calls(), ["get all", r#"canonicalize {:name=>"X", :audit=>[:ensure, :prop]}"#]);
}

// Requirement: CAN-3, CAN-9
#[test]
fn listed_instances_are_canonicalized_by_title_and_then_checked() {
    let fixture = canonical().existing(&["a", "b"]);
    assert_eq!(names(&mut fixture.session()), ["a", "b"]);
    assert_eq!(
        fixture.calls(),
        [
            "get all",
            r#"canonicalize {:title=>"a"}"#,
            r#"canonicalize {:name=>"a", :ensure=>"present"}"#,
            r#"canonicalize {:title=>"b"}"#,
            r#"canonicalize {:name=>"b", :ensure=>"present"}"#,
        ]
    );
    let fixture = canonical().existing(&["a"]).strict(Strictness::Off);
    fixture.session().instances().unwrap();
    assert_eq!(fixture.calls(), ["get all", r#"canonicalize {:title=>"a"}"#]);
}

// Requirement: CAN-4, CAN-9
#[test]
fn the_current_state_is_checked_after_get_unless_strict_is_off() {
    let fixture = canonical().existing(&["a", "b"]);
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "A", []), build(&mut session, "B", []));
    fixture.calls();
    session.current(&a).unwrap();
    assert_eq!(fixture.calls(), ["get all", r#"canonicalize {:name=>"a", :ensure=>"present"}"#]);
    // A resource that was read with the first is checked when it is evaluated, and only then.
    session.current(&b).unwrap();
    session.current(&a).unwrap();
    assert_eq!(fixture.calls(), [r#"canonicalize {:name=>"b", :ensure=>"present"}"#]);

    let fixture = canonical().existing(&["a"]).strict(Strictness::Off);
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    session.current(&a).unwrap();
    assert_eq!(fixture.calls(), [r#"canonicalize {:name=>"a"}"#, "get all"]);
}

const NOT_CANONICAL: &str = "t[a]#get has not provided canonicalized values.\n\
                             Returned values:       {:name=>\"a\", :ensure=>\"present\", :prop=>\"LOUD\"}\n\
                             Canonicalized values:  {:name=>\"a\", :ensure=>\"present\", :prop=>\"loud\"}";

// Requirement: CAN-7
#[test]
fn a_state_that_is_not_canonical_is_a_mistake_of_the_provider() {
    let fixture = canonical().with(present("a").with("prop", "LOUD"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    let failure = session.current(&a).unwrap_err();
    assert_eq!(failure.to_string(), NOT_CANONICAL);
    assert_eq!(failure.kind(), FailureKind::Developer);
    assert_eq!(session.instances().unwrap_err().to_string(), NOT_CANONICAL);
}

// Requirement: CAN-6, CAN-7, CAN-8, STR-1, VER-33
#[test]
fn what_get_returned_is_used_as_it_is() {
    let loud = present("a").with("prop", "LOUD");
    for (strict, warnings) in [(Strictness::Warning, vec![NOT_CANONICAL]), (Strictness::Off, vec![])] {
        let fixture = canonical().with(loud.clone()).strict(strict);
        let mut session = fixture.session();
        let a = build(&mut session, "a", []);
        assert_eq!(session.current(&a).unwrap().state, loud);
        assert_eq!(fixture.lines(Level::Warning), warnings);
    }
}

// Requirement: CAN-10
#[test]
fn the_check_works_on_a_copy() {
    let fixture = canonical().with(present("a").with("prop", Value::array(["X".into()])));
    let fixture = fixture.strict(Strictness::Warning);
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    let returned = Value::array(["X".into()]);
    assert_eq!(session.current(&a).unwrap().state.get("prop"), Some(&returned));
    let warnings = fixture.lines(Level::Warning);
    assert!(warnings[1].ends_with(r#"Canonicalized values:  {:name=>"a", :ensure=>"present", :prop=>["x"]}"#));
    assert_eq!(session.current(&a).unwrap().state.get("prop"), Some(&returned));
}

#[test]
fn a_type_without_the_feature_is_never_asked() {
    let fixture = Fixture::new(NOTE, "").existing(&["a"]);
    let mut session = fixture.session();
    let a = build(&mut session, "A", [("prop", "X".into())]);
    session.current(&a).unwrap();
    session.instances().unwrap();
    assert_eq!(fixture.calls(), ["get all"]);
    assert_eq!(inspect_state(a.should()), r#"{:name=>"A", :prop=>"X"}"#);
}
