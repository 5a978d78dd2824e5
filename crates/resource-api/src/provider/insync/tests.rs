//! The forms of results of `insync?`.

use super::*;

#[track_caller]
fn check(answer: impl Into<Value>, expected: Insync) {
    assert_eq!(Insync::from_value("prop", &answer.into()).expect("a valid answer"), expected);
}

#[track_caller]
fn check_refused(answer: impl Into<Value>, class: &str, shown: &str) {
    let failure = Insync::from_value("prop", &answer.into()).expect_err("an invalid answer");
    assert_eq!(
        failure.to_string(),
        format!(
            "Custom insync for prop returned a {class} with a value of {shown} instead of true/false; insync? MUST \
             return nil or the boolean true or false"
        )
    );
    assert_eq!(failure.kind(), crate::failure::FailureKind::Developer);
}

fn pair(verdict: impl Into<Value>, message: impl Into<Value>) -> Value {
    Value::array([verdict.into(), message.into()])
}

fn no(message: &str) -> Insync {
    Insync::No(Some(message.to_owned()))
}

// Requirement: CI-4
#[test]
fn nothing_leaves_the_decision_to_the_usual_comparison() {
    check(Value::Undef, Insync::Default);
    check(Value::array([]), Insync::Default);
    check(Value::array([Value::Undef]), Insync::Default);
    check(pair(Value::Undef, "msg"), Insync::Default);
}

// Requirement: CI-4
#[test]
fn true_is_in_sync_whatever_the_message() {
    check(true, Insync::Yes);
    check(Value::array([true.into()]), Insync::Yes);
    check(pair(true, "msg"), Insync::Yes);
}

// Requirement: CI-4
#[test]
fn false_is_out_of_sync_with_the_message_beside_it() {
    check(false, Insync::No(None));
    check(pair(false, "msg"), no("msg"));
    check(pair(false, Value::Symbol("msg".into())), no("msg"));
}

// Requirement: CI-4
#[test]
fn an_empty_message_is_none() {
    check(pair(false, ""), Insync::No(None));
    check(pair(false, Value::Undef), Insync::No(None));
    check(Value::array([false.into()]), Insync::No(None));
}

// Requirement: CI-5, CI-13
#[test]
fn anything_else_is_refused_a_bare_message_included() {
    check_refused("out of sync", "String", "\"out of sync\"");
    check_refused(1, "Integer", "1");
    check_refused(1.5, "Float", "1.5");
    check_refused(Value::Symbol("x".into()), "Symbol", ":x");
    check_refused(pair("x", "msg"), "String", "\"x\"");
    check_refused(Value::hash([("k".into(), 1.into())]), "Hash", "{\"k\"=>1}");
    check_refused(pair(Value::array([]), "msg"), "Array", "[]");
}

#[test]
fn a_refused_secret_is_not_shown() {
    let failure = Insync::from_value("prop", &Value::sensitive("hunter2".into())).expect_err("an invalid answer");
    assert!(!failure.to_string().contains("hunter2"), "{failure}");
    assert!(failure.to_string().contains("#<Sensitive [value redacted]>"), "{failure}");
}
