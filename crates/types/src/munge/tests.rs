use std::sync::Arc;

use resource_api::log::{Log, Recorder};

use super::*;

const DEFINITION: &str = r"
name: mount
attributes:
  name: {type: String, behaviour: namevar}
  device: {type: 'Optional[Variant[String, Sensitive[String]]]'}
  fstype: {type: 'Optional[String]', validate: [{refuse: bad, message: '%{inspect} is bad'}]}
  options: {type: 'Optional[Array[String]]', array_matching: all, munge: texts}
  ensure: {type: 'Optional[Enum[absent, present]]', values: [present, absent], aliases: {there: present}}
  size: {type: 'Optional[Integer]', munge: integer, required_features: sized}
  uid: {type: 'Optional[Variant[Integer, String]]', munge: ruby_integer}
  mode: {type: 'Optional[String]', value_features: {fast: speed, '*': patience}}
  names: {type: 'Optional[Array[String]]', array_matching: all, validate: [{refuse: '\s', message: no blanks}], munge: texts}
  lines: {type: 'Optional[Array[Sensitive[String]]]', array_matching: all, wrapped: true, validate: [{match: =, message: '%{value} is bad'}]}
  key: {type: 'Optional[Sensitive[String]]', wrapped: true, validate: [single_line], munge: secret}
  atboot: {type: 'Optional[Boolean]', behaviour: parameter, munge: boolean}
  remounts: {type: 'Optional[Boolean]', behaviour: parameter, redacted: true, munge: true_or_false}
";

fn context() -> (Context, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    let definition = TypeDefinition::from_value(&pcore::yaml::parse(DEFINITION).unwrap()).unwrap();
    (Context::new(Arc::new(definition), Log::new(recorder.clone(), Arc::default())), recorder)
}

fn canonical(features: Option<Features<'_>>, given: &[(&str, Value)]) -> Result<State, String> {
    let state: State = given.iter().map(|(name, value)| (*name, value.clone())).collect();
    let mut states = [state.with("title", "/mnt")];
    let done = Munger::default().canonicalize_for(&context().0, features, &mut states, &|_, _| Ok(()));
    done.map_err(|failure| failure.to_string())?;
    let [mut state] = states;
    state.remove("title");
    Ok(state)
}

fn settled(given: &[(&str, Value)]) -> Result<State, String> {
    canonical(None, given)
}

fn array(values: &[&str]) -> Value {
    Value::array(values.iter().map(|value| Value::from(*value)))
}

#[test]
fn the_first_of_several_values_counts_and_all_are_checked() {
    let state = settled(&[("fstype", array(&["a", "b"])), ("options", array(&["c", "d"]))]).unwrap();
    assert_eq!((state.get("fstype"), state.get("options")), (Some(&"a".into()), Some(&array(&["c", "d"]))));
    assert_eq!(
        settled(&[("fstype", array(&["a", "bad"]))]),
        Err("Parameter fstype failed on Mount[/mnt]: \"bad\" is bad".into())
    );
    assert_eq!(settled(&[("fstype", array(&[]))]).unwrap().get("fstype"), None);
    let hash = Value::hash([(Value::from("a"), Value::from(1))]);
    for wrong in [hash.clone(), Value::array([hash])] {
        let message = settled(&[("fstype", wrong)]).unwrap_err();
        assert!(message.starts_with("Parameter fstype failed on Mount[/mnt]: Invalid value {"), "{message}");
    }
}

#[test]
fn a_secret_is_opened_unless_the_type_keeps_it() {
    let secret = |text: &str| Value::sensitive(text.into());
    let state = settled(&[("device", secret("a")), ("fstype", secret("b"))]).unwrap();
    assert_eq!((state.get("device"), state.get("fstype")), (Some(&secret("a")), Some(&"b".into())));
    let state = settled(&[("device", Value::sensitive(array(&["a", "b"])))]).unwrap();
    assert_eq!(state.get("device"), Some(&secret("a")));
    let message = settled(&[("device", Value::sensitive(Value::array([array(&["hunter2"])])))]).unwrap_err();
    assert!(!message.contains("hunter2"), "{message}");
}

