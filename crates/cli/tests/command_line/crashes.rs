//! Panics of providers and transports: they are reported with their location, the run continues, and no secret is
//! shown.

use std::{
    fs,
    os::unix::{fs::PermissionsExt as _, process::ExitStatusExt as _},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    apply::{catalog, resource},
    planted_secrets,
    shelf::{Shelf, program},
};

const SECRET: &str = "declared-hunter2";

/// Runs a command whose output must not contain the secret; returns the exit code and the output.
fn run(shelf: &Shelf, arguments: &[&str]) -> (i32, String) {
    let var = shelf.path().join("var").display().to_string();
    let mut command = shelf.command(arguments);
    command.args(["--debug", "--trace", "--vardir", &var, "--confdir", &var]).env("RUST_BACKTRACE", "1");
    let output = command.output().expect("it starts");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("it is text");
    assert!(!printed.contains("hunter2"), "{printed}");
    (output.status.code().expect("it exits"), printed)
}

#[test]
fn a_panic_of_a_provider_is_reported_without_the_secret_and_the_run_continues() {
    let shelf = Shelf::new();
    let token = json!({"__ptype": "Sensitive", "__pvalue": SECRET});
    let resources = [
        resource("Note", "torn", json!({"ensure": "present", "text": "panic", "token": token})),
        resource("Note", "whole", json!({"ensure": "present", "text": "hello"})),
    ];
    let path = shelf.write("catalog.json", &catalog(&resources));
    let (code, printed) = run(&shelf, &["apply", "--catalog", path.to_str().unwrap(), "--detailed-exitcodes"]);
    assert_eq!(code, 6, "{printed}");
    let panic_message = printed.lines().find(|line| line.starts_with("Error: internal error at ")).expect(&printed);
    assert!(panic_message.contains("examples/shelf.rs:"), "{panic_message}");
    assert!(panic_message.ends_with(": the note tears: [redacted]"), "{panic_message}");
    assert!(printed.contains("the provider panicked: the note tears: [redacted]"), "{printed}");
    assert!(shelf.state().contains("whole"), "{}", shelf.state());
}

#[test]
fn a_panic_of_a_transport_is_reported_without_the_password() {
    for (step, expected) in [
        ("connect", "the transport panicked: the drawer is stuck at connect: [redacted]"),
        ("facts", "the transport panicked: the drawer is stuck at facts: [redacted]"),
        ("close", "the transport panicked: the drawer is stuck at close: [redacted]"),
    ] {
        let shelf = Shelf::new();
        shelf.write("drawer-panics", step);
        let credentials = shelf.write("drawer.json", &json!({"password": SECRET}).to_string());
        fs::set_permissions(&credentials, fs::Permissions::from_mode(0o600)).unwrap();
        let conf = format!("[top]\ntype drawer\nurl file://{}\n", credentials.display());
        let conf = shelf.write("device.conf", &conf);
        let words = ["device", "--deviceconfig", conf.to_str().unwrap(), "--target", "top", "--facts"];
        let (code, printed) = run(&shelf, &words);
        // A failing `close` changes nothing about that.
        assert_eq!(code, i32::from(step != "close"), "{step}: {printed}");
        assert!(printed.contains(expected), "{step}: {printed}");
        let panic_message = format!(": the drawer is stuck at {step}: [redacted]");
        let is_panic_message =
            |line: &str| line.starts_with("Error: internal error at ") && line.ends_with(&panic_message);
        assert!(printed.lines().any(is_panic_message), "{step}: {printed}");
    }
}

#[test]
fn secrets_of_any_length_are_in_no_text_of_a_crash() {
    for length in planted_secrets::LENGTHS {
        let secret = planted_secrets::secret(9_000, length);
        let shelf = Shelf::new();
        let token = json!({"__ptype": "Sensitive", "__pvalue": secret});
        let path = shelf.write(
            "catalog.json",
            &catalog(&[resource("Note", "torn", json!({"ensure": "present", "text": "panic", "token": token}))]),
        );
        let (code, of_provider) = run(&shelf, &["apply", "--catalog", path.to_str().unwrap(), "--detailed-exitcodes"]);
        assert_eq!(code, 6, "{of_provider}");
        shelf.write("drawer-panics", "connect");
        let credentials = shelf.write("drawer.json", &json!({"password": secret}).to_string());
        fs::set_permissions(&credentials, fs::Permissions::from_mode(0o600)).unwrap();
        let conf = shelf.write("device.conf", &format!("[top]\ntype drawer\nurl file://{}\n", credentials.display()));
        let (code, of_transport) =
            run(&shelf, &["device", "--deviceconfig", conf.to_str().unwrap(), "--target", "top", "--facts"]);
        assert_eq!(code, 1, "{of_transport}");
        for (text, crash) in [(of_provider, "the note tears: "), (of_transport, "the drawer is stuck at connect: ")] {
            assert!(text.contains(crash), "{text}");
            // The panic message is derived from the secret: shorter secrets cannot be found in it.
            let lines = text.lines().filter(|line| length >= 4 || !line.contains(crash));
            let showing: Vec<&str> = lines.filter(|line| line.contains(&secret)).collect();
            assert!(showing.is_empty(), "{length}: {showing:?}");
        }
    }
}

/// A shell that executes a command in a directory, with unlimited core files.
fn with_core_files(directory: &Path, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -c unlimited && {script}"), "sh"]).current_dir(directory);
    shell
}

#[test]
fn a_process_that_is_killed_leaves_no_core_file() {
    let shelf = Shelf::new();
    let control = with_core_files(shelf.path(), "kill -ABRT $$").status().expect("it starts");
    if !control.core_dumped() {
        skip_test::skip_unsupported!("this machine writes no core files at all");
        return;
    }
    let resources = [resource("Note", "slow", json!({"ensure": "present", "text": "slow"}))];
    let path = shelf.write("catalog.json", &catalog(&resources));
    let mut command = with_core_files(shelf.path(), "exec \"$@\"");
    command.arg(program()).args(["apply", "--catalog"]).arg(path).env("SHELF", shelf.path());
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let waiting = Instant::now();
    while !shelf.calls().iter().any(|call| call.contains("set")) && waiting.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(10));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::ABORT).expect("it still runs");
    let status = child.wait().expect("it ends");
    assert_eq!((status.signal(), status.core_dumped()), (Some(6), false));
}
