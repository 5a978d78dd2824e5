//! The type `exec` next to the real Puppet, and where it goes its own way.

use std::{fs, time::Instant};

use super::{Place, assert_recorded, is_root, list};

/// The cases in which Puppet's answer is not ours, with the reason. Their answers are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("an empty array", "Puppet warns that nothing is no path"),
    ("an empty command", "Puppet fails with an error of Ruby when it executes it"),
    ("an unknown provider", "it is said which there are"),
    ("a requirement by the command", "the place is told in another way"),
    ("a secret command that is missing", "Puppet names its program"),
];

#[test]
fn commands_are_executed_as_puppet_executes_them() {
    assert_recorded(include_str!("../../golden/built_in/exec.jsonl"), 170 - DIFFERENT.len(), DIFFERENT);
}

#[test]
fn a_command_that_is_empty_is_refused() {
    let place = Place::new();
    for command in ["[]", "''"] {
        let run = place.apply(&format!("exec {{ 'x': command => {command} }}"), &[]);
        assert_eq!(run.code, 1);
        let reason = "'' is not qualified and no path was specified. Please qualify the command or specify a path.";
        assert_eq!(run.stderr, format!("Error: Validation of Exec[x] failed: {reason} (line: 1)"));
    }
}

/// The processes whose arguments hold a text.
fn processes_with(text: &str) -> usize {
    let is_meant = |process: &fs::DirEntry| {
        let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let is_program = arguments.split(|byte| *byte == 0).next().is_some_and(|program| program.ends_with(b"sleep"));
        is_program && String::from_utf8_lossy(&arguments).contains(text)
    };
    fs::read_dir("/proc").unwrap().flatten().filter(is_meant).count()
}

#[test]
fn nothing_is_left_of_a_command_that_takes_too_long() {
    let place = Place::new();
    // One obeys, one does not, and one left the group.
    let script = "sleep 4711.1 & (trap '' TERM; sleep 4711.2; sleep 4711.4) & setsid sleep 4711.3 & wait";
    place.write("script", &format!("#!/bin/sh\n{script}\n"), 0o755);
    let started = Instant::now();
    let run = place.apply("exec { '%D/script': timeout => 2 }", &[]);
    assert!(started.elapsed().as_secs() < 60);
    assert_eq!(run.code, 4);
    assert!(run.stderr.starts_with("Error: Command exceeded timeout\n"), "{}", run.stderr);
    assert_eq!(processes_with("4711."), 0);
}

#[test]
fn what_a_command_leaves_behind_goes_on_and_is_not_waited_for() {
    let place = Place::new();
    let started = Instant::now();
    place.write("script", "#!/bin/sh\nsleep 4712 & echo $! > $1\necho started\n", 0o755);
    let run = place.apply("exec { '%D/script %D/number': logoutput => true }", &[]);
    assert!(started.elapsed().as_secs() < 600);
    assert!(run.stdout.contains("returns: started"), "{}", run.stdout);
    let number = place.read("number");
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert!(std::process::Command::new("kill").arg(number.trim()).status().unwrap().success());
}

