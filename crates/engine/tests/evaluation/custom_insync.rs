//! Providers that decide themselves whether a property is in sync.

use pcore::Value;
use resource_api::{Failure, Identity, Insync, State, TypeDefinition};

use crate::support::{SOFTWARE, Stage, check_refused, existing, has_changes};

/// A type with nothing to compare.
pub const WITHOUT_PROPERTIES: &str = "
name: hidden
desc: A type without properties
features: [custom_insync]
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  force: {type: 'Optional[Boolean]', desc: f, behaviour: parameter}
  seen: {type: 'Optional[String]', desc: r, behaviour: read_only}
";

fn answering(answer: Value) -> Stage {
    Stage::notes("custom_insync")
        .with(existing("a").with("text", "old").with("size", 1))
        .answering(move |property| Insync::from_value(property, &answer))
}

fn asked(stage: &Stage) -> Vec<String> {
    stage.script().insyncs.iter().map(|(property, ..)| property.to_string()).collect()
}

fn pair(verdict: impl Into<Value>, message: impl Into<Value>) -> Value {
    Value::array([verdict.into(), message.into()])
}

// Requirement: CI-1
#[test]
fn the_provider_sees_the_identity_the_property_and_both_states() {
    let stage = answering(true.into());
    stage.evaluate("a", &[("text", "new".into())]);
    let script = stage.script();
    let [(property, name, is, should)] = script.insyncs.as_slice() else { panic!("one question") };
    assert_eq!((property.as_str(), name.name()), ("text", "a"));
    assert_eq!(*is, existing("a").with("text", "old").with("size", 1));
    assert_eq!(*should, State::new().with("name", "a").with("text", "new"));
}

// Requirement: CI-1
#[test]
fn a_composite_name_has_all_namevars_and_the_target_is_canonical() {
    let stage = Stage::new(&SOFTWARE.replace("FEATURES", "custom_insync")).answering(|_| Ok(Insync::Yes));
    stage.evaluate("php", &[("manager", "yum".into()), ("version", "8.2-RC1".into())]);
    let script = stage.script();
    let (_, name, is, should) = &script.insyncs[0];
    assert_eq!(*name, Identity::new([("package".into(), "php".into()), ("manager".into(), "yum".into())]));
    let namevars = State::new().with("package", "php").with("manager", "yum");
    assert_eq!(*is, namevars);
    assert_eq!(*should, namevars.with("version", "8.2-rc1").with("channel", "stable"));
}

// Requirement: CI-2, VER-32
#[test]
fn it_is_asked_for_every_property_with_a_desired_value() {
    let stage = answering(true.into());
    stage.evaluate(
        "a",
        &[("force", true.into()), ("born", "now".into()), ("text", "new".into()), ("ensure", "present".into())],
    );
    assert_eq!(asked(&stage), ["ensure", "text", "born"]);
}

// Requirement: CI-2
#[test]
fn it_is_not_asked_without_the_feature() {
    let stage = Stage::notes("").with(existing("a")).answering(|_| Ok(Insync::No(None)));
    stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(asked(&stage), [""; 0]);
}

// Requirement: CI-3
#[test]
fn while_ensure_is_out_of_sync_nothing_else_is_asked() {
    let stage = answering(false.into());
    stage.evaluate("a", &[("ensure", "present".into()), ("text", "new".into())]);
    assert!(asked(&stage).iter().all(|property| property == "ensure"));
}

/// Evaluates with `text` as it should be or not, and returns the lines.
fn lines(answer: impl Into<Value>, desired: &str) -> Vec<String> {
    let stage = answering(answer.into());
    stage.evaluate("a", &[("text", desired.into())]);
    stage.lines()
}

const NONE: [&str; 0] = [];
const DEFAULT: &str = "Notice: /Stage[main]/Main/Note[a]/text: text changed 'old' to 'new'";

// Requirement: CI-4
#[test]
fn without_an_answer_values_are_compared() {
    for answer in [Value::Undef, Value::array([]), pair(Value::Undef, "msg")] {
        assert_eq!(lines(answer.clone(), "new"), [DEFAULT], "{answer}");
        assert_eq!(lines(answer, "old"), NONE);
    }
}

// Requirement: CI-4
#[test]
fn true_is_in_sync_although_values_differ() {
    assert_eq!(lines(true, "new"), NONE);
    assert_eq!(lines(pair(true, "msg"), "new"), NONE);
}

// Requirement: CI-4
#[test]
fn false_is_out_of_sync_although_values_are_equal() {
    let line = "Notice: /Stage[main]/Main/Note[a]/text: text changed 'old' to 'old'";
    for answer in [false.into(), pair(false, ""), pair(false, Value::Undef)] {
        assert_eq!(lines(answer, "old"), [line]);
    }
}

