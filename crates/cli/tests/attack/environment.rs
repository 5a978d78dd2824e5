//! A hostile environment: variables, a working directory, descriptors and a umask of another user.
//!
//! The user who starts the program is trusted with its environment. These tests show that none of it reaches root's
//! helpers, that commands of other users get none of root's descriptors or terminal, and that nothing in the working
//! directory is executed or loaded.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    process::Command,
};

use crate::{
    attacker::as_mallory,
    sandbox::{Run, Sandbox, run, sandbox, write},
};

/// Resources of all types that start processes.
const MANIFEST: &str = "
    file { '%S/out/f': content => 'new', validate_cmd => '/usr/bin/test -e %' }
    ssh_authorized_key { 'k': user => 'alice', type => 'ssh-rsa', key => 'AAAA' }
    cron { 'c': command => '/bin/true', minute => 1, user => 'alice' }
    user { 'alice': comment => 'Alice' }
    group { 'drill': ensure => present }
    exec { '/usr/bin/id -un': user => 'mallory', logoutput => true }
    exec { '/bin/sh -c \"exit 0\"': user => 'alice', unless => '/bin/false' }
    service { 'x': provider => base, ensure => running, status => 'exit 0' }";

/// A sandbox in which the user has a directory with a program for every name that is started, and with libraries and
/// startup files. Each leaves a mark when it is used.
fn prepared(attack: &str) -> Option<Sandbox> {
    let sandbox = sandbox(attack)?;
    let home = sandbox.path("home/mallory");
    let mark = sandbox.path("marks");
    fs::create_dir(&mark).unwrap();
    fs::set_permissions(&mark, fs::Permissions::from_mode(0o777)).unwrap();
    as_mallory(|| {
        let bin = home.join("bin");
        fs::create_dir_all(home.join("tmp")).unwrap();
        fs::create_dir_all(&bin).unwrap();
        let names = "id sh cat test diff crontab usermod groupadd chpasswd useradd mktemp mv rm chmod ruby puppet python3 getent \
                     uname hostname dpkg-query apt-get systemctl service ps true false setpriv su sudo";
        for name in names.split_whitespace() {
            let script = format!("#!/bin/dash\necho \"$(id -u) $0 $*\" >> {}/{name}\n", mark.display());
            write(&bin.join(name), script, 0o755);
        }
        let startup = format!("echo startup >> {}/startup\n", mark.display());
        for name in [".profile", ".bashrc", ".env", ".gemrc", ".irbrc", "hiera.yaml", "puppet.conf", "device.conf"] {
            write(&home.join(name), &startup, 0o755);
        }
        write(&home.join("evil.rb"), format!("File.write('{}/ruby', '')\n", mark.display()), 0o644);
        write(&home.join("sitecustomize.py"), format!("open('{}/python', 'w')\n", mark.display()), 0o644);
    });
    Some(sandbox)
}

/// Runs the manifest through a shell command in which `"$@"` is the run.
fn run_by(sandbox: &Sandbox, line: &str, manifest: &str) -> Run {
    let mut command = sandbox.program("sh");
    command.args(["-c", &sandbox.expand(line), "sh", env!("CARGO_BIN_EXE_bunraku")]);
    run(command.args(sandbox.arguments(manifest, &["--detailed-exitcodes"])))
}

/// Asserts that no program of the user was executed.
#[track_caller]
fn assert_no_marks(sandbox: &Sandbox, run: &Run) {
    let marks = sandbox.shell("cd %S/marks; for mark in *; do [ ! -e $mark ] || (echo $mark:; cat $mark); done");
    assert_eq!(marks, "", "programs of the user were executed; {}", run.output);
}

#[test]
fn variables_reach_no_helper_of_root() {
    let Some(sandbox) = prepared("hostile variables") else { return };
    // PATH is trusted as far as its directories are: here those of the user come last, as with sudo.
    let line = "export HOME=/home/mallory IFS=/ TMPDIR=/home/mallory/tmp TMP=/home/mallory/tmp CDPATH=/home/mallory \
                ENV=/home/mallory/.env BASH_ENV=/home/mallory/.env RUBYOPT=-r/home/mallory/evil.rb RUBYLIB=/home/mallory \
                PYTHONPATH=/home/mallory PERL5OPT=-Mevil PERL5LIB=/home/mallory LD_LIBRARY_PATH=/home/mallory \
                LD_AUDIT= GCONV_PATH=/home/mallory LOCPATH=/home/mallory NLSPATH=/home/mallory EDITOR=/home/mallory/bin/id \
                PATH=$PATH:/home/mallory/bin; exec env 'BASH_FUNC_id%%=() { echo x > %S/marks/function; }' \"$@\"";
    let run = run_by(&sandbox, line, MANIFEST);
    assert_eq!((run.code(), run.fault()), (Some(2), None), "{}", run.output);
    assert!(run.output.contains("returns: mallory"), "{}", run.output);
    assert_no_marks(&sandbox, &run);
    // Root created no file in directories where the user could remove it.
    let leftover: Vec<_> = fs::read_dir(sandbox.path("home/mallory/tmp")).unwrap().collect();
    assert!(leftover.is_empty(), "{leftover:?}");
}

