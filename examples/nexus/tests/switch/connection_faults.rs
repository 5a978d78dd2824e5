//! Connection failures: time is bounded, each resource gets its status, other devices are not affected, the connection
//! is closed, and no process is left.

use std::{
    collections::BTreeMap,
    fs, thread,
    time::{Duration, Instant},
};

use crate::{
    proxy::{Proxy, Weather},
    server::Server,
    site::{Program, Run, Site},
};

const THREE_VLANS: &str = "nx9k_vlan { '10': label => 'first' }\nnx9k_vlan { '20': label => 'second' }\n\
                           nx9k_vlan { '30': label => 'third' }\n";

/// The maximum duration of a run, on a busy machine.
const BOUND: Duration = Duration::from_secs(45);

/// Asserts what holds after any failure.
#[track_caller]
fn assert_bounded(run: &Run, server: &Server, site: &Site) {
    assert!(run.took < BOUND, "{run:?}");
    assert!(!run.output().contains("panic"), "{run:?}");
    // Every process of a connection has a path of the server or of the site among its arguments.
    let paths = [server.path(""), site.path("")].map(|path| path.display().to_string());
    let begun = Instant::now();
    loop {
        let left: Vec<String> = command_lines().into_iter().filter(|line| is_of_run(line, &paths)).collect();
        if left.is_empty() {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "still there: {left:?}");
        thread::sleep(Duration::from_millis(50));
    }
    assert!(site.files("tmp").is_empty(), "{:?}", site.files("tmp"));
}

/// Whether a process belongs to a run, rather than to the server.
fn is_of_run(line: &str, paths: &[String]) -> bool {
    let is_servers = ["sshd", "nexus-emulator", "unshare", "sh -c for file"].iter().any(|name| line.contains(name));
    !is_servers && paths.iter().any(|path| line.contains(path))
}

fn command_lines() -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).collect()
}

fn expected(statuses: [&str; 3]) -> BTreeMap<String, String> {
    let names = ["Nx9k_vlan[10]", "Nx9k_vlan[20]", "Nx9k_vlan[30]"];
    names.into_iter().zip(statuses).map(|(name, status)| (name.to_owned(), status.to_owned())).collect()
}

