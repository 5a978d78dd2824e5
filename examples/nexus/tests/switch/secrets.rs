//! Passwords are not visible anywhere: output, reports, files, arguments and environments of processes.

use std::{
    fs,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use crate::{
    server::{ENABLE_PASSWORD, PASSWORD, Server},
    site::{Program, Site},
};

const MANIFEST: &str = "nx9k_vlan { '10': label => 'first' }\nnx9k_vlan { '1003': label => 'reserved' }\n";

/// Watches all processes until it is stopped. Returns the arguments and environments that contain a secret, and how
/// often an `ssh` process was seen.
fn watch(is_over: &AtomicBool, secrets: &[&str]) -> (Vec<String>, usize) {
    let (mut found, mut seen) = (Vec::new(), 0);
    while !is_over.load(Ordering::SeqCst) {
        for process in fs::read_dir("/proc").unwrap().flatten() {
            for file in ["cmdline", "environ"] {
                let text = fs::read(process.path().join(file)).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                seen += usize::from(text.starts_with("ssh\0-T"));
                if secrets.iter().any(|secret| text.contains(secret)) {
                    found.push(format!("{}: {text:?}", process.path().join(file).display()));
                }
            }
        }
        thread::sleep(Duration::from_millis(2));
    }
    (found, seen)
}

fn hidden(program: Program, changed: &[(&str, &str)], secrets: &[&str], faults: &str) {
    let server = Server::start(&["spine1"]);
    let site = Site::new(program, MANIFEST);
    site.add("spine1", &server.info("spine1", changed));
    server.set("spine1", "faults", faults);
    let manifest = site.manifest();
    let is_over = AtomicBool::new(false);
    let (runs, (found, seen)) = thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&is_over, secrets));
        let apply = ["--target", "spine1", "--debug", "--trace", "--apply", manifest.to_str().unwrap()];
        let show = ["--target", "spine1", "--debug", "--trace", "--resource", "nx9k_vlan"];
        let runs = [site.run(&apply), site.run(&show), site.run(&["--target", "spine1", "--debug", "--facts"])];
        is_over.store(true, Ordering::SeqCst);
        (runs, watching.join().unwrap())
    });
    assert!(found.is_empty(), "{found:?}");
    assert!(seen > 0, "the processes were never looked at while there was a connection");
    for run in &runs {
        for secret in secrets {
            assert!(!run.output().contains(secret), "{run:?}");
        }
    }
    for (path, text) in site.files("var").into_iter().chain(site.files("tmp")) {
        for secret in secrets {
            assert!(!text.contains(secret), "{}: {text}", path.display());
        }
    }
}

#[test]
fn whoever_looks_finds_secrets_in_arguments_and_environments() {
    let is_over = AtomicBool::new(false);
    let (found, _) = thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&is_over, &["seen-in-arguments", "seen-in-environment"]));
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 1; : seen-in-arguments"]).env("SECRET", "seen-in-environment").status().unwrap();
        is_over.store(true, Ordering::SeqCst);
        watching.join().unwrap()
    });
    for secret in ["seen-in-arguments", "seen-in-environment"] {
        assert!(found.iter().any(|path| path.contains(secret)), "{found:?}");
    }
}

#[test]
fn nobody_sees_the_passwords_of_a_run() {
    hidden(Program::Native, &[], &[PASSWORD, ENABLE_PASSWORD], "slow 0.3 enable");
}

#[test]
fn nobody_sees_the_passwords_of_the_ruby_transport() {
    hidden(Program::Ruby, &[], &[PASSWORD, ENABLE_PASSWORD], "slow 0.3 enable");
}

#[test]
fn nobody_sees_wrong_passwords() {
    let wrong = "almost-the-password-77";
    hidden(Program::Native, &[("password", wrong)], &[wrong, ENABLE_PASSWORD], "");
    hidden(Program::Native, &[("enable_password", wrong)], &[wrong, PASSWORD], "slow 0.3 enable");
}

#[test]
fn nobody_sees_passwords_that_other_information_is_refused_with() {
    for changed in [("port", "0"), ("colour", "blue"), ("hostname", ""), ("connector_type", "pidgeon")] {
        let server_secrets = [PASSWORD, ENABLE_PASSWORD];
        let server = Server::start(&["spine1"]);
        let site = Site::new(Program::Native, MANIFEST);
        site.add("spine1", &server.info("spine1", &[changed]));
        let run = site.run(&["--target", "spine1", "--debug", "--trace", "--facts"]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(server_secrets.iter().all(|secret| !run.output().contains(secret)), "{run:?}");
    }
}
