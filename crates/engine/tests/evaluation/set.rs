//! When and with what a provider is called.

use pcore::Value;
use resource_api::{Identity, State, log::Level};

use crate::support::{Stage, build, existing, names, symbol};

// Requirement: SET-1
#[test]
fn set_is_called_once_however_many_properties_differ() {
    let stage = Stage::notes("").with(existing("a").with("text", "old").with("size", 1));
    stage.evaluate("a", &[("ensure", "present".into()), ("text", "new".into()), ("size", 2.into())]);
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-1
#[test]
fn set_is_never_called_for_a_resource_in_sync() {
    let stage = Stage::notes("").with(existing("a").with("text", "new"));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("text", "new".into())]);
    assert_eq!(evaluation.events, []);
    assert!(stage.script().sets.is_empty());
    assert_eq!(stage.lines(), [""; 0]);
}

// Requirement: SET-1
#[test]
fn all_events_are_logged_before_the_provider_logs_anything() {
    let stage = Stage::notes("").with(existing("a").with("text", "old").with("size", 1)).setting(|context, _| {
        context.notice("now changing");
        Ok(())
    });
    stage.evaluate("a", &[("text", "new".into()), ("size", 2.into())]);
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/text: text changed 'old' to 'new'",
            "Notice: /Stage[main]/Main/Note[a]/size: size changed 1 to 2",
            "Notice: note: now changing",
        ]
    );
}

// Requirement: SET-2
#[test]
fn changes_have_one_entry_with_both_states() {
    let stage = Stage::notes("").with(existing("a")).with(existing("b"));
    stage.evaluate("a", &[("text", "new".into())]);
    let change = stage.only_change();
    assert_eq!(change.name, Identity::single("name", "a"));
    assert!(change.is.is_some() && change.should.is_some());
}

