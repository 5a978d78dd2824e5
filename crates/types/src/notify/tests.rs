//! The output of the real Puppet for the same resources; Puppet 8 where versions differ.

use std::sync::Arc;

use engine::{Session, Settings};
use pcore::Value;
use resource_api::log::{Log, Recorder};

use super::resource_type;

/// The log of one resource, or why it cannot be built.
fn lines(settings: Settings, title: &str, given: &[(&str, Value)]) -> Vec<String> {
    let (resource_type, recorder) = (resource_type(), Arc::new(Recorder::default()));
    let log = Log::new(recorder.clone(), Arc::default());
    let mut session = Session::new(&resource_type, settings, log);
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    match session.build(title, &given, "/Stage[main]/Main") {
        Ok(resource) => drop(session.evaluate(&resource)),
        Err(failure) => return vec![failure.to_string()],
    }
    let shown = recorder.take().into_iter().filter(|entry| entry.level > resource_api::log::Level::Debug);
    shown.map(|entry| entry.line()).collect()
}

fn logged(title: &str, given: &[(&str, Value)]) -> Vec<String> {
    lines(Settings::default(), title, given)
}

#[test]
fn the_title_is_the_message_unless_there_is_another_one() {
    let path = "Notice: /Stage[main]/Main/Notify";
    assert_eq!(
        logged("hello", &[]),
        ["Notice: hello".to_owned(), format!("{path}[hello]/message: defined 'message' as 'hello'")]
    );
    assert_eq!(
        logged("a", &[("message", "b".into())]),
        ["Notice: b".to_owned(), format!("{path}[a]/message: defined 'message' as 'b'")]
    );
    assert_eq!(
        logged("d", &[("name", "dd".into())]),
        ["Notice: dd".to_owned(), format!("{path}[d]/message: defined 'message' as 'dd'")]
    );
}

#[test]
fn any_value_can_be_logged() {
    let value =
        |value: Value| logged("a", &[("message", value)]).join("\n").replace("/Stage[main]/Main/Notify[a]/", "");
    assert_eq!(value(5.into()), "Notice: 5\nNotice: message: defined 'message' as 5");
    assert_eq!(value(true.into()), "Notice: true\nNotice: message: defined 'message' as true");
    assert_eq!(value(Value::array(["x".into(), "y".into()])), "Notice: x\nNotice: message: defined 'message' as 'x'");
    assert_eq!(value("l1\nl2".into()), "Notice: l1\nl2\nNotice: message: defined 'message' as \"l1\\nl2\"");
    assert_eq!(
        value(Value::hash([("a".into(), 1.into())])),
        "Notice: {\"a\"=>1}\nNotice: message: defined 'message' as {\n  'a' => 1\n}"
    );
}

#[test]
fn secrets_are_not_logged() {
    assert_eq!(
        logged("s", &[("message", Value::sensitive("xyz".into()))]),
        [
            "Notice: Sensitive [value redacted]",
            "Notice: /Stage[main]/Main/Notify[s]/message: changed [redacted] to [redacted]"
        ]
    );
}

#[test]
fn the_line_names_the_resource_when_it_should() {
    assert_eq!(logged("a", &[("withpath", true.into())])[0], "Notice: /Stage[main]/Main/Notify[a]/message: a");
    assert_eq!(logged("a", &[("withpath", "true".into())])[0], "Notice: /Stage[main]/Main/Notify[a]/message: a");
    assert_eq!(
        logged("foo", &[("withpath", "maybe".into())]),
        ["Parameter withpath failed on Notify[foo]: Invalid value \"maybe\". Valid values are true, false."]
    );
}

#[test]
fn the_message_has_the_level_of_the_resource() {
    assert_eq!(
        logged("q", &[("loglevel", "err".into())]),
        ["Error: q", "Error: /Stage[main]/Main/Notify[q]/message: defined 'message' as 'q'"]
    );
}

#[test]
fn noop_logs_no_message() {
    let settings = Settings { noop: true, ..Settings::default() };
    assert_eq!(
        lines(settings, "a", &[]),
        ["Notice: /Stage[main]/Main/Notify[a]/message: defined 'message' as 'a' (noop)"]
    );
}
