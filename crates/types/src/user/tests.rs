//! What can be tested without a user.

use std::sync::Arc;

use resource_api::log::{Log, Recorder};

use super::*;
use crate::tests::canonicalized;

fn context() -> Context {
    Context::new(resource_type().definition().clone(), Log::new(Arc::new(Recorder::default()), Arc::default()))
}

fn canonical(attributes: &[(&str, Value)]) -> Result<State, String> {
    let user: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    let canonical = canonicalized(UserAccounts::default(), &resource_type(), user.with("name", "ann"));
    canonical.map(|(user, _)| user)
}

#[test]
fn what_is_given_gets_one_form() {
    let user = canonical(&[
        ("uid", "1000".into()),
        ("gid", Value::array(["50".into(), "staff".into()])),
        ("groups", "audio".into()),
        ("password_max_age", "-1".into()),
        ("expiry", "absent".into()),
        ("managehome", "yes".into()),
        ("purge_ssh_keys", "~/keys".into()),
        ("salt", "of another system".into()),
    ])
    .unwrap();
    assert_eq!(user.get("uid"), Some(&1000.into()));
    assert_eq!(user.get("gid"), Some(&Value::array([50.into(), "staff".into()])));
    assert_eq!(user.get("groups"), Some(&Value::array(["audio".into()])));
    assert_eq!(user.get("password_max_age"), Some(&(-1).into()));
    assert_eq!(user.get("expiry"), Some(&Value::Symbol("absent".into())));
    assert_eq!(user.get("managehome"), Some(&true.into()));
    assert_eq!(user.get("purge_ssh_keys"), Some(&Value::array(["~/keys".into()])));
    assert_eq!((user.get("salt"), user.text("ensure")), (None, Some("present")));
}

#[test]
fn a_password_is_a_secret_and_one_line() {
    let user = canonical(&[("password", "$6$a$b".into())]).unwrap();
    assert_eq!(user.get("password"), Some(&Value::sensitive("$6$a$b".into())));
    for wrong in ["a:hunter2", "a\nroot:hunter2", "a\nhunter2"] {
        for value in [Value::from(wrong), Value::sensitive(wrong.into())] {
            let refused = canonical(&[("password", value)]).unwrap_err();
            assert!(refused.starts_with("Parameter password failed on User[ann]: Passwords cannot include "));
            assert!(!refused.contains("hunter2"));
        }
    }
}

#[test]
fn the_command_that_makes_a_user_names_what_is_given() {
    let should = canonical(&[
        ("uid", 2000.into()),
        ("gid", "ops".into()),
        ("comment", "Ann S".into()),
        ("groups", Value::array(["video".into(), "audio".into()])),
        ("home", "/h".into()),
        ("shell", "/bin/sh".into()),
        ("password", "$6$secret".into()),
        ("expiry", "absent".into()),
        ("allowdupe", true.into()),
        ("system", true.into()),
    ])
    .unwrap();
    let context = context();
    let user = User { context: &context, name: "ann", should: &should };
    let line = user.useradd_arguments(&["staff".to_owned()]).join(" ");
    assert_eq!(line, "-c Ann S -e  -g ops -G audio,staff,video -d /h -s /bin/sh -u 2000 -o -M -r ann");
}

#[test]
fn groups_are_minimum_or_inclusive() {
    let should = |membership: &str| {
        State::new().with("groups", Value::array(["b".into(), "a".into()])).with("membership", membership)
    };
    let is = State::new().with("groups", Value::array(["c".into()]));
    let context = context();
    let compared = |is: &State, membership: &str| compare::compare(&context, "groups", is, &should(membership));
    let list = |words: &[&str]| Value::array(words.iter().map(|word| Value::from(*word)));
    assert_eq!(difference(compared(&is, "minimum")), (list(&["c"]), "a,b,c".into()));
    assert_eq!(difference(compared(&is, "inclusive")), (list(&["c"]), "a,b".into()));
    let all = State::new().with("groups", list(&["b", "c", "a"]));
    assert_eq!(compared(&all, "minimum"), Insync::Yes);
    assert_eq!(difference(compared(&all, "inclusive")).1, "a,b".into());
}

fn difference(answer: Insync) -> (Value, Value) {
    let Insync::Differs(values) = answer else { panic!("{answer:?}") };
    (values.is, values.should)
}
