//! System faults: disks that are full, have no inodes or are read-only; limits of descriptors, memory, processes and
//! file sizes; missing directories; streams that cannot be written.
//!
//! In every case there is no panic, files that cannot be written stay as they were, no temporary file is left, the
//! exit code is not 0, and a message names the failure.

use std::{fs, path::Path};

use crate::sandbox::{Run, Sandbox, run, sandbox};

/// The initial content of each file.
const OLD: &str = "old = content\n";

/// Resources of all types that write files, in the directory `%S/disk`. The content is larger than the small disks.
const MANIFEST: &str = "
    $large = regsubst(sprintf('%200000s', 'x'), ' ', 'y', 'G')
    file { '%S/disk/content': content => $large, backup => false }
    file { '%S/disk/bucket': content => $large, backup => 'puppet' }
    file { '%S/disk/copy': content => $large, backup => '.bak' }
    file { '%S/disk/source': source => '%S/large', backup => false }
    file { '%S/disk/directory': ensure => directory }
    file { '%S/disk/link': ensure => link, target => '/nowhere' }
    concat_file { '%S/disk/concat': }
    concat_fragment { 'c': target => '%S/disk/concat', content => $large }
    file_line { 'l': path => '%S/disk/line', line => $large }
    ini_setting { 'i': path => '%S/disk/ini', section => 's', setting => 'k', value => $large }
    ini_subsetting { 'u': path => '%S/disk/subsetting', section => 's', setting => 'k', subsetting => 'u', value => $large }
    host { 'h': ip => '192.0.2.1', comment => $large, target => '%S/disk/hosts' }
    sysctl { 'net.x': val => $large, target => '%S/disk/sysctl' }
    mount { '/srv/m': ensure => defined, device => $large, fstype => 'ext4', target => '%S/disk/fstab' }";

const FILES: [&str; 11] =
    ["content", "bucket", "copy", "source", "concat", "line", "ini", "subsetting", "hosts", "sysctl", "fstab"];

/// A sandbox with a file system of its own that contains old files.
fn prepared(attack: &str, disk: &str) -> Option<Sandbox> {
    let sandbox = sandbox(attack)?;
    fs::write(sandbox.path("large"), "y".repeat(200_000)).unwrap();
    fs::write(sandbox.path("m.pp"), sandbox.expand(MANIFEST)).unwrap();
    fs::create_dir(sandbox.path("disk")).unwrap();
    sandbox.shell(disk);
    let files = FILES.join(" ");
    sandbox.shell(&format!("cd %S/disk; for file in {files}; do printf '{}' > $file; done", OLD.replace('\n', "\\n")));
    Some(sandbox)
}

/// Applies the manifest through a shell command in which `"$@"` is the run.
fn apply_by(sandbox: &Sandbox, line: &str) -> Run {
    let mut arguments = sandbox.arguments("", &["--detailed-exitcodes"]);
    arguments.truncate(arguments.len() - 2);
    let mut command = sandbox.program("sh");
    command.args(["-c", &sandbox.expand(line), "sh", env!("CARGO_BIN_EXE_bunraku")]).args(arguments);
    run(command.arg(sandbox.path("m.pp")))
}

/// Asserts that a run failed properly and lost nothing.
#[track_caller]
fn assert_unharmed(sandbox: &Sandbox, run: &Run, what: &str, messages: &[&str]) {
    assert!(run.fault().is_none(), "{what}: {:?}", run.fault());
    assert!(!matches!(run.code(), Some(0 | 2)), "{what}: exit code {:?}\n{}", run.code(), run.tail());
    let is_reported = messages.is_empty() || messages.iter().any(|message| run.output.contains(message));
    assert!(is_reported, "{what}: none of {messages:?} is reported:\n{}", run.output);
    assert_contents(sandbox, what);
}

