//! Processes of root and of other users: what they inherit from us, and what happens to files when we are killed.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::Sandbox;
use crate::{
    binary::{self, Run},
    terminal::at_terminal,
};

/// The uid of `nobody`, a regular user on every machine.
const NOBODY_UID: u32 = 65_534;

/// The time limit for anything that should be immediate.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// A sandbox for a test that needs root.
fn as_root(mounts: &[&str]) -> Option<Sandbox> {
    if !skip_test::has_root("processes of other users") {
        return None;
    }
    Some(Sandbox::with_mounts(mounts))
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + TIME_LIMIT;
    while !is_so() {
        assert!(Instant::now() < end, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_environment_of_a_command_reaches_no_process_of_root() {
    let Some(sandbox) = as_root(&[]) else { return };
    let traces = sandbox.files().join("traces");
    fs::create_dir(&traces).unwrap();
    fs::set_permissions(&traces, fs::Permissions::from_mode(0o777)).unwrap();
    // The loader records which libraries it looks for, and its uid.
    let manifest = "exec { '/bin/true': user => 'nobody', umask => '022', \
                    environment => ['LD_DEBUG=libs', 'LD_DEBUG_OUTPUT=%D/traces/of', 'LD_LIBRARY_PATH=%D/traces'] }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let owners: Vec<u32> =
        fs::read_dir(&traces).unwrap().map(|trace| trace.unwrap().metadata().unwrap().uid()).collect();
    assert_eq!(owners, [NOBODY_UID], "the loader ran as these users");
}

#[test]
fn a_command_of_another_user_needs_no_helper_program() {
    if !skip_test::has_root("a command of another user needs no helper program") {
        return;
    }
    let before = serde_json::json!({ "usr/bin/setpriv": ["#!/bin/sh\nexit 99\n", 0o755] });
    let sandbox = Sandbox::prepared(&["/usr/bin/setpriv"], &before);
    let run = sandbox.apply("exec { '/usr/bin/id -un': user => 'nobody', logoutput => true }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(run.stdout.contains("returns: nobody\n"), "{}", run.stdout);
}

#[test]
fn a_command_cannot_reach_the_terminal_of_our_parent() {
    let Some(sandbox) = as_root(&[]) else { return };
    let script = "(echo FALSE PROMPT > /dev/tty) 2> /dev/null && echo reached || echo out of reach";
    for user in ["", "user => 'nobody',"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(["apply", "--color=false", "--vardir"]).arg(sandbox.state_directory());
        command
            .arg("-e")
            .arg(format!("exec {{ 'x': command => \"/bin/sh -c '{script}'\", {user} logoutput => true }}"));
        let seen = at_terminal(&command);
        assert!(seen.contains("returns: out of reach") && !seen.contains("FALSE PROMPT\n"), "{user}: {seen}");
    }
}

#[test]
fn a_command_inherits_no_descriptor_but_the_standard_ones() {
    let Some(sandbox) = as_root(&[]) else { return };
    sandbox.write("secret", "root's own\n", 0o600);
    let mut shell = Command::new("sh");
    let line = "exec 9< \"$2\"; exec \"$1\" apply --color=false --vardir \"$3\" -e \"$4\"";
    shell
        .args(["-c", line, "sh", env!("CARGO_BIN_EXE_bunraku")])
        .arg(sandbox.files().join("secret"))
        .arg(sandbox.state_directory());
    shell.arg("exec { '/bin/sh -c \"cat <&9 || echo closed\"': user => 'nobody', logoutput => true }");
    let Run { stdout, stderr, code } = binary::run(&mut shell, "");
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.contains("returns: closed") && !stdout.contains("root's own"), "{stdout}");
}

#[test]
fn a_check_that_cannot_be_started_decides_nothing() {
    let Some(sandbox) = as_root(&[]) else { return };
    let mut shortages = 0;
    for limit in 4..24 {
        let mut shell = Command::new("sh");
        let line = format!("ulimit -n {limit}; exec \"$1\" apply --color=false --vardir \"$2\" -e \"$3\"");
        shell.args(["-c", &line, "sh", env!("CARGO_BIN_EXE_bunraku")]).arg(sandbox.state_directory());
        let ran = sandbox.files().join("ran");
        shell.arg(format!("exec {{ '/usr/bin/touch {}': unless => '/bin/true' }}", ran.display()));
        let run = binary::run(&mut shell, "");
        assert!(!ran.exists(), "with {limit} descriptors: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("returned 1"), "with {limit} descriptors: {}", run.stderr);
        shortages += u32::from(run.stderr.contains("Command '/bin/true' failed: cannot "));
    }
    assert!(shortages > 0, "no limit was hit where the check is started");
}

/// A wrapper around a program that blocks until a test releases it.
const SLOW: &str = "env > '%D/environment'\n: > '%D/begun'\nwhile [ ! -e '%D/go' ]; do sleep 0.05; done\n";

/// Starts a run, kills it as soon as the blocked program has started, and releases that program.
fn killed_while_a_program_works(sandbox: &Sandbox, manifest: &str) {
    let mut command = sandbox.command();
    command.args(["apply", "--color=false", "--vardir"]).arg(sandbox.state_directory()).arg("-e").arg(manifest);
    command.env("WHAT_ROOT_KNOWS", "hunter22").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().unwrap();
    let (begun, go) = (sandbox.files().join("begun"), sandbox.files().join("go"));
    wait_until("the program", || begun.exists());
    // The program has started; its input may still be on its way.
    run.kill().unwrap();
    run.wait().unwrap();
    fs::write(go, "").unwrap();
}

#[test]
fn keys_are_complete_or_unchanged_when_a_run_is_killed() {
    if !skip_test::has_root("keys are complete or unchanged when a run is killed") {
        return;
    }
    // The keys are read by the same program, which does not block then, nor when it runs as root.
    let slow =
        format!("#!/bin/sh\nif [ \"$1\" != -- ] && [ \"$(id -u)\" = 12345 ]; then\n{SLOW}fi\nexec '%D/cat' \"$@\"\n");
    let before = serde_json::json!({ "bin/cat": [slow, 0o755] });
    let sandbox = Sandbox::prepared(&["/etc", "/bin/cat"], &before);
    fs::copy("/bin/cat", sandbox.files().join("cat")).unwrap();
    sandbox.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    fs::set_permissions(sandbox.files(), fs::Permissions::from_mode(0o777)).unwrap();
    let keys: String = (0..4000).map(|number| format!("ssh-rsa AAAA{} old{number}\n", "k".repeat(90))).collect();
    let directory = sandbox.files().join("home/ann/.ssh");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("authorized_keys");
    fs::write(&file, &keys).unwrap();
    for owned in [&sandbox.files().join("home/ann"), &directory, &file] {
        chown(owned, Some(12345), Some(12345)).unwrap();
    }
    let manifest = "ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }";
    killed_while_a_program_works(&sandbox, manifest);
    wait_until("the end of the new file", || fs::read_to_string(&file).unwrap().contains("AAAAnew"));
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.contains(&keys) && now.ends_with("ssh-rsa AAAAnew new\n"), "{} of {} bytes", now.len(), keys.len());
    let environment = sandbox.read("environment");
    assert!(environment.contains("PATH=/usr/bin:/bin\n") && !environment.contains("hunter22"), "{environment}");
}

#[test]
fn keys_that_did_not_arrive_completely_replace_nothing() {
    if !skip_test::has_root("keys that did not arrive completely replace nothing") {
        return;
    }
    // Whichever part of the keys is lost on the way: the file stays as it was.
    let short = "#!/bin/sh\nif [ \"$1\" = -- ]; then exec '%D/cat' \"$@\"; fi\n[ \"$(id -u)\" = 12345 ] && exec head -c 20\nexec '%D/cat'\n";
    let sandbox = Sandbox::prepared(&["/etc", "/bin/cat"], &serde_json::json!({ "bin/cat": [short, 0o755] }));
    fs::copy("/bin/cat", sandbox.files().join("cat")).unwrap();
    sandbox.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    let directory = sandbox.files().join("home/ann/.ssh");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("authorized_keys");
    fs::write(&file, "ssh-rsa AAAAold old\n").unwrap();
    for owned in [&sandbox.files().join("home/ann"), &directory, &file] {
        chown(owned, Some(12345), Some(12345)).unwrap();
    }
    let run = sandbox.apply("ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the new content is not complete"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), "ssh-rsa AAAAold old\n");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing is left there");
}

#[test]
fn a_crontab_is_complete_or_unchanged_when_a_run_is_killed() {
    if !skip_test::has_root("a crontab is complete or unchanged when a run is killed") {
        return;
    }
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-l) cat '%D/tab';; *)\n{SLOW}cat > '%D/new'; mv '%D/new' '%D/tab';; esac\n"
    );
    let jobs: String =
        (0..4000).map(|number| format!("1 2 3 4 5 /bin/job number {number} {}\n", "x".repeat(60))).collect();
    let before = serde_json::json!({ "usr/bin/crontab": [script, 0o755], "tab": jobs });
    let sandbox = Sandbox::prepared(&["/usr/bin/crontab", "/var/spool/cron"], &before);
    killed_while_a_program_works(&sandbox, "cron { 'new': command => '/bin/new', minute => 1 }");
    wait_until("the end of the new crontab", || sandbox.read("tab").contains("/bin/new"));
    let tab = sandbox.read("tab");
    assert!(tab.contains(&jobs) && tab.ends_with("\n# Puppet Name: new\n1 * * * * /bin/new\n"), "{} bytes", tab.len());
}

