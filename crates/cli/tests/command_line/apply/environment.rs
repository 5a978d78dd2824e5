//! Runs with an unusual umask, an unusual home directory, and a limit for the size of files.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::Path,
    process::Command,
};

use crate::{binary, built_in::Sandbox};

/// The program, started by a shell script.
fn program(commands: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{commands}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_bunraku")]);
    command
}

/// The directories and files below a path, with their modes.
fn modes(directory: &Path, below: &Path, found: &mut Vec<(String, u32)>) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        let metadata = path.symlink_metadata().unwrap();
        let name = path.strip_prefix(directory).unwrap().to_string_lossy().into_owned();
        found.push((name, metadata.mode() & 0o7777));
        if metadata.is_dir() {
            modes(directory, &path, found);
        }
    }
}

#[test]
fn state_directories_are_not_writable_by_others_whatever_the_umask_is() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old", 0o644);
    let file = sandbox.files().join("a");
    for content in ["new", "newer"] {
        let mut command = program("umask 000");
        command.args(["apply", "--certname", "vm", "--write-catalog-summary", "--graph"]);
        command
            .arg("--vardir")
            .arg(sandbox.state_directory().join("v"))
            .arg("--confdir")
            .arg(sandbox.state_directory().join("c"));
        command.arg("--logdest").arg(sandbox.state_directory().join("log/run.log"));
        command.arg("-e").arg(format!("file {{ '{}': content => '{content}', backup => puppet }}", file.display()));
        let run = binary::run(&mut command, "");
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    }
    let mut command = program("umask 000");
    command.args(["config", "set", "noop", "false", "--confdir"]).arg(sandbox.state_directory().join("c"));
    assert_eq!(binary::run(&mut command, "").code, 0);
    let mut found = Vec::new();
    modes(&sandbox.state_directory(), &sandbox.state_directory(), &mut found);
    let is_open = |(name, mode): &&(String, u32)| match name.as_str() {
        // The bucket is accessible to the group, as with Puppet, but not to others.
        bucket if bucket.starts_with("v/clientbucket/") => mode & 0o007 != 0,
        _ => mode & 0o022 != 0,
    };
    let open: Vec<_> = found.iter().filter(is_open).collect();
    assert!(open.is_empty(), "{open:#?}");
    // The same modes as with Puppet 7.23 and the same umask, where Puppet sets them.
    let mode = |name: &str| found.iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("{name}")).1;
    for (name, of_puppet) in [
        ("v/state", 0o1755),
        ("v/public", 0o755),
        ("v/clientbucket", 0o750),
        ("v/reports/vm", 0o750),
        ("v/public/last_run_summary.yaml", 0o640),
        ("v/state/classes.txt", 0o640),
        ("v/state/resources.txt", 0o640),
        ("v/state/last_run_report.yaml", 0o640),
        ("v/state/state.yaml", 0o660),
    ] {
        assert_eq!(mode(name) & !of_puppet, 0, "{name} is {:o}, and Puppet's is {of_puppet:o}", mode(name));
    }
}

#[test]
fn what_others_leave_in_an_open_directory_is_not_taken_for_ours() {
    let sandbox = Sandbox::new();
    let state = sandbox.state_directory().join("state");
    fs::create_dir_all(&state).unwrap();
    fs::set_permissions(&state, fs::Permissions::from_mode(0o777)).unwrap();
    let planted = state.join(".state.yaml.new");
    fs::write(&planted, "planted").unwrap();
    let run = sandbox.apply("notify { 'x': }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert_eq!(fs::read_to_string(planted).unwrap(), "planted");
    assert!(fs::read_to_string(state.join("state.yaml")).unwrap().contains("Notify[x]"));
    assert_eq!(fs::metadata(state.join("state.yaml")).unwrap().mode() & 0o777, 0o640);
}

#[test]
fn a_file_that_may_not_become_so_large_fails_its_resource_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("large", "old", 0o644);
    let mut command = program("ulimit -f 16");
    command.args(["apply", "--color=false", "--detailed-exitcodes", "--certname", "vm"]);
    command
        .arg("--vardir")
        .arg(sandbox.state_directory())
        .arg("--confdir")
        .arg(sandbox.state_directory().join("c"))
        .arg("-e")
        .arg(
            "file { '%D/large': content => sprintf('%100000s', 'x') }
        exec { '/usr/bin/head -c 100000 /dev/zero > %D/child': provider => shell }
        file { '%D/small': content => 'x' }"
                .replace("%D", &sandbox.files().to_string_lossy()),
        );
    // The write would panic if the process were not killed by the signal.
    let run = binary::run(&mut command, "");
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stderr.contains("large]/content: change from") && run.stderr.contains("File too large"),
        "{}",
        run.stderr
    );
    assert_eq!((sandbox.read("large"), sandbox.read("small")), ("old".into(), "x".into()));
    let report = fs::read_to_string(sandbox.state_directory().join("state/last_run_report.yaml")).unwrap();
    assert!(report.contains("File too large"));
}

#[test]
fn a_home_that_depends_on_the_current_directory_is_refused() {
    if !skip_test::has_root("to be somebody else") {
        return;
    }
    let sandbox = Sandbox::new();
    chown(sandbox.files(), Some(65_534), Some(65_534)).unwrap();
    for (home, shown) in [("", "''"), ("relative", "'relative'"), ("./x", "'./x'")] {
        for words in [&["apply", "-e", "notice(1)"][..], &["config", "print", "vardir"], &["resource", "user", "root"]]
        {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_bunraku")]);
            command.args(words).arg("--color=false").env("HOME", home).current_dir(sandbox.files());
            let run = binary::run(&mut command, "");
            let expected = format!(
                "Error: Could not initialize global default settings: non-absolute home {shown}; set the variable HOME to an \
                 absolute path\n"
            );
            assert_eq!((run.code, run.stderr), (1, expected), "{words:?}");
        }
    }
    assert!(sandbox.tree().is_empty(), "{:?}", sandbox.tree());
    // Without the variable, the home directory is that of the account.
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_bunraku")]);
    command.args(["config", "print", "vardir"]).env_remove("HOME").current_dir(sandbox.files());
    let run = binary::run(&mut command, "");
    assert_eq!(run.stdout, "/nonexistent/.puppetlabs/opt/puppet/cache\n", "{}", run.stderr);
}

/// Whoever starts us may ignore SIGCHLD, which is inherited: the kernel then forgets how processes ended.
#[test]
fn an_ignored_sigchld_does_not_change_what_commands_return() {
    let sandbox = Sandbox::new();
    let manifest = format!(
        "exec {{ '/bin/touch {0}/ran': unless => '/bin/true' }} exec {{ '/bin/touch {0}/also': onlyif => '/bin/true' }}",
        sandbox.files().display()
    );
    let mut command = Command::new("env");
    command.args([
        "--ignore-signal=CHLD",
        env!("CARGO_BIN_EXE_bunraku"),
        "apply",
        "--color=false",
        "--detailed-exitcodes",
    ]);
    command.arg("--vardir").arg(sandbox.state_directory()).arg("-e").arg(manifest);
    let run = binary::run(&mut command, "");
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(!sandbox.files().join("ran").exists(), "the check had succeeded");
    assert!(sandbox.files().join("also").exists(), "the check had succeeded");
}
