//! Users who put links, pipes and other directories where root works: nothing that is not theirs is modified, shown or
//! waited for.

use std::{
    ffi::OsString,
    fs,
    os::unix::{
        ffi::OsStringExt as _,
        fs::{MetadataExt as _, PermissionsExt as _, lchown, symlink},
    },
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use rustix::fs::{CWD, FileType, Mode, RenameFlags, mknodat, renameat_with};

use super::{Sandbox, list};
use crate::binary::{self, Run};

/// The uid of a regular user.
const ALICE: u32 = 12345;

/// The number of runs while directories are swapped.
const RUNS: usize = 25;

/// The time limit of a run, in seconds.
const RUN_LIMIT: &str = "60";

/// A file that only root may read.
const SECRET: &str = "hunter22\n";

/// A sandbox with the home of alice, and a directory of root that alice would like to modify.
struct Homes {
    sandbox: Sandbox,
}

impl Homes {
    fn new() -> Option<Homes> {
        if !skip_test::has_root("links of other users") {
            return None;
        }
        Some(Homes::in_sandbox(Sandbox::new()))
    }

    fn in_sandbox(sandbox: Sandbox) -> Homes {
        let homes = Homes { sandbox };
        for (name, text) in [("victim/config", SECRET), ("victim/config.bak", SECRET), ("victim/cache/data", SECRET)] {
            homes.sandbox.write(name, text, 0o600);
        }
        fs::set_permissions(homes.path("victim"), fs::Permissions::from_mode(0o700)).unwrap();
        homes.directory("home");
        homes
    }

    fn path(&self, name: &str) -> PathBuf {
        self.sandbox.files().join(name)
    }

    /// Creates a directory of alice.
    fn directory(&self, name: &str) {
        fs::create_dir_all(self.path(name)).unwrap();
        lchown(self.path(name), Some(ALICE), Some(ALICE)).unwrap();
    }

    /// Creates a file of alice.
    fn file(&self, name: &str, text: &str) {
        self.sandbox.write(name, text, 0o644);
        lchown(self.path(name), Some(ALICE), Some(ALICE)).unwrap();
    }

    /// Creates a link of alice.
    fn link(&self, name: &str, target: &str) {
        symlink(target.replace("%D", &self.sandbox.files().to_string_lossy()), self.path(name)).unwrap();
        lchown(self.path(name), Some(ALICE), Some(ALICE)).unwrap();
    }

    /// Creates a pipe of alice.
    fn pipe(&self, name: &str) {
        mknodat(CWD, self.path(name), FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
        lchown(self.path(name), Some(ALICE), Some(ALICE)).unwrap();
    }

    /// Applies a manifest with a time limit.
    #[track_caller]
    fn apply(&self, manifest: &str, options: &[&str]) -> Run {
        let mut command = self.sandbox.program("timeout");
        command.args([
            "--kill-after=5",
            RUN_LIMIT,
            env!("CARGO_BIN_EXE_bunraku"),
            "apply",
            "--color=false",
            "--verbose",
        ]);
        command.args(["--detailed-exitcodes", "--vardir"]).arg(self.sandbox.state_directory()).args(options);
        command.arg("-e").arg(manifest.replace("%D", &self.sandbox.files().to_string_lossy()));
        let run = binary::run(command.current_dir(self.sandbox.files()), "");
        assert!(!matches!(run.code, 124 | 137), "it waits: {}{}", run.stdout, run.stderr);
        run
    }

    /// The files of root with their owners.
    fn victim(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(&self.path("victim"), "", "", &mut found);
        for name in ["", "config", "config.bak", "cache", "cache/data"] {
            let owner = fs::symlink_metadata(self.path("victim").join(name)).map(|found| found.uid());
            found.push(format!("{name} of {owner:?}"));
        }
        found.sort();
        found
    }
}

/// Swaps two names repeatedly until it is dropped.
struct Swapper {
    ends: Arc<AtomicBool>,
    swaps: Arc<AtomicU64>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Swapper {
    fn start(first: PathBuf, second: PathBuf) -> Swapper {
        let (ends, swaps) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (end, count) = (Arc::clone(&ends), Arc::clone(&swaps));
        let thread = thread::spawn(move || {
            while !end.load(Ordering::Relaxed) {
                let swapped = renameat_with(CWD, &first, CWD, &second, RenameFlags::EXCHANGE);
                count.fetch_add(u64::from(swapped.is_ok()), Ordering::Relaxed);
            }
        });
        Swapper { ends, swaps, thread: Some(thread) }
    }
}

impl Drop for Swapper {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
        let swaps = self.swaps.load(Ordering::Relaxed);
        assert!(thread::panicking() || swaps > 100, "only {swaps} swaps");
    }
}

#[test]
fn a_backup_of_a_link_belongs_to_its_owner() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    homes.link("home/.profile", "%D/victim/config");
    homes.link("home/folder", "%D/victim");
    homes.file("home/app.conf", "mine\n");
    let manifest = "file { ['%D/home/.profile', '%D/home/folder']: ensure => file, content => 'new', backup => '.bak' }
        file_line { 'y': path => '%D/home/app.conf', line => 'alice was here' }";
    let run = homes.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    for name in ["home/.profile.bak", "home/folder.bak"] {
        let link = fs::symlink_metadata(homes.path(name)).unwrap();
        assert!(link.is_symlink() && link.uid() == ALICE, "{name} belongs to {}", link.uid());
    }
    assert_eq!(fs::read_dir(homes.path("home")).unwrap().count(), 5, "nothing is left beside them");
    // She may rename it, and even a link of root does not help her.
    for owner in [ALICE, 0] {
        lchown(homes.path("home/.profile.bak"), Some(owner), None).unwrap();
        lchown(homes.path("home/folder.bak"), Some(owner), None).unwrap();
        fs::rename(homes.path("home/.profile.bak"), homes.path("home/app.conf")).unwrap();
        fs::rename(homes.path("home/folder.bak"), homes.path("home/app")).unwrap();
        for manifest in [
            "file_line { 'y': path => '%D/home/app.conf', line => 'alice was here' }",
            "file_line { 'y': path => '%D/home/app/config', line => 'alice was here' }",
            "ini_setting { 'y': path => '%D/home/app.conf', section => 's', setting => 'k', value => 'v' }",
            "file { '%D/home/app.conf': links => follow, content => 'alice was here' }",
            "file { '%D/home/app.conf': links => follow, owner => 12345 }",
            "file { '%D/home/app/config': mode => '0666' }",
            "file { '%D/home/app/cache': ensure => absent, force => true, backup => false }",
        ] {
            let run = homes.apply(manifest, &["--show_diff"]);
            let printed = format!("{}{}", run.stdout, run.stderr);
            assert!(matches!(run.code, 1 | 4 | 6), "{manifest}: {printed}");
            assert!(printed.contains("only links of root are followed there"), "{manifest}: {printed}");
            assert!(!printed.contains(SECRET.trim()), "{manifest}: {printed}");
            assert_eq!(homes.victim(), before, "{manifest}");
        }
        fs::rename(homes.path("home/app.conf"), homes.path("home/.profile.bak")).unwrap();
        fs::rename(homes.path("home/app"), homes.path("home/folder.bak")).unwrap();
    }
}

#[test]
fn a_link_of_a_source_belongs_to_its_owner() {
    let Some(homes) = Homes::new() else { return };
    homes.directory("home/share");
    homes.link("home/share/link", "%D/victim/config");
    symlink("own", homes.path("home/share/of_root")).unwrap();
    let manifest = "file { '%D/copy': ensure => directory, source => '%D/home/share', recurse => true }
        file { '%D/single': source => '%D/home/share/link' }";
    let run = homes.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    for (name, owner) in [("copy/link", ALICE), ("copy/of_root", 0), ("single", ALICE)] {
        let link = fs::symlink_metadata(homes.path(name)).unwrap();
        assert!(link.is_symlink() && link.uid() == owner, "{name} belongs to {}", link.uid());
    }
    assert_eq!(fs::read_dir(homes.path("copy")).unwrap().count(), 2, "nothing is left beside them");
    let run = homes.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    // A file that is in the way is removed.
    for is_directory in [false, true] {
        fs::remove_file(homes.path("single")).unwrap();
        match is_directory {
            true => fs::create_dir_all(homes.path("single/deep")).unwrap(),
            false => homes.sandbox.write("single", "old", 0o600),
        }
        let run = homes.apply("file { '%D/single': source => '%D/home/share/link', force => true }", &[]);
        assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
        let link = fs::symlink_metadata(homes.path("single")).unwrap();
        assert!(link.is_symlink() && link.uid() == ALICE, "it belongs to {}", link.uid());
    }
    let before = homes.victim();
    fs::rename(homes.path("copy/link"), homes.path("copy/other")).unwrap();
    let run = homes.apply("file_line { 'y': path => '%D/copy/other', line => 'alice was here' }", &[]);
    assert_ne!(run.code, 2, "{}", run.stdout);
    assert_eq!(homes.victim(), before);
}

#[test]
fn an_old_backup_behind_a_link_of_another_user_is_kept() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    homes.link("home/app", "%D/victim");
    for manifest in [
        "file { '%D/home/app/config': content => 'x', backup => '.bak' }",
        "file { '%D/home/app/config': ensure => absent, backup => '.bak' }",
        "file { '%D/home/app/config': ensure => link, target => '/x', backup => '.bak' }",
        "file { '%D/home/app/cache': ensure => file, force => true, backup => '.bak' }",
        "file { '%D/home/app/config': ensure => absent, backup => 'puppet' }",
        "file { '%D/home/app/cache': ensure => absent, force => true, backup => 'puppet' }",
    ] {
        for options in [&["--show_diff"][..], &["--show_diff", "--noop"]] {
            let run = homes.apply(manifest, options);
            let printed = format!("{}{}", run.stdout, run.stderr);
            let is_noop = options.contains(&"--noop");
            assert!(is_noop || printed.contains("only links of root are followed there"), "{manifest}: {printed}");
            assert!(!printed.contains(SECRET.trim()), "{manifest}: {printed}");
            assert_eq!(homes.victim(), before, "{manifest}: {printed}");
        }
    }
    let mut search = std::process::Command::new("grep");
    search.args(["-rl", SECRET.trim()]).arg(homes.sandbox.state_directory());
    assert_eq!(binary::run(&mut search, "").stdout, "");
}