#[test]
fn parameters_that_puppet_would_show_cause_a_warning() {
    let (context, recorder) = context();
    let mut state = State::new().with("title", "/mnt");
    for name in ["atboot", "remounts", "device"] {
        state.insert(name, Value::sensitive("true".into()));
    }
    Munger::default().canonicalize(&context, std::slice::from_mut(&mut state), &|_, _| Ok(())).unwrap();
    let message: Vec<String> = recorder.entries().into_iter().map(|entry| entry.message.to_string()).collect();
    assert_eq!(message.len(), 1, "{message:?}");
    assert!(message[0].contains("Unable to mark 'atboot' as sensitive: atboot is a parameter"), "{message:?}");
}

#[test]
fn words_and_booleans_have_one_form() {
    let state = settled(&[("ensure", "there".into()), ("atboot", "Yes".into()), ("remounts", "false".into())]).unwrap();
    assert_eq!((state.text("ensure"), state.get("atboot")), (Some("present"), Some(&true.into())));
    assert_eq!(state.get("remounts"), Some(&false.into()));
    let refused = |name: &str, value: Value| settled(&[(name, value)]).unwrap_err();
    let parameter = |name: &str| format!("Parameter {name} failed on Mount[/mnt]: Invalid value");
    assert_eq!(
        refused("ensure", "away".into()),
        format!("{} \"away\". Valid values are present, absent.", parameter("ensure"))
    );
    assert_eq!(
        refused("atboot", 1.into()),
        format!("{} 1. Valid values are true, false, yes, no.", parameter("atboot"))
    );
    assert!(refused("remounts", "Yes".into()).ends_with("Valid values are true, false."));
}

#[test]
fn what_a_provider_lacks_is_ignored_or_refused() {
    let features = Features { provider: "slow", has: &|feature| feature == "patience" };
    let state = canonical(Some(features), &[("size", "5".into()), ("mode", "easy".into())]).unwrap();
    assert_eq!((state.get("size"), state.text("mode")), (None, Some("easy")));
    let refused = canonical(Some(features), &[("mode", "fast".into())]).unwrap_err();
    assert!(refused.ends_with("Provider slow must have features 'speed' to set 'mode' to 'fast'"), "{refused}");
    assert_eq!(settled(&[("size", "5".into())]).unwrap().get("size"), Some(&5.into()));
}

#[test]
fn a_reason_shows_no_secret() {
    assert_eq!(settled(&[("key", "a".into())]).unwrap().get("key"), Some(&Value::sensitive("a".into())));
    let refused = settled(&[("key", Value::sensitive("a\nhunter2".into()))]).unwrap_err();
    assert_eq!(refused, format!("Parameter key failed on Mount[/mnt]: key must be a single line: {REDACTED}"));
    let both = [("device", Value::sensitive("hunter2".into())), ("fstype", "bad".into())];
    let refused = settled(&both).unwrap_err();
    assert!(refused.ends_with("the reason is not shown, since it could reveal the secret in device"), "{refused}");
}

#[test]
fn texts_of_digits_become_numbers() {
    let number = |text: &str| settled(&[("uid", text.into())]).map(|state| state.get("uid").cloned().unwrap());
    assert_eq!(number("1000"), Ok(Value::Integer(1000)));
    assert_eq!(number("-1"), Ok(Value::Integer(-1)));
    assert_eq!(number("010"), Ok(Value::Integer(8)), "as everywhere in Ruby");
    assert_eq!(number("staff"), Ok("staff".into()));
    assert_eq!(number(""), Ok("".into()));
    let refused = "Munging failed for value \"5-5\" in class uid: invalid value for Integer(): \"5-5\"";
    assert!(number("5-5").unwrap_err().ends_with(refused));
    assert!(number("--5").is_err() && number("-").is_err() && number("99999999999999999999").is_err());
}

#[test]
fn a_secret_in_an_array_is_validated_where_it_is_unwrapped_later() {
    let secrets = |text: &str| Value::array([Value::sensitive(text.into())]);
    assert_eq!(settled(&[("lines", secrets("a=b"))]).unwrap().get("lines"), Some(&secrets("a=b")));
    let refused = settled(&[("lines", secrets("hunter2"))]).unwrap_err();
    assert!(refused.ends_with(&format!("{REDACTED} is bad")), "{refused}");
    // Elsewhere its placeholder would end up in a file.
    assert!(settled(&[("names", secrets("hunter2"))]).unwrap_err().ends_with("no blanks"));
}
