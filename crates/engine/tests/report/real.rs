//! What a run of the real Puppet left, next to what we make of the same run (see `oracle/runs.rb`).

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use engine::{
    report::{LogRecord, Report},
    state::Files,
    transaction::{Applied, History},
};
use pcore::{Value, json};
use resource_api::secret::Scrubber;

const REPORT: &str = include_str!("../golden/runs/last_run_report.yaml");
const STATE: &str = include_str!("../golden/runs/state.yaml");
const STORE: &str = include_str!("../golden/runs/transactionstore.yaml");

fn last_run() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
}

/// The report of Puppet's run, made by us of its resources, its times and the bare lines of its log.
fn made_anew() -> Report {
    let read = Report::from_yaml(REPORT).unwrap();
    let mut statuses = read.statuses;
    statuses.iter_mut().for_each(|status| status.restarted = status.reference == "Exec[/bin/true]");
    let applied = Applied {
        statuses,
        completed: true,
        unreported: 0,
        failed_to_generate: false,
        failure: None,
        times: Vec::new(),
        evaluation_time: Duration::ZERO,
        provider_calls: Vec::new(),
        history: History::default(),
    };
    let bare = |record: LogRecord| LogRecord { tags: Vec::new(), file: None, line: None, ..record };
    let logs = read.logs.into_iter().map(bare).collect();
    let time = read.metrics.into_iter().find(|metric| metric.name == "time").unwrap();
    let seconds = |value: &Value| if let Value::Float(seconds) = value { *seconds } else { 0.0 };
    let times: Vec<(EcoString, Duration)> =
        time.values.iter().map(|(name, _, value)| (name.clone(), Duration::from_secs_f64(seconds(value)))).collect();
    let mut about = read.about;
    about.initial_environment = "production".into();
    about.run_mode = "user".into();
    Report::new(about, applied, logs, &times, &Scrubber::default())
}

#[test]
fn a_real_report_is_written_as_it_was_read() {
    assert_eq!(Report::from_yaml(REPORT).unwrap().to_yaml().unwrap(), REPORT);
}

#[test]
fn the_report_of_a_real_run_is_the_one_that_puppet_wrote() {
    similar(&made_anew().to_yaml().unwrap(), REPORT);
}

#[test]
fn json_is_the_one_that_puppet_sends() {
    let real = include_str!("../golden/runs/last_run_report.json");
    let expected = json::write(&json::parse(real).unwrap()).unwrap();
    assert_eq!(made_anew().to_json().unwrap(), expected);
    assert_eq!(Report::from_json(real).unwrap().to_json().unwrap(), expected);
}

#[test]
fn the_summary_is_the_one_that_puppet_wrote() {
    let real = include_str!("../golden/runs/last_run_summary.yaml");
    assert_eq!(made_anew().summary_yaml(last_run()).unwrap(), real);
}

#[test]
fn the_printed_summary_is_the_one_that_puppet_prints() {
    assert_eq!(made_anew().summary_text(last_run()), include_str!("../golden/runs/summary.txt"));
}

#[test]
fn the_state_is_written_as_puppet_wrote_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let files = Files {
        state: path("state.yaml"),
        transaction_store: Some(path("transactionstore.yaml")),
        classes: path("classes.txt"),
        resources: path("resources.txt"),
        ..Files::default()
    };
    std::fs::write(path("state.yaml"), STATE).unwrap();
    std::fs::write(path("transactionstore.yaml"), STORE).unwrap();
    let (history, problems) = files.read_history().unwrap();
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(history.records["Notify[audited]"].audited["message"], Value::Symbol("absent".into()));
    assert_eq!(history.system_values.as_ref().unwrap()["File[/etc/motd]"]["mode"], Value::from("0644"));
    std::fs::remove_file(path("state.yaml")).unwrap();
    std::fs::remove_file(path("transactionstore.yaml")).unwrap();
    files.write_history(&history, last_run(), None, 0).unwrap();
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("state.yaml"), STATE);
    assert_eq!(read("transactionstore.yaml"), STORE);
    let classes = ["settings", "web"].map(EcoString::from);
    files.write_lists(&classes, &["Notify[in a class]", "File[/W/Secret]"].map(EcoString::from)).unwrap();
    assert_eq!(read("classes.txt"), include_str!("../golden/runs/classes.txt"));
    assert_eq!(read("resources.txt"), "notify[in a class]\nfile[/w/secret]\n");
}

/// Compares line by line, which shows where two long texts part.
#[track_caller]
fn similar(actual: &str, expected: &str) {
    for (number, (actual, expected)) in actual.lines().zip(expected.lines()).enumerate() {
        assert_eq!(actual, expected, "in line {}", number + 1);
    }
    assert_eq!(actual, expected);
}
