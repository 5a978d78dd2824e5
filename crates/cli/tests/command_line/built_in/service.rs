//! The type `service` compared with the real Puppet, and intended differences.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason. They are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("systemd enables what is missing", "Puppet does not say why"),
    ("a script is disabled", "Puppet asks for a package that Debian does not have any more, and disables nothing"),
    ("an unknown provider", "it is said which there are"),
    ("base with secrets", "Puppet names the service by a path without its class once it warned about it"),
];

#[test]
fn services_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/service.jsonl"), 83 - DIFFERENT.len(), DIFFERENT);
}

/// Whether the sandbox can be created with these programs.
fn can_run(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| !Path::new(program).exists());
    if let Some(missing) = missing {
        skip_test::skip!("there is no {missing}");
    }
    if !skip_test::is_root() {
        skip_test::skip!("it needs root");
    }
    skip_test::is_root() && missing.is_none()
}

const UNIT: &str = "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n";

#[test]
fn units_are_enabled_and_masked_where_systemd_is_not_running() {
    if !can_run(&["/usr/bin/systemctl", "/etc/systemd/system"]) {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc/systemd/system", "/run"]);
    sandbox.write("etc/systemd/system/demo.service", UNIT, 0o644);
    let link = "etc/systemd/system/multi-user.target.wants/demo.service -> /etc/systemd/system/demo.service";
    let masked = "etc/systemd/system/other.service -> /dev/null";
    let has = |entry: &str| sandbox.tree().iter().any(|found| found == entry);
    let apply = |attributes: &str, options: &[&str]| {
        sandbox.apply(&format!("service {{ 'demo': provider => systemd, {attributes} }}"), options)
    };
    let changed = |from: &str, to: &str, noop: &str| {
        format!("Notice: /Stage[main]/Main/Service[demo]/enable: enable changed '{from}' to '{to}'{noop}")
    };

    let run = apply("enable => true", &["--noop"]);
    assert!(run.stdout.starts_with(&changed("false", "true", " (noop)")), "{}{}", run.stdout, run.stderr);
    assert!(!has(link));
    let run = apply("enable => true", &[]);
    assert_eq!((run.stdout, run.stderr.as_str(), run.code), (changed("false", "true", ""), "", 2));
    assert!(has(link), "{:?}", sandbox.tree());
    let run = apply("enable => true, ensure => stopped", &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    let run = apply("enable => false", &[]);
    assert_eq!((run.stdout, run.stderr.as_str(), run.code), (changed("true", "false", ""), "", 2));
    assert!(!has(link));

    let run = sandbox.apply("service { 'other': provider => systemd, enable => mask }", &[]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(has(masked), "{:?}", sandbox.tree());
    let run = sandbox.apply("service { 'other': provider => systemd, enable => mask }", &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);

    let run = apply("ensure => running", &[]);
    let reason = "Could not start Service[demo]: systemd is not running on this machine";
    assert!(run.stderr.starts_with(&format!("Error: {reason}\n")), "{}", run.stderr);
    let run = sandbox.apply("service { 'nowhere': provider => systemd, enable => true }", &[]);
    assert!(
        run.stderr.contains("Could not enable nowhere: ") && run.stderr.contains("does not exist"),
        "{}",
        run.stderr
    );
}

#[test]
fn scripts_are_disabled() {
    if !can_run(&["/usr/sbin/update-rc.d", "/usr/sbin/invoke-rc.d", "/usr/sbin/service"]) {
        return;
    }
    let levels = ["/etc/rc0.d", "/etc/rc1.d", "/etc/rc2.d", "/etc/rc3.d", "/etc/rc4.d", "/etc/rc5.d", "/etc/rc6.d"];
    let mut mounts = vec!["/etc/init.d", "/etc/rcS.d", "/run"];
    mounts.extend(levels);
    let sandbox = Sandbox::with_mounts(&mounts);
    let script = "#!/bin/sh\n### BEGIN INIT INFO\n# Provides: foo\n# Required-Start:\n# Required-Stop:\n# Default-Start: 2 3 4 5\n# Default-Stop: 0 1 6\n# Short-Description: foo\n### END INIT INFO\nexit 3\n";
    sandbox.write("etc/init.d/foo", script, 0o755);
    let started = || sandbox.tree().iter().filter(|entry| entry.contains(".d/S01foo")).count();
    sandbox.apply("service { 'foo': enable => true }", &[]);
    assert_eq!(started(), 4);
    let run = sandbox.apply("service { 'foo': enable => false }", &[]);
    assert_eq!((run.code, started()), (2, 0), "{}", run.stderr);
    let run = sandbox.apply("service { 'foo': enable => false }", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let listed = sandbox.command().args(["resource", "service", "--color=false"]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert_eq!(
        listed,
        "service { 'foo':\n  ensure   => 'stopped',\n  enable   => 'false',\n  provider => 'debian',\n}\n"
    );
}

#[test]
fn daemons_are_found_in_the_table_of_processes() {
    if !can_run(&["/usr/bin/ps", "/usr/bin/setsid", "/usr/bin/unshare"]) {
        return;
    }
    let sandbox = Sandbox::new();
    let service = |ensure: &str| {
        format!(
            "service {{ 'demo': ensure => {ensure}, provider => base, binary => '/usr/bin/setsid -f /usr/bin/sleep 5813', pattern => 'sleep 5813' }}"
        )
    };
    sandbox.write("running.pp", &service("running"), 0o644);
    sandbox.write("stopped.pp", &service("stopped"), 0o644);
    sandbox.write("refreshed.pp", &format!("notify {{ 'n': }} ~> {}", service("running")), 0o644);
    let program = env!("CARGO_BIN_EXE_bunraku");
    let (files, state_directory) = (sandbox.files(), sandbox.state_directory());
    let (files, state_directory) = (files.display(), state_directory.display());
    let script = format!(
        "cd {files}; for step in running running refreshed stopped stopped; do \
         {program} apply --confdir {state_directory} --vardir {state_directory} --color=false $step.pp | grep Service; \
         echo \"$step: $(pgrep -c -f 'sleep 581[3]')\"; done"
    );
    let output =
        Command::new("unshare").args(["--pid", "--fork", "--mount-proc", "sh", "-c", &script]).output().unwrap();
    let changed = |from: &str, to: &str| {
        format!("Notice: /Stage[main]/Main/Service[demo]/ensure: ensure changed '{from}' to '{to}'\n")
    };
    let expected = format!(
        "{}running: 1\nrunning: 1\nNotice: /Stage[main]/Main/Service[demo]: Triggered 'refresh' from 1 event\n\
         refreshed: 1\n{}stopped: 0\nstopped: 0\n",
        changed("stopped", "running"),
        changed("running", "stopped")
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn services_of_systemd_are_listed() {
    if !can_run(&["/usr/bin/systemctl"]) {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/run"]);
    let script = "#!/bin/sh\ncase $1 in\nlist-unit-files) printf 'UNIT FILE STATE PRESET\\na.service enabled enabled\\nb@.service static -\\n\
                  c.service alias -\\n\\n3 unit files listed.\\n' ;;\nis-active) test $3 = a.service ;;\n\
                  is-enabled) case $3 in a.service) echo enabled ;; *) echo disabled; exit 1 ;; esac ;;\nesac\n";
    sandbox.write("systemctl", script, 0o755);
    sandbox.write("run/systemd/system/x", "", 0o644);
    let inside = format!(
        "mount --bind {} /usr/bin/systemctl && exec {} resource service --color=false",
        sandbox.files().join("systemctl").display(),
        env!("CARGO_BIN_EXE_bunraku")
    );
    let run = format!("mount --bind {} /run && {inside}", sandbox.files().join("run").display());
    let output = Command::new("unshare").args(["--mount", "sh", "-c", &run]).output().unwrap();
    let expected = "service { 'a.service':\n  ensure   => 'running',\n  enable   => 'true',\n  provider => 'systemd',\n}\n\
                    service { 'b@.service':\n  ensure   => 'stopped',\n  enable   => 'false',\n  provider => 'systemd',\n}\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
}

/// The steps with a real systemd: the output, and the state of the service.
const STEPS: &str = include_str!("service/steps.sh");

const EXPECTED: &str = "# start
Notice: /Stage[main]/Main/Service[demo]/ensure: ensure changed 'stopped' to 'running'
active enabled
# again
active enabled
reload: yes
# refresh
Notice: n
Notice: /Stage[main]/Main/Notify[n]/message: defined 'message' as 'n'
Notice: /Stage[main]/Main/Service[demo]: Triggered 'refresh' from 1 event
active enabled
reload: no
another process
# disable
Notice: /Stage[main]/Main/Service[demo]/enable: enable changed 'true' to 'false'
active disabled
# mask
Notice: /Stage[main]/Main/Service[demo]/ensure: ensure changed 'running' to 'stopped'
inactive masked
# unmask
Notice: /Stage[main]/Main/Service[demo]/ensure: ensure changed 'stopped' to 'running'
active disabled
# stop
Notice: /Stage[main]/Main/Service[demo]/ensure: ensure changed 'running' to 'stopped'
inactive disabled
# fail
Error: Systemd start for broken failed!
journalctl log for broken:
";

#[test]
fn services_are_managed_by_a_running_systemd() {
    if !can_run(&["/usr/bin/systemctl", "/lib/systemd/systemd", "/usr/bin/unshare"]) {
        return;
    }
    let directory = TempDir::new().unwrap();
    let units = directory.path().join("files/units");
    fs::create_dir_all(&units).unwrap();
    let unit = |name: &str, text: &str| fs::write(units.join(name), text).unwrap();
    unit("demo.service", "[Service]\nExecStart=/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target\n[Service]\n");
    unit("broken.service", "[Service]\nType=oneshot\nExecStart=/bin/false\n");
    unit("steps.target", "[Unit]\nDefaultDependencies=no\nWants=steps.service\n");
    unit("steps.service", "[Unit]\nDefaultDependencies=no\n[Service]\nType=oneshot\nExecStart=/bin/sh /mnt/steps.sh\n");
    fs::write(directory.path().join("files/steps.sh"), STEPS).unwrap();
    fs::write(directory.path().join("files/program"), "").unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command_line/built_in/service/boot.sh");
    let mut booting = Command::new("unshare");
    booting.args(["--mount", "sh"]).arg(script).arg(directory.path()).arg(env!("CARGO_BIN_EXE_bunraku"));
    let booted = booting.output().unwrap();
    let printed = String::from_utf8_lossy(&booted.stdout).into_owned() + &String::from_utf8_lossy(&booted.stderr);
    if booted.status.code() == Some(77) {
        skip_test::skip_unsupported!("systemd cannot be booted here: {printed}");
        return;
    }
    let output = fs::read_to_string(directory.path().join("files/output")).unwrap_or_default();
    assert!(output.starts_with(EXPECTED), "{output}{printed}");
    let shown =
        "# list\nservice { 'demo':\n  ensure   => 'stopped',\n  enable   => 'false',\n  provider => 'systemd',\n}\n";
    assert!(output.ends_with(shown), "{output}{printed}");
}
