//! A type in the Puppet language with a provider in Rust, as an operator uses it.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

struct Party {
    directory: TempDir,
}

impl Party {
    fn new() -> Party {
        Party { directory: TempDir::new().expect("there is room") }
    }

    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_guests"))
            .args(words)
            .arg("--modulepath")
            .arg(modules)
            .args(if words.first() == Some(&"describe") {
                &[][..]
            } else {
                &["--confdir", "c", "--vardir", "v", "--color=false"]
            })
            .current_dir(self.directory.path())
            .output()
            .expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
        (status.code().unwrap_or(-1), text(stdout), text(stderr))
    }

    fn list(&self) -> String {
        fs::read_to_string(self.directory.path().join("guests.txt")).unwrap_or_default()
    }
}

#[test]
fn guests_are_managed() {
    let party = Party::new();
    let manifest = "guest { 'ada': table => 3, brings => [wine, bread] } guest { 'Grace': require => Guest['ada'] }";
    let (code, stdout, stderr) = party.run(&["apply", "-e", manifest]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    // `set` derives the name from the title.
    assert_eq!(party.list(), "Ada;3;wine,bread\nGrace;;\n");
    let (_, stdout, _) = party.run(&["apply", "-e", manifest]);
    assert!(!stdout.contains("Guest["), "the second run changes nothing: {stdout}");
    let (_, stdout, _) = party.run(&["apply", "--noop", "-e", "guest { 'Ada': ensure => absent }"]);
    assert!(stdout.contains("Guest[Ada]/ensure: undefined 'ensure' from 'present' (noop)"), "{stdout}");
    let (code, stdout, _) = party.run(&["resource", "guest", "Ada"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("table => 3"), "{stdout}");
    let (code, ..) = party.run(&["resource", "guest", "Grace", "table=12"]);
    assert_eq!((code, party.list().as_str()), (0, "Ada;3;wine,bread\nGrace;12;\n"));
}

#[test]
fn what_the_manifest_does_not_say_stays() {
    let party = Party::new();
    party.run(&["apply", "-e", "guest { 'Ada': table => 3, brings => [wine, bread] }"]);
    let (code, stdout, stderr) = party.run(&["apply", "-e", "guest { 'Ada': table => 4 }"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert_eq!(party.list(), "Ada;4;wine,bread\n");
}

#[test]
fn what_the_type_refuses_is_not_done() {
    let party = Party::new();
    let (code, _, stderr) = party.run(&["apply", "-e", "guest { 'ada':\n  table => 13 }"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("Guest[ada]: there are twelve tables, and 13 is none of them (line: 1)"), "{stderr}");
    let (code, _, stderr) = party.run(&["resource", "guest", "ada", "table=13"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("Guest[ada]: there are twelve tables, and 13 is none of them"), "{stderr}");
    let (_, _, stderr) = party.run(&["resource", "guest", "ada", "brings=wine"]);
    assert!(stderr.contains("who brings something has a table"), "{stderr}");
    assert_eq!(party.list(), "");
}

#[test]
fn it_is_described() {
    let (code, stdout, stderr) = Party::new().run(&["describe", "guest"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("- **table**\n    Where they sit. (a Optional[Integer])"), "{stdout}");
}
