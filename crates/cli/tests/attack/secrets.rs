//! Secrets while a run is active and when it crashes: neither process lists nor core files show them.

use std::{
    fs,
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::sandbox::{Sandbox, TIME, sandbox};

const SECRET: &str = "hunter-7c1f-secret";

/// Resources of all kinds that pass a secret to another process, and a command that blocks until it is released.
const MANIFEST: &str = "
    $secret = Sensitive('hunter-7c1f-secret')
    file { '%S/out/file': content => $secret, mode => '0600' }
    user { 'alice': password => $secret }
    cron { 'job': command => '/bin/true', environment => ['X=y'], minute => 1 }
    exec { 'check': command => Sensitive('sleep 0.05; : hunter-7c1f-secret'), provider => shell }
    exec { 'of a user': command => Sensitive('sleep 0.05; : hunter-7c1f-secret'), provider => shell, user => 'mallory' }
    exec { 'environment': command => '/bin/sleep 0.05', environment => Sensitive(['TOKEN=hunter-7c1f-secret']) }
    service { 'x': provider => base, ensure => running, status => Sensitive('sleep 0.05; exit 0 # hunter-7c1f-secret') }
    file { '%S/out/checked': content => $secret, mode => '0600', validate_cmd => '/bin/sh -c \"sleep 0.05\" %' }
    exec { '/bin/sh -c \"touch %S/out/waits; while [ ! -e %S/out/go ]; do sleep 0.01; done\"': }";

fn start(sandbox: &Sandbox, shell: &str) -> Child {
    let mut command = sandbox.program("sh");
    command.args(["-c", &format!("{shell}; cd '{}' && exec \"$@\"", sandbox.path("out").display()), "sh"]);
    command.arg(env!("CARGO_BIN_EXE_bunraku"));
    // The manifest is a file, because a command line is visible to everybody.
    fs::write(sandbox.path("secret.pp"), sandbox.expand(MANIFEST)).unwrap();
    let mut arguments = sandbox.arguments("", &["--debug", "--show_diff"]);
    arguments.truncate(arguments.len() - 2);
    command.args(arguments).arg(sandbox.path("secret.pp"));
    let output = fs::File::create(sandbox.path("output")).unwrap();
    command.stdin(Stdio::null()).stdout(output.try_clone().unwrap()).stderr(output).spawn().unwrap()
}

/// Processes with the secret in their arguments, or in their environment if it was not meant for them. Only its own
/// user and root can read the environment of a process: that is how a secret command is passed to its shell.
fn shown(found: &mut Vec<String>) {
    for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let arguments = String::from_utf8_lossy(&arguments).replace('\0', " ");
        if arguments.contains(SECRET) {
            found.push(format!("the arguments of {pid}: {arguments}"));
        }
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let is_meant =
            arguments.starts_with("/bin/sleep 0.05") || arguments.starts_with("/bin/sh -c command=$BUNRAKU_COMMAND;");
        if String::from_utf8_lossy(&environment).contains(SECRET) && !is_meant {
            found.push(format!("the environment of {pid}: {arguments}"));
        }
    }
}

#[test]
fn no_process_shows_a_secret() {
    let Some(sandbox) = sandbox("secrets of processes") else { return };
    let mut child = start(&sandbox, ":");
    let (mut found, mut looks) = (Vec::new(), 0);
    let end = Instant::now() + TIME;
    while child.try_wait().unwrap().is_none() {
        shown(&mut found);
        looks += 1;
        if sandbox.path("out/waits").exists() {
            fs::write(sandbox.path("out/go"), "").unwrap();
        }
        assert!(Instant::now() < end, "the run did not end");
    }
    let output = fs::read_to_string(sandbox.path("output")).unwrap();
    assert!(sandbox.path("out/waits").exists(), "{output}");
    assert!(!output.contains(SECRET), "the output shows the secret:\n{output}");
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(sandbox.shell(&format!("grep -rl -e {SECRET} %S/var --exclude-dir=clientbucket || true")), "");
    eprintln!("{looks} looks at all processes");
}

#[test]
fn a_run_that_crashes_leaves_no_secret() {
    let Some(sandbox) = sandbox("secrets of runs that crash") else { return };
    let mut control = Command::new("sh");
    let control = control.args(["-c", "ulimit -c unlimited; kill -ABRT $$"]).current_dir(sandbox.path("out"));
    if !control.status().unwrap().core_dumped() {
        eprintln!("this machine writes no core files; only the output is looked at");
    }
    sandbox.shell("rm -rf %S/out/*");
    for signal in [Signal::SEGV, Signal::ABORT, Signal::BUS, Signal::ILL, Signal::FPE, Signal::QUIT] {
        let _ = fs::remove_file(sandbox.path("out/waits"));
        let _ = fs::remove_file(sandbox.path("out/go"));
        let mut child = start(&sandbox, "ulimit -c unlimited");
        let end = Instant::now() + TIME;
        while !sandbox.path("out/waits").exists() {
            assert!(Instant::now() < end, "{signal:?}: the run did not begin");
            thread::sleep(Duration::from_millis(5));
        }
        // The handler of stack overflows ignores the first signal that is sent to it, and then uninstalls itself.
        let status = loop {
            let _ = kill_process(Pid::from_child(&child), signal);
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "{signal:?} does not end the run");
            thread::sleep(Duration::from_millis(20));
        };
        fs::write(sandbox.path("out/go"), "").unwrap();
        sandbox.wait_until_idle();
        assert!(!status.core_dumped(), "{signal:?}: {status}");
        let names: Vec<String> = fs::read_dir(sandbox.path("out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(!names.iter().any(|name| name.contains("core")), "{signal:?}: {names:?}");
        let output = fs::read_to_string(sandbox.path("output")).unwrap();
        assert!(!output.contains(SECRET), "{signal:?} shows the secret:\n{output}");
    }
}
