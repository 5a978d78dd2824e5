//! Alternating runs: the files that the real Puppet left are created, and the same manifest finds nothing to change.
//!
//! And the other way round: what Puppet did with our files was recorded for the same cases
//! (`alternating_runs/*.jsonl`), and it changed nothing. Cases in which it changes its own result are left out.
//!
//! Every type of the same name that writes files is tested in both directions. `notify`, `schedule`, `filebucket` and
//! `stage` write nothing; `concat_fragment` is tested with `concat_file`.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
};

use serde_json::Value;

use super::{Sandbox, texts};

/// Asserts that all but the listed cases of a type have nothing to do after Puppet.
fn assert_nothing_to_do(cases: &str, number: usize, exceptions: &[(&str, &str)]) {
    let (mut compared, mut skipped, mut wrong) = (0, 0, Vec::new());
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        let Some(files) = stable_files(&case) else { continue };
        if (case["root"] == true || !case["mounts"].is_null()) && !skip_test::is_root() {
            skip_test::skip!("it needs root: {name}");
            skipped += 1;
            continue;
        }
        let found = unexpected_changes(&case, &files);
        match exceptions.iter().any(|(exception, _)| *exception == name) {
            true => assert!(found.is_some(), "'{name}' is left alone now: take it off the list"),
            false => {
                compared += 1;
                wrong.extend(found.map(|found| format!("# {name}\n{found}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} cases are changed:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared + skipped, number, "cases were compared or skipped");
}

/// The files that Puppet wrote and did not change when the same manifest was applied again.
fn stable_files(case: &Value) -> Option<Vec<String>> {
    let [.., before, last] = case["runs"].as_array()?.as_slice() else { return None };
    let is_again = before["manifest"].is_string() && before["manifest"] == last["manifest"];
    let is_good = last["code"] == 0 && before["tree"] == last["tree"];
    (is_again && is_good).then(|| texts(&before["tree"]).iter().map(|&line| line.to_owned()).collect())
}

/// The changes that are made or logged although there is nothing to do.
fn unexpected_changes(case: &Value, files: &[String]) -> Option<String> {
    let mut sandbox = Sandbox::new();
    sandbox.mounts = texts(&case["mounts"]).iter().map(|&mount| mount.to_owned()).collect();
    create_files(&sandbox, files);
    if !sandbox.add_modules(&texts(&case["modules"])) {
        return Some("modules are not in target/debian-modules".to_owned());
    }
    let before = touched(&sandbox.files());
    let manifest = case["runs"].as_array().unwrap().last().unwrap()["manifest"].as_str().unwrap();
    let run = sandbox.apply(manifest, &texts(&case["options"]));
    let changed: Vec<String> = {
        let after = touched(&sandbox.files());
        let differs = |path: &&String| before.get(*path) != after.get(*path);
        before.keys().chain(after.keys()).filter(differs).cloned().collect()
    };
    let is_quiet = run.code == 0 && changed.is_empty();
    (!is_quiet).then(|| format!("code {}, {changed:?}\n{}{}", run.code, run.stdout, run.stderr))
}

/// When everything below a directory was last modified, and the inodes.
fn touched(directory: &Path) -> BTreeMap<String, (u64, i64, i64)> {
    let mut found = BTreeMap::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let metadata = path.symlink_metadata().unwrap();
            found.insert(path.display().to_string(), (metadata.ino(), metadata.ctime(), metadata.ctime_nsec()));
            if metadata.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

/// Creates the files of a recording.
fn create_files(sandbox: &Sandbox, files: &[String]) {
    let directory = &sandbox.files();
    let mut modes = Vec::new();
    let mut mounts = Vec::new();
    let mut lines: Vec<&String> = files.iter().collect();
    lines.sort();
    for line in lines {
        let made = Entry::read(line);
        let path = directory.join(made.name);
        if let What::Mount(kind, options) = &made.what {
            mounts.push((path, kind.clone(), options.clone()));
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match made.what {
            What::TestDir => fs::create_dir_all(&path).unwrap(),
            What::Link(target) => symlink(target.replace("/W", &directory.to_string_lossy()), &path).unwrap(),
            What::Mount(..) => {}
            What::File(text) => fs::write(&path, text.replace("/W", &directory.to_string_lossy())).unwrap(),
        }
        modes.extend(made.mode.map(|mode| (path, mode)));
    }
    for (path, mode) in modes {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    for (path, kind, options) in mounts {
        fs::create_dir_all(&path).unwrap();
        let mut mount = sandbox.program("mount");
        let mounted = crate::binary::run(mount.args(["-t", &kind, "-o", &options, &kind]).arg(&path), "");
        assert_eq!((mounted.code, mounted.stderr.as_str()), (0, ""), "{}", path.display());
    }
}

/// A line of a recorded tree.
struct Entry<'l> {
    name: &'l str,
    mode: Option<u32>,
    what: What,
}

enum What {
    TestDir,
    Link(String),
    File(String),
    /// A file system type with options.
    Mount(String, String),
}

impl Entry<'_> {
    fn read(line: &str) -> Entry<'_> {
        let mode = |text: &str| u32::from_str_radix(text, 8).unwrap();
        if let Some((name, text)) = line.split_once(" \"").and_then(|(start, _)| start.rsplit_once(' ')) {
            let json = &line[line.find(" \"").unwrap() + 1..];
            let content: String = serde_json::from_str(json).unwrap_or_else(|error| panic!("{line}: {error}"));
            let content = content
                .replace("autogenerated at TIME", "autogenerated at 2026-01-02 03:04:05 +0000")
                .replace("installed on TIME", "installed on Fri Jan  2 03:04:05 2026");
            return Entry { name, mode: Some(mode(text)), what: What::File(content) };
        }
        if let Some((name, how)) = line.split_once(" mounted ") {
            let (kind, options) = how.split_once(' ').unwrap();
            return Entry { name, mode: None, what: What::Mount(kind.to_owned(), options.to_owned()) };
        }
        if let Some((name, text)) = line.rsplit_once("/ ") {
            return Entry { name, mode: Some(mode(text)), what: What::TestDir };
        }
        let (name, target) = line.split_once(" -> ").unwrap_or_else(|| panic!("unknown: {line}"));
        Entry { name, mode: None, what: What::Link(target.to_owned()) }
    }
}

/// A type, its number of recorded cases, and those that Puppet changes, with the reason.
type Recorded = (&'static str, usize, &'static [(&'static str, &'static str)]);

/// What Puppet did after us, for each type with its number of recorded cases: nothing. The exceptions, with the
/// reason, it changed.
///
/// With `--detailed-exitcodes`, a run with changes or failures does not exit with 0.
#[test]
fn puppet_has_nothing_to_do_after_us() {
    let recorded: [Recorded; 17] = [
        (include_str!("../../golden/built_in/alternating_runs/anchor.jsonl"), 1, &[]),
        (
            include_str!("../../golden/built_in/alternating_runs/concat_file.jsonl"),
            58,
            &[
                ("numbers and texts in order", "Puppet makes an empty file; here it stays as it is"),
                ("json, pretty", "Ruby's JSON writes empty ones in two lines, as it does no more"),
                ("json with the same key", "Puppet makes an empty file; here it stays as it is"),
                ("json that is wrong", "Puppet makes an empty file; here it stays as it is"),
                ("yaml with the same key", "Puppet makes an empty file; here it stays as it is"),
            ],
        ),
        (include_str!("../../golden/built_in/alternating_runs/cron.jsonl"), 24, &[]),
        (include_str!("../../golden/built_in/alternating_runs/exec.jsonl"), 25, &[]),
        (include_str!("../../golden/built_in/alternating_runs/file.jsonl"), 103, &[]),
        (include_str!("../../golden/built_in/alternating_runs/file_line.jsonl"), 51, &[]),
        (include_str!("../../golden/built_in/alternating_runs/group.jsonl"), 23, &[]),
        (include_str!("../../golden/built_in/alternating_runs/host.jsonl"), 32, &[]),
        (
            include_str!("../../golden/built_in/alternating_runs/ini_setting.jsonl"),
            60,
            &[("lines that end as in DOS", "we keep how lines end, which is a part of the value to Puppet")],
        ),
        (include_str!("../../golden/built_in/alternating_runs/ini_subsetting.jsonl"), 23, &[]),
        (include_str!("../../golden/built_in/alternating_runs/mount.jsonl"), 15, &[]),
        (include_str!("../../golden/built_in/alternating_runs/package.jsonl"), 35, &[]),
        (include_str!("../../golden/built_in/alternating_runs/resources.jsonl"), 14, &[]),
        (include_str!("../../golden/built_in/alternating_runs/service.jsonl"), 43, &[]),
        (include_str!("../../golden/built_in/alternating_runs/ssh_authorized_key.jsonl"), 13, &[]),
        (include_str!("../../golden/built_in/alternating_runs/sysctl.jsonl"), 9, &[]),
        (include_str!("../../golden/built_in/alternating_runs/user.jsonl"), 87, &[]),
    ];
    for (answers, number, exceptions) in recorded {
        for line in answers.lines() {
            let answer: Value = serde_json::from_str(line).unwrap();
            let is_changed = exceptions.iter().any(|(exception, _)| answer["name"] == *exception);
            assert_eq!(answer["code"], if is_changed { 2 } else { 0 }, "{answer}");
        }
        assert_eq!(answers.lines().count(), number, "{}", answers.lines().next().unwrap_or_default());
    }
}

/// A test for each type: the number of cases, and those that are changed, with the reason.
macro_rules! types {
    ($($name:ident: $number:literal $exceptions:expr;)*) => {
        $(#[test]
        fn $name() {
            let cases = include_str!(concat!("../../golden/built_in/", stringify!($name), ".jsonl"));
            assert_nothing_to_do(cases, $number, &$exceptions);
        })*
    };
}

types! {
    anchor: 1 [];
    concat_file: 57 [("json, pretty", "Ruby's JSON writes empty ones in two lines, as it does no more")];
    cron: 25 [];
    exec: 26 [];
    file: 108 [
        ("owner and group by number", "trees do not say whose files are"),
        ("owner and group by name", "trees do not say whose files are"),
    ];
    file_line: 51 [];
    group: 23 [];
    host: 34 [];
    ini_setting: 62 [];
    ini_subsetting: 23 [];
    mount: 18 [];
    resources: 14 [];
    service: 45 [];
    ssh_authorized_key: 15 [];
    sysctl: 10 [];
    user: 90 [];
}