#[test]
fn a_difference_is_one_of_the_file_that_is_meant() {
    let Some(homes) = Homes::new() else { return };
    homes.file("home/file", "old\n");
    let run = homes.apply("file { '%D/home/file': content => \"new\\n\" }", &["--show_diff"]);
    let path = homes.path("home/file");
    let header = format!("\n--- {}\t", path.display());
    assert!(run.stdout.contains(&header) && run.stdout.contains("\n-old\n+new\n"), "{}", run.stdout);
}

#[test]
fn a_source_reached_through_a_link_of_another_user_is_not_shown() {
    let Some(homes) = Homes::new() else { return };
    homes.directory("home/share");
    homes.file("home/share/plain", "alice's\n");
    homes.link("home/share/secret", "%D/victim/config");
    homes.link("home/share/own", "plain");
    homes.link("home/share/directory", "%D/victim");
    for (source, content) in [
        ("home/share/secret", None),
        ("home/share/directory/config", None),
        ("home/share/own", Some("alice's\n")),
        ("home/share/plain", Some("alice's\n")),
    ] {
        let manifest = format!(
            "file {{ '%D/copy': source => '%D/{source}', links => follow, mode => '0644' }}
             concat_file {{ '%D/whole': mode => '0644' }}
             concat_fragment {{ 'part': target => '%D/whole', source => '%D/{source}' }}"
        );
        let run = homes.apply(&manifest, &["--show_diff"]);
        let printed = format!("{}{}", run.stdout, run.stderr);
        let [copy, whole] = ["copy", "whole"].map(|name| fs::read_to_string(homes.path(name)).ok());
        assert_eq!((copy.as_deref(), whole.as_deref()), (content, content), "{source}: {printed}");
        assert!(content.is_some() || printed.contains("only links of root are followed there"), "{source}: {printed}");
        assert!(!printed.contains(SECRET.trim()), "{source}: {printed}");
    }
    // Recursion does not follow it either.
    for attributes in ["links => follow", "links => manage"] {
        let manifest = format!(
            "file {{ '%D/tree': ensure => directory, source => '%D/home/share', recurse => true, {attributes} }}"
        );
        homes.apply(&manifest, &[]);
        let mut leaked = std::process::Command::new("grep");
        leaked.args(["-rl", SECRET.trim()]).arg(homes.path("tree"));
        assert_eq!(binary::run(&mut leaked, "").stdout, "", "{attributes}");
    }
}

