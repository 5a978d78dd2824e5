use ecow::EcoVec;
use pcore::{LazyIterator, Value};

use super::*;

fn symbol(name: &str) -> Value {
    Value::Symbol(name.into())
}

fn alice() -> Value {
    Value::hash([(symbol("name"), "alice".into()), (symbol("uid"), 1001.into())])
}

// Requirement: GET-1
#[test]
fn a_lazy_sequence_of_maps_is_as_good_as_a_list() {
    let expected = [State::new().with("name", "alice").with("uid", 1001)];
    assert_eq!(states_from_value("user", &Value::array([alice()])).unwrap(), expected);
    let lazy = LazyIterator::items(EcoVec::from([alice()].as_slice()));
    assert_eq!(states_from_value("user", &Value::Iterator(lazy.into())).unwrap(), expected);
}

// Requirement: GET-2
#[test]
fn anything_but_a_list_of_maps_is_refused() {
    for returned in
        [Value::Undef, alice(), "alice".into(), Value::array(["alice".into()]), Value::array([Value::Undef])]
    {
        let failure = states_from_value("user", &returned).unwrap_err();
        assert_eq!(failure.to_string(), "`user.get` did not return an array of resource hashes");
    }
    assert!(states_from_value("user", &Value::array([])).unwrap().is_empty());
}

// Requirement: GET-3
#[test]
fn keys_that_are_strings_name_no_attribute() {
    let returned = Value::array([Value::hash([("name".into(), "alice".into()), (symbol("uid"), 1001.into())])]);
    let states = states_from_value("user", &returned).unwrap();
    assert_eq!(states[0].get("name"), None);
    assert_eq!(states[0].get("\"name\""), Some(&"alice".into()));
    assert_eq!(states[0].get("uid"), Some(&1001.into()));
}

/// Many attributes behave like few, and keep their order.
#[test]
fn many_attributes_are_found_and_stay_in_order() {
    let name = |number: usize| format!("attribute{number}");
    for count in [0, 1, 5, 23, 24, 25, 26, 1000] {
        let mut state = State::new();
        for number in 0..count {
            assert_eq!(state.insert(name(number), number as i64), None);
        }
        for number in (0..count).step_by(3) {
            assert_eq!(state.insert(name(number), -1), Some(Value::from(number as i64)));
        }
        for number in (0..count).step_by(4) {
            let expected = if number % 3 == 0 { -1 } else { number as i64 };
            assert_eq!(state.remove(&name(number)), Some(expected.into()));
            assert_eq!(state.remove(&name(number)), None);
        }
        let expected: Vec<(String, i64)> = (0..count)
            .filter(|number| number % 4 != 0)
            .map(|number| (name(number), if number % 3 == 0 { -1 } else { number as i64 }))
            .collect();
        let left: Vec<(String, i64)> =
            state.iter().map(|(name, value)| (name.to_string(), value.to_string().parse().unwrap())).collect();
        assert_eq!(left, expected);
        assert_eq!(state.len(), expected.len());
        for (name, value) in &expected {
            assert_eq!(state.get(name), Some(&Value::from(*value)));
        }
        let reversed: State = expected.iter().rev().map(|(name, value)| (name.as_str(), *value)).collect();
        assert_eq!(state, reversed);
        assert_eq!(state.into_iter().count(), expected.len());
    }
}

/// Shared attributes behave like a state's own.
#[test]
fn common_attributes_are_like_their_own() {
    let common = CommonAttributes::new([("a".into(), 1.into()), ("b".into(), 2.into())]);
    let with = |state: State| state.with_missing(&common);
    let own = |names: &[(&str, i64)]| names.iter().map(|(name, value)| (*name, *value)).collect::<State>();
    let state = with(own(&[("x", 9)]));
    assert_eq!(state, own(&[("x", 9), ("a", 1), ("b", 2)]));
    assert_eq!(own(&[("b", 2), ("x", 9), ("a", 1)]), state);
    assert_ne!(state, own(&[("x", 9), ("a", 1)]));
    assert_eq!((state.len(), state.is_empty()), (3, false));
    let names = |state: &State| state.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&state), ["x", "a", "b"]);
    assert_eq!(state.iter().rev().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["b", "a", "x"]);
    assert_eq!(state.iter().count(), 3);

    let mut changed = state.clone();
    assert_eq!(changed.insert("a", 7), Some(1.into()));
    assert_eq!(names(&changed), ["x", "a", "b"]);
    assert_eq!(changed.remove("b"), Some(2.into()));
    assert_eq!(changed, own(&[("x", 9), ("a", 7)]));
    assert_eq!(state.get("b"), Some(&2.into()), "others keep it");

    // A second part is added to the own attributes.
    let more = CommonAttributes::new([("c".into(), 4.into())]);
    assert_eq!(state.clone().with_missing(&more), own(&[("x", 9), ("a", 1), ("b", 2), ("c", 4)]));
    assert_eq!(state.into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["x", "a", "b"]);
    assert!(!format!("{common:?}").contains('1'));
}
