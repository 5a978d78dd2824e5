//! Runs that are ended by a signal, and concurrent runs.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{apply, catalog, command, resource};
use crate::{binary, shelf::Shelf};

/// Starts a run whose second resource is slow, and waits until it is evaluated.
fn start_slowly(shelf: &Shelf) -> Child {
    let resources = [
        resource("Slip", "one", json!({"text": "new"})),
        resource("Slip", "two", json!({"text": "slow"})),
        resource("Slip", "three", json!({"ensure": "present"})),
    ];
    let mut command = command(shelf, &catalog(&resources), &["--detailed-exitcodes"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !shelf.calls().iter().any(|call| call == "slip set two") {
        assert!(Instant::now() < deadline, "it never begins");
        thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn a_signal_ends_the_run_after_the_resource_in_progress() {
    for signal in ["TERM", "INT"] {
        let shelf = Shelf::new();
        let mut child = start_slowly(&shelf);
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status().unwrap();
        assert!(sent.success());
        let mut lines = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            lines.push(line.unwrap());
        }
        assert_eq!(child.wait().unwrap().code(), Some(1));
        assert!(shelf.state().contains("text: slow"), "the resource in progress is finished");
        assert!(!shelf.state().contains("three"), "and no other is begun");
        assert!(lines.contains(&format!("Notice: Caught {signal}; exiting")), "{lines:?}");
        let report = crate::report::report(&shelf, &[]);
        assert!(report.stdout.contains("2 of 10 resources changed, 0 failed"), "{}", report.stdout);
        assert!(!shelf.path().join("var/state/agent_catalog_run.lock").exists());
    }
}

#[test]
fn a_second_run_is_refused() {
    let shelf = Shelf::new();
    let mut child = start_slowly(&shelf);
    let (code, stdout, stderr) = apply(&shelf, &[resource("Slip", "one", json!({"text": "other"}))], &[]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    let refused =
        format!("Notice: Run of Puppet configuration client already in progress (process {}); skipping", child.id());
    assert!(stdout.starts_with(&refused), "{stdout}");
    let mut rest = String::new();
    child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(!shelf.state().contains("other"));
}

/// The limit counts the threads of a user, so it needs a user without other threads.
#[test]
fn where_no_thread_can_be_had_resources_are_managed_one_after_the_other() {
    if !skip_test::has_root("no thread can be had") {
        return;
    }
    let shelf = Shelf::new();
    let present = || json!({"ensure": "present"});
    let resources = [resource("Left", "a", present()), resource("Right", "b", present())];
    let apply = command(&shelf, &catalog(&resources), &["--parallel", "4"]);
    std::fs::set_permissions(shelf.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    std::fs::set_permissions(shelf.path().join("state.yaml"), std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .unwrap();
    let mut limited = Command::new("setpriv");
    limited.args(["--reuid=54321", "--regid=54321", "--clear-groups", "prlimit", "--nproc=1"]);
    limited.arg(apply.get_program()).args(apply.get_args()).env("SHELF", shelf.path()).env("HOME", shelf.path());
    limited.arg("--confdir").arg(shelf.path().join("conf"));
    let run = binary::run(&mut limited, "");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.starts_with("Warning: Could not start a thread for --parallel: "), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    for line in ["Left[a]/ensure: defined 'ensure' as 'present'", "Right[b]/ensure: defined 'ensure' as 'present'"] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
}
