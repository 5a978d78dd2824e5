//! When `test_custom_insync` is in sync.

#![allow(clippy::unwrap_used, reason = "clippy does not recognize helper functions as test code")]

use std::fs;

use example_custom_insync::test_custom_insync;
use resource_api::pcore::Value;
use tempfile::TempDir;
use testkit::Trial;

fn members<const N: usize>(members: [&str; N]) -> Value {
    Value::array(members.map(Value::from))
}

/// Applies the list `l` and returns the log and the content of its file.
fn apply(directory: &TempDir, wanted: Value, force: bool) -> (Vec<String>, String) {
    let lists = test_custom_insync(directory.path().into());
    let mut trial = Trial::new(&lists);
    trial.apply("l", [("some_array", wanted), ("force", force.into())]).unwrap();
    (trial.log(), fs::read_to_string(directory.path().join("l")).unwrap())
}

#[test]
fn without_force_the_members_must_be_there_among_others() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("l"), "a\nb\nc\n").unwrap();
    assert_eq!(apply(&directory, members(["c", "a"]), false), (vec![], "a\nb\nc\n".to_owned()));

    let (log, content) = apply(&directory, members(["e", "a", "d"]), false);
    assert_eq!(log[0], r#"Notice: /Test_custom_insync[l]/some_array: Adding missing members ["d", "e"]"#);
    assert_eq!(content, "a\nb\nc\ne\nd\n");
    assert_eq!(apply(&directory, members(["e", "a", "d"]), false).0, [""; 0], "the second run changes nothing");
}

#[test]
fn with_force_they_must_be_the_same_in_any_order() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("l"), "a\nb\n").unwrap();
    assert_eq!(apply(&directory, members(["b", "a"]), true).0, [""; 0]);

    let (log, content) = apply(&directory, members(["b"]), true);
    assert_eq!(log[0], "Notice: /Test_custom_insync[l]/some_array: some_array changed ['a', 'b'] to ['b']");
    assert_eq!(content, "b\n");
}

#[test]
fn a_new_list_is_created_with_its_members() {
    let directory = TempDir::new().unwrap();
    let (log, content) = apply(&directory, members(["x", "y"]), false);
    assert_eq!(log[0], "Notice: /Test_custom_insync[l]/ensure: defined 'ensure' as 'present'");
    assert_eq!(content, "x\ny\n");
}