#[test]
fn a_pipe_is_never_waited_for() {
    let Some(homes) = Homes::new() else { return };
    homes.pipe("home/pipe");
    homes.link("home/link", "pipe");
    for name in ["pipe", "link"] {
        for manifest in [
            "concat_file { '%D/whole': } concat_fragment { 'part': target => '%D/whole', source => '%D/home/NAME' }",
            "file { '%D/copy': source => '%D/home/NAME', links => follow }",
            "file_line { 'y': path => '%D/home/NAME', line => 'x' }",
            "host { 'y': ip => '192.0.2.1', target => '%D/home/NAME' }",
            "file { '%D/home/NAME': content => 'x', links => follow, backup => false, audit => all }",
        ] {
            let manifest = manifest.replace("NAME", name);
            let run = homes.apply(&manifest, &["--show_diff"]);
            assert!(!run.stderr.is_empty() || manifest.contains("audit"), "{manifest}: {}", run.stdout);
        }
        // The last run replaced it by a file.
        fs::remove_file(homes.path("home/pipe")).unwrap();
        homes.pipe("home/pipe");
        let filebucket = |action: &str, words: &[&str]| {
            let mut command = homes.sandbox.program("timeout");
            command.args(["--kill-after=5", RUN_LIMIT, env!("CARGO_BIN_EXE_bunraku"), "filebucket", "--bucket"]);
            command.arg(homes.path("bucket")).arg(action).args(words);
            binary::run(&mut command, "")
        };
        let pipe = homes.path("home").join(name);
        let run = filebucket("backup", &[pipe.to_str().unwrap()]);
        assert!(
            run.code == 1 && run.stderr.contains("it is not a regular file"),
            "{name}: {}{}",
            run.stdout,
            run.stderr
        );
        let run = filebucket("backup", &[homes.path("victim/config").to_str().unwrap()]);
        let sum = run.stdout.trim().rsplit(' ').next().unwrap().to_owned();
        let run = filebucket("restore", &[pipe.to_str().unwrap(), &sum]);
        assert_eq!((run.code, fs::read_to_string(&pipe).unwrap().as_str()), (0, SECRET), "{name}: {}", run.stderr);
        fs::remove_file(homes.path("home/pipe")).unwrap();
        homes.pipe("home/pipe");
    }
    // A link that replaces a file while it is inspected.
    homes.file("home/file", "old\n");
    homes.pipe("home/other");
    let swapper = Swapper::start(homes.path("home/file"), homes.path("home/other"));
    for number in 0..RUNS {
        let manifest = format!(
            "file {{ '%D/home/file': content => 'old\n', noop => true }}
             file {{ '%D/copy': source => '%D/home/file' }}
             file_line {{ 'y': path => '%D/home/file', line => 'line {number}', noop => true }}"
        );
        homes.apply(&manifest, &["--show_diff"]);
    }
    drop(swapper);
}

