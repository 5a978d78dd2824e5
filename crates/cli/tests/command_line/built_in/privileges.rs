//! Processes of other users and of root: what each of them gets of us, and what becomes of files when we are killed.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Place, is_root};
use crate::{
    binary::{self, Run},
    terminal::at_terminal,
};

/// The number of a user who is not root: nobody, who is on every machine.
const NOBODY: u32 = 65_534;

/// How long anything may take that should happen at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// A place for a test that needs root.
fn as_root(mounts: &[&str]) -> Option<Place> {
    if !is_root() {
        eprintln!("skipped, because it needs root: processes of other users");
        return None;
    }
    Some(Place::in_place_of(mounts))
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_environment_of_a_command_reaches_no_process_of_root() {
    let Some(place) = as_root(&[]) else { return };
    let traces = place.files().join("traces");
    fs::create_dir(&traces).unwrap();
    fs::set_permissions(&traces, fs::Permissions::from_mode(0o777)).unwrap();
    // The loader notes which libraries it looks for, as whoever it runs as.
    let manifest = "exec { '/bin/true': user => 'nobody', umask => '022', \
                    environment => ['LD_DEBUG=libs', 'LD_DEBUG_OUTPUT=%D/traces/of', 'LD_LIBRARY_PATH=%D/traces'] }";
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let owners: Vec<u32> =
        fs::read_dir(&traces).unwrap().map(|trace| trace.unwrap().metadata().unwrap().uid()).collect();
    assert_eq!(owners, [NOBODY], "the loader ran as these users");
}

#[test]
fn a_command_of_another_user_needs_no_helper_program() {
    if !is_root() {
        eprintln!("skipped, because it needs root: a command of another user needs no helper program");
        return;
    }
    let before = serde_json::json!({ "usr/bin/setpriv": ["#!/bin/sh\nexit 99\n", 0o755] });
    let place = Place::prepared(&["/usr/bin/setpriv"], &before);
    let run = place.apply("exec { '/usr/bin/id -un': user => 'nobody', logoutput => true }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(run.stdout.contains("returns: nobody\n"), "{}", run.stdout);
}

#[test]
fn a_command_cannot_reach_the_terminal_of_who_started_us() {
    let Some(place) = as_root(&[]) else { return };
    let script = "(echo FALSE PROMPT > /dev/tty) 2> /dev/null && echo reached || echo out of reach";
    for user in ["", "user => 'nobody',"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(["apply", "--color=false", "--vardir"]).arg(place.kept());
        command
            .arg("-e")
            .arg(format!("exec {{ 'x': command => \"/bin/sh -c '{script}'\", {user} logoutput => true }}"));
        let seen = at_terminal(&command);
        assert!(seen.contains("returns: out of reach") && !seen.contains("FALSE PROMPT\n"), "{user}: {seen}");
    }
}

#[test]
fn a_command_inherits_no_descriptor_but_the_standard_ones() {
    let Some(place) = as_root(&[]) else { return };
    place.write("secret", "root's own\n", 0o600);
    let mut shell = Command::new("sh");
    let line = "exec 9< \"$2\"; exec \"$1\" apply --color=false --vardir \"$3\" -e \"$4\"";
    shell.args(["-c", line, "sh", env!("CARGO_BIN_EXE_bunraku")]).arg(place.files().join("secret")).arg(place.kept());
    shell.arg("exec { '/bin/sh -c \"cat <&9 || echo closed\"': user => 'nobody', logoutput => true }");
    let Run { stdout, stderr, code } = binary::run(&mut shell, "");
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.contains("returns: closed") && !stdout.contains("root's own"), "{stdout}");
}

#[test]
fn a_check_that_cannot_be_started_decides_nothing() {
    let Some(place) = as_root(&[]) else { return };
    let mut shortages = 0;
    for limit in 4..24 {
        let mut shell = Command::new("sh");
        let line = format!("ulimit -n {limit}; exec \"$1\" apply --color=false --vardir \"$2\" -e \"$3\"");
        shell.args(["-c", &line, "sh", env!("CARGO_BIN_EXE_bunraku")]).arg(place.kept());
        let ran = place.files().join("ran");
        shell.arg(format!("exec {{ '/usr/bin/touch {}': unless => '/bin/true' }}", ran.display()));
        let run = binary::run(&mut shell, "");
        assert!(!ran.exists(), "with {limit} descriptors: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("returned 1"), "with {limit} descriptors: {}", run.stderr);
        shortages += u32::from(run.stderr.contains("Command '/bin/true' failed: cannot "));
    }
    assert!(shortages > 0, "no limit was hit where the check is started");
}

/// What is in the way of a program until a test lets it go on.
const SLOW: &str = "env > '%D/environment'\n: > '%D/begun'\nwhile [ ! -e '%D/go' ]; do sleep 0.05; done\n";

/// Starts a run, kills it as soon as the program has begun that was put in its way, and lets that program go on.
fn killed_while_a_program_works(place: &Place, manifest: &str) {
    let mut command = place.command();
    command.args(["apply", "--color=false", "--vardir"]).arg(place.kept()).arg("-e").arg(manifest);
    command.env("WHAT_ROOT_KNOWS", "hunter22").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().unwrap();
    let (begun, go) = (place.files().join("begun"), place.files().join("go"));
    wait_until("the program", || begun.exists());
    // The program began; its input may still be on its way.
    run.kill().unwrap();
    run.wait().unwrap();
    fs::write(go, "").unwrap();
}

#[test]
fn keys_are_complete_or_unchanged_when_a_run_is_killed() {
    if !is_root() {
        eprintln!("skipped, because it needs root: keys are complete or unchanged when a run is killed");
        return;
    }
    // The keys are read by the same program, which does not wait then, nor where it is not the user's.
    let slow =
        format!("#!/bin/sh\nif [ \"$1\" != -- ] && [ \"$(id -u)\" = 12345 ]; then\n{SLOW}fi\nexec '%D/cat' \"$@\"\n");
    let before = serde_json::json!({ "bin/cat": [slow, 0o755] });
    let place = Place::prepared(&["/etc", "/bin/cat"], &before);
    fs::copy("/bin/cat", place.files().join("cat")).unwrap();
    place.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    fs::set_permissions(place.files(), fs::Permissions::from_mode(0o777)).unwrap();
    let keys: String = (0..4000).map(|number| format!("ssh-rsa AAAA{} old{number}\n", "k".repeat(90))).collect();
    let folder = place.files().join("home/ann/.ssh");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("authorized_keys");
    fs::write(&file, &keys).unwrap();
    for owned in [&place.files().join("home/ann"), &folder, &file] {
        chown(owned, Some(12345), Some(12345)).unwrap();
    }
    let manifest = "ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }";
    killed_while_a_program_works(&place, manifest);
    wait_until("the end of the new file", || fs::read_to_string(&file).unwrap().contains("AAAAnew"));
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.contains(&keys) && now.ends_with("ssh-rsa AAAAnew new\n"), "{} of {} bytes", now.len(), keys.len());
    let environment = place.read("environment");
    assert!(environment.contains("PATH=/usr/bin:/bin\n") && !environment.contains("hunter22"), "{environment}");
}

#[test]
fn keys_that_did_not_arrive_completely_replace_nothing() {
    if !is_root() {
        eprintln!("skipped, because it needs root: keys that did not arrive completely replace nothing");
        return;
    }
    // Whatever loses a part of the keys on their way: the file stays as it was.
    let short = "#!/bin/sh\nif [ \"$1\" = -- ]; then exec '%D/cat' \"$@\"; fi\n[ \"$(id -u)\" = 12345 ] && exec head -c 20\nexec '%D/cat'\n";
    let place = Place::prepared(&["/etc", "/bin/cat"], &serde_json::json!({ "bin/cat": [short, 0o755] }));
    fs::copy("/bin/cat", place.files().join("cat")).unwrap();
    place.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    let folder = place.files().join("home/ann/.ssh");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("authorized_keys");
    fs::write(&file, "ssh-rsa AAAAold old\n").unwrap();
    for owned in [&place.files().join("home/ann"), &folder, &file] {
        chown(owned, Some(12345), Some(12345)).unwrap();
    }
    let run = place.apply("ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the new content is not complete"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), "ssh-rsa AAAAold old\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left there");
}

