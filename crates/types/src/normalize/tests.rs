use std::sync::Arc;

use resource_api::log::{Log, Recorder};

use super::*;

const NORMALIZATION: Normalization =
    Normalization { type_name: "Mount", arrays: &["options"], secrets: &["device"], marked_sensitive: &["remounts"] };

fn context() -> (Context, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    let definition = crate::all().find("mount").unwrap().definition().clone();
    (Context::new(definition, Log::new(recorder.clone(), Arc::default())), recorder)
}

fn settled(given: &[(&str, Value)]) -> Result<State, String> {
    let mut state: State = given.iter().map(|(name, value)| (*name, value.clone())).collect();
    state.insert("title", "/mnt");
    let canonicalize = |state: &mut State| match state.known("fstype").map(inspect) {
        Some(wrong) if wrong.contains("bad") => Err(resource_api::Failure::new("bad")),
        _ => Ok(()),
    };
    NORMALIZATION.normalize(&context().0, &mut state, canonicalize).map_err(|failure| failure.to_string())?;
    state.remove("title");
    Ok(state)
}

fn array(values: &[&str]) -> Value {
    Value::array(values.iter().map(|value| Value::from(*value)))
}

#[test]
fn the_first_of_several_values_counts_and_all_are_checked() {
    let state = settled(&[("fstype", array(&["a", "b"])), ("options", array(&["c", "d"]))]).unwrap();
    assert_eq!((state.get("fstype"), state.get("options")), (Some(&"a".into()), Some(&array(&["c", "d"]))));
    assert_eq!(settled(&[("fstype", array(&["a", "bad"]))]), Err("bad".into()));
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
        state.insert(name, Value::sensitive("hunter2".into()));
    }
    NORMALIZATION.normalize(&context, &mut state, |_| Ok(())).unwrap();
    let message: Vec<String> = recorder.entries().into_iter().map(|entry| entry.message.to_string()).collect();
    assert_eq!(message.len(), 1, "{message:?}");
    assert!(message[0].contains("Unable to mark 'atboot' as sensitive: atboot is a parameter"), "{message:?}");
}
