//! The type `file` next to the real Puppet: what is said, what is left, and what a second run does.
//!
//! The cases and Puppet's answers are recorded by `oracle/file_type/record.rb`.

use std::{
    fs,
    os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{self, Run};

/// The cases in which Puppet's answer is not ours, with the reason. Their answers are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("content that looks like a checksum", "Puppet 8 writes such a text as it is"),
    ("a file in place of a link, followed", "Puppet replaces the link, and gives the file the mode 0777"),
    ("a source with permissions", "Puppet warns that the parameter is deprecated"),
    ("a checksum value for content", "Puppet replaces the file at every run; here it is refused, as with a source"),
    ("backup in an unknown bucket", "Puppet does not say that it could not run"),
    ("backup with a slash", "Puppet does not say that it could not run"),
    ("the same file twice", "Puppet finds it while it compiles, and here it is found before anything is applied"),
    ("noop of recursion", "Puppet counts what happened in a directory as one event of it"),
    ("audit", "the content of a file is not recorded"),
];

/// A folder for one case.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = TempDir::new().unwrap();
        for name in ["d", "conf", "var"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Place { folder }
    }

    /// Where the files are.
    fn files(&self) -> PathBuf {
        self.folder.path().join("d")
    }

    /// Writes a file.
    fn write(&self, name: &str, text: &str, mode: u32) {
        let path = self.files().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.files().join(name)).unwrap()
    }

    /// Applies a manifest in which `%D` is the folder of the files.
    fn apply(&self, manifest: &str, options: &[&str]) -> Run {
        let files = self.files();
        let mut command = Command::new("sh");
        // New folders have the permissions that Puppet's had.
        command.args(["-c", "umask 022; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_bunraku"), "apply"]);
        command.arg("--confdir").arg(self.folder.path().join("conf"));
        command.arg("--vardir").arg(self.folder.path().join("var"));
        command.arg("--modulepath").arg(files.join("modules"));
        command.args(["--certname", "vm", "--color=false", "--verbose", "--detailed-exitcodes"]).args(options);
        command.arg("-e").arg(manifest.replace("%D", &files.to_string_lossy()));
        let Run { stdout, stderr, code } = binary::run(&mut command, "");
        Run { stdout: self.normal(&stdout), stderr: self.normal(&stderr), code }
    }

    /// The text without what is never the same.
    fn normal(&self, text: &str) -> String {
        let untold = [
            "Applied catalog",
            "Compiled catalog",
            "Using environment",
            "Applying configuration",
            "Creating state file",
        ];
        let is_told = |line: &&str| {
            let message = line.split_once(": ").map_or(*line, |(_, message)| message);
            !untold.iter().any(|start| message.starts_with(start))
        };
        let text = text.replace(&*self.files().to_string_lossy(), "/W");
        let text = text.lines().filter(is_told).map(without_times).collect::<Vec<_>>().join("\n");
        let mut parts = text.split(".bunraku-");
        let first = parts.next().unwrap_or_default().to_owned();
        // Six letters tell a temporary file from others.
        parts.fold(first, |text, part| text + part.get(6..).unwrap_or_default())
    }

    fn prepare(&self, before: &Value) {
        for (name, what) in before.as_object().unwrap() {
            let path = self.files().join(name);
            match what {
                Value::Null => fs::create_dir_all(path).unwrap(),
                Value::String(text) => self.write(name, text, 0o644),
                Value::Number(mode) => {
                    fs::create_dir_all(&path).unwrap();
                    let mode = u32::try_from(mode.as_u64().unwrap()).unwrap();
                    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
                }
                Value::Array(file) => {
                    let mode = u32::try_from(file[1].as_u64().unwrap()).unwrap();
                    self.write(name, file[0].as_str().unwrap(), mode);
                }
                link => {
                    let target = link["link"].as_str().unwrap().replace("%D", &self.files().to_string_lossy());
                    symlink(target, path).unwrap();
                }
            }
        }
    }

    /// What is there, in the words of the recording.
    fn tree(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(&self.files(), "", &self.files().to_string_lossy(), &mut found);
        found.sort();
        found
    }
}

fn list(folder: &Path, relative: &str, root: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{relative}{}", entry.file_name().to_str().unwrap());
        let metadata = entry.path().symlink_metadata().unwrap();
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap().to_string_lossy().replace(root, "/W");
            found.push(format!("{name} -> {target}"));
        } else if metadata.is_dir() {
            found.push(format!("{name}/ {mode:04o}"));
            list(&entry.path(), &format!("{name}/"), root, found);
        } else if metadata.is_file() {
            let text = fs::read_to_string(entry.path()).unwrap();
            found.push(format!("{name} {mode:04o} {}", Value::String(text.replace(root, "/W"))));
        } else {
            assert!(metadata.file_type().is_fifo());
            found.push(format!("{name} {mode:04o} fifo"));
        }
    }
}

/// A line in which names of temporary files and times are replaced.
fn without_times(line: &str) -> String {
    match line.split_once('\t') {
        // The header of a difference.
        Some((name, _)) if name.starts_with("+++ ") => "+++ TEMPORARY\tTIME".to_owned(),
        Some((name, _)) if name.starts_with("--- ") => format!("{name}\tTIME"),
        _ if line.starts_with("Binary files ") => "Binary files differ".to_owned(),
        _ => line.to_owned(),
    }
}

