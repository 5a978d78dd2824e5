use std::{
    fs::File,
    io::{Read as _, Write as _},
    os::{fd::AsRawFd as _, unix::process::CommandExt as _},
    process::{Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{Child, Exit, Limits, RunAs, RunError, execute_exactly, isolate, run, run_merged, sealed_input};

fn output(command: &mut Command, run_as: &RunAs) -> String {
    isolate(command, run_as).unwrap();
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_process_leads_a_session_without_a_terminal() {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read -r line < /proc/self/stat; set -- $line; echo \"$(($1 == $6)) $(($1 == $5)) $7\""]);
    // Its process id, group and session are the same, and there is no terminal.
    assert_eq!(output(&mut command, &RunAs::default()), "1 1 0\n");
}

#[test]
fn the_terminal_of_who_started_us_cannot_be_opened() {
    // `script` provides a terminal, in which the isolated shell runs.
    let mut inside = Command::new("/bin/sh");
    inside.args(["-c", "(echo x > /dev/tty) 2>/dev/null && echo reached || echo out of reach"]);
    assert_eq!(output(&mut inside, &RunAs::default()), "out of reach\n");
}

#[test]
fn descriptors_that_we_inherited_are_not_passed_on() {
    let secret = tempfile::tempfile().unwrap();
    // A duplicate without the close-on-exec flag, like a descriptor that we inherited from a shell.
    let inherited = rustix::io::fcntl_dupfd_cloexec(&secret, 40).unwrap();
    rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).unwrap();
    let number = inherited.as_raw_fd();
    let script = format!("[ -e /proc/self/fd/{number} ] && echo open || echo closed");
    let plain = Command::new("/bin/sh").args(["-c", &script]).output().unwrap();
    assert_eq!(plain.stdout, b"open\n", "the test shows nothing");
    assert_eq!(output(Command::new("/bin/sh").args(["-c", &script]), &RunAs::default()), "closed\n");
}

#[test]
fn a_process_is_another_user_before_its_program_begins() {
    if !skip_test::has_root("processes of other users") {
        return;
    }
    let run_as = RunAs { user: Some(65_534), group: Some(65_534), umask: Some(0o027) };
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "grep -E '^(Uid|Gid|Groups|CapEff|Umask)' /proc/self/status"]);
    let status = output(&mut command, &run_as);
    let lines: Vec<String> = status.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "Umask: 0027",
            "Uid: 65534 65534 65534 65534",
            "Gid: 65534 65534 65534 65534",
            "Groups: 65534",
            "CapEff: 0000000000000000",
        ]
    );
}

#[test]
fn a_user_without_a_group_gets_that_of_the_user_database() {
    if !skip_test::has_root("processes of other users") {
        return;
    }
    let run_as = RunAs { user: Some(1), ..RunAs::default() };
    assert_eq!(output(Command::new("/usr/bin/id").arg("-g"), &run_as), "1\n");
    let unknown = RunAs { user: Some(3_999_999_999), ..RunAs::default() };
    let error = isolate(&mut Command::new("/usr/bin/id"), &unknown).unwrap_err();
    assert_eq!(error.to_string(), "the user database has no user 3999999999, so its group must be given");
    let impossible = RunAs { user: Some(u32::MAX), group: Some(0), ..RunAs::default() };
    assert!(isolate(&mut Command::new("/usr/bin/id"), &impossible).is_err());
}

#[test]
fn what_the_user_may_not_execute_is_an_error_of_starting() {
    if !skip_test::has_root("processes of other users") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("program");
    File::create(&program).unwrap().write_all(b"#!/bin/sh\n").unwrap();
    rustix::fs::chmod(&program, rustix::fs::Mode::from_raw_mode(0o700)).unwrap();
    let mut command = Command::new(&program);
    isolate(&mut command, &RunAs { user: Some(65_534), group: Some(65_534), umask: None }).unwrap();
    assert_eq!(command.spawn().unwrap_err().kind(), std::io::ErrorKind::PermissionDenied);
}

#[test]
fn a_limit_of_file_sizes_ends_the_process_as_usual() {
    // We ignore it ourselves, and children would inherit that.
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status"]);
    let ignored = u64::from_str_radix(output(&mut command, &RunAs::default()).trim(), 16).unwrap();
    assert_eq!(ignored & (1 << (libc::SIGXFSZ - 1)), 0);
}

#[test]
fn an_input_is_complete_and_cannot_be_changed() {
    let text = vec![b'x'; 1 << 20];
    let mut input = sealed_input(&text).unwrap();
    assert!(input.write_all(b"y").is_err());
    assert!(input.set_len(0).is_err());
    let mut read = Vec::new();
    input.read_to_end(&mut read).unwrap();
    assert_eq!(read, text);
}

/// Tests that end all groups, or start some, run one after the other.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a shell that runs this script, with pipes.
fn shell(script: &str) -> Child {
    Child::with_pipes(Command::new("/bin/sh").args(["-c", script]), &RunAs::default()).unwrap()
}

/// The first line that a process writes.
fn first_line(child: &mut Child) -> String {
    let mut written = Vec::new();
    while !written.contains(&b'\n') {
        assert!(child.wait(Some(Instant::now() + Duration::from_secs(20))).unwrap());
        child.transfer(|_, bytes| written.extend_from_slice(bytes));
    }
    String::from_utf8(written).unwrap().trim().to_owned()
}

