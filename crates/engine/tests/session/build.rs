//! Resources made of what a manifest or a command line gives.

use engine::{BuildError, settings::Origin};
use pcore::Value;
use resource_api::{failure::FailureKind, render::inspect_state};

use crate::support::{Fixture, NOTE, build, refusal};

const ALL_KINDS: &str = "
  par: {type: 'Optional[String]', desc: p, behaviour: parameter}
  par_default: {type: String, desc: p, behaviour: parameter, default: pd}
  prop_default: {type: String, desc: p, default: xd}
  second: {type: 'Optional[String]', desc: p}
  first: {type: 'Optional[String]', desc: p}
  once: {type: 'Optional[String]', desc: p, behaviour: init_only}
  seen: {type: 'Optional[String]', desc: p, behaviour: read_only, default: rd}
  ensure: {type: 'Enum[present, absent]', desc: e, default: present}
  name: {type: String, desc: n, behaviour: namevar}";

// Requirement: SET-5
#[test]
fn namevars_come_first_then_ensure_properties_and_parameters_then_defaults() {
    let fixture = Fixture::new(ALL_KINDS, "");
    let mut session = fixture.session();
    let text = |text: &str| Value::from(text);
    let explicit = build(
        &mut session,
        "a",
        [
            ("par", text("p")),
            ("once", text("o")),
            ("first", text("1")),
            ("second", text("2")),
            ("ensure", text("absent")),
        ],
    );
    assert_eq!(
        inspect_state(explicit.should()),
        r#"{:name=>"a", :ensure=>"absent", :second=>"2", :first=>"1", :once=>"o", :par=>"p", :prop_default=>"xd", :par_default=>"pd"}"#
    );

    let defaulted = build(&mut session, "a", [("first", text("x"))]);
    assert_eq!(
        inspect_state(defaulted.should()),
        r#"{:name=>"a", :first=>"x", :ensure=>"present", :prop_default=>"xd", :par_default=>"pd"}"#
    );
}