#[test]
fn a_crontab_is_complete_or_unchanged_when_a_run_is_killed() {
    if !is_root() {
        eprintln!("skipped, because it needs root: a crontab is complete or unchanged when a run is killed");
        return;
    }
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-l) cat '%D/tab';; *)\n{SLOW}cat > '%D/new'; mv '%D/new' '%D/tab';; esac\n"
    );
    let jobs: String =
        (0..4000).map(|number| format!("1 2 3 4 5 /bin/job number {number} {}\n", "x".repeat(60))).collect();
    let before = serde_json::json!({ "usr/bin/crontab": [script, 0o755], "tab": jobs });
    let place = Place::prepared(&["/usr/bin/crontab", "/var/spool/cron"], &before);
    killed_while_a_program_works(&place, "cron { 'new': command => '/bin/new', minute => 1 }");
    wait_until("the end of the new crontab", || place.read("tab").contains("/bin/new"));
    let tab = place.read("tab");
    assert!(tab.contains(&jobs) && tab.ends_with("\n# Puppet Name: new\n1 * * * * /bin/new\n"), "{} bytes", tab.len());
}

#[test]
fn a_crontab_has_a_copy_in_the_bucket() {
    let Some(place) = as_root(&["/var/spool/cron"]) else { return };
    place.write("var/spool/cron/crontabs/root", "# 1\n# 2\n# 3\n7 7 7 7 7 /bin/precious\n", 0o600);
    let run = place.apply("cron { 'new': command => '/bin/new', minute => 1 }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let mut kept = Command::new("grep");
    kept.args(["-rh", "precious"]).arg(place.kept().join("clientbucket"));
    assert_eq!(binary::run(&mut kept, "").stdout, "7 7 7 7 7 /bin/precious\n");
    let mut listed = place.command();
    listed.args(["filebucket", "-l", "list", "--bucket"]).arg(place.kept().join("clientbucket"));
    let listed = binary::run(&mut listed, "").stdout;
    assert!(listed.contains("/var/spool/cron/crontabs/root"), "{listed}");
}

#[test]
fn a_second_signal_ends_the_command_that_is_at_work() {
    let Some(place) = as_root(&[]) else { return };
    let pid = place.files().join("pid");
    let mut command = place.command();
    command.args(["apply", "--color=false", "--vardir"]).arg(place.kept());
    // What the command started itself ends with it.
    let line = format!("exec {{ \"/bin/sh -c 'sleep 300 & echo \\$! > {}; wait'\": }}", pid.display());
    command.arg("-e").arg(line).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().unwrap();
    wait_until("the command", || fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n')));
    let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
    for _ in 0..2 {
        Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
        thread::sleep(Duration::from_millis(300));
    }
    let status = run.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    wait_until("the end of the command", || !Path::new("/proc").join(&number).exists());
}

#[test]
fn secret_commands_of_a_service_are_seen_by_nobody() {
    let Some(place) = as_root(&[]) else { return };
    let list = "tr '\\\\0' ' ' < /proc/$$/cmdline >> %D/processes";
    let manifest = format!(
        "service {{ 'x': provider => base, ensure => running, start => Sensitive(\"{list}; echo hunter22; exit 3\"), \
         status => Sensitive(\"{list}; echo hunter22; exit 1\") }}"
    );
    let run = place.apply(&manifest, &["--debug"]);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, 4, "{said}");
    assert!(
        said.contains("Could not start Service[x]: Execution of '[command redacted]' returned 3: [output redacted]"),
        "{said}"
    );
    assert!(!said.contains("hunter22"), "{said}");
    let processes = place.read("processes");
    assert!(processes.contains("/bin/sh -c ") && !processes.contains("hunter22"), "{processes}");
    let mut kept = Command::new("grep");
    kept.args(["-rl", "hunter22"]).arg(place.kept());
    assert_eq!(binary::run(&mut kept, "").stdout, "");
}