#[test]
fn swapped_directories_let_nothing_of_root_be_removed() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    homes.directory("home/app");
    homes.link("home/other", "%D/victim");
    let swapper = Swapper::start(homes.path("home/app"), homes.path("home/other"));
    for manifest in [
        "file { '%D/home/app/cache': ensure => absent, force => true, backup => false }",
        "file { '%D/home/app/cache': ensure => file, content => 'x', force => true, backup => false }",
        "file { '%D/home/app/cache': ensure => link, target => '/x', force => true, backup => false }",
        "file { '%D/home/app/cache': ensure => absent, force => true, backup => '.old' }",
        "file { '%D/home/app': ensure => directory, recurse => true, purge => true, force => true, backup => false }",
    ] {
        for _ in 0..RUNS {
            for name in ["app", "other"] {
                let cache = homes.path("home").join(name).join("cache");
                // In the target it is a directory all the time.
                if fs::symlink_metadata(&cache).is_ok_and(|found| !found.is_dir()) {
                    let _ = fs::remove_file(&cache);
                }
                let _ = fs::create_dir(&cache);
            }
            let run = homes.apply(manifest, &[]);
            assert_eq!(homes.victim(), before, "{manifest}: {}{}", run.stdout, run.stderr);
        }
    }
    drop(swapper);
}

