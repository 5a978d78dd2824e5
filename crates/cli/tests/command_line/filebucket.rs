//! `bunraku filebucket` next to `puppet filebucket`, whose answers (Puppet 7.23) stand here, and both with what `file` keeps.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::Command,
};

use tempfile::TempDir;

use crate::binary;

/// What `one two` and `one three` have as checksums.
const TWO: &str = "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8";
const THREE: &str = "c9b0fb1fa00b3a5ce714c876c35bb18f21eed970d33d9093a3cbd7cf0c9db3dc";
const NOBODYS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A folder with the files `a` and `b`, and a bucket.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(TempDir::new().unwrap());
        fs::write(place.path("a"), "one\ntwo\n").unwrap();
        fs::write(place.path("b"), "one\nthree\n").unwrap();
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Runs the command with words in which `%D` is the folder.
    fn run(&self, words: &[&str]) -> (String, String, i32) {
        let folder = self.0.path().to_string_lossy().into_owned();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.arg("filebucket").arg("--confdir").arg(self.path("c")).arg("--vardir").arg(self.path("v"));
        command.args(["--color=false"]).args(words.iter().map(|word| word.replace("%D", &folder)));
        command.env("TZ", "UTC").current_dir(self.0.path());
        let run = binary::run(&mut command, "");
        (run.stdout.replace(&folder, "%D"), run.stderr.replace(&folder, "%D"), run.code)
    }

    #[track_caller]
    fn assert(&self, words: &[&str], stdout: &str, stderr: &str, code: i32) {
        assert_eq!(self.run(words), (stdout.to_owned(), stderr.to_owned(), code), "{words:?}");
    }

    /// Sets when what has a checksum was kept.
    fn touch(&self, sum: &str, time: &str) {
        let letters: Vec<String> = sum.chars().take(8).map(String::from).collect();
        let paths = self.path("v/clientbucket").join(letters.join("/")).join(sum).join("paths");
        assert!(Command::new("touch").args(["-d", time]).arg(paths).status().unwrap().success());
    }
}

