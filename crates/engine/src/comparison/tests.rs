//! What counts as the same.

use super::*;

fn array(items: &[&str]) -> Value {
    items.iter().map(|item| Value::from(*item)).collect()
}

// Requirement: SET-15, VER-25
#[test]
fn the_text_of_a_desired_value_satisfies_it_at_the_top_level_only() {
    assert!(in_sync(&"5".into(), &5.into()));
    assert!(in_sync(&"true".into(), &true.into()));
    assert!(in_sync(&"1.5".into(), &1.5.into()));
    assert!(!in_sync(&5.into(), &"5".into()), "the rule has one direction");
    assert!(!in_sync(&array(&["5"]), &Value::array([5.into()])));
}

// Requirement: SET-15
#[test]
fn arrays_are_compared_in_order_and_hashes_in_any() {
    assert!(in_sync(&array(&["a", "b"]), &array(&["a", "b"])));
    assert!(!in_sync(&array(&["b", "a"]), &array(&["a", "b"])));
    let hash = |keys: [&str; 2]| Value::hash(keys.map(|key| (key.into(), key.into())));
    assert!(in_sync(&hash(["a", "b"]), &hash(["b", "a"])));
    assert!(!in_sync(&hash(["a", "b"]), &hash(["b", "c"])));
}

#[test]
fn numbers_of_the_same_size_are_equal_at_every_depth() {
    assert!(equal(&1.into(), &1.0.into()));
    assert!(equal(&Value::array([1.into()]), &Value::array([1.0.into()])));
    assert!(!equal(&1.into(), &1.5.into()));
}

// Requirement: SET-15
#[test]
fn a_symbol_is_no_string_except_for_ensure() {
    let absent = Value::Symbol("absent".into());
    assert!(!in_sync(&absent, &"absent".into()));
    assert!(ensure_in_sync(&absent, &"absent".into()));
    assert!(ensure_in_sync(&"present".into(), &Value::Symbol("present".into())));
    assert!(!ensure_in_sync(&Value::Undef, &"present".into()));
}

// Requirement: TD-82
#[test]
fn secrets_are_equal_when_what_they_hold_is() {
    let secret = |text: &str| Value::sensitive(text.into());
    assert!(in_sync(&secret("hunter2"), &secret("hunter2")));
    assert!(!in_sync(&secret("hunter2"), &secret("hunter3")));
    assert!(!in_sync(&"hunter2".into(), &secret("hunter2")));
    assert!(!in_sync(&"Sensitive [value redacted]".into(), &secret("hunter2")));
}

#[test]
fn states_are_the_same_in_any_order_but_not_with_more_attributes() {
    let state = State::new().with("name", "a").with("size", 1);
    assert!(same_state(&state, &State::new().with("size", 1.0).with("name", "a")));
    assert!(!same_state(&state, &state.clone().with("more", "x")));
    assert!(!same_state(&state, &State::new().with("name", "a").with("length", 1)));
}