#[test]
fn swapped_directories_lead_no_link_to_files_of_root() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    // Root has a link with that name, and so has alice.
    fs::create_dir(homes.path("etc")).unwrap();
    homes.sandbox.write("etc/real", "real\n", 0o644);
    symlink("real", homes.path("etc/config")).unwrap();
    homes.directory("home/app");
    homes.link("home/app/config", "%D/victim/config");
    homes.link("home/other", "%D/etc");
    // Root created a directory with a link in her home, too.
    fs::create_dir(homes.path("home/made")).unwrap();
    homes.sandbox.write("home/made/real", "real\n", 0o644);
    symlink("real", homes.path("home/made/config")).unwrap();
    for other in ["home/other", "home/made"] {
        let swapper = Swapper::start(homes.path("home/app"), homes.path(other));
        for manifest in [
            "file { '%D/home/app/config': links => follow, owner => 12345, mode => '0644' }",
            "file { '%D/home/app/config': links => follow, content => 'alice was here', backup => '.bak' }",
            "file_line { 'y': path => '%D/home/app/config', line => 'alice was here' }",
            "file { '%D/copy': source => '%D/home/app/config', links => follow, mode => '0644' }",
        ] {
            for _ in 0..RUNS {
                let run = homes.apply(manifest, &["--show_diff"]);
                let printed = format!("{}{}", run.stdout, run.stderr);
                assert_eq!(homes.victim(), before, "{manifest}: {printed}");
                assert!(!printed.contains(SECRET.trim()), "{manifest}: {printed}");
                assert_ne!(fs::read_to_string(homes.path("copy")).unwrap_or_default(), SECRET);
            }
        }
        drop(swapper);
    }
    assert_eq!(fs::metadata(homes.path("etc/real")).unwrap().uid(), 0, "it is not alice's to decide");
}

#[test]
fn a_source_that_is_swapped_shows_nothing_of_root() {
    let Some(homes) = Homes::new() else { return };
    homes.directory("home/share");
    homes.file("home/share/readme", "alice's\n");
    homes.link("home/share/other", "%D/victim/config");
    let swapper = Swapper::start(homes.path("home/share/readme"), homes.path("home/share/other"));
    for _ in 0..RUNS * 2 {
        let manifest = "file { '%D/copy': source => '%D/home/share/readme', mode => '0644', backup => false }
            file { '%D/tree': ensure => directory, source => '%D/home/share', recurse => true, backup => false }";
        let run = homes.apply(manifest, &["--show_diff"]);
        let mut leaked = std::process::Command::new("grep");
        // A copy of the link points to a file that only root can read.
        leaked.args(["-rl", "--exclude-dir=victim", SECRET.trim()]).arg(homes.sandbox.files());
        assert_eq!(binary::run(&mut leaked, "").stdout, "", "{}{}", run.stdout, run.stderr);
        let _ = fs::remove_file(homes.path("copy"));
        let _ = fs::remove_dir_all(homes.path("tree"));
    }
    drop(swapper);
}