/// An unreachable device next to a reachable one.
fn unreachable(program: Program, changed: impl Fn(&Server) -> Vec<(&'static str, String)>, reason: &str) {
    let server = Server::start(&["spine1", "spine2"]);
    let site = Site::new(program, THREE_VLANS);
    let changed = changed(&server);
    let changed: Vec<(&str, &str)> = changed.iter().map(|(name, value)| (*name, value.as_str())).collect();
    site.add("spine1", &server.info("spine1", &changed));
    site.add("spine2", &server.info("spine2", &[]));
    let run = site.run(&["--verbose", "--detailed-exitcodes"]);
    assert_bounded(&run, &server, &site);
    let error = run.stderr.lines().find(|line| line.starts_with("Error: Can't load nexus for spine1: "));
    assert!(error.is_some_and(|line| line.contains(reason)), "{run:?}");
    // One device could not be managed (1), the other was changed (2).
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(site.statuses("spine2"), expected(["changed", "changed", "changed"]));
    assert!(!site.path("var/devices/spine1/state/last_run_report.yaml").exists());
    assert!(!server.configuration("spine1").contains("vlan 10"));
    server.await_log("spine2", "logout");
}

fn nobody_listens(_: &Server) -> Vec<(&'static str, String)> {
    vec![("port", "1".into()), ("connect_timeout", "3".into())]
}

#[test]
fn a_refused_connection_is_tried_again_and_told() {
    unreachable(Program::Native, nobody_listens, "Connection refused");
}

#[test]
fn a_refused_connection_is_told_by_the_ruby_transport() {
    unreachable(Program::Ruby, nobody_listens, "Connection refused");
}

#[test]
fn a_wrong_password_is_told_at_once() {
    unreachable(Program::Native, |_| vec![("password", "not-the-password".into())], "Permission denied");
}

#[test]
fn a_wrong_key_is_told_at_once() {
    let key = |server: &Server| server.path("other_user_key").display().to_string();
    unreachable(
        Program::Native,
        |server| vec![("password", String::new()), ("key_file", key(server))],
        "Permission denied",
    );
}

fn another_host_key(server: &Server) -> Vec<(&'static str, String)> {
    server.write_known_host("others", "other_host_key");
    vec![("known_hosts_file", server.path("others").display().to_string())]
}

#[test]
fn a_host_with_another_key_gets_no_password() {
    unreachable(Program::Native, another_host_key, "Host key verification failed");
}

#[test]
fn a_host_with_another_key_gets_no_password_from_the_ruby_transport() {
    unreachable(Program::Ruby, another_host_key, "Host key verification failed");
}

#[test]
fn a_host_that_never_says_anything_is_given_up() {
    let silent = |server: &Server| {
        let proxy = Proxy::new(server.port);
        proxy.set(Weather::Silent);
        server.write_known_host_at("through_proxy", "host_key", proxy.port);
        let known_hosts = server.path("through_proxy").display().to_string();
        vec![("port", proxy.port.to_string()), ("connect_timeout", "3".into()), ("known_hosts_file", known_hosts)]
    };
    unreachable(Program::Native, silent, "127.0.0.1");
}

/// A run whose connection is disturbed while the second VLAN gets its name.
fn disturbed(program: Program, faults: &str, disturb: impl FnOnce(&Proxy)) -> (Server, Site, Run) {
    let server = Server::start(&["spine1"]);
    let proxy = Proxy::new(server.port);
    server.write_known_host_at("known_hosts", "host_key", proxy.port);
    let site = Site::new(program, THREE_VLANS);
    let port = proxy.port.to_string();
    site.add("spine1", &server.info("spine1", &[("port", &port), ("timeout", "3"), ("connect_timeout", "10")]));
    server.set("spine1", "faults", faults);
    let manifest = site.manifest();
    let started = site.start(&["--target", "spine1", "--apply", manifest.to_str().unwrap()]);
    server.await_log("spine1", "name second");
    disturb(&proxy);
    let run = started.wait();
    proxy.set(Weather::Fair);
    assert_bounded(&run, &server, &site);
    assert_eq!(run.code, 0, "as under Puppet: {run:?}");
    (server, site, run)
}

fn reset_during_set(program: Program) {
    let (server, site, run) = disturbed(program, "slow 2 name second", |proxy| {
        proxy.set(Weather::Reset);
        thread::sleep(Duration::from_millis(500));
        proxy.set(Weather::Fair);
    });
    assert_eq!(site.statuses("spine1"), expected(["changed", "failed", "changed"]), "{run:?}");
    assert!(run.stderr.contains("the connection was lost during 'name second'"), "{run:?}");
    // A command in progress is not repeated, since it may have been executed.
    let log = server.log("spine1");
    assert_eq!(log.iter().filter(|line| *line == "name second").count(), 1, "{log:?}");
    assert_eq!(log.iter().filter(|line| *line == "login").count(), 2, "{log:?}");
    assert!(server.configuration("spine1").contains("name third"));
    server.await_log("spine1", "logout");
}

#[test]
fn a_reset_in_the_middle_of_a_change_fails_that_resource_alone() {
    reset_during_set(Program::Native);
}

#[test]
fn a_reset_in_the_middle_of_a_change_fails_that_resource_alone_with_the_ruby_transport() {
    reset_during_set(Program::Ruby);
}

fn silence_during_set(program: Program, faults: &str, weather: Weather) {
    let (_server, site, run) = disturbed(program, faults, |proxy| proxy.set(weather));
    assert_eq!(site.statuses("spine1"), expected(["changed", "failed", "failed"]), "{run:?}");
    assert!(run.stderr.contains("no answer to 'name second' within 3 s"), "{run:?}");
    assert!(run.stderr.contains("given up: no answer to 'name second'"), "{run:?}");
}

#[test]
fn a_switch_that_does_not_answer_is_given_up() {
    silence_during_set(Program::Native, "hang name second", Weather::Fair);
}

#[test]
fn a_switch_that_does_not_answer_is_given_up_by_the_ruby_transport() {
    silence_during_set(Program::Ruby, "hang name second", Weather::Fair);
}

#[test]
fn a_switch_that_vanishes_is_given_up() {
    silence_during_set(Program::Native, "slow 1 name second", Weather::Silent);
}

#[test]
fn a_slow_switch_is_waited_for() {
    let (server, site, run) = disturbed(Program::Native, "slow 1 name", |_| {});
    assert_eq!(site.statuses("spine1"), expected(["changed", "changed", "changed"]), "{run:?}");
    server.await_log("spine1", "logout");
    let log = server.log("spine1");
    assert_eq!(log.iter().filter(|line| *line == "logout").count(), 1, "{log:?}");
}

#[test]
fn an_answer_that_stops_in_the_middle_is_asked_for_once_more() {
    let server = Server::start(&["spine1"]);
    let site = Site::new(Program::Native, THREE_VLANS);
    site.add("spine1", &server.info("spine1", &[]));
    server.set("spine1", "faults", "half show vlan");
    let run = site.run(&["--target", "spine1", "--resource", "nx9k_vlan"]);
    assert_bounded(&run, &server, &site);
    assert!(run.output().contains("the connection was lost during 'show vlan brief'"), "{run:?}");
    let log = server.log("spine1");
    assert_eq!(log.iter().filter(|line| *line == "show vlan brief").count(), 2, "{log:?}");
}

#[test]
fn a_run_that_is_killed_leaves_no_connection() {
    let server = Server::start(&["spine1"]);
    let site = Site::new(Program::Native, THREE_VLANS);
    site.add("spine1", &server.info("spine1", &[]));
    server.set("spine1", "faults", "slow 1 name second");
    let manifest = site.manifest();
    let mut started = site.start(&["--target", "spine1", "--apply", manifest.to_str().unwrap()]);
    server.await_log("spine1", "name second");
    started.child.kill().unwrap();
    let run = started.wait();
    assert_bounded(&run, &server, &site);
    server.await_log("spine1", "connection lost");
}