/// Asserts that every file is the old or the new one, and that there are no other files.
#[track_caller]
fn assert_contents(sandbox: &Sandbox, what: &str) {
    for name in FILES {
        let content = sandbox.shell(&format!("cat %S/disk/{name}"));
        assert!(content == OLD || content.len() >= 200_000, "{what}: {name} has {} bytes", content.len());
    }
    let temporary = sandbox.shell("ls -A %S/disk | grep -e bunraku -e '[.]new$' || true");
    assert_eq!(temporary, "", "{what}: something is left");
}

#[test]
fn a_full_disk_loses_nothing() {
    let what = "a full disk";
    let Some(sandbox) = prepared(what, "mount -t tmpfs -o size=160k drill %S/disk") else { return };
    let run = apply_by(&sandbox, "exec \"$@\"");
    assert_unharmed(&sandbox, &run, what, &["No space left on device"]);
    for name in FILES {
        assert_eq!(sandbox.shell(&format!("cat %S/disk/{name}")), OLD, "{name}");
    }
}

#[test]
fn a_disk_without_inodes_loses_nothing() {
    let what = "a disk without inodes";
    // The root directory, and the existing files.
    let disk = format!("mount -t tmpfs -o size=100m,nr_inodes={} drill %S/disk", FILES.len() + 1);
    let Some(sandbox) = prepared(what, &disk) else { return };
    let run = apply_by(&sandbox, "exec \"$@\"");
    assert_unharmed(&sandbox, &run, what, &["No space left on device"]);
}

#[test]
fn a_read_only_disk_loses_nothing() {
    let what = "a read-only disk";
    let Some(sandbox) = prepared(what, "mount -t tmpfs drill %S/disk") else { return };
    sandbox.shell("mount -o remount,ro %S/disk");
    let run = apply_by(&sandbox, "exec \"$@\"");
    assert_unharmed(&sandbox, &run, what, &["Read-only file system"]);
}

#[test]
fn a_full_disk_for_the_state_is_reported() {
    for (what, size) in [("a full disk for the state", "size=8k"), ("no inodes for the state", "nr_inodes=3")] {
        let disk = format!("mkdir -p %S/var; mount -t tmpfs -o {size} drill %S/var");
        let Some(sandbox) = prepared(what, &disk) else { return };
        let run = apply_by(&sandbox, "exec \"$@\"");
        assert_unharmed(&sandbox, &run, what, &["No space left on device"]);
        // A file that could not be copied to the bucket was not replaced.
        let backups = sandbox.shell("grep -rl 'old = content' %S/var/clientbucket %S/disk/bucket || true");
        assert_ne!(backups, "", "{what}: the old content is lost");
    }
}

#[test]
fn a_state_that_cannot_be_written_is_reported() {
    let what = "a read-only directory of state";
    let Some(sandbox) = prepared(what, "mkdir -p %S/var; mount -t tmpfs drill %S/var; mount -o remount,ro %S/var")
    else {
        return;
    };
    assert_unharmed(&sandbox, &apply_by(&sandbox, "exec \"$@\""), what, &["Read-only file system"]);
}

#[test]
fn files_that_are_too_large_lose_nothing() {
    let what = "a limit of file sizes";
    let Some(sandbox) = prepared(what, "true") else { return };
    let run = apply_by(&sandbox, "ulimit -f 8; exec \"$@\"");
    assert_unharmed(&sandbox, &run, what, &["File too large"]);
}

#[test]
fn few_descriptors_lose_nothing() {
    let Some(sandbox) = prepared("few descriptors", "true") else { return };
    let mut failed = 0;
    for limit in 4..=24 {
        let what = format!("{limit} descriptors");
        let run = apply_by(&sandbox, &format!("ulimit -n {limit}; exec \"$@\""));
        assert!(run.fault().is_none(), "{what}: {:?}", run.fault());
        assert_contents(&sandbox, &what);
        if !matches!(run.code(), Some(0 | 2)) {
            failed += 1;
            // With the fewest descriptors, the loader itself fails.
            let is_clear = run.output.contains("Too many open files") || run.output.contains("error while loading");
            assert!(is_clear, "{what}: {}", run.output);
        }
    }
    assert!(failed > 0, "no limit was hit");
}

