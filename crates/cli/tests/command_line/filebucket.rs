//! `bunraku filebucket` compared with the recorded answers of `puppet filebucket` (Puppet 7.23), and with the backups
//! of `file`.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::Command,
};

use tempfile::TempDir;

use crate::binary;

/// The checksums of `one two` and `one three`.
const TWO: &str = "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8";
const THREE: &str = "c9b0fb1fa00b3a5ce714c876c35bb18f21eed970d33d9093a3cbd7cf0c9db3dc";
const UNKNOWN_SUM: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A directory with the files `a` and `b` and a bucket.
struct TestBucket(TempDir);

impl TestBucket {
    fn new() -> TestBucket {
        let bucket = TestBucket(TempDir::new().unwrap());
        fs::write(bucket.path("a"), "one\ntwo\n").unwrap();
        fs::write(bucket.path("b"), "one\nthree\n").unwrap();
        bucket
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Runs the command with arguments in which `%D` is the directory.
    fn run(&self, words: &[&str]) -> (String, String, i32) {
        let directory = self.0.path().to_string_lossy().into_owned();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.arg("filebucket").arg("--confdir").arg(self.path("c")).arg("--vardir").arg(self.path("v"));
        command.args(["--color=false"]).args(words.iter().map(|word| word.replace("%D", &directory)));
        command.env("TZ", "UTC").current_dir(self.0.path());
        let run = binary::run(&mut command, "");
        (run.stdout.replace(&directory, "%D"), run.stderr.replace(&directory, "%D"), run.code)
    }

    #[track_caller]
    fn assert(&self, words: &[&str], stdout: &str, stderr: &str, code: i32) {
        assert_eq!(self.run(words), (stdout.to_owned(), stderr.to_owned(), code), "{words:?}");
    }

    /// Sets the backup time of a checksum.
    fn touch(&self, sum: &str, time: &str) {
        let letters: Vec<String> = sum.chars().take(8).map(String::from).collect();
        let paths = self.path("v/clientbucket").join(letters.join("/")).join(sum).join("paths");
        assert!(Command::new("touch").args(["-d", time]).arg(paths).status().unwrap().success());
    }
}

#[test]
fn files_are_backed_up_and_restored() {
    let bucket = TestBucket::new();
    bucket.assert(&["-l", "backup", "%D/a"], &format!("%D/a: {TWO}\n"), "", 0);
    bucket.assert(&["-l", "backup", "a"], &format!("a: {TWO}\n"), "", 0);
    let both = format!("%D/a: {TWO}\n%D/b: {THREE}\n");
    bucket.assert(&["-l", "backup", "%D/a", "%D/b", "%D/nope"], &both, "%D/nope: no such file\n", 0);
    let expected = format!("Info: Computing checksum on file %D/a\n%D/a: {TWO}\n");
    bucket.assert(&["-v", "-l", "backup", "%D/a"], &expected, "", 0);
    bucket.assert(&["-l", "get", TWO], "one\ntwo\n", "", 0);
    bucket.assert(&["-l", "restore", "%D/r", TWO], "", "", 0);
    assert_eq!(fs::read_to_string(bucket.path("r")).unwrap(), "one\ntwo\n");
    fs::set_permissions(bucket.path("r"), fs::Permissions::from_mode(0o600)).unwrap();
    bucket.assert(&["-l", "restore", "%D/r", THREE], "", "", 0);
    assert_eq!(fs::read_to_string(bucket.path("r")).unwrap(), "one\nthree\n");
    assert_eq!(fs::metadata(bucket.path("r")).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn failed_actions_are_reported_as_by_puppet() {
    let bucket = TestBucket::new();
    fs::create_dir(bucket.path("d")).unwrap();
    bucket.run(&["-l", "backup", "%D/a"]);
    let refused = |reason: &str| format!("Error: Could not run: {reason}\n");
    let message = "Could not back up %D/d: Is a directory @ io_fread - %D/d";
    bucket.assert(&["-l", "backup", "%D/d"], "", &format!("Error: {message}\n{}", refused(message)), 1);
    for (words, reason) in [
        (&["backup"][..], "You must specify a file to back up"),
        (&["get"], "Invalid checksum \"\""),
        (&["get", "ffff"], "Invalid checksum \"ffff\""),
        (&["get", "../../../../../etc/passwd"], "Invalid checksum \"../../../../../etc/passwd\""),
        (&["get", UNKNOWN_SUM], "File not found"),
        (&["restore", "%D/r", UNKNOWN_SUM], "File not found"),
        (&["restore", "%D/r"], "Invalid checksum \"\""),
        (&["restore", "%D/no/r", TWO], "No such file or directory @ rb_sysopen - %D/no/r"),
        (&["diff", TWO], "Need exactly two arguments: filebucket diff <file_a> <file_b>"),
        (&["diff", TWO, UNKNOWN_SUM], &format!("could not find diff_with {UNKNOWN_SUM}")),
        (&["diff", TWO, "%D/nope"], "could not find diff_with %D/nope"),
        (&["diff", "%D/nope", TWO], "Invalid checksum \"\""),
        (&["diff", UNKNOWN_SUM, TWO], "Failed to diff files"),
        (&["list", "--fromdate", "nonsense"], "Error while parsing 'fromdate'"),
        (&["list", "--todate", "x"], "Error while parsing 'todate'"),
    ] {
        let words: Vec<&str> = ["-l"].iter().chain(words).copied().collect();
        bucket.assert(&words, "", &refused(reason), 1);
    }
    bucket.assert(&["-b", "%D/missing", "list"], "", &refused("File not found"), 1);
    let (_, stderr, code) = bucket.run(&["backup", "%D/a"]);
    assert!(code == 1 && stderr.contains("buckets of servers are not supported yet"), "{stderr}");
    // Puppet prints nothing and succeeds.
    for words in [&["-l", "frob"][..], &["-l"]] {
        let (_, stderr, code) = bucket.run(words);
        assert!(code == 1 && stderr.contains("backup, get, restore, diff or list"), "{stderr}");
    }
}

#[test]
fn differences_are_those_of_diff() {
    let bucket = TestBucket::new();
    bucket.run(&["-l", "backup", "%D/a", "%D/b"]);
    let without_head = |words: &[&str]| {
        let (stdout, stderr, code) = bucket.run(words);
        assert_eq!((stderr.as_str(), code), ("", 0), "{words:?}");
        stdout.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = ["@@ -1,2 +1,2 @@", " one", "-two", "+three"];
    for (left, right) in [(TWO, THREE), (TWO, "%D/b"), ("%D/a", THREE), ("%D/a", "%D/b")] {
        assert_eq!(without_head(&["-l", "diff", left, right]), expected, "{left} {right}");
    }
    bucket.assert(&["-l", "diff", TWO, TWO], "", "", 0);
}

#[test]
fn backups_are_listed_by_path_and_date() {
    let bucket = TestBucket::new();
    bucket.run(&["-l", "backup", "%D/b", "%D/a"]);
    bucket.touch(TWO, "2020-01-02 03:04:05 UTC");
    bucket.touch(THREE, "2026-11-15 23:23:29 UTC");
    let (old, new) = (format!("{TWO} 2020-01-02 03:04:05 %D/a\n"), format!("{THREE} 2026-11-15 23:23:29 %D/b\n"));
    bucket.assert(&["-l", "list", "--todate", "2027-01-01"], &format!("{old}{new}"), "", 0);
    bucket.assert(&["-l", "list", "--fromdate", "2025-01-01", "--todate", "2027-01-01"], &new, "", 0);
    bucket.assert(&["-l", "list", "--todate", "2025-01-01"], &old, "", 0);
    bucket.assert(&["-l", "list", "-f", "2020-01-01 00:00:00", "-t", "2020-12-31"], &old, "", 0);
    bucket.assert(&["-l", "list", "-f", "2021-01-01", "-t", "2020-12-31"], "", "", 0);
}

#[test]
fn a_bucket_of_ones_own_has_what_was_put_there() {
    let bucket = TestBucket::new();
    symlink(bucket.path("a"), bucket.path("link")).unwrap();
    bucket.assert(&["-b", "%D/other", "backup", "%D/link"], &format!("%D/link: {TWO}\n"), "", 0);
    bucket.assert(&["--bucket", "other", "get", TWO], "one\ntwo\n", "", 0);
    let (listed, ..) = bucket.run(&["--bucket", "other", "list"]);
    assert!(listed.starts_with(TWO) && listed.ends_with(" %D/link\n"), "{listed}");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let backup = bucket.path("other/c/3/f/9/c/8/c/2").join(TWO);
    assert_eq!((mode(&backup), mode(&backup.join("contents")), mode(&backup.join("paths"))), (0o770, 0o440, 0o640));
}

#[test]
fn what_a_file_replaced_is_given_back() {
    let bucket = TestBucket::new();
    let manifest = format!("file {{ '{}': content => 'new', backup => puppet }}", bucket.path("a").display());
    let mut apply = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    apply.args(["apply", "-e", &manifest]).arg("--confdir").arg(bucket.path("c")).arg("--vardir").arg(bucket.path("v"));
    assert_eq!(binary::run(&mut apply, "").code, 0);
    assert_eq!(fs::read_to_string(bucket.path("a")).unwrap(), "new");
    let (listed, ..) = bucket.run(&["-l", "list"]);
    assert!(listed.starts_with(TWO) && listed.ends_with(" %D/a\n"), "{listed}");
    bucket.assert(&["-l", "restore", "%D/a", TWO], "", "", 0);
    assert_eq!(fs::read_to_string(bucket.path("a")).unwrap(), "one\ntwo\n");
}

#[test]
fn a_damaged_backup_is_refused() {
    let bucket = TestBucket::new();
    bucket.run(&["-l", "backup", "%D/a", "%D/b"]);
    let letters: Vec<String> = TWO.chars().take(8).map(String::from).collect();
    let contents = bucket.path("v/clientbucket").join(letters.join("/")).join(TWO).join("contents");
    fs::remove_file(&contents).unwrap();
    fs::write(contents, "evil\n").unwrap();
    fs::write(bucket.path("r"), "old\n").unwrap();
    for words in [
        &["-l", "restore", "%D/r", TWO][..],
        &["-l", "get", TWO],
        &["-l", "diff", TWO, "%D/b"],
        &["-l", "diff", "%D/b", TWO],
    ] {
        let (stdout, stderr, code) = bucket.run(words);
        assert_eq!((stdout.as_str(), code), ("", 1), "{words:?}: {stderr}");
        assert!(stderr.contains("the backup is damaged: its content has the checksum "), "{words:?}: {stderr}");
    }
    assert_eq!(fs::read_to_string(bucket.path("r")).unwrap(), "old\n");
    assert_eq!(
        fs::read_dir(bucket.0.path())
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("bunraku") })
            .count(),
        0
    );
}