#[test]
fn a_command_that_cannot_be_started_says_why() {
    let place = Place::new();
    place.write("a", "#!/no/such/interpreter\n", 0o755);
    let run = place.apply("exec { '%D/a x': }", &[]);
    let reason = "Error: Could not execute posix command: No such file or directory - /W/a";
    assert_eq!(run.stdout, format!("Notice: /Stage[main]/Main/Exec[/W/a x]/returns: {reason}"));
    assert!(run.stderr.starts_with("Error: '/W/a x' returned 1 instead of one of [0]\n"), "{}", run.stderr);
    if !is_root() {
        eprintln!("skipped, because it needs root: users that do not exist");
        return;
    }
    for (attribute, reason) in [
        ("user => 'no-such-user'", "Invalid user: no-such-user"),
        ("group => 'none-such'", "Invalid group: none-such"),
        ("user => 54321", "can't find user for 54321"),
    ] {
        let run = place.apply(&format!("exec {{ '/bin/true': {attribute} }}"), &[]);
        let reason = format!("Error: Could not execute posix command: {reason}");
        assert_eq!(run.stdout, format!("Notice: /Stage[main]/Main/Exec[/bin/true]/returns: {reason}"));
        assert!(run.stderr.starts_with("Error: '/bin/true' returned 1 instead of one of [0]\n"), "{}", run.stderr);
    }
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    let place = Place::new();
    let run = place.apply(r#"exec { "/usr/bin/printf 'a\\351b\\n'": logoutput => true }"#, &[]);
    assert!(run.stdout.contains("returns: a\u{fffd}b\n"), "{}", run.stdout);
    assert_eq!(run.code, 2);
}

#[test]
fn commands_see_our_variables_without_those_of_users() {
    let place = Place::new();
    let mut command = place.command();
    command.env_clear().envs([
        ("PATH", "/usr/bin:/bin"),
        ("HOME", "/home/alice"),
        ("USER", "alice"),
        ("LOGNAME", "alice"),
        ("LANG", "de_DE.UTF-8"),
        ("LC_TIME", "en_GB.UTF-8"),
        ("OTHER", "x"),
    ]);
    let seen = place.files().join("seen");
    command.args(["apply", "--vardir"]).arg(place.kept()).arg("--confdir").arg(place.kept()).arg("-e");
    command.arg(format!("exec {{ '/usr/bin/env > {}': }}", seen.display()));
    assert!(command.status().unwrap().success());
    let seen = place.read("seen");
    let mut seen: Vec<&str> = seen.lines().filter(|line| !line.starts_with("PWD=")).collect();
    seen.sort_unstable();
    let expected = ["LANG=de_DE.UTF-8", "LC_TIME=en_GB.UTF-8", "OTHER=x", "PATH=/usr/bin:/bin:/usr/sbin:/sbin"];
    assert_eq!(seen.iter().filter(|line| !line.starts_with("_=")).copied().collect::<Vec<_>>(), expected);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let place = Place::new();
    // It looks at its own arguments while it is at work, and at those of whoever started it.
    let script =
        "cat /proc/$$/cmdline /proc/$PPID/cmdline > %D/seen; env > %D/variables; : hunter2; echo hunter2; exit 3";
    for provider in ["posix", "shell"] {
        let command = if provider == "shell" { script.to_owned() } else { format!("/bin/true ; {script}") };
        place.write(
            "site.pp",
            &format!("exec {{ 'x': command => Sensitive('{command}'), provider => {provider} }}")
                .replace("%D", &place.files().to_string_lossy()),
            0o600,
        );
        let mut program = place.command();
        program.args(["apply", "--debug", "--vardir"]).arg(place.kept()).arg("--confdir").arg(place.kept());
        let output = program.arg(place.files().join("site.pp")).output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(stderr.contains("[command redacted] returned 3 instead of one of [0]"), "{stderr}");
        assert!(!stdout.contains("hunter") && !stderr.contains("hunter"), "{stdout}{stderr}");
        assert!(!place.read("seen").contains("hunter"), "{}", place.read("seen"));
        assert!(!place.read("variables").contains("hunter"), "{}", place.read("variables"));
    }
    let mut kept = Vec::new();
    list(&place.kept(), "", "", &mut kept);
    assert!(!kept.is_empty() && kept.iter().all(|file| !file.contains("hunter")), "{kept:?}");
    for command in ["Sensitive(['%D/hunter2', 'a'])", "Sensitive('%D/hunter2 a')", "Sensitive('hunter2 a')"] {
        let run = place.apply(&format!("exec {{ 'x': command => {command}, path => '/bin' }}"), &["--debug"]);
        assert_eq!(run.code, 4);
        assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("Could not find command '[redacted]'"), "{}", run.stderr);
    }
    // Variables can be secrets, too.
    let manifest = "exec { '/usr/bin/test x$A = xhunter3': environment => Sensitive(['A=hunter2', 'A=hunter2']) }";
    let run = place.apply(manifest, &["--debug"]);
    assert_eq!(run.code, 4, "{}", run.stdout);
    assert!(run.stderr.contains("Overriding environment setting 'A' with '[redacted]'"), "{}", run.stderr);
    assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{}{}", run.stdout, run.stderr);
}
