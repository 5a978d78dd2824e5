//! Concurrent runs: with the same state directory, and with different ones on the same files.

use std::{
    fs,
    io::Read as _,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    sandbox::{Sandbox, TIME, sandbox, write},
    scale::rounds,
};

fn start(sandbox: &Sandbox, manifest: &str, options: &[&str]) -> Child {
    let mut command = sandbox.program(env!("CARGO_BIN_EXE_bunraku"));
    command.args(sandbox.arguments(manifest, options));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for a run with little output. Returns its exit code and its output.
fn finish(mut child: Child) -> (Option<i32>, String) {
    let end = Instant::now() + TIME;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            panic!("a run did not end within {} s", TIME.as_secs());
        }
        thread::sleep(Duration::from_millis(2));
    }
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
    (child.wait().unwrap().code(), output)
}

#[test]
fn of_several_runs_with_the_same_state_one_runs() {
    let Some(sandbox) = sandbox("several runs with the same state") else { return };
    let manifest = "exec { \"/bin/sh -c 'echo x >> %S/count; while [ ! -e %S/go ]; do sleep 0.01; done'\": }";
    for round in rounds("TOGETHER", 3) {
        for name in ["count", "go"] {
            let _ = fs::remove_file(sandbox.path(name));
        }
        let mut runs: Vec<Child> = (0..4).map(|_| start(&sandbox, manifest, &[])).collect();
        let end = Instant::now() + TIME;
        let mut ended = Vec::new();
        while ended.len() < 3 {
            assert!(Instant::now() < end, "round {round}: {} of 4 runs were refused", ended.len());
            let done = runs.iter_mut().position(|run| run.try_wait().unwrap().is_some());
            match done {
                Some(index) => ended.push(finish(runs.remove(index))),
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
        for (code, output) in ended {
            assert_eq!(code, Some(1), "round {round}: {output}");
            assert!(output.contains("already in progress"), "round {round}: {output}");
        }
        // One of them runs, possibly the last one to start.
        while !sandbox.path("count").exists() {
            assert!(Instant::now() < end, "round {round}: the command of the one run did not begin");
            thread::sleep(Duration::from_millis(2));
        }
        fs::write(sandbox.path("go"), "").unwrap();
        let (code, output) = finish(runs.remove(0));
        assert_eq!(code, Some(0), "round {round}: {output}");
        assert_eq!(fs::read_to_string(sandbox.path("count")).unwrap(), "x\n", "round {round}");
    }
}

/// How many lines each of the concurrent runs adds, and how many runs there are.
const LINES: usize = 12;
const RUNS: usize = 3;

/// The types that add lines to a file: a manifest with `RUN` and `${n}`, the file, and the text of line number `#`.
const SHARED: &[(&str, &str, &str)] = &[
    ("file_line { \"RUN-${n}\": path => '%S/lines', line => \"RUN-${n}-\" }", "lines", "RUN-#-"),
    (
        "ini_setting { \"RUN-${n}\": path => '%S/settings', section => 's', setting => \"RUN-${n}\", value => 'x' }",
        "settings",
        "RUN-# = x",
    ),
    (
        "ini_subsetting { \"RUN-${n}\": path => '%S/subsettings', section => 's', setting => 'x', subsetting => \"RUN-${n}-\", value => 'x' }",
        "subsettings",
        "RUN-#-",
    ),
    ("host { \"RUN-${n}.example.com\": ip => '192.0.2.1' }", "etc/hosts", "RUN-#.example.com"),
    ("sysctl { \"net.RUN-${n}\": val => '1' }", "etc/sysctl.conf", "net.RUN-#="),
    (
        "mount { \"/srv/RUN-${n}\": ensure => defined, device => '/dev/null', fstype => 'ext4' }",
        "etc/fstab",
        "/srv/RUN-#\t",
    ),
    (
        "ssh_authorized_key { \"RUN-${n}\": user => 'alice', type => 'ssh-rsa', key => \"RUN${n}\" }",
        "home/alice/.ssh/authorized_keys",
        " RUN-#\n",
    ),
    ("cron { \"RUN-${n}\": command => '/bin/true', minute => 1 }", "spool/crontabs/root", "Puppet Name: RUN-#\n"),
];

#[test]
fn concurrent_runs_on_the_same_files_lose_no_line() {
    let Some(sandbox) = sandbox("runs on the same files") else { return };
    sandbox.shell("mkdir -p %S/home/alice/.ssh; chown alice %S/home/alice/.ssh");
    let mut lost = Vec::new();
    for round in rounds("TOGETHER", 3) {
        for (manifest, file, line) in SHARED {
            let path = sandbox.path(file);
            let _ = fs::remove_file(&path);
            if !file.starts_with("home") && !file.starts_with("spool") {
                write(&path, "", 0o644);
            }
            let run = |run: usize| {
                let manifest = manifest.replace("RUN", &format!("r{run}"));
                let manifest = format!("range(1, {LINES}).each |$n| {{ {manifest} }}");
                start(&sandbox, &manifest, &["--detailed-exitcodes", "--vardir", &format!("%S/var{run}")])
            };
            let runs: Vec<Child> = (0..RUNS).map(run).collect();
            let ends: Vec<(Option<i32>, String)> = runs.into_iter().map(finish).collect();
            let text = fs::read_to_string(&path).unwrap_or_default();
            for (run, (code, output)) in ends.iter().enumerate() {
                // A run that could not change the file reports that; otherwise its lines are there.
                let expected =
                    |number: usize| line.replace("RUN", &format!("r{run}")).replace('#', &number.to_string());
                let missing = (1..=LINES).filter(|number| !text.contains(&expected(*number))).count();
                if missing > 0 && *code == Some(2) || !matches!(code, Some(2 | 4 | 6)) {
                    let tail: String = output.chars().rev().take(300).collect::<String>().chars().rev().collect();
                    lost.push(format!(
                        "round {round}, {file}: run {run} ended with {code:?}, {missing} lines are lost: {tail}"
                    ));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
