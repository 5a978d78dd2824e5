//! A type of the language with a provider in Rust, as an operator uses it.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

struct Party {
    folder: TempDir,
}

impl Party {
    fn new() -> Party {
        Party { folder: TempDir::new().expect("there is room") }
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
            .current_dir(self.folder.path())
            .output()
            .expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
        (status.code().unwrap_or(-1), text(stdout), text(stderr))
    }

    fn list(&self) -> String {
        fs::read_to_string(self.folder.path().join("guests.txt")).unwrap_or_default()
    }
}

#[test]
fn guests_are_managed() {
    let party = Party::new();
    let manifest = "guest { 'ada': table => 3, brings => [wine, bread] } guest { 'Grace': require => Guest['ada'] }";
    let (code, told, wrong) = party.run(&["apply", "-e", manifest]);
    assert_eq!((code, wrong.as_str()), (0, ""), "{told}");
    // The name is what `set` makes of the title.
    assert_eq!(party.list(), "Ada;3;wine,bread\nGrace;;\n");
    let (_, told, _) = party.run(&["apply", "-e", manifest]);
    assert!(!told.contains("Guest["), "the second run changes nothing: {told}");
    let (_, told, _) = party.run(&["apply", "--noop", "-e", "guest { 'Ada': ensure => absent }"]);
    assert!(told.contains("Guest[Ada]/ensure: undefined 'ensure' from 'present' (noop)"), "{told}");
    let (code, told, _) = party.run(&["resource", "guest", "Ada"]);
    assert_eq!(code, 0);
    assert!(told.contains("table => 3"), "{told}");
    let (code, ..) = party.run(&["resource", "guest", "Grace", "table=12"]);
    assert_eq!((code, party.list().as_str()), (0, "Ada;3;wine,bread\nGrace;12;\n"));
}

#[test]
fn what_the_manifest_does_not_say_stays() {
    let party = Party::new();
    party.run(&["apply", "-e", "guest { 'Ada': table => 3, brings => [wine, bread] }"]);
    let (code, told, wrong) = party.run(&["apply", "-e", "guest { 'Ada': table => 4 }"]);
    assert_eq!((code, wrong.as_str()), (0, ""), "{told}");
    assert_eq!(party.list(), "Ada;4;wine,bread\n");
}

#[test]
fn what_the_type_refuses_is_not_done() {
    let party = Party::new();
    let (code, _, wrong) = party.run(&["apply", "-e", "guest { 'ada':\n  table => 13 }"]);
    assert_eq!(code, 1);
    assert!(wrong.contains("Guest[ada]: there are twelve tables, and 13 is none of them (line: 1)"), "{wrong}");
    let (code, _, wrong) = party.run(&["resource", "guest", "ada", "table=13"]);
    assert_eq!(code, 1);
    assert!(wrong.contains("Guest[ada]: there are twelve tables, and 13 is none of them"), "{wrong}");
    let (_, _, wrong) = party.run(&["resource", "guest", "ada", "brings=wine"]);
    assert!(wrong.contains("who brings something has a table"), "{wrong}");
    assert_eq!(party.list(), "");
}

#[test]
fn it_is_described() {
    let (code, told, wrong) = Party::new().run(&["describe", "guest"]);
    assert_eq!((code, wrong.as_str()), (0, ""));
    assert!(told.contains("- **table**\n    Where they sit. (a Optional[Integer])"), "{told}");
}