/// The recorded lines of one stream. Where Puppet names a temporary file, we name the file that it is to become.
fn recorded(lines: &Value, is_meant: impl Fn(&str) -> bool) -> String {
    let lines = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap().trim_end_matches('\n'));
    let meant: Vec<String> = lines.filter(|line| is_meant(line)).map(|line| line.replace("TEMPORARY", "")).collect();
    meant.join("\n").lines().map(without_times).collect::<Vec<_>>().join("\n")
}

fn is_error(line: &str) -> bool {
    ["Warning:", "Error:", "Critical:", "Alert:", "Emergency:"].iter().any(|level| line.starts_with(level))
}

#[test]
fn files_are_managed_as_puppet_manages_them() {
    let is_root = fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own)).unwrap() == 0;
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in include_str!("../golden/file_type.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        if case["root"] == true && !is_root {
            eprintln!("skipped, because it needs root: {name}");
            continue;
        }
        let place = Place::new();
        place.prepare(&case["before"]);
        let options: Vec<&str> = case["options"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let mut differs = String::new();
        for (number, run) in case["runs"].as_array().unwrap().iter().enumerate() {
            let found = place.apply(run["manifest"].as_str().unwrap(), &options);
            let mut tree: Vec<&str> = run["tree"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
            tree.sort_unstable();
            let expected = (
                recorded(&run["log"], |line| !is_error(line)),
                recorded(&run["log"], is_error),
                run["code"].as_i64().unwrap(),
                tree.join("\n"),
            );
            let answer = (found.stdout, found.stderr, i64::from(found.code), place.tree().join("\n"));
            if answer != expected {
                differs.push_str(&format!("\n# {name}, run {number}\n- {expected:#?}\n+ {answer:#?}"));
            }
        }
        let is_different = DIFFERENT.iter().any(|(different, _)| *different == name);
        assert!(!is_different || !differs.is_empty(), "'{name}' is as Puppet has it now: take it off the list");
        if !is_different {
            wrong.push(differs);
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} cases were compared");
    let wrong: Vec<String> = wrong.into_iter().filter(|differs| !differs.is_empty()).collect();
    assert!(wrong.is_empty(), "{} of {compared} cases differ:{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_text_that_looks_like_a_checksum_is_written_as_it_is() {
    let place = Place::new();
    let run = place.apply("file { '%D/a': content => '{md5}d41d8cd98f00b204e9800998ecf8427e' }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(place.read("a"), "{md5}d41d8cd98f00b204e9800998ecf8427e");
}

#[test]
fn a_link_that_is_followed_stays() {
    let place = Place::new();
    place.write("t", "x", 0o640);
    symlink("t", place.files().join("a")).unwrap();
    place.apply("file { '%D/a': content => 'new', links => follow }", &[]);
    assert_eq!(place.tree(), ["a -> t", "t 0640 \"new\""]);
}

#[test]
fn sources_that_are_not_supported_say_so() {
    let place = Place::new();
    for source in ["http://localhost/x", "https://localhost/x", "puppet://server/modules/m/x"] {
        let run = place.apply(&format!("file {{ '%D/a': source => '{source}' }}"), &[]);
        assert_eq!(run.code, 4);
        assert!(run.stderr.contains("are not supported yet"), "{}", run.stderr);
        assert!(place.tree().is_empty());
    }
}

#[test]
fn a_secret_is_shown_nowhere() {
    let place = Place::new();
    place.write("a", "the old hunter1", 0o600);
    let manifest = "file { ['%D/a', '%D/b']: content => Sensitive('the new hunter2'), mode => '0600' }";
    let run = place.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!(place.read("b"), "the new hunter2");
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    let mut kept = Vec::new();
    list(&place.folder.path().join("var"), "", "", &mut kept);
    assert!(kept.iter().all(|file| !file.contains("hunter")), "{kept:?}");
}

#[test]
fn what_is_replaced_is_in_the_bucket() {
    let place = Place::new();
    place.write("a", "old", 0o644);
    place.apply("file { '%D/a': content => 'new', backup => puppet }", &[]);
    let sum = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4";
    let kept = place.folder.path().join("var/clientbucket/c/b/a/0/6/b/5/7").join(sum);
    assert_eq!(fs::read_to_string(kept.join("contents")).unwrap(), "old");
    assert_eq!(fs::read_to_string(kept.join("paths")).unwrap(), format!("{}\n", place.files().join("a").display()));
}

#[test]
fn nothing_is_left_beside_a_file_that_cannot_be_written() {
    let place = Place::new();
    place.write("a", "old", 0o644);
    let run = place.apply("file { '%D/a': content => 'new', validate_cmd => '/bin/false %' }", &[]);
    assert_eq!(run.code, 4);
    assert_eq!(place.tree(), ["a 0644 \"old\""]);
}

#[test]
fn one_file_is_shown_and_all_files_are_not() {
    let place = Place::new();
    place.write("a", "old", 0o600);
    let path = place.files().join("a");
    let run = binary::bunraku(&["resource", "file", path.to_str().unwrap(), "--color=false"]);
    let sum = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4";
    assert!(run.stdout.contains(&format!("content => '{{sha256}}{sum}'")), "{}{}", run.stdout, run.stderr);
    let run = binary::bunraku(&["resource", "file", "--color=false"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Listing all file instances is not supported."), "{}", run.stderr);
}
