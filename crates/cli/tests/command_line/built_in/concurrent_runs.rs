//! Concurrent runs that change the same files: all of their changes are there at the end.

use std::process::{Child, Stdio};

use super::Sandbox;

/// How many runs there are at once, how often, and how many records each of them adds.
const RUNS: usize = 4;
const ROUNDS: usize = 3;
const RECORDS: usize = 5;

/// Starts a run with its own state directory.
fn start(sandbox: &Sandbox, number: usize, manifest: &str) -> Child {
    let own = sandbox.state_directory().join(number.to_string());
    let mut command = sandbox.command();
    command.args(["apply", "--color=false", "--detailed-exitcodes", "--certname", "vm", "--vardir"]).arg(&own);
    command.arg("--confdir").arg(own.join("conf"));
    command.arg("-e").arg(manifest.replace("%D", &sandbox.files().to_string_lossy()));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs a manifest in each of several runs at once. `resource` gets the name of a record.
#[track_caller]
fn run_together(sandbox: &Sandbox, round: usize, resource: impl Fn(&str) -> String) {
    let manifest = |number: usize| -> String {
        // Resources with dependencies are written one by one.
        let resources: Vec<String> =
            (0..RECORDS).map(|record| resource(&format!("x{round}{number}{record}"))).collect();
        format!("{}\nnotify {{ 'between': }}\n{}", resources[0], resources[1..].join("\n"))
    };
    let runs: Vec<Child> = (0..RUNS).map(|number| start(sandbox, number, &manifest(number))).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
    }
}

/// Asserts that no change of several concurrent runs to a file is lost.
#[track_caller]
fn assert_nothing_lost(sandbox: &Sandbox, file: &str, before: &str, resource: impl Fn(&str) -> String) {
    sandbox.write(file, before, 0o644);
    for round in 0..ROUNDS {
        run_together(sandbox, round, &resource);
    }
    let text = sandbox.read(file);
    let mut lost = Vec::new();
    for (round, number, record) in
        (0..ROUNDS * RUNS * RECORDS).map(|index| (index / (RUNS * RECORDS), index / RECORDS % RUNS, index % RECORDS))
    {
        let name = format!("x{round}{number}{record}");
        if !text.contains(&name) {
            lost.push(name);
        }
    }
    assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), ROUNDS * RUNS * RECORDS);
}

#[test]
fn lines_and_settings_are_not_lost() {
    let sandbox = Sandbox::new();
    assert_nothing_lost(&sandbox, "lines", "a\n", |name| {
        format!("file_line {{ '{name}': path => '%D/lines', line => '{name}' }}")
    });
    assert_nothing_lost(&sandbox, "ini", "[a]\n", |name| {
        format!("ini_setting {{ '{name}': path => '%D/ini', section => a, setting => '{name}', value => 1 }}")
    });
}

#[test]
fn records_of_parsed_files_are_not_lost() {
    let sandbox = Sandbox::new();
    assert_nothing_lost(&sandbox, "hosts", "127.0.0.1 localhost\n", |name| {
        format!("host {{ '{name}': ip => '10.0.0.1', target => '%D/hosts' }}")
    });
}

#[test]
fn keys_of_a_user_are_not_lost() {
    if !skip_test::has_root("files that are written as another user") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc", "/home"]);
    sandbox.write("etc/passwd", "root:x:0:0:root:/root:/bin/sh\nada:x:4200:4200::/home/ada:/bin/sh\n", 0o644);
    sandbox.write("etc/group", "root:x:0:\nada:x:4200:\n", 0o644);
    sandbox.write("home/ada/.ssh/authorized_keys", "", 0o600);
    sandbox.shell("chown -R 4200:4200 /home/ada");
    assert_nothing_lost(&sandbox, "home/ada/.ssh/authorized_keys", "", |name| {
        format!("ssh_authorized_key {{ '{name}': user => 'ada', type => 'ssh-rsa', key => 'AAAA' }}")
    });
}

#[test]
fn jobs_of_a_user_are_not_lost() {
    let has_command = std::process::Command::new("crontab").arg("-V").output().is_ok();
    if !skip_test::is_root() || !has_command {
        skip_test::skip!("it needs root and crontab: crontabs");
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/var/spool/cron"]);
    let tab = "var/spool/cron/crontabs/root";
    assert_nothing_lost(&sandbox, tab, "", |name| format!("cron {{ '{name}': command => '/bin/{name}' }}"));
}

#[test]
fn a_locked_directory_blocks_no_run() {
    let sandbox = Sandbox::new();
    sandbox.write("lines", "a\n", 0o644);
    let mut holder = std::process::Command::new("flock");
    holder
        .arg(sandbox.files())
        .args(["sh", "-c", "echo locked; exec cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut holder = holder.spawn().unwrap();
    let mut printed = [0; 7];
    std::io::Read::read_exact(holder.stdout.as_mut().unwrap(), &mut printed).unwrap();
    let run = sandbox.apply(
        "file_line { 'b': path => '%D/lines', line => 'b' } -> notify { 'x': } -> file_line { 'c': path => '%D/lines', line => 'c' }",
        &[],
    );
    drop(holder.stdin.take());
    holder.wait().unwrap();
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stderr.contains("Could not lock the directory of /W/lines, which another process keeps locked"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.read("lines"), "a\nb\nc\n");
}
