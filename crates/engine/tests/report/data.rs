//! What a report says of a run.

use std::time::Duration;

use engine::{
    report::{About, Report, RunStatus},
    transaction::EventStatus,
};
use pcore::{Value, json, yaml};
use resource_api::{log::Level, secret::Scrubber};

use crate::support::{about, applied, event, log, moment, report, status, with_event};

#[test]
fn the_status_is_that_of_the_worst_result() {
    let success = || with_event("a", event(EventStatus::Success));
    assert_eq!(report(vec![status("Note", "a")]).status, RunStatus::Unchanged);
    assert_eq!(report(vec![success()]).status, RunStatus::Changed);
    assert_eq!(report(vec![with_event("a", event(EventStatus::Noop))]).status, RunStatus::Unchanged);
    assert_eq!(report(vec![success(), with_event("b", event(EventStatus::Failure))]).status, RunStatus::Failed);
    let mut not_restarted = success();
    not_restarted.failed_to_restart = true;
    assert_eq!(report(vec![not_restarted]).status, RunStatus::Failed);
}

#[test]
fn a_run_without_an_end_failed() {
    let mut stopped = applied(Vec::new());
    stopped.completed = false;
    let report = Report::new(about(), stopped, Vec::new(), &[], &Scrubber::default());
    assert_eq!((report.status, report.transaction_completed), (RunStatus::Failed, false));
    let mut ungenerated = applied(Vec::new());
    ungenerated.failed_to_generate = true;
    assert_eq!(Report::new(about(), ungenerated, Vec::new(), &[], &Scrubber::default()).status, RunStatus::Failed);
}

#[test]
fn exit_codes_combine_changes_and_failures() {
    let success = || with_event("a", event(EventStatus::Success));
    let failure = || with_event("b", event(EventStatus::Failure));
    assert_eq!(report(Vec::new()).exit_status(), 0);
    assert_eq!(report(vec![success()]).exit_status(), 2);
    assert_eq!(report(vec![failure()]).exit_status(), 4);
    assert_eq!(report(vec![success(), failure()]).exit_status(), 6);
}

#[test]
fn pending_and_corrective_changes_are_reported() {
    let none = report(vec![with_event("a", event(EventStatus::Success))]);
    assert!(!none.noop_pending && !none.corrective_change);
    let mut corrective = event(EventStatus::Noop);
    corrective.corrective_change = true;
    let both = report(vec![with_event("a", corrective)]);
    assert!(both.noop_pending && both.corrective_change);
    assert_eq!(both.count("resources", "corrective_change"), 1);
}