#[test]
fn a_command_of_another_user_does_not_see_what_root_knows() {
    let Some(sandbox) = prepared("the environment of commands") else { return };
    let line = "export HOME=/root USER=root LOGNAME=root; exec \"$@\"";
    let manifest = "exec { '/usr/bin/env': user => 'mallory', logoutput => true, environment => ['GIVEN=1'] }";
    let run = run_by(&sandbox, line, manifest);
    assert_eq!((run.code(), run.fault()), (Some(2), None), "{}", run.output);
    for variable in ["HOME=/root", "USER=root", "LOGNAME=root"] {
        assert!(!run.output.contains(&format!("returns: {variable}\n")), "{variable}: {}", run.output);
    }
    assert!(run.output.contains("returns: GIVEN=1\n"), "{}", run.output);
}

#[test]
fn nothing_in_the_working_directory_is_used() {
    for line in [
        "cd /home/mallory && exec \"$@\"",
        "cd /home/mallory/bin && PATH=$PATH:. exec \"$@\"",
        "cd /home/mallory/bin && PATH=$PATH: exec \"$@\"",
        "mkdir %S/gone && cd %S/gone && rmdir %S/gone && exec \"$@\"",
    ] {
        let Some(sandbox) = prepared("a hostile working directory") else { return };
        let run = run_by(&sandbox, line, MANIFEST);
        assert_eq!((run.code(), run.fault()), (Some(2), None), "{line}: {}", run.output);
        assert_no_marks(&sandbox, &run);
    }
}

#[test]
fn modes_do_not_depend_on_the_umask() {
    for umask in ["000", "777"] {
        let Some(sandbox) = prepared("a hostile umask") else { return };
        let run = run_by(&sandbox, &format!("umask {umask}; exec \"$@\""), MANIFEST);
        assert_eq!((run.code(), run.fault()), (Some(2), None), "umask {umask}: {}", run.output);
        let wide = sandbox.shell("find %S/var %S/conf -mindepth 1 -perm /022 ! -type l");
        assert_eq!(wide, "", "umask {umask}: others may write what runs keep");
        let wide = sandbox.shell("find %S/var -name '*.yaml' -path '*state*' -perm /007");
        assert_eq!(wide, "", "umask {umask}: others may read the state");
        let keys = sandbox.path("home/alice/.ssh/authorized_keys").metadata().unwrap();
        assert_eq!((keys.mode() & 0o777, keys.uid()), (0o600, 4243), "umask {umask}");
        let tab = sandbox.path("spool/crontabs/alice").metadata().unwrap();
        assert_eq!(tab.mode() & 0o077, 0, "umask {umask}");
    }
}

#[test]
fn closed_streams_never_become_files() {
    for line in ["exec \"$@\" <&-", "exec \"$@\" >&-", "exec \"$@\" 2>&-", "exec \"$@\" <&- >&- 2>&-"] {
        let Some(sandbox) = prepared("closed streams") else { return };
        let run = run_by(&sandbox, line, MANIFEST);
        assert!(run.fault().is_none(), "{line}: {:?}", run.fault());
        assert!(matches!(run.code(), Some(1 | 2)), "{line}: {:?} {}", run.code(), run.output);
        // Text for a closed stream must not end up in a file that got its descriptor.
        let found =
            sandbox.shell("grep -rlE 'Applied catalog|^Notice:|^Error:' %S/out %S/etc/passwd %S/spool %S/home || true");
        assert_eq!(found, "", "{line}");
    }
}

#[test]
fn inherited_descriptors_reach_no_other_process() {
    let Some(sandbox) = prepared("inherited descriptors") else { return };
    write(&sandbox.path("root"), "root's own", 0o600);
    let line = "exec 3<%S/root 4<>%S/root 9<%S/root 77<%S; exec \"$@\"";
    let manifest = "exec { '/bin/ls -l /proc/self/fd': user => 'mallory', logoutput => true }
                    exec { '/bin/ls -l /proc/self/fd/': logoutput => true }";
    let run = run_by(&sandbox, &line.replace("77<", "8<"), manifest);
    assert_eq!((run.code(), run.fault()), (Some(2), None), "{}", run.output);
    let root = sandbox.expand("%S");
    let open: Vec<&str> = run.output.lines().filter(|line| line.contains(" -> ") && line.contains(&root)).collect();
    assert!(open.is_empty(), "{}", open.join("\n"));
}

#[test]
fn commands_have_no_terminal() {
    let Some(sandbox) = prepared("terminals") else { return };
    // `script` provides a terminal; each command reports whether it has one.
    let manifest = "exec { '/bin/sh -c \"(: > /dev/tty) 2> /dev/null && echo has || echo lacks\"': user => 'mallory', logoutput => true }
                    exec { '/bin/sh -c \"(: < /dev/tty) 2> /dev/null && echo has || echo lacks\"': logoutput => true }
                    file { '%S/out/t': content => 'x', validate_cmd => '/bin/sh -c \"! (: > /dev/tty) 2> /dev/null\" %' }";
    fs::write(sandbox.path("t.pp"), sandbox.expand(manifest)).unwrap();
    let mut arguments = sandbox.arguments("", &[]);
    arguments.truncate(arguments.len() - 2);
    let line = format!("{} {} {}/t.pp", env!("CARGO_BIN_EXE_bunraku"), arguments.join(" "), sandbox.expand("%S"));
    let mut command: Command = sandbox.program("script");
    let run = run(command.args(["--quiet", "--return", "--command", &line, "/dev/null"]));
    assert_eq!((run.code(), run.fault()), (Some(0), None), "{}", run.output);
    assert_eq!(run.output.matches("returns: lacks").count(), 2, "{}", run.output);
    assert!(sandbox.path("out/t").exists(), "{}", run.output);
}