// Requirement: CI-4, CI-8
#[test]
fn a_message_replaces_the_text_of_the_change() {
    let line = "Notice: /Stage[main]/Main/Note[a]/text: msg";
    assert_eq!(lines(pair(false, "msg"), "new"), [line]);
    assert_eq!(lines(pair(false, Value::Symbol("msg".into())), "new"), [line]);
}

#[test]
fn the_provider_chooses_which_values_are_reported() {
    let report = |answer: Insync| {
        let stage = Stage::notes("custom_insync")
            .with(existing("a").with("text", "old"))
            .answering(move |property| Ok(if property == "text" { answer.clone() } else { Insync::Yes }));
        let evaluation = stage.evaluate("a", &[("text", "a long text".into())]);
        let event = evaluation.events.first().expect("it differs").clone();
        (stage.lines().join("\n"), event.previous, event.desired)
    };
    let path = "Notice: /Stage[main]/Main/Note[a]/text: ";
    assert_eq!(
        report(Insync::differs("{1}", "{2}")),
        (format!("{path}text changed '{{1}}' to '{{2}}'"), "{1}".into(), "{2}".into())
    );
    assert_eq!(report(Insync::differs("{1}", "{2}").with_message("made of {2}")).0, format!("{path}made of {{2}}"));
    let secret = Value::sensitive("{2}".into());
    let (line, previous, desired) = report(Insync::differs("{1}", secret.clone()).with_message("made of {2}"));
    assert_eq!(line, format!("{path}changed [redacted] to [redacted]"));
    assert_eq!((previous, desired), (Value::sensitive("{1}".into()), secret));
}

// Requirement: CI-5, CI-6, CI-13
#[test]
fn a_bare_string_is_an_error_of_two_lines() {
    let message = "Custom insync for text returned a String with a value of \"msg\" instead of true/false; insync? MUST \
                   return nil or the boolean true or false";
    assert_eq!(
        lines("msg", "new"),
        [
            format!("Error: {message}"),
            format!("Error: /Stage[main]/Main/Note[a]/text: change from 'old' to 'new' failed: {message}"),
        ]
    );
}

// Requirement: CI-6
#[test]
fn an_error_fails_the_property_and_the_resource() {
    let stage = Stage::notes("custom_insync")
        .with(existing("a").with("text", "old"))
        .answering(|_| Err(Failure::new("cannot compare")));
    let evaluation = stage.evaluate("a", &[("text", "new".into())]);
    assert_eq!(
        stage.lines(),
        [
            "Error: cannot compare",
            "Error: /Stage[main]/Main/Note[a]/text: change from 'old' to 'new' failed: cannot compare",
        ]
    );
    assert!(evaluation.events[0].failed && !has_changes(&evaluation));
    assert_eq!(evaluation.failure.expect("it failed").to_string(), "cannot compare");
    assert!(stage.script().sets.is_empty());
}

// Requirement: CI-6, SET-1
#[test]
fn other_properties_are_changed_all_the_same() {
    let stage = Stage::notes("custom_insync").with(existing("a").with("text", "old")).answering(|property| {
        if property == "text" { Err(Failure::new("cannot compare")) } else { Ok(Insync::Default) }
    });
    let evaluation = stage.evaluate("a", &[("text", "new".into()), ("size", 2.into())]);
    assert_eq!(stage.lines()[2], "Notice: /Stage[main]/Main/Note[a]/size: size changed  to 2");
    assert_eq!(stage.script().sets.len(), 1);
    assert!(evaluation.failure.is_some() && has_changes(&evaluation));
}

// Requirement: CI-6
#[test]
fn an_error_about_ensure_ends_the_comparison() {
    let stage = answering("bad".into());
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("text", "new".into())]);
    assert_eq!(evaluation.events.len(), 1);
    assert!(stage.script().sets.is_empty());
}

// Requirement: SET-42
#[test]
fn a_fatal_error_ends_the_run() {
    let stage = Stage::notes("custom_insync")
        .with(existing("a").with("text", "old"))
        .answering(|_| Err(Failure::fatal("gone")));
    let evaluation = stage.evaluate("a", &[("text", "new".into()), ("size", 2.into())]);
    assert!(evaluation.is_fatal());
    assert_eq!(stage.lines(), ["Error: /Stage[main]/Main/Note[a]/text: change from 'old' to 'new' failed: gone"]);
}

