//! The type `exec` compared with the real Puppet, and intended differences.

use std::fs;

use super::{Sandbox, assert_recorded, list};

/// The cases that differ from Puppet, with the reason. They are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("an empty array", "Puppet warns that nothing is no path"),
    ("an empty command", "Puppet fails with an error of Ruby when it executes it"),
    ("an unknown provider", "it is said which there are"),
    ("a requirement by the command", "the location is reported in another way"),
    ("a secret command that is missing", "Puppet names its program"),
];

#[test]
fn commands_are_executed_as_puppet_executes_them() {
    assert_recorded(include_str!("../../golden/built_in/exec.jsonl"), 170 - DIFFERENT.len(), DIFFERENT);
}

#[test]
fn a_command_that_is_empty_is_refused() {
    let sandbox = Sandbox::new();
    for command in ["[]", "''"] {
        let run = sandbox.apply(&format!("exec {{ 'x': command => {command} }}"), &[]);
        assert_eq!(run.code, 1);
        let reason = "'' is not qualified and no path was specified. Please qualify the command or specify a path.";
        assert_eq!(run.stderr, format!("Error: Validation of Exec[x] failed: {reason} (line: 1)"));
    }
}

/// The processes with a text in their arguments.
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
    let sandbox = Sandbox::new();
    // One obeys, one does not, and one left the process group.
    let script = "sleep 4711.1 & (trap '' TERM; sleep 4711.2; sleep 4711.4) & setsid sleep 4711.3 & wait";
    sandbox.write("script", &format!("#!/bin/sh\n{script}\n"), 0o755);
    let run = sandbox.apply("exec { '%D/script': timeout => 2 }", &[]);
    assert_eq!(run.code, 4);
    assert!(run.stderr.starts_with("Error: Command exceeded timeout\n"), "{}", run.stderr);
    assert_eq!(processes_with("4711."), 0);
}

#[test]
fn background_processes_of_a_command_are_not_awaited() {
    let sandbox = Sandbox::new();
    sandbox.write("script", "#!/bin/sh\nsleep 4712 & echo $! > $1\necho started\n", 0o755);
    let run = sandbox.apply("exec { '%D/script %D/number': logoutput => true }", &[]);
    assert!(run.stdout.contains("returns: started"), "{}", run.stdout);
    let number = sandbox.read("number");
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    // The process is still running.
    assert!(std::process::Command::new("kill").arg(number.trim()).status().unwrap().success());
}

#[test]
fn a_command_that_cannot_be_started_reports_the_reason() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "#!/no/such/interpreter\n", 0o755);
    let run = sandbox.apply("exec { '%D/a x': }", &[]);
    let reason = "Error: Could not execute posix command: No such file or directory - /W/a";
    assert_eq!(run.stdout, format!("Notice: /Stage[main]/Main/Exec[/W/a x]/returns: {reason}"));
    assert!(run.stderr.starts_with("Error: '/W/a x' returned 1 instead of one of [0]\n"), "{}", run.stderr);
    if !skip_test::has_root("users that do not exist") {
        return;
    }
    for (attribute, reason) in [
        ("user => 'no-such-user'", "Invalid user: no-such-user"),
        ("group => 'none-such'", "Invalid group: none-such"),
        ("user => 54321", "can't find user for 54321"),
    ] {
        let run = sandbox.apply(&format!("exec {{ '/bin/true': {attribute} }}"), &[]);
        let reason = format!("Error: Could not execute posix command: {reason}");
        assert_eq!(run.stdout, format!("Notice: /Stage[main]/Main/Exec[/bin/true]/returns: {reason}"));
        assert!(run.stderr.starts_with("Error: '/bin/true' returned 1 instead of one of [0]\n"), "{}", run.stderr);
    }
}