#[test]
fn little_memory_loses_nothing() {
    let Some(sandbox) = prepared("little memory", "true") else { return };
    for kilobytes in [60_000, 120_000, 200_000, 400_000, 800_000] {
        let what = format!("{kilobytes} KB of memory");
        let run = apply_by(&sandbox, &format!("ulimit -v {kilobytes}; exec \"$@\""));
        // The loader and the allocator abort a process that cannot start without memory.
        let fault = run.fault().filter(|fault| fault.contains("panicked") || fault.contains("internal error"));
        assert!(fault.is_none(), "{what}: {fault:?}");
        assert!(run.status.is_some(), "{what}: the run did not end");
        assert_contents(&sandbox, &what);
    }
}

#[test]
fn too_few_processes_are_reported() {
    let what = "no processes";
    let Some(sandbox) = sandbox(what) else { return };
    // The limit applies to users other than root, so mallory starts the run.
    sandbox.shell("mkdir %S/mvar; chown mallory %S/mvar");
    for limit in [1, 2, 3] {
        let mut command = sandbox.program("setpriv");
        let line = format!("ulimit -u {limit}; cd /; exec \"$@\"");
        command.args(["--reuid", "4242", "--regid", "4242", "--clear-groups", "sh", "-c", &line, "sh"]);
        command.arg(env!("CARGO_BIN_EXE_bunraku"));
        let manifest = "exec { '/usr/bin/touch /home/mallory/ran': unless => '/bin/true' }";
        let arguments = sandbox.arguments(manifest, &["--vardir", "%S/mvar", "--confdir", "%S/mvar"]);
        let run = run(command.args(arguments));
        assert!(run.fault().is_none(), "{what}: {:?}", run.fault());
        assert!(
            !Path::new(&sandbox.path("home/mallory/ran")).exists(),
            "a check that could not be started decided: {}",
            run.output
        );
        let is_clear = run.code() == Some(0) || run.output.contains("Resource temporarily unavailable");
        assert!(is_clear || run.output.contains("Cannot fork"), "{limit}: {:?} {}", run.code(), run.output);
    }
}

#[test]
fn missing_directories_stop_nothing_or_are_reported() {
    for (what, setup) in [
        ("no /tmp", "mount -t tmpfs -o ro drill /mnt; mount --bind /mnt /var/tmp; export TMPDIR=/nonexistent"),
        ("no /proc", "mount -t tmpfs drill /proc"),
        ("no /sys", "mount -t tmpfs drill /sys"),
        ("no /run", "mount -t tmpfs -o ro drill /run"),
        ("no crontabs", "umount /var/spool/cron; mount -t tmpfs -o ro drill /var/spool"),
    ] {
        let Some(sandbox) = prepared(what, "true") else { return };
        let line = format!("{setup}; exec \"$@\"");
        let run =
            apply_by(&sandbox, &format!("exec unshare --mount sh -c '{}' sh \"$@\"", line.replace('\'', "'\\''")));
        assert!(run.fault().is_none(), "{what}: {:?}", run.fault());
        assert!(run.code() == Some(2) || !run.output.is_empty(), "{what}: {:?}", run.code());
        assert_contents(&sandbox, what);
        if run.code() != Some(2) {
            assert!(run.output.contains("Error: "), "{what}: {:?} {}", run.code(), run.output);
        }
    }
}

#[test]
fn streams_that_cannot_be_written_stop_no_work() {
    for line in [
        "exec \"$@\" > /dev/full",
        "exec \"$@\" 2> /dev/full",
        "exec \"$@\" > /dev/full 2>&1",
        "exec \"$@\" >&-",
        "exec \"$@\" >&- 2>&-",
        "\"$@\" | true",
        "\"$@\" | head -c 10",
    ] {
        let Some(sandbox) = prepared(line, "true") else { return };
        let run = apply_by(&sandbox, line);
        assert!(run.fault().is_none(), "{line}: {:?}", run.fault());
        assert_contents(&sandbox, line);
        if !line.contains('|') {
            assert!(run.code().is_some(), "{line}");
        }
    }
}