// Requirement: SET-2
#[test]
fn a_composite_identity_is_the_key_as_a_map() {
    let stage = Stage::new(
        "
name: software
desc: s
attributes:
  package: {type: String, desc: p, behaviour: namevar}
  manager: {type: String, desc: m, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
",
    );
    stage.evaluate("php", &[("manager", "yum".into()), ("ensure", "present".into())]);
    let change = stage.only_change();
    assert_eq!(change.name.get("package"), Some(&"php".into()));
    assert_eq!(change.name.get("manager"), Some(&"yum".into()));
    let absent = State::new().with("package", "php").with("manager", "yum").with("ensure", symbol("absent"));
    assert_eq!(change.is, Some(absent));
}

// Requirement: SET-3, VER-18
#[test]
fn a_missing_resource_has_an_absent_state() {
    let stage = Stage::notes("");
    stage.evaluate("a", &[("ensure", "present".into())]);
    let absent = State::new().with("title", "a").with("ensure", symbol("absent"));
    assert_eq!(stage.only_change().is, Some(absent));
}

/// As [`NOTE`](crate::support::NOTE), with defaults.
const DEFAULTED: &str = "
name: note
desc: A note
attributes:
  ensure: {type: 'Enum[present, absent]', desc: e, default: present}
  text: {type: 'Optional[String]', desc: t}
  size: {type: Integer, desc: s, default: 3}
  born: {type: 'Optional[String]', desc: i, behaviour: init_only}
  force: {type: Boolean, desc: p, behaviour: parameter, default: false}
  seen: {type: 'Optional[String]', desc: r, behaviour: read_only}
  mode: {type: 'Optional[String]', desc: p, behaviour: parameter}
  name: {type: String, desc: n, behaviour: namevar}
";

// Requirement: SET-4
#[test]
fn should_holds_what_was_given_and_defaults_and_nothing_else() {
    let stage = Stage::new(DEFAULTED);
    let metaparameters = [("noop", false.into()), ("tag", "x".into())];
    stage.evaluate("a", &[&[("text", Value::from("t")), ("mode", "m".into())], &metaparameters[..]].concat());
    let should = stage.only_change().should.expect("there is one");
    let expected = State::new()
        .with("name", "a")
        .with("text", "t")
        .with("mode", "m")
        .with("ensure", "present")
        .with("size", 3)
        .with("force", false);
    assert_eq!(should, expected);
    assert_eq!(should.get("ensure"), Some(&Value::from("present")), "a string, not a symbol");
}

// Requirement: SET-4, CI-12
#[test]
fn the_hidden_property_is_in_neither_state() {
    let stage = Stage::new(crate::custom_insync::WITHOUT_PROPERTIES)
        .with(State::new().with("name", "a"))
        .answering(|_| Ok(resource_api::Insync::No(None)));
    stage.evaluate("a", &[("force", true.into())]);
    let change = stage.only_change();
    assert_eq!(names(&change.is.expect("there is one")), ["name"]);
    assert_eq!(names(&change.should.expect("there is one")), ["name", "force"]);
}

// Requirement: SET-5
#[test]
fn should_is_in_order_of_kind_then_of_definition() {
    let stage = Stage::new(DEFAULTED);
    stage.evaluate("a", &[("mode", "m".into()), ("born", "b".into()), ("text", "t".into())]);
    let should = stage.only_change().should.expect("there is one");
    assert_eq!(names(&should), ["name", "text", "born", "mode", "ensure", "size", "force"]);
}

// Requirement: SET-5
#[test]
fn a_given_ensure_comes_before_the_other_properties() {
    let stage = Stage::new(DEFAULTED);
    stage.evaluate("a", &[("text", "t".into()), ("ensure", "present".into())]);
    let should = stage.only_change().should.expect("there is one");
    assert_eq!(names(&should), ["name", "ensure", "text", "size", "force"]);
}

// Requirement: GET-14, SET-6
#[test]
fn is_holds_exactly_what_the_provider_returned() {
    let returned = existing("a").with("seen", "today").with("unknown", 1).with("text", "old");
    let stage = Stage::notes("").with(returned.clone()).under(|settings| settings.strict = engine::Strictness::Off);
    stage.evaluate("a", &[("text", "new".into())]);
    let is = stage.only_change().is.expect("there is one");
    assert_eq!(names(&is), names(&returned));
    assert_eq!(is, returned);
}

// Requirement: SET-7
#[test]
fn for_a_removal_should_still_holds_everything_known() {
    let stage = Stage::new(DEFAULTED).with(existing("a"));
    stage.evaluate("a", &[("ensure", "absent".into()), ("text", "t".into())]);
    let expected =
        State::new().with("name", "a").with("ensure", "absent").with("text", "t").with("size", 3).with("force", false);
    assert_eq!(stage.only_change().should, Some(expected));
}

// Requirement: SET-8
#[test]
fn a_set_that_returns_is_believed() {
    // The provider changes nothing, and nothing is read again to notice that.
    let stage = Stage::notes("");
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert!(evaluation.failure.is_none());
    assert_eq!(evaluation.current.expect("it is known").state.text("ensure"), Some("present"));
    assert_eq!(stage.script().gets, 1);
}

// Requirement: SET-9
#[test]
fn the_target_state_is_logged_before_set() {
    let stage = Stage::notes("").setting(|context, _| {
        context.debug("set");
        Ok(())
    });
    stage.evaluate("a", &[("ensure", "present".into()), ("text", "x".into())]);
    let lines = stage.lines_from(Level::Debug);
    let target = "Debug: Target State: {:name=>\"a\", :ensure=>\"present\", :text=>\"x\"}";
    let position = |wanted: &str| lines.iter().position(|line| line == wanted);
    assert!(position(target).expect("it is logged") < position("Debug: note: set").expect("set is called"));
}

// Requirement: SET-9
#[test]
fn the_target_state_is_not_logged_when_nothing_differs() {
    let stage = Stage::notes("").with(existing("a"));
    stage.evaluate("a", &[("ensure", "present".into())]);
    assert!(!stage.everything().contains("Target State"));
}

// Requirement: SET-10
#[test]
fn the_target_state_is_the_current_one_afterwards() {
    let stage = Stage::notes("").with(existing("a").with("seen", "today").with("text", "old"));
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("text", "new".into())]);
    let target = State::new().with("name", "a").with("text", "new");
    let evaluation = session.evaluate(&resource);
    assert_eq!(evaluation.current.expect("it is known").state, target);

    assert_eq!(session.current(&resource).expect("it is cached").state, target);
    assert!(session.evaluate(&resource).events.is_empty(), "it is in sync now");
    assert_eq!(stage.script().gets, 1);
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-10
#[test]
fn what_a_provider_does_to_its_copy_of_the_states_is_not_seen_elsewhere() {
    let stage = Stage::notes("").setting(|_, changes| {
        let mut should = changes.iter().next().and_then(|change| change.should.clone()).expect("there is one");
        should.insert("text", "mutated");
        Ok(())
    });
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("text", "x".into())]);
    assert_eq!(evaluation.current.expect("it is known").state.text("text"), Some("x"));
}

// Requirement: SET-10
#[test]
fn a_resource_that_was_taken_away_does_not_exist_afterwards() {
    let stage = Stage::notes("").with(existing("a"));
    let current = stage.evaluate("a", &[("ensure", "absent".into())]).current.expect("it is known");
    assert!(!current.exists);
}

// Requirement: SET-41
#[test]
fn after_a_failure_the_last_known_state_is_kept() {
    let stage = Stage::notes("").with(existing("a")).setting(|_, _| Err(resource_api::Failure::new("no")));
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("ensure", "absent".into())]);
    let evaluation = session.evaluate(&resource);
    assert_eq!(evaluation.current.expect("it is known").state, existing("a"));
    assert!(session.current(&resource).expect("it is cached").exists);
}

// Requirement: CTX-60
#[test]
fn a_provider_may_log_for_the_resource_at_hand_only() {
    let stage = Stage::notes("").setting(|context, _| {
        context.updated("a")?;
        context.updated("b")
    });
    stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(
        stage.lines().last().map(String::as_str),
        Some("Error: /Stage[main]/Main/Note[a]: Could not evaluate: Managing resource outside of requested set: b")
    );
}
