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