// Requirement: TD-50
#[test]
fn a_default_is_used_when_nothing_or_undef_is_given() {
    let fixture = Fixture::new(
        "
  name: {type: String, desc: n, behaviour: namevar}
  active: {type: Boolean, desc: o, default: false}
  none: {type: 'Optional[String]', desc: o, default: null}
  list: {type: 'Array[String]', desc: l, default: [a]}",
        "",
    );
    let mut session = fixture.session();
    let first = build(&mut session, "a", [("active", Value::Undef), ("none", Value::Undef)]);
    assert_eq!(inspect_state(first.should()), r#"{:name=>"a", :active=>false, :list=>["a"]}"#);
    let second = build(&mut session, "b", [("active", true.into()), ("list", Value::array([]))]);
    assert_eq!(inspect_state(second.should()), r#"{:name=>"b", :active=>true, :list=>[]}"#);
}

// Requirement: TD-42
#[test]
fn a_read_only_attribute_cannot_be_set() {
    let fixture = Fixture::new(ALL_KINDS, "");
    let mut session = fixture.session();
    let failure = refusal(&mut session, "a", [("seen", "x".into()), ("ensure", "absent".into())]);
    assert_eq!(
        failure.to_string(),
        "Parameter seen failed on T[a]: Attempting to set `seen` read_only attribute value to `x`"
    );
    assert_eq!(failure.kind(), FailureKind::Resource);
    assert!(failure.downcast_ref::<BuildError>().is_some());
}

// Requirement: TD-43
#[test]
fn the_default_of_a_read_only_attribute_is_ignored() {
    let fixture = Fixture::new(ALL_KINDS, "");
    assert_eq!(build(&mut fixture.session(), "a", []).should().get("seen"), None);
}

// Requirement: TD-46
#[test]
fn an_attribute_that_the_type_does_not_have_is_refused_before_the_provider_is_made() {
    let fixture = Fixture::featured(NOTE, "canonicalize");
    let mut session = fixture.session();
    for name in ["colour", "provider", "title", "rsapi_custom_insync_trigger"] {
        let failure = refusal(&mut session, "a", [(name, "x".into())]);
        assert_eq!(failure.to_string(), format!("no parameter named '{name}'"));
        assert!(failure.downcast_ref::<BuildError>().is_some());
    }
    assert_eq!(fixture.world.lock().unwrap().created, 0);
}

// Requirement: TD-41
#[test]
fn a_type_without_a_namevar_is_an_error_at_its_first_use() {
    let fixture = Fixture::new("\n  name: {type: String, desc: n}", "");
    let mut session = fixture.session();
    let failure = refusal(&mut session, "a", [("name", "a".into())]);
    assert_eq!(failure.to_string(), "`t` has no namevar attribute");
    assert_eq!(failure.kind(), FailureKind::Developer);
    assert_eq!(session.instances().unwrap_err().to_string(), "`t` has no namevar attribute");
    assert!(fixture.calls().is_empty());
}

// Requirement: DT-1, DT-3
#[test]
fn values_of_a_catalog_must_be_of_their_types() {
    let fixture =
        Fixture::new("\n  name: {type: String, desc: n, behaviour: namevar}\n  num: {type: Integer, desc: n}", "");
    let failure = refusal(&mut fixture.session(), "a", [("num", "1".into())]);
    assert_eq!(failure.to_string(), "Parameter num failed on T[a]: t.num expects an Integer value, got String");
    assert_eq!(failure.kind(), FailureKind::Resource);
}

// Requirement: DT-2
#[test]
fn values_of_a_command_line_become_values_of_their_types() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  num: {type: Integer, desc: n}
  active: {type: Boolean, desc: n, behaviour: parameter, default: true}
  size: {type: 'Variant[Integer, String]', desc: n, behaviour: parameter, default: '5'}";
    let mut fixture = Fixture::new(attributes, "");
    let catalog = build(&mut fixture.session(), "a", []);
    assert_eq!(inspect_state(catalog.should()), r#"{:name=>"a", :active=>true, :size=>"5"}"#);
    fixture.settings.origin = Origin::CommandLine;
    let mut session = fixture.session();
    let resource = build(&mut session, "a", [("num", "0x1F".into()), ("active", "false".into())]);
    assert_eq!(inspect_state(resource.should()), r#"{:name=>"a", :num=>31, :active=>false, :size=>5}"#);
    let failure = refusal(&mut session, "a", [("num", "x".into())]);
    assert_eq!(failure.to_string(), "Parameter num failed on T[a]: t.num expects an Integer value, got String");
}

// Requirement: SET-26
#[test]
fn mandatory_parameters_must_be_given_even_to_remove_a_resource() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  prop: {type: String, desc: p}
  key: {type: String, desc: k, behaviour: parameter}
  lock: {type: 'Variant[Undef, String]', desc: k, behaviour: parameter}
  hint: {type: 'Optional[String]', desc: k, behaviour: parameter}
  level: {type: Integer, desc: k, behaviour: parameter, default: 1}";
    let fixture = Fixture::new(attributes, "");
    let mut session = fixture.session();
    let failure = refusal(&mut session, "a", [("ensure", "absent".into())]);
    assert_eq!(
        failure.to_string(),
        "Validation of T[a] failed: The following mandatory parameters were not provided:\n    *  key, \n    *  lock"
    );
    assert_eq!(failure.kind(), FailureKind::Resource);
    // Properties are required later, when the resource is evaluated.
    build(&mut session, "a", [("key", "k".into()), ("lock", "l".into())]);
}

// Requirement: CI-10, CI-12
#[test]
fn the_hidden_property_has_one_value_and_is_never_part_of_a_resource() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  par: {type: 'Optional[String]', desc: p, behaviour: parameter}
  once: {type: 'Optional[String]', desc: p, behaviour: init_only}";
    let fixture = Fixture::featured(attributes, "custom_insync");
    let mut session = fixture.session();
    let hidden = "rsapi_custom_insync_trigger";
    let resource = build(&mut session, "a", [(hidden, "do_not_specify_in_manifest".into())]);
    assert_eq!(inspect_state(resource.should()), r#"{:name=>"a"}"#);
    assert_eq!(
        refusal(&mut session, "a", [(hidden, "x".into())]).to_string(),
        "Parameter rsapi_custom_insync_trigger failed on T[a]: \
         t.rsapi_custom_insync_trigger expects a match for Enum['do_not_specify_in_manifest'], got 'x'"
    );

    let with_property = Fixture::featured(NOTE, "custom_insync");
    let failure = refusal(&mut with_property.session(), "a", [(hidden, "do_not_specify_in_manifest".into())]);
    assert_eq!(failure.to_string(), "no parameter named 'rsapi_custom_insync_trigger'");
}

#[test]
fn metaparameters_are_kept_beside_the_attributes() {
    let mut fixture = Fixture::new(NOTE, "");
    fixture.settings.noop = true;
    let mut session = fixture.session();
    let resource = build(&mut session, "a", [("loglevel", "info".into()), ("noop", false.into())]);
    assert_eq!(inspect_state(resource.should()), r#"{:name=>"a"}"#);
    assert_eq!(resource.metaparameters().text("loglevel"), Some("info"));
    assert!(!resource.noop(), "what the resource says counts more than the settings");
    assert!(build(&mut session, "b", []).noop());
    assert_eq!(
        refusal(&mut session, "a", [("noop", "foo".into())]).to_string(),
        "Parameter noop failed on T[a]: Invalid value \"foo\". Valid values are true, false."
    );
}

// Requirement: LOG-6
#[test]
fn paths_name_the_containers_and_the_capitalised_type() {
    let fixture = Fixture::new(NOTE, "");
    let mut session = fixture.session();
    assert_eq!(session.build("a/b", &[], "/Stage[main]/Main/D[q]").unwrap().path(), "/Stage[main]/Main/D[q]/T[a/b]");
    assert_eq!(session.build("a", &[], "").unwrap().path(), "/T[a]");
    assert_eq!(engine::resource::reference("t_log", "a"), "T_log[a]");
    assert_eq!(engine::resource::reference("one::two_three", "a"), "One::Two_three[a]");
}

// Requirement: TD-80
#[test]
fn sensitive_attributes_take_wrapped_values_and_plain_ones_do_not() {
    let attributes = "
  name: {type: String, desc: n, behaviour: namevar}
  secret: {type: 'Sensitive[String]', desc: s}
  plain: {type: String, desc: s}";
    let fixture = Fixture::featured(attributes, "canonicalize");
    let mut session = fixture.session();
    let wrapped = Value::sensitive("hunter2".into());
    let resource = build(&mut session, "a", [("secret", wrapped.clone())]);
    assert_eq!(resource.should().get("secret"), Some(&wrapped));
    assert_eq!(fixture.calls(), [r#"canonicalize {:name=>"a", :secret=>#<Sensitive [value redacted]>}"#]);
    assert_eq!(
        refusal(&mut session, "a", [("secret", "x".into())]).to_string(),
        "Parameter secret failed on T[a]: t.secret expects a Sensitive[String] value, got String"
    );
    assert_eq!(
        refusal(&mut session, "a", [("plain", wrapped)]).to_string(),
        "Parameter plain failed on T[a]: t.plain expects a String value, got Sensitive[String]"
    );
}

// Requirement: TD-81
#[test]
fn a_command_line_cannot_give_a_sensitive_value() {
    let mut fixture = Fixture::new(
        "\n  name: {type: String, desc: n, behaviour: namevar}\n  secret: {type: 'Sensitive[String]', desc: s}",
        "",
    );
    fixture.settings.origin = Origin::CommandLine;
    assert_eq!(
        refusal(&mut fixture.session(), "a", [("secret", "x".into())]).to_string(),
        "Parameter secret failed on T[a]: t.secret expects a Sensitive[String] value, got String"
    );
}

#[test]
fn an_unknown_value_of_a_key_of_the_engine_fails_every_resource() {
    let fixture = Fixture::new(NOTE, "batch: flsuh");
    let mut session = fixture.session();
    let failure = session.build("a", &[], "").unwrap_err();
    assert_eq!(failure.to_string(), "type 't': 'batch' must be true, false or flush");
    assert_eq!(failure.kind(), FailureKind::Developer);
    assert!(session.instances().is_err());
}