// Requirement: CI-7
#[test]
fn a_type_whose_provider_lacks_the_function_has_no_resources() {
    check_refused("custom_insync", "insync");
}

// Requirement: CI-8
#[test]
fn a_message_under_noop_is_marked() {
    let stage = answering(pair(false, "msg")).under(|settings| settings.noop = true);
    stage.evaluate("a", &[("text", "new".into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Note[a]/text: msg (noop)"]);
}

// Requirement: CI-9, SET-9
#[test]
fn equal_states_are_reported_but_not_set() {
    let stage = Stage::notes("custom_insync").with(existing("a")).answering(|_| Ok(Insync::No(None)));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Note[a]/ensure: ensure changed 'present' to 'present'"]);
    assert!(stage.script().sets.is_empty());
    assert!(evaluation.failure.is_none());
    assert!(!stage.everything().contains("Target State"));
}

// Requirement: CI-9
#[test]
fn states_that_differ_elsewhere_are_set() {
    let stage = answering(false.into());
    stage.evaluate("a", &[("ensure", "present".into())]);
    let change = stage.only_change();
    assert_eq!(change.is.expect("there is one").len(), 4);
    assert_eq!(change.should.expect("there is one").len(), 2);
}

fn hidden(answer: Insync) -> Stage {
    Stage::new(WITHOUT_PROPERTIES).with(State::new().with("name", "a")).answering(move |_| Ok(answer.clone()))
}

// Requirement: CI-10
#[test]
fn a_type_without_properties_is_asked_for_a_hidden_one() {
    let stage = hidden(Insync::Yes);
    let evaluation = stage.evaluate("a", &[]);
    assert_eq!(asked(&stage), ["rsapi_custom_insync_trigger"]);
    assert!(evaluation.events.is_empty());
}

// Requirement: CI-10
#[test]
fn init_only_attributes_do_not_replace_the_hidden_property() {
    let definition = WITHOUT_PROPERTIES.replace("behaviour: read_only", "behaviour: init_only");
    let stage = Stage::new(&definition).with(State::new().with("name", "a")).answering(|_| Ok(Insync::Yes));
    stage.evaluate("a", &[("seen", "x".into())]);
    assert_eq!(asked(&stage), ["rsapi_custom_insync_trigger", "seen"]);
}

// Requirement: CI-10
#[test]
fn a_type_with_a_property_has_no_hidden_one() {
    let stage = answering(true.into());
    stage.evaluate("a", &[]);
    assert_eq!(asked(&stage), [""; 0]);
}

const TRIGGERED: &str = "Notice: /Stage[main]/Main/Hidden[a]/rsapi_custom_insync_trigger: Custom insync logic determined \
                         that this resource is out of sync";

// Requirement: CI-11
#[test]
fn the_hidden_property_has_a_message_of_its_own() {
    for answer in [Insync::No(None), Insync::Default] {
        let stage = hidden(answer);
        stage.evaluate("a", &[("force", true.into())]);
        assert_eq!(stage.lines(), [TRIGGERED]);
        assert_eq!(stage.script().sets.len(), 1);
    }
}

// Requirement: CI-11
#[test]
fn the_message_of_the_hidden_property_can_be_replaced() {
    let stage = hidden(Insync::No(Some("forced".to_owned())));
    stage.evaluate("a", &[("force", true.into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Hidden[a]/rsapi_custom_insync_trigger: forced"]);
}

// Requirement: CI-11
#[test]
fn the_hidden_property_is_marked_under_noop() {
    let stage = hidden(Insync::No(None)).under(|settings| settings.noop = true);
    stage.evaluate("a", &[("force", true.into())]);
    assert_eq!(stage.lines(), [format!("{TRIGGERED} (noop)")]);
}

// Requirement: CI-12
#[test]
fn the_hidden_property_has_one_value_and_is_no_attribute_of_the_type() {
    let stage = hidden(Insync::Yes);
    let mut session = stage.session();
    let failure =
        session.build("a", &[("rsapi_custom_insync_trigger".into(), "x".into())], "").expect_err("it cannot be set");
    assert!(
        failure.to_string().contains(
            "hidden.rsapi_custom_insync_trigger expects a match for Enum['do_not_specify_in_manifest'], got 'x'"
        ),
        "{failure}"
    );
    let given = [("rsapi_custom_insync_trigger".into(), "do_not_specify_in_manifest".into())];
    let resource = session.build("a", &given, "").expect("its own value is accepted");
    assert_eq!(resource.should().get("rsapi_custom_insync_trigger"), None);
    let definition: &TypeDefinition = resource.definition();
    assert!(definition.attribute("rsapi_custom_insync_trigger").is_none());
}