#[test]
fn files_are_kept_and_given_back() {
    let place = Place::new();
    place.assert(&["-l", "backup", "%D/a"], &format!("%D/a: {TWO}\n"), "", 0);
    place.assert(&["-l", "backup", "a"], &format!("a: {TWO}\n"), "", 0);
    let both = format!("%D/a: {TWO}\n%D/b: {THREE}\n");
    place.assert(&["-l", "backup", "%D/a", "%D/b", "%D/nope"], &both, "%D/nope: no such file\n", 0);
    let told = format!("Info: Computing checksum on file %D/a\n%D/a: {TWO}\n");
    place.assert(&["-v", "-l", "backup", "%D/a"], &told, "", 0);
    place.assert(&["-l", "get", TWO], "one\ntwo\n", "", 0);
    place.assert(&["-l", "restore", "%D/r", TWO], "", "", 0);
    assert_eq!(fs::read_to_string(place.path("r")).unwrap(), "one\ntwo\n");
    fs::set_permissions(place.path("r"), fs::Permissions::from_mode(0o600)).unwrap();
    place.assert(&["-l", "restore", "%D/r", THREE], "", "", 0);
    assert_eq!(fs::read_to_string(place.path("r")).unwrap(), "one\nthree\n");
    assert_eq!(fs::metadata(place.path("r")).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn what_cannot_be_done_is_told_as_puppet_tells_it() {
    let place = Place::new();
    fs::create_dir(place.path("d")).unwrap();
    place.run(&["-l", "backup", "%D/a"]);
    let refused = |reason: &str| format!("Error: Could not run: {reason}\n");
    let directory = "Could not back up %D/d: Is a directory @ io_fread - %D/d";
    place.assert(&["-l", "backup", "%D/d"], "", &format!("Error: {directory}\n{}", refused(directory)), 1);
    for (words, reason) in [
        (&["backup"][..], "You must specify a file to back up"),
        (&["get"], "Invalid checksum \"\""),
        (&["get", "ffff"], "Invalid checksum \"ffff\""),
        (&["get", "../../../../../etc/passwd"], "Invalid checksum \"../../../../../etc/passwd\""),
        (&["get", NOBODYS], "File not found"),
        (&["restore", "%D/r", NOBODYS], "File not found"),
        (&["restore", "%D/r"], "Invalid checksum \"\""),
        (&["restore", "%D/no/r", TWO], "No such file or directory @ rb_sysopen - %D/no/r"),
        (&["diff", TWO], "Need exactly two arguments: filebucket diff <file_a> <file_b>"),
        (&["diff", TWO, NOBODYS], &format!("could not find diff_with {NOBODYS}")),
        (&["diff", TWO, "%D/nope"], "could not find diff_with %D/nope"),
        (&["diff", "%D/nope", TWO], "Invalid checksum \"\""),
        (&["diff", NOBODYS, TWO], "Failed to diff files"),
        (&["list", "--fromdate", "nonsense"], "Error while parsing 'fromdate'"),
        (&["list", "--todate", "x"], "Error while parsing 'todate'"),
    ] {
        let words: Vec<&str> = ["-l"].iter().chain(words).copied().collect();
        place.assert(&words, "", &refused(reason), 1);
    }
    place.assert(&["-b", "%D/missing", "list"], "", &refused("File not found"), 1);
    let (_, stderr, code) = place.run(&["backup", "%D/a"]);
    assert!(code == 1 && stderr.contains("buckets of servers are not supported yet"), "{stderr}");
    // Puppet says nothing, and that it went well.
    for words in [&["-l", "frob"][..], &["-l"]] {
        let (_, stderr, code) = place.run(words);
        assert!(code == 1 && stderr.contains("backup, get, restore, diff or list"), "{stderr}");
    }
}

#[test]
fn differences_are_those_of_diff() {
    let place = Place::new();
    place.run(&["-l", "backup", "%D/a", "%D/b"]);
    let without_head = |words: &[&str]| {
        let (stdout, stderr, code) = place.run(words);
        assert_eq!((stderr.as_str(), code), ("", 0), "{words:?}");
        stdout.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = ["@@ -1,2 +1,2 @@", " one", "-two", "+three"];
    for (left, right) in [(TWO, THREE), (TWO, "%D/b"), ("%D/a", THREE), ("%D/a", "%D/b")] {
        assert_eq!(without_head(&["-l", "diff", left, right]), expected, "{left} {right}");
    }
    place.assert(&["-l", "diff", TWO, TWO], "", "", 0);
}

#[test]
fn what_is_kept_is_listed_by_path_and_date() {
    let place = Place::new();
    place.run(&["-l", "backup", "%D/b", "%D/a"]);
    place.touch(TWO, "2020-01-02 03:04:05 UTC");
    place.touch(THREE, "2026-11-15 23:23:29 UTC");
    let (old, new) = (format!("{TWO} 2020-01-02 03:04:05 %D/a\n"), format!("{THREE} 2026-11-15 23:23:29 %D/b\n"));
    place.assert(&["-l", "list", "--todate", "2027-01-01"], &format!("{old}{new}"), "", 0);
    place.assert(&["-l", "list", "--fromdate", "2025-01-01", "--todate", "2027-01-01"], &new, "", 0);
    place.assert(&["-l", "list", "--todate", "2025-01-01"], &old, "", 0);
    place.assert(&["-l", "list", "-f", "2020-01-01 00:00:00", "-t", "2020-12-31"], &old, "", 0);
    place.assert(&["-l", "list", "-f", "2021-01-01", "-t", "2020-12-31"], "", "", 0);
}

#[test]
fn a_bucket_of_ones_own_has_what_was_put_there() {
    let place = Place::new();
    symlink(place.path("a"), place.path("link")).unwrap();
    place.assert(&["-b", "%D/other", "backup", "%D/link"], &format!("%D/link: {TWO}\n"), "", 0);
    place.assert(&["--bucket", "other", "get", TWO], "one\ntwo\n", "", 0);
    let (listed, ..) = place.run(&["--bucket", "other", "list"]);
    assert!(listed.starts_with(TWO) && listed.ends_with(" %D/link\n"), "{listed}");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let kept = place.path("other/c/3/f/9/c/8/c/2").join(TWO);
    assert_eq!((mode(&kept), mode(&kept.join("contents")), mode(&kept.join("paths"))), (0o770, 0o440, 0o640));
}

#[test]
fn what_a_file_replaced_is_given_back() {
    let place = Place::new();
    let manifest = format!("file {{ '{}': content => 'new', backup => puppet }}", place.path("a").display());
    let mut apply = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    apply.args(["apply", "-e", &manifest]).arg("--confdir").arg(place.path("c")).arg("--vardir").arg(place.path("v"));
    assert_eq!(binary::run(&mut apply, "").code, 0);
    assert_eq!(fs::read_to_string(place.path("a")).unwrap(), "new");
    let (listed, ..) = place.run(&["-l", "list"]);
    assert!(listed.starts_with(TWO) && listed.ends_with(" %D/a\n"), "{listed}");
    place.assert(&["-l", "restore", "%D/a", TWO], "", "", 0);
    assert_eq!(fs::read_to_string(place.path("a")).unwrap(), "one\ntwo\n");
}