#[test]
fn metrics_have_the_names_and_the_order_of_puppet() {
    let mut skipped = status("Apache::Vhost", "s");
    skipped.skipped = true;
    skipped.evaluation_time = None;
    let mut restarted = status("Service", "r");
    restarted.restarted = true;
    let statuses = vec![
        with_event("a", event(EventStatus::Success)),
        with_event("b", event(EventStatus::Audit)),
        with_event("c", event(EventStatus::Noop)),
        skipped,
        restarted,
    ];
    let times = [("config_retrieval".into(), Duration::ZERO), ("Total".into(), Duration::from_secs(2))];
    let report = Report::new(about(), applied(statuses), Vec::new(), &times, &Scrubber::default());
    let shown: Vec<String> = report
        .metrics
        .iter()
        .map(|metric| {
            let values: Vec<String> =
                metric.values.iter().map(|(name, label, value)| format!("{name}|{label}|{value}")).collect();
            format!("{}|{}: {}", metric.name, metric.label, values.join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "resources|Resources: total|Total|5, skipped|Skipped|1, failed|Failed|0, \
             failed_to_restart|Failed to restart|0, restarted|Restarted|1, changed|Changed|1, \
             out_of_sync|Out of sync|2, scheduled|Scheduled|0, corrective_change|Corrective change|0",
            "time|Time: note|Note|0.75, service|Service|0.25, config_retrieval|Config retrieval|0, total|Total|2.0",
            "changes|Changes: total|Total|1",
            "events|Events: total|Total|3, failure|Failure|0, success|Success|1, audit|Audit|1, noop|Noop|1",
        ]
    );
}

#[test]
fn unchanged_resources_are_omitted_on_request() {
    let mut skipped = status("Note", "skipped");
    skipped.skipped = true;
    let statuses = vec![status("Note", "same"), with_event("changed", event(EventStatus::Success)), skipped];
    let about = About { exclude_unchanged_resources: true, ..about() };
    let report = Report::new(about, applied(statuses), Vec::new(), &[], &Scrubber::default());
    let data = report.to_data();
    let listed = data.as_hash().unwrap().get_str("resource_statuses").unwrap().as_hash().unwrap();
    assert_eq!(listed.keys().map(ToString::to_string).collect::<Vec<_>>(), ["Note[changed]", "Note[skipped]"]);
    assert_eq!(report.count("resources", "total"), 3, "they are still counted");
}

#[test]
fn log_lines_get_tags_and_locations_by_their_sources() {
    let path = "/Stage[main]/Main/Note[a]";
    let logs = vec![
        log(Level::Notice, Some(&format!("{path}/text")), "text changed 'old' to 'new'"),
        log(Level::Notice, Some(&format!("{path}/text")), "hello"),
        log(Level::Warning, Some(path), "careful"),
        log(Level::Critical, None, "on fire"),
    ];
    let statuses = vec![with_event("a", event(EventStatus::Success))];
    let report = Report::new(about(), applied(statuses), logs, &[], &Scrubber::default());
    let tags: Vec<String> = report.logs.iter().map(|record| record.tags.join(" ")).collect();
    assert_eq!(tags, ["notice tag", "notice tag text", "warning tag", "crit"]);
    assert_eq!((report.logs[0].file.as_deref(), report.logs[0].line), (Some("/site.pp"), Some(3)));
    assert_eq!((report.logs[3].file.as_deref(), report.logs[3].line), (None, None));
    let data = report.to_data();
    let logs = data.as_hash().unwrap().get_str("logs").unwrap().as_array().unwrap();
    assert_eq!(logs[3].as_hash().unwrap().get_str("source"), Some(&Value::from("Puppet")));
}

#[test]
fn calls_of_providers_have_a_key_of_their_own() {
    let text = report(Vec::new()).to_json().unwrap();
    let own = r#""bunraku":{"provider_calls":[{"type":"note","get":1,"set":2,"canonicalize":3}]}}"#;
    assert!(text.ends_with(own), "{text}");
    assert_eq!(Report::from_json(&text).unwrap().provider_calls, applied(Vec::new()).provider_calls);
}

#[test]
fn times_are_written_by_the_clock_of_the_machine() {
    let about = About { offset: -12_600, ..about() };
    let report = Report::new(about, applied(Vec::new()), Vec::new(), &[], &Scrubber::default());
    assert!(report.to_json().unwrap().contains(r#""time":"2023-11-14T18:43:20.123456789-03:30""#));
    let read = Report::from_yaml(&report.to_yaml().unwrap()).unwrap();
    assert_eq!((read.about.started, read.about.offset), (moment().into(), -12_600));
}

#[test]
fn values_become_plain_data() {
    let mut rich = event(EventStatus::Success);
    rich.previous_value = Value::Symbol("absent".into());
    rich.desired_value = Value::array([
        Value::Default,
        Value::from(pcore::parse_type("Integer[1, 2]").unwrap()),
        Value::hash([(Value::from(1), Value::Float(f64::NAN))]),
    ]);
    let report = report(vec![with_event("a", rich)]);
    let event = &report.statuses[0].events[0];
    assert_eq!(event.previous_value, Value::from("absent"));
    assert_eq!(json::write(&event.desired_value).unwrap(), r#"["default","Integer[1, 2]",{"1":"NaN"}]"#);
}

#[test]
fn a_value_without_end_is_cut() {
    let mut deep = event(EventStatus::Success);
    deep.desired_value = (0..1000).fold(Value::from(1), |inner, _| Value::array([inner]));
    let report = report(vec![with_event("a", deep)]);
    let text = report.to_json().unwrap();
    assert!(text.contains("[too deep]"));
    assert!(report.to_yaml().is_ok());
}

#[test]
fn an_invalid_report_is_refused_with_the_path() {
    let error = |text: &str| Report::from_yaml(text).unwrap_err().to_string();
    assert_eq!(error("5"), "the report has no hash at ''");
    assert_eq!(error("time: yesterday"), "the report has no point in time at 'time'");
    let start = "time: '2026-01-02T03:04:05.123456789+00:00'\n";
    assert_eq!(error(start), "the report has no status of a run at 'status'");
    let statuses = "status: changed\nresource_statuses:\n  Note[a]:\n    time: 1\n";
    assert_eq!(
        error(&format!("{start}{statuses}")),
        "the report has no point in time at 'resource_statuses.Note[a].time'"
    );
    assert!(error("a: [").starts_with("the report is not valid YAML: "));
}

#[test]
fn the_class_of_the_report_is_named_in_yaml() {
    let text = report(Vec::new()).to_yaml().unwrap();
    assert!(text.starts_with("--- !ruby/object:Puppet::Transaction::Report\nhost: node\n"), "{text}");
    assert!(yaml::parse(&text).is_err(), "it is read only with `objects`");
}