#[test]
fn bytes_that_are_not_text_are_replaced() {
    let sandbox = Sandbox::new();
    let run = sandbox.apply(r#"exec { "/usr/bin/printf 'a\\351b\\n'": logoutput => true }"#, &[]);
    assert!(run.stdout.contains("returns: a\u{fffd}b\n"), "{}", run.stdout);
    assert_eq!(run.code, 2);
}

#[test]
fn commands_see_our_variables_without_those_of_users() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command();
    command.env_clear().envs([
        ("PATH", "/usr/bin:/bin"),
        ("HOME", "/home/alice"),
        ("USER", "alice"),
        ("LOGNAME", "alice"),
        ("LANG", "de_DE.UTF-8"),
        ("LC_TIME", "en_GB.UTF-8"),
        ("OTHER", "x"),
    ]);
    let seen = sandbox.files().join("seen");
    command
        .args(["apply", "--vardir"])
        .arg(sandbox.state_directory())
        .arg("--confdir")
        .arg(sandbox.state_directory())
        .arg("-e");
    command.arg(format!("exec {{ '/usr/bin/env > {}': }}", seen.display()));
    assert!(command.status().unwrap().success());
    let seen = sandbox.read("seen");
    let mut seen: Vec<&str> = seen.lines().filter(|line| !line.starts_with("PWD=")).collect();
    seen.sort_unstable();
    let expected = ["LANG=de_DE.UTF-8", "LC_TIME=en_GB.UTF-8", "OTHER=x", "PATH=/usr/bin:/bin:/usr/sbin:/sbin"];
    assert_eq!(seen.iter().filter(|line| !line.starts_with("_=")).copied().collect::<Vec<_>>(), expected);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = Sandbox::new();
    // It looks at its own arguments while it runs, and at those of its ancestors.
    let script =
        "cat /proc/$$/cmdline /proc/$PPID/cmdline > %D/seen; env > %D/variables; : hunter2; echo hunter2; exit 3";
    for provider in ["posix", "shell"] {
        let command = if provider == "shell" { script.to_owned() } else { format!("/bin/true ; {script}") };
        sandbox.write(
            "site.pp",
            &format!("exec {{ 'x': command => Sensitive('{command}'), provider => {provider} }}")
                .replace("%D", &sandbox.files().to_string_lossy()),
            0o600,
        );
        let mut program = sandbox.command();
        program
            .args(["apply", "--debug", "--vardir"])
            .arg(sandbox.state_directory())
            .arg("--confdir")
            .arg(sandbox.state_directory());
        let output = program.arg(sandbox.files().join("site.pp")).output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(stderr.contains("[command redacted] returned 3 instead of one of [0]"), "{stderr}");
        assert!(!stdout.contains("hunter") && !stderr.contains("hunter"), "{stdout}{stderr}");
        assert!(!sandbox.read("seen").contains("hunter"), "{}", sandbox.read("seen"));
        assert!(!sandbox.read("variables").contains("hunter"), "{}", sandbox.read("variables"));
    }
    let mut state_files = Vec::new();
    list(&sandbox.state_directory(), "", "", &mut state_files);
    assert!(!state_files.is_empty() && state_files.iter().all(|file| !file.contains("hunter")), "{state_files:?}");
    for command in ["Sensitive(['%D/hunter2', 'a'])", "Sensitive('%D/hunter2 a')", "Sensitive('hunter2 a')"] {
        let run = sandbox.apply(&format!("exec {{ 'x': command => {command}, path => '/bin' }}"), &["--debug"]);
        assert_eq!(run.code, 4);
        assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("Could not find command '[redacted]'"), "{}", run.stderr);
    }
    // Variables can be secrets, too.
    let manifest = "exec { '/usr/bin/test x$A = xhunter3': environment => Sensitive(['A=hunter2', 'A=hunter2']) }";
    let run = sandbox.apply(manifest, &["--debug"]);
    assert_eq!(run.code, 4, "{}", run.stdout);
    assert!(run.stderr.contains("Overriding environment setting 'A' with '[redacted]'"), "{}", run.stderr);
    assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{}{}", run.stdout, run.stderr);
}
