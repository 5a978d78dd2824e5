//! No secret is written anywhere.

use engine::{
    report::Report,
    state::Files,
    transaction::{EventStatus, History, Record},
};
use pcore::Value;
use resource_api::{log::Level, secret::Scrubber};

use crate::support::{about, applied, event, log, moment, with_event};

const SECRET: &str = "pl4nted-s3cret";

#[test]
fn a_planted_secret_is_in_no_file() {
    let secret = Value::sensitive(Value::from(SECRET));
    let scrubber = Scrubber::default();
    scrubber.learn(&secret);

    let mut wrapped = event(EventStatus::Success);
    wrapped.previous_value = secret.clone();
    wrapped.desired_value = Value::array([Value::hash([(secret.clone(), secret.clone())])]);
    wrapped.historical_value = secret.clone();
    let mut with_message = event(EventStatus::Failure);
    with_message.message = format!("could not set {SECRET}").into();
    with_message.desired_value = Value::from(format!("prefix {SECRET}"));
    let mut redacted = event(EventStatus::Success);
    redacted.redacted = true;
    redacted.previous_value = Value::from("plain but secret");
    redacted.desired_value = Value::from("plain but secret");

    let mut records = History::default();
    let audited = [("nested".into(), Value::array([secret.clone()])), ("plain".into(), Value::from("text"))];
    let record = Record { checked: Some(moment()), synced: None, audited: audited.into_iter().collect() };
    records.records.insert("Note[a]".into(), record);
    let values = [("secret".into(), secret), ("plain".into(), Value::from("text"))].into_iter().collect();
    records.system_values = Some([("Note[a]".into(), values)].into_iter().collect());

    let statuses = vec![with_event("a", wrapped), with_event("b", with_message), with_event("c", redacted)];
    let logs = vec![log(Level::Err, None, &format!("it is {SECRET}"))];
    let report = Report::new(about(), applied(statuses), logs, &[], &scrubber);
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let files = Files {
        state: path("state.yaml"),
        transaction_store: Some(path("transactionstore.yaml")),
        report: path("last_run_report.yaml"),
        summary: path("last_run_summary.yaml"),
        ..Files::default()
    };
    files.write_report(&report, moment()).unwrap();
    files.write_history(&records, moment(), None, 0).unwrap();

    let mut read = 0;
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let file = file.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains(SECRET) && !text.contains("plain but secret"), "{}: {text}", file.display());
        read += 1;
    }
    assert_eq!(read, 4);
    assert!(!report.to_json().unwrap().contains(SECRET));
    assert!(!format!("{report:?}").contains(SECRET));
    let state = std::fs::read_to_string(directory.path().join("state.yaml")).unwrap();
    assert!(state.contains(":plain: text") && !state.contains("nested"), "{state}");
}

#[test]
fn a_secret_property_is_marked_as_redacted() {
    let mut redacted = event(EventStatus::Success);
    redacted.redacted = true;
    redacted.previous_value = Value::sensitive(Value::from("a"));
    let report = Report::new(about(), applied(vec![with_event("a", redacted)]), Vec::new(), &[], &Scrubber::default());
    let event = &report.statuses[0].events[0];
    assert_eq!((&event.previous_value, &event.desired_value), (&"[redacted]".into(), &"[redacted]".into()));
    assert!(report.to_json().unwrap().contains(r#""historical_value":null"#));
    assert!(report.to_json().unwrap().contains(r#""redacted":true"#));
}