#[test]
fn a_path_in_a_command_that_validates_is_one_word() {
    let Some(homes) = Homes::new() else { return };
    homes.directory("home/share");
    for name in ["a;touch PWNED;b", "$(touch PWNED)", "`touch PWNED`", "it's \"so\"", "plain"] {
        homes.file(&format!("home/share/{name}"), "valid\n");
    }
    for command in ["/bin/grep -q ^valid %", "/bin/grep -q ^valid '%'", "/bin/grep -q ^valid \\\"%\\\""] {
        let manifest = format!(
            "file {{ '%D/tree': ensure => directory, source => '%D/home/share', recurse => true, validate_cmd => \"{command}\" }}"
        );
        let run = homes.apply(&manifest, &[]);
        assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{command}: {}", run.stdout);
        assert_eq!(fs::read_dir(homes.path("tree")).unwrap().count(), 5, "{command}");
        assert!(!homes.path("PWNED").exists(), "{command}");
        fs::remove_dir_all(homes.path("tree")).unwrap();
    }
}

#[test]
fn a_command_that_validates_has_a_time_limit() {
    let Some(homes) = Homes::new() else { return };
    homes.sandbox.write("a", "old", 0o644);
    let manifest = "file { '%D/a': content => 'new', validate_cmd => '/bin/sleep 300; : %' }";
    let run = homes.apply(manifest, &["--runtimeout", "1"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let printed = "did not end within 1 seconds and was stopped; the setting runtimeout is its limit";
    assert!(run.stderr.contains(printed), "{}", run.stderr);
    assert_eq!(homes.sandbox.read("a"), "old");
    assert_eq!(fs::read_dir(homes.sandbox.files()).unwrap().count(), 3, "nothing is left beside it");
}

#[test]
fn a_program_of_another_user_does_not_become_one_that_runs_as_root() {
    let Some(homes) = Homes::new() else { return };
    homes.file("home/tool", "x");
    fs::set_permissions(homes.path("home/tool"), fs::Permissions::from_mode(0o6755)).unwrap();
    let manifest = "file { '%D/copy': source => '%D/home/tool', source_permissions => use, owner => 0, group => 0 }
        file { '%D/whole': source => '%D/home/tool', source_permissions => use }";
    let run = homes.apply(manifest, &[]);
    assert!(run.code == 2, "{}{}", run.stdout, run.stderr);
    for (name, owner, mode) in [("copy", 0, 0o755), ("whole", ALICE, 0o6755)] {
        let found = fs::metadata(homes.path(name)).unwrap();
        assert_eq!((found.uid(), found.mode() & 0o7777), (owner, mode), "{name}");
    }
}

#[test]
fn a_command_of_root_does_not_enter_a_directory_through_a_link_of_another_user() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    homes.link("home/app", "%D/victim");
    let run = homes.apply("exec { '/bin/rm -rf cache': cwd => '%D/home/app' }", &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("only links of root are followed there"), "{}", run.stderr);
    assert_eq!(homes.victim(), before);
    // A link of root's is no obstacle.
    symlink(homes.path("victim"), homes.path("own")).unwrap();
    let run = homes.apply("exec { '/bin/rm -rf cache': cwd => '%D/own' }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(!homes.path("victim/cache").exists());
}

#[test]
fn a_link_of_root_that_was_moved_into_a_shared_directory_is_not_followed() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    fs::create_dir(homes.path("shared")).unwrap();
    fs::set_permissions(homes.path("shared"), fs::Permissions::from_mode(0o1777)).unwrap();
    let run = homes.apply("file { '%D/home/current': ensure => link, target => '%D/victim' }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    fs::rename(homes.path("home/current"), homes.path("shared/x")).unwrap();
    let run = homes.apply("file { '%D/shared/x/config': content => 'overwritten' }", &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert_eq!(homes.victim(), before);
}

#[test]
fn logs_and_state_are_not_written_through_links_of_another_user() {
    let Some(homes) = Homes::new() else { return };
    let before = homes.victim();
    homes.link("home/log", "%D/victim/config");
    let log = homes.path("home/log");
    let run = homes.apply("notice('x')", &["--logdest", log.to_str().unwrap()]);
    assert_ne!(run.code, 0, "{}{}", run.stdout, run.stderr);
    homes.directory("home/var");
    for name in ["state", "reports", "public"] {
        homes.link(&format!("home/var/{name}"), "%D/victim");
    }
    let var = homes.path("home/var");
    homes.apply("notice('x')", &["--vardir", var.to_str().unwrap()]);
    assert_eq!(homes.victim(), before);
}

#[test]
fn a_link_of_another_user_does_not_decide_what_is_mounted_over() {
    if !skip_test::has_root("mounts") {
        return;
    }
    let homes = Homes::in_sandbox(Sandbox::with_mounts(&["/etc"]));
    homes.link("home/mnt", "%D/victim");
    homes.link("home/app", "%D/victim");
    fs::create_dir(homes.path("victim/mnt")).unwrap();
    let mount = |name: &str, attributes: &str| {
        let manifest = format!("mount {{ '%D/{name}': device => 'tmpfs', fstype => 'tmpfs', {attributes} }}");
        let run = homes.apply(&manifest, &[]);
        (run.code, format!("{}{}", run.stdout, run.stderr))
    };
    for name in ["home/mnt", "home/app/mnt", "home/app/mnt/missing"] {
        let (code, printed) = mount(name, "ensure => mounted");
        assert!(
            matches!(code, 4 | 6) && printed.contains("only links of root are followed there"),
            "{name}: {printed}"
        );
        assert_eq!(
            (homes.sandbox.mounted(), homes.sandbox.shell("cat /etc/fstab 2>&1 | grep tmpfs")),
            (vec![], String::new())
        );
    }
    // In her own directories everything works.
    homes.directory("home/data");
    let size = |size: &str| {
        homes.sandbox.mounted().iter().any(|(path, options)| path == "home/data" && options.contains(size))
    };
    assert_eq!(mount("home/data", "ensure => mounted, options => 'size=64k'").0, 2);
    assert!(size("size=64k"), "{:?}", homes.sandbox.mounted());
    let (code, printed) = mount("home/data", "ensure => mounted, options => 'size=128k'");
    assert!(code == 2 && printed.contains("Remounting") && size("size=128k"), "{printed}");
    assert_eq!(mount("home/data", "ensure => mounted, options => 'size=256k', remounts => false").0, 2);
    assert!(size("size=256k"), "{:?}", homes.sandbox.mounted());
    assert_eq!(mount("home/data", "ensure => unmounted").0, 2);
    assert_eq!(homes.sandbox.mounted(), []);
    // Nothing that she unmounts is root's either.
    homes.sandbox.shell(&format!("mount -t tmpfs tmpfs '{}'", homes.path("victim/mnt").display()));
    fs::remove_dir(homes.path("home/data")).unwrap();
    homes.link("home/data", "%D/victim/mnt");
    mount("home/data", "ensure => absent");
    assert_eq!(homes.sandbox.mounted().len(), 1, "{:?}", homes.sandbox.mounted());
}

#[test]
fn a_mount_point_that_is_swapped_for_a_link_is_not_followed() {
    if !skip_test::has_root("mounts") {
        return;
    }
    let homes = Homes::in_sandbox(Sandbox::with_mounts(&["/etc"]));
    fs::create_dir(homes.path("victim/mnt")).unwrap();
    homes.directory("home/app");
    homes.directory("home/app/mnt");
    homes.link("home/other", "%D/victim");
    let _swapper = Swapper::start(homes.path("home/app"), homes.path("home/other"));
    for _ in 0..RUNS {
        homes.apply(
            "mount { '%D/home/app/mnt': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=64k' }",
            &[],
        );
        let mounted = homes.sandbox.mounted();
        assert!(mounted.iter().all(|(path, _)| !path.starts_with("victim")), "{mounted:?}");
        homes
            .sandbox
            .shell(&format!("umount '{0}/home/app/mnt' '{0}/home/other/mnt'", homes.sandbox.files().display()));
    }
}

#[test]
fn functions_read_no_file_through_a_link_of_another_user() {
    let Some(homes) = Homes::new() else { return };
    homes.link("home/link", "%D/victim/config");
    homes.link("home/app", "%D/victim");
    homes.file("home/own", "alice's\n");
    homes.link("home/own_link", "own");
    homes.pipe("home/pipe");
    for function in ["file", "template", "epp", "binary_file"] {
        for name in ["home/link", "home/app/config"] {
            let run = homes.apply(&format!("notice({function}('%D/{name}'))"), &[]);
            let printed = format!("{}{}", run.stdout, run.stderr);
            assert!(printed.contains("only links of root are followed there"), "{function}, {name}: {printed}");
            assert!(run.code == 1 && !printed.contains(SECRET.trim()), "{function}, {name}: {printed}");
        }
        let run = homes.apply(&format!("notice({function}('%D/home/pipe'))"), &[]);
        assert_eq!(run.code, 1, "{}", run.stdout);
        for name in ["home/own", "home/own_link"] {
            let run = homes.apply(&format!("notice(String({function}('%D/{name}')))"), &[]);
            assert_eq!(run.code, 0, "{function}, {name}: {}{}", run.stdout, run.stderr);
        }
    }
    let run = homes.apply("notice(file('/no/such', '/dev/null'), size(file('/proc/self/status')) > 10)", &[]);
    assert!(run.code == 0 && run.stdout.contains("true"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_name_that_is_not_text_does_not_protect_other_files() {
    let Some(homes) = Homes::new() else { return };
    homes.directory("home/spool");
    homes.file("home/spool/old", "x");
    let strange = OsString::from_vec(b"a\xff".to_vec());
    fs::write(homes.path("home/spool").join(&strange), "x").unwrap();
    homes.file("home/spool/replaced", "x");
    let manifest = "file { '%D/home/spool': ensure => directory, recurse => true, purge => true, force => true }
        file { '%D/home/spool/replaced': content => 'new' }";
    let run = homes.apply(manifest, &[]);
    let error = "is not UTF-8, so no resource can have it";
    assert!(run.code == 2 && run.stderr.contains(error), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(&format!("File[{}]", homes.path("home/spool").display())), "{}", run.stderr);
    let mut names: Vec<_> =
        fs::read_dir(homes.path("home/spool")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [strange, "replaced".into()]);
    let run = homes.apply(&manifest.replace("recurse => true", "recurse => true, ignore => 'a*'"), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    // The same for a source: everything else is copied.
    homes.file("home/spool/other", "x");
    let run = homes.apply("file { '%D/copy': source => '%D/home/spool', recurse => true, purge => true }", &[]);
    assert!(run.code == 2 && run.stderr.contains(error), "{}{}", run.stdout, run.stderr);
    assert_eq!(fs::read_dir(homes.path("copy")).unwrap().count(), 2);
}

#[test]
fn a_file_that_another_user_created_first_is_reported() {
    let Some(homes) = Homes::new() else { return };
    fs::create_dir(homes.path("tmp")).unwrap();
    fs::set_permissions(homes.path("tmp"), fs::Permissions::from_mode(0o1777)).unwrap();
    homes.file("tmp/settings", "x");
    homes.file("home/settings", "x");
    homes.sandbox.write("tmp/of_root", "x", 0o644);
    let warning = "who may have created it in a directory that everybody can write to";
    let warned = |manifest: &str| homes.apply(manifest, &[]).stderr.matches(warning).count();
    assert_eq!(warned("file { '%D/tmp/settings': content => 'new', mode => '0644' }"), 1);
    assert_eq!(warned("file { '%D/home/settings': content => 'new' } file { '%D/tmp/of_root': content => 'new' }"), 0);
    assert_eq!(warned("file { '%D/tmp/settings': owner => root }"), 0);
    lchown(homes.path("tmp/settings"), Some(ALICE), None).unwrap();
    assert_eq!(warned("file { '%D/tmp/settings': ensure => absent }"), 0);
}
