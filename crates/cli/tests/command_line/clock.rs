//! Times are local: in logs, in reports and for schedules.

use std::fs;

use serde_json::{Value, json};

use crate::{
    apply::{catalog, command, resource},
    binary,
    report::report,
    shelf::Shelf,
};

/// A zone that no machine uses.
const ZONE: &str = "XYZ-3:25";

fn apply(shelf: &Shelf, resources: &[Value], options: &[&str], zone: &str) -> String {
    let run = binary::run(command(shelf, &catalog(resources), options).env("TZ", zone), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn logs_reports_and_states_have_local_times() {
    let shelf = Shelf::new();
    let path_of = |name: &str| shelf.path().join(name).display().to_string();
    let logs = ["a.log", "a.json", "a.jsonl"].map(path_of).join(",");
    let slip = resource("Slip", "one", json!({"text": "new"}));
    apply(&shelf, &[slip], &["--logdest", &logs], ZONE);
    let read = |name: &str| fs::read_to_string(shelf.path().join(name)).unwrap();
    let text = read("a.log");
    let (time, rest) = text.split_at(26);
    assert!(time.ends_with(" +0325 "), "{text}");
    assert!(rest.starts_with("/Stage[main]/Main/Slip[one]/text (notice): text changed 'first' to 'new'\n"), "{text}");
    let report_text = read("var/state/last_run_report.yaml");
    let times: Vec<&str> = report_text.lines().filter(|line| line.trim_start().starts_with("time: '")).collect();
    assert!(times.len() > 3 && times.iter().all(|line| line.ends_with("+03:25'")), "{times:?}");
    assert!(read("var/state/state.yaml").contains(" +03:25\n"));
    let shown = report(&shelf, &[]);
    assert!(shown.stdout.lines().next().unwrap().ends_with(" +0325"), "{}", shown.stdout);
    let stored = fs::read_dir(shelf.path().join("var/reports/web1")).unwrap().next().unwrap().unwrap().file_name();
    let started = time[..16].replace(['-', ' ', ':'], "");
    assert_ne!(stored.to_str().unwrap(), format!("{started}.yaml"), "names of reports are in UTC");
}

#[test]
fn json_lines_have_the_location_of_their_resource() {
    let shelf = Shelf::new();
    let log = shelf.path().join("a.jsonl").display().to_string();
    let mut nowhere = resource("Slip", "two", json!({"text": "new"}));
    nowhere.as_object_mut().unwrap().retain(|key, _| key != "file" && key != "line");
    apply(&shelf, &[resource("Slip", "one", json!({"text": "new"})), nowhere], &["--logdest", &log], "UTC");
    let lines: Vec<Value> =
        fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = |source: &str| lines.iter().find(|line| line["source"] == source).unwrap();
    let one = line("/Stage[main]/Main/Slip[one]/text");
    assert_eq!(
        (&one["tags"], &one["file"], &one["line"]),
        (&json!(["notice", "slip", "class"]), &json!("/site.pp"), &json!(3))
    );
    let two = line("/Stage[main]/Main/Slip[two]/text");
    assert_eq!((two.get("file"), two.get("line")), (None, None));
    let own = line("Puppet");
    assert_eq!((&own["tags"], own.get("file")), (&json!(["notice"]), None));
}

#[test]
fn schedules_are_read_by_local_clocks() {
    // One of these hours matches in the one zone, and never in the other.
    let open = |zone: &str| {
        let now = binary::run(std::process::Command::new("date").arg("+%H").env("TZ", "UTC0"), "").stdout;
        let hour: i64 = now.trim().parse().unwrap();
        let range = format!("{}:00 - {}:59", hour, (hour + 1) % 24);
        let shelf = Shelf::new();
        let resources = [
            resource("Schedule", "now", json!({"range": range})),
            resource("Slip", "one", json!({"text": "new", "schedule": "now"})),
        ];
        apply(&shelf, &resources, &[], zone).contains("text changed")
    };
    assert!(open("UTC0"));
    assert!(!open("XYZ-6") && !open("XYZ6"));
}

#[test]
fn a_zone_that_does_not_exist_is_utc() {
    let shelf = Shelf::new();
    apply(&shelf, &[resource("Slip", "one", json!({"text": "new"}))], &[], "No/Such_Zone");
    let report = fs::read_to_string(shelf.path().join("var/state/last_run_report.yaml")).unwrap();
    assert!(report.lines().nth(2).unwrap().ends_with("+00:00'"), "{report}");
}