#[test]
fn a_crontab_has_a_copy_in_the_bucket() {
    let Some(sandbox) = as_root(&["/var/spool/cron"]) else { return };
    sandbox.write("var/spool/cron/crontabs/root", "# 1\n# 2\n# 3\n7 7 7 7 7 /bin/precious\n", 0o600);
    let run = sandbox.apply("cron { 'new': command => '/bin/new', minute => 1 }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let mut search = Command::new("grep");
    search.args(["-rh", "precious"]).arg(sandbox.state_directory().join("clientbucket"));
    assert_eq!(binary::run(&mut search, "").stdout, "7 7 7 7 7 /bin/precious\n");
    let mut listed = sandbox.command();
    listed.args(["filebucket", "-l", "list", "--bucket"]).arg(sandbox.state_directory().join("clientbucket"));
    let listed = binary::run(&mut listed, "").stdout;
    assert!(listed.contains("/var/spool/cron/crontabs/root"), "{listed}");
}

#[test]
fn a_second_signal_ends_the_command_that_is_at_work() {
    let Some(sandbox) = as_root(&[]) else { return };
    let pid = sandbox.files().join("pid");
    let mut command = sandbox.command();
    command.args(["apply", "--color=false", "--vardir"]).arg(sandbox.state_directory());
    // The children of the command end with it.
    let line = format!("exec {{ \"/bin/sh -c 'sleep 300 & echo \\$! > {}; wait'\": }}", pid.display());
    command.arg("-e").arg(line).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().unwrap();
    wait_until("the command", || fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n')));
    let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
    // A second signal that arrives too early counts as one with the first, so signals are sent until the run ends.
    let status = loop {
        Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
        thread::sleep(Duration::from_millis(20));
        if let Some(status) = run.try_wait().unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Some(130));
    wait_until("the end of the command", || !Path::new("/proc").join(&number).exists());
}

#[test]
fn secret_commands_of_a_service_are_not_visible() {
    let Some(sandbox) = as_root(&[]) else { return };
    let list = "tr '\\\\0' ' ' < /proc/$$/cmdline >> %D/processes";
    let manifest = format!(
        "service {{ 'x': provider => base, ensure => running, start => Sensitive(\"{list}; echo hunter22; exit 3\"), \
         status => Sensitive(\"{list}; echo hunter22; exit 1\") }}"
    );
    let run = sandbox.apply(&manifest, &["--debug"]);
    let printed = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, 4, "{printed}");
    assert!(
        printed.contains("Could not start Service[x]: Execution of '[command redacted]' returned 3: [output redacted]"),
        "{printed}"
    );
    assert!(!printed.contains("hunter22"), "{printed}");
    let processes = sandbox.read("processes");
    assert!(processes.contains("/bin/sh -c ") && !processes.contains("hunter22"), "{processes}");
    let mut search = Command::new("grep");
    search.args(["-rl", "hunter22"]).arg(sandbox.state_directory());
    assert_eq!(binary::run(&mut search, "").stdout, "");
}

#[test]
fn a_signal_ends_the_reading_of_a_large_file() {
    let Some(sandbox) = as_root(&[]) else { return };
    sandbox.shell(&format!("cd '{}' && truncate -s 4T huge && truncate -s 4T other", sandbox.files().display()));
    for manifest in [
        "file { '%D/new': source => '%D/huge' }",
        "file { '%D/huge': source => '%D/other' }",
        "file { '%D/huge': content => 'x', backup => 'puppet' }",
        "file { '%D/huge': audit => content }",
    ] {
        let mut command = sandbox.command();
        command.args(["apply", "--color=false", "--vardir"]).arg(sandbox.state_directory());
        command.arg("-e").arg(manifest.replace("%D", &sandbox.files().to_string_lossy()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut run = command.spawn().unwrap();
        let read = format!("/proc/{}/io", run.id());
        wait_until("a part that was read", || {
            let text = fs::read_to_string(&read).unwrap_or_default();
            let count = text.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse::<u64>().ok());
            count.is_some_and(|count| count > 100_000_000)
        });
        Command::new("kill").args(["-TERM", &run.id().to_string()]).status().unwrap();
        let started = Instant::now();
        while run.try_wait().unwrap().is_none() {
            if started.elapsed() > Duration::from_secs(20) {
                run.kill().unwrap();
                run.wait().unwrap();
                panic!("{manifest}: one signal did not end it");
            }
            thread::sleep(Duration::from_millis(20));
        }
        let output = run.wait_with_output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code().is_some_and(|code| code != 0), "{manifest}: {printed}");
        assert!(printed.contains("the run was stopped"), "{manifest}: {printed}");
        assert_eq!(fs::metadata(sandbox.files().join("huge")).unwrap().len(), 4 << 40, "{manifest}");
    }
}

#[test]
fn a_large_file_of_another_size_is_replaced_without_reading_it() {
    let Some(sandbox) = as_root(&[]) else { return };
    let run = |manifest: &str| {
        sandbox.shell(&format!("cd '{}' && truncate -s 4T huge", sandbox.files().display()));
        let run = sandbox.apply(manifest, &["--show_diff"]);
        assert_eq!((run.code, sandbox.read("huge").as_str()), (2, "x\n"), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("content changed '4398046511104 bytes' to '{sha256}73cb3858"), "{}", run.stdout);
    };
    run("file { '%D/huge': content => \"x\\n\", backup => false }");
    sandbox.write("source", "x\n", 0o644);
    run("file { '%D/huge': source => '%D/source', backup => false }");
}

#[test]
fn a_check_that_a_signal_ended_decides_nothing() {
    let Some(sandbox) = as_root(&[]) else { return };
    for (manifest, reason) in [
        ("exec { '/bin/touch %D/new': unless => [['/bin/sh', '-c', 'kill -9 $$']] }", "Check "),
        ("exec { '/bin/touch %D/new': onlyif => 'kill -9 $$', path => '/bin' }", "Check "),
        (
            "service { 'x': provider => base, ensure => running, status => 'kill -9 $$', start => '/bin/touch %D/new' }",
            "Could not get the status of Service[x]",
        ),
    ] {
        let run = sandbox.apply(manifest, &[]);
        assert_eq!(run.code, 4, "{manifest}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(reason), "{manifest}: {}", run.stderr);
        assert!(
            run.stderr.contains("it was ended by a signal, so its answer is unknown"),
            "{manifest}: {}",
            run.stderr
        );
        assert!(!sandbox.files().join("new").exists(), "{manifest}");
    }
}