#[track_caller]
fn ends(process: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    let has_ended = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        status.is_empty() || status.contains(") Z ")
    };
    while !has_ended() {
        assert!(Instant::now() < until, "process {process} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn groups_at_work_can_be_ended() {
    let _alone = alone();
    let mut child = shell("sleep 60");
    crate::groups::terminate_all();
    assert_eq!(child.await_exit(None, |_, _| {}).unwrap().signal, Some(15));
    drop(child);
    // The id of an unregistered group must not hit anybody.
    let mut other = Command::new("/bin/sleep").arg("0.1").process_group(0).spawn().unwrap();
    crate::groups::terminate_all();
    assert!(other.wait().unwrap().success());
}

#[test]
fn a_file_of_unknown_format_is_given_to_a_shell_only_where_std_decides() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script");
    std::fs::write(&script, "echo executed by a shell\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(
        output(&mut Command::new(&script), &RunAs::default()),
        "executed by a shell\n",
        "the test shows nothing"
    );
    let mut command = Command::new(&script);
    isolate(&mut command, &RunAs::default()).unwrap();
    execute_exactly(&mut command, &script, ["script".as_ref()], []).unwrap();
    assert_eq!(command.spawn().unwrap_err().raw_os_error(), Some(libc::ENOEXEC));
}

#[test]
fn exactly_the_words_and_variables_arrive_that_are_given() {
    let mut command = Command::new("ignored");
    command.env("IGNORED", "1").arg("ignored");
    isolate(&mut command, &RunAs::default()).unwrap();
    let words = ["its own name", "/proc/self/cmdline", "/proc/self/environ"];
    let variables = [("NAME".into(), "a value".into())];
    execute_exactly(&mut command, "/bin/cat".as_ref(), words.map(AsRef::as_ref), variables).unwrap();
    let output = command.output().unwrap();
    let expected = "its own name\0/proc/self/cmdline\0/proc/self/environ\0NAME=a value\0";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let error = execute_exactly(&mut command, "/bin/sh".as_ref(), ["a\0b".as_ref()], []).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

/// Neither ignoring a signal nor a new session protects a process.
#[test]
fn groups_that_do_not_end_are_killed_with_what_they_started() {
    let _alone = alone();
    // Processes inherit ignored signals from the shell.
    let mut child = shell("trap '' TERM; setsid sleep 60 & echo $!; wait");
    let started = first_line(&mut child);
    crate::groups::terminate_all();
    assert_eq!(child.await_exit(None, |_, _| {}).unwrap().signal, Some(9));
    ends(&started);
}

#[test]
fn nothing_is_left_of_a_child_that_is_dropped_or_stopped() {
    let _alone = alone();
    for script in [
        "setsid sleep 60 & echo $!; wait",
        // Its parent has exited, and it is in a group of its own, but in the same session.
        "(set -m; sleep 60 & echo $!); sleep 60",
        "trap '' TERM; sleep 60 & echo $!; wait",
    ] {
        let mut child = shell(script);
        let started = first_line(&mut child);
        drop(child);
        ends(&started);
        let mut child = shell(script);
        let started = first_line(&mut child);
        child.stop(Duration::from_millis(50), |_, _| {});
        assert!(child.exit().is_some());
        ends(&started);
    }
}

#[test]
fn a_conversation_with_a_process_never_blocks() {
    let _alone = alone();
    let mut child = shell("cat");
    // More than fits into the pipes in both directions.
    let text = vec![b'x'; 5 << 20];
    child.stdin.push(&text);
    child.stdin.close();
    let mut answer = Vec::new();
    while child.has_output() {
        assert!(child.wait(Some(Instant::now() + Duration::from_secs(60))).unwrap());
        child.transfer(|_, bytes| answer.extend_from_slice(bytes));
    }
    assert!(answer == text);
    assert_eq!(child.await_exit(None, |_, _| {}), Some(Exit { code: Some(0), signal: None }));
}

#[test]
fn what_a_command_prints_is_collected_within_limits() {
    let _alone = alone();
    let limits = Limits { time: Some(Duration::from_secs(60)), output: 100 };
    let script = ["-c", "echo 1; echo 2 >&2; echo 3; exit 4"];
    let collected = run(Command::new("/bin/sh").args(script), limits).unwrap();
    assert_eq!((collected.stdout.as_slice(), collected.stderr.as_slice()), (&b"1\n3\n"[..], &b"2\n"[..]));
    assert_eq!(collected.exit.code, Some(4));
    assert_eq!(run_merged(Command::new("/bin/sh").args(script), limits).unwrap().stdout, b"1\n2\n3\n");
    // Whoever still holds the output is waited for.
    let late = run(Command::new("/bin/sh").args(["-c", "(sleep 0.2; echo late) & echo early"]), limits).unwrap();
    assert_eq!(late.stdout, b"early\nlate\n");
    assert!(matches!(run(&mut Command::new("yes"), limits), Err(RunError::Large(100))));
    let short = Limits { time: Some(Duration::from_millis(100)), output: 100 };
    for script in ["sleep 60", "sleep 60 & exit 0", "exec >&- 2>&-; sleep 60"] {
        let result = run(Command::new("/bin/sh").args(["-c", script]), short);
        assert!(matches!(result, Err(RunError::Late(time)) if time == Duration::from_millis(100)), "{script}");
    }
}

#[test]
fn a_user_who_stops_a_process_before_its_program_starts_does_not_stop_us() {
    if !skip_test::has_root("processes of other users") {
        return;
    }
    let mut command = Command::new("/bin/true");
    let run_as = RunAs { user: Some(65_534), group: Some(65_534), umask: None };
    let isolated = isolate(&mut command, &run_as).unwrap();
    // What the user could do at this moment.
    let stop = || Ok(rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP)?);
    // SAFETY: the closure makes two system calls.
    #[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(&mut command, stop);
    }
    let error = isolated.spawn_within(Duration::from_millis(200), &mut command).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::TimedOut, "{error}");
}
