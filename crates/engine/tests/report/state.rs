//! The files that runs leave.

use std::{
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, SystemTime},
};

use engine::{
    state::{FILE_MODE, Files, StateError, replace},
    transaction::{EventStatus, History, Record},
};
use pcore::Value;

use crate::support::{event, moment, report, with_event};

/// How long resources are remembered.
const STATE_TTL: Duration = Duration::from_secs(32 * 24 * 60 * 60);

fn files(directory: &Path) -> Files {
    let path = |name: &str| directory.join("state").join(name);
    Files {
        state: path("state.yaml"),
        transaction_store: Some(path("transactionstore.yaml")),
        report: path("last_run_report.yaml"),
        summary: path("last_run_summary.yaml"),
        classes: path("classes.txt"),
        resources: path("resources.txt"),
    }
}

fn history(checked: SystemTime) -> History {
    let record = Record { checked: Some(checked), ..Record::default() };
    History { records: [("Note[a]".into(), record)].into_iter().collect(), system_values: None }
}

#[test]
fn a_file_is_replaced_as_a_whole_and_leaves_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("new/deep/file");
    replace(&path, b"one", FILE_MODE).unwrap();
    replace(&path, b"two", FILE_MODE).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"two");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn files_of_a_killed_run_do_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    std::fs::write(directory.path().join(".file.new"), "leftover").unwrap();
    replace(&path, b"content", FILE_MODE).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"content");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn writers_at_the_same_time_do_not_mix() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    std::thread::scope(|scope| {
        for letter in [b'a', b'b', b'c'] {
            let path = &path;
            scope.spawn(move || (0..20).for_each(|_| replace(path, &vec![letter; 5000], FILE_MODE).unwrap()));
        }
    });
    let content = std::fs::read(&path).unwrap();
    assert!(content.len() == 5000 && content.iter().all(|letter| *letter == content[0]));
}

#[test]
fn a_file_that_cannot_be_written_stays_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("file")).unwrap();
    assert!(replace(&directory.path().join("file"), b"content", FILE_MODE).is_err());
    assert!(directory.path().join("file").is_dir());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    let files = Files { state: "/proc/none/state.yaml".into(), ..Files::default() };
    let error = files.write_history(&history(moment()), moment(), None, 0).unwrap_err();
    assert!(error.to_string().starts_with("Could not write /proc/none/state.yaml: "), "{error}");
}

#[test]
fn what_was_not_seen_for_long_is_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    let read = || files.read_history().unwrap().0.records.len();
    let now = moment() + STATE_TTL;
    files.write_history(&history(moment()), now, Some(STATE_TTL), 0).unwrap();
    assert_eq!(read(), 1, "not yet");
    files.write_history(&history(moment()), now + Duration::from_secs(1), Some(STATE_TTL), 0).unwrap();
    assert_eq!(read(), 0);
    files.write_history(&history(moment()), now + Duration::from_secs(1), None, 0).unwrap();
    assert_eq!(read(), 1, "nothing is forgotten without a limit");
}

#[test]
fn what_is_known_is_read_as_it_was_written() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    let audited = [
        ("mode".into(), Value::Symbol("absent".into())),
        ("lines".into(), Value::array([Value::from("a"), Value::from(1), Value::Undef])),
        ("yes".into(), Value::from("yes")),
    ];
    let record = Record {
        checked: Some(moment()),
        synced: Some(moment() + Duration::from_secs(1)),
        audited: audited.clone().into_iter().collect(),
    };
    let history = History {
        records: [("Note[a: b]".into(), record)].into_iter().collect(),
        system_values: Some([("Note[a]".into(), audited.into_iter().collect())].into_iter().collect()),
    };
    for offset in [0, 7200, -12_600] {
        files.write_history(&history, moment(), Some(STATE_TTL), offset).unwrap();
        assert_eq!(files.read_history().unwrap(), (history.clone(), Vec::new()));
    }
}

#[test]
fn nothing_is_known_before_the_first_run() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    let (history, problems) = files.read_history().unwrap();
    assert_eq!((history.records.len(), problems.len()), (0, 0));
    assert_eq!(history.system_values.map(|values| values.len()), Some(0));
    assert!(Files::default().read_history().unwrap().0.system_values.is_none());
    assert!(matches!(files.read_report(), Err(StateError::NoReport { .. })));
}

#[test]
fn a_file_that_cannot_be_understood_is_put_aside() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    let state = files.state.clone();
    std::fs::create_dir_all(state.parent().unwrap()).unwrap();
    std::fs::write(&state, "a: [").unwrap();
    let (history, problems) = files.read_history().unwrap();
    assert_eq!(history.records.len(), 0);
    assert!(problems[0].starts_with(&format!("Checksumfile {} is corrupt (", state.display())), "{problems:?}");
    assert!(problems[0].ends_with("); replacing"));
    assert!(!state.exists() && state.with_file_name("state.yaml.bad").exists());
}

#[test]
fn the_last_report_is_read_again() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    let report = report(vec![with_event("a", event(EventStatus::Success))]);
    files.write_report(&report, moment()).unwrap();
    let read = files.read_report().unwrap();
    assert_eq!(read.to_data(), report.to_data());
    let summary = std::fs::read_to_string(files.summary).unwrap();
    assert!(summary.starts_with("---\nversion:\n  config:\n  puppet: ''\n"), "{summary}");
    assert_eq!(read.statuses[0].path, report.statuses[0].path);
}

#[test]
fn lists_have_a_line_for_each_name() {
    let directory = tempfile::tempdir().unwrap();
    let files = files(directory.path());
    files.write_lists(&["settings".into(), "web".into()], &[]).unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&files.classes), "settings\nweb\n");
    assert_eq!(read(&files.resources), "\n");
}

#[test]
fn a_file_that_is_too_large_is_put_aside_unread() {
    let directory = tempfile::tempdir().unwrap();
    let files = Files { state: directory.path().join("state.yaml"), ..Files::default() };
    // It takes no room: all of it is a hole.
    std::fs::File::create(directory.path().join("state.yaml")).unwrap().set_len(1 << 40).unwrap();
    let (history, problems) = files.read_history().unwrap();
    assert!(history.records.is_empty());
    assert!(problems[0].ends_with("is corrupt (it has more than 536870912 bytes); replacing"), "{problems:?}");
    assert!(directory.path().join("state.yaml.bad").exists() && !directory.path().join("state.yaml").exists());
}
