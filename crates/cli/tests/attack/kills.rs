//! Runs that are killed at random times, or at a certain system call.
//!
//! A site with about two hundred resources of all types that write files is applied in two alternating versions. After
//! every kill, each file is the old or the new one, complete and with its mode; foreign lines are still there; the
//! state, the report and the bucket can be read; the next run converges, and the one after it changes nothing.
//!
//! A killed process may leave one file next to its target, with `.bunraku-` in its name or with a name that ends in
//! `.new`. It is not readable by users who cannot read the target, and is never mistaken for the target.

mod site;

use std::{
    collections::BTreeMap,
    fs,
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use self::site::{Site, Version};
use crate::{
    random::Random,
    sandbox::{Sandbox, run_within, sandbox},
    scale::rounds,
};

/// System calls in the middle of a change.
const CALLS: &str = "rename,renameat,renameat2,link,linkat,symlinkat,unlink,unlinkat,mkdirat,fsync,fdatasync,write,pwrite64,\
                     fchown,fchownat,fchmod,ftruncate,openat,ppoll,poll,clone3,execve,fcntl,flock";

/// The time limit of a run that writes hundreds of files to a disk that may be busy.
const TIME: Duration = Duration::from_secs(60);

/// The number of kills after which a complete run must converge.
const BETWEEN: usize = 5;

fn command(sandbox: &Sandbox, manifest: &str) -> Vec<String> {
    let mut arguments = sandbox.arguments("", &["--detailed-exitcodes"]);
    arguments.truncate(arguments.len() - 2);
    arguments.push(sandbox.path(manifest).display().to_string());
    arguments
}

fn start(sandbox: &Sandbox, version: Version) -> Child {
    let mut command = sandbox.program(env!("CARGO_BIN_EXE_bunraku"));
    command.args(self::command(sandbox, version.manifest()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Applies a version completely, twice: the second run changes nothing.
#[track_caller]
fn converge(sandbox: &Sandbox, site: &Site, version: Version, after: &str) {
    for expected in [&[0, 2][..], &[0]] {
        let mut command = sandbox.program(env!("CARGO_BIN_EXE_bunraku"));
        let run = run_within(command.args(self::command(sandbox, version.manifest())), TIME);
        assert!(run.fault().is_none(), "after {after}: {:?}", run.fault());
        assert!(
            run.code().is_some_and(|code| expected.contains(&code)),
            "after {after}: {:?} {}",
            run.code(),
            run.tail()
        );
    }
    site.assert_converged(sandbox, version, after);
}

/// Waits for a process, up to the time limit of a run.
#[track_caller]
fn wait(child: &mut Child, after: &str) -> std::process::ExitStatus {
    let end = Instant::now() + TIME;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            let _ = child.kill();
            panic!("the run did not end within {} s after {after}", TIME.as_secs());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn runs_that_are_killed_at_random_lose_nothing() {
    let Some(sandbox) = sandbox("runs that are killed at random") else { return };
    let (site, mut random) = (Site::new(&sandbox), Random::new("kills"));
    converge(&sandbox, &site, Version::A, "nothing");
    let begin = Instant::now();
    wait(&mut start(&sandbox, Version::B), "nothing");
    let length = begin.elapsed().as_micros().try_into().unwrap();
    converge(&sandbox, &site, Version::B, "nothing");
    eprintln!("a run takes {length} microseconds");
    let (mut version, mut killed) = (Version::B, 0);
    let all = rounds("KILLS", 50);
    // Every fifth kill is at a system call.
    let random_kills = all.number() - all.number() / 5;
    for round in all.part_of(random_kills) {
        version = version.other();
        let signal = *random.choose(&[Signal::KILL, Signal::KILL, Signal::KILL, Signal::TERM, Signal::INT]);
        let delay = Duration::from_micros(random.below(length).try_into().unwrap());
        let after = format!("kill {round} with {signal:?} after {delay:?}");
        let mut child = start(&sandbox, version);
        thread::sleep(delay);
        let is_running = child.try_wait().unwrap().is_none();
        if is_running {
            let _ = kill_process(Pid::from_child(&child), signal);
            killed += 1;
        }
        let status = wait(&mut child, &after);
        assert!(
            matches!(status.code(), Some(0..=2)) || status.signal().is_some_and(|signal| [2, 9, 15].contains(&signal)),
            "{after}: {status}"
        );
        sandbox.wait_until_idle();
        site.assert_whole(&sandbox, &after);
        if round % BETWEEN == BETWEEN - 1 {
            converge(&sandbox, &site, version, &after);
        }
    }
    converge(&sandbox, &site, version.other(), "all kills");
    eprintln!("{killed} of {random_kills} runs were killed before their end; {}", site.describe_leftovers(&sandbox));
}

#[test]
fn runs_that_are_killed_at_a_system_call_lose_nothing() {
    let Some(sandbox) = sandbox("runs that are killed at a system call") else { return };
    if !Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        skip_test::skip!("strace is not installed: runs that are killed at a system call");
        return;
    }
    let (site, mut random) = (Site::new(&sandbox), Random::new("aimed kills"));
    converge(&sandbox, &site, Version::A, "nothing");
    let calls = count_calls(&sandbox);
    converge(&sandbox, &site, Version::B, "counting");
    let mut version = Version::B;
    let all = rounds("KILLS", 50);
    let number = all.number() / 5;
    for round in all.part_of(number) {
        version = version.other();
        let (call, number) = *random.choose(&calls);
        let when = random.below(number) + 1;
        let after = format!("SIGKILL {round} at call {when} of {call}");
        let inject = format!("inject={call}:signal=SIGKILL:when={when}");
        let mut command = strace(&sandbox, &["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]);
        let mut child = command.args(self::command(&sandbox, version.manifest())).spawn().unwrap();
        wait(&mut child, &after);
        sandbox.wait_until_idle();
        site.assert_whole(&sandbox, &after);
        if round % BETWEEN == BETWEEN - 1 {
            converge(&sandbox, &site, version, &after);
        }
    }
    converge(&sandbox, &site, version.other(), "all kills");
    eprintln!("{}", site.describe_leftovers(&sandbox));
}

fn strace(sandbox: &Sandbox, options: &[&str]) -> Command {
    let mut command = sandbox.program("strace");
    command.args(["-f", "--quiet=all"]).args(options).arg(env!("CARGO_BIN_EXE_bunraku"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// How often each system call is made by the thread that makes it most often, when everything is changed.
fn count_calls(sandbox: &Sandbox) -> Vec<(&'static str, usize)> {
    let log = sandbox.path("calls");
    let trace = format!("trace={CALLS}");
    let mut command = strace(sandbox, &["-o", log.to_str().unwrap(), "-e", &trace]);
    wait(&mut command.args(self::command(sandbox, Version::B.manifest())).spawn().unwrap(), "counting calls");
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for line in String::from_utf8_lossy(&fs::read(&log).unwrap()).lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
        if let Some(call) = CALLS.split(',').find(|name| *name == call) {
            *counts.entry((thread.to_owned(), call)).or_default() += 1;
        }
    }
    fs::remove_file(&log).unwrap();
    let mut most: BTreeMap<&str, usize> = BTreeMap::new();
    for ((_, call), number) in counts {
        let maximum = most.entry(call).or_default();
        *maximum = number.max(*maximum);
    }
    assert!(most.len() > 5, "too few system calls were seen: {most:?}");
    most.into_iter().collect()
}
