//! `device.conf`, right and wrong.

use super::{parse, read};
use crate::{Source, Target};

fn targets(text: &str) -> Vec<Target> {
    parse(text, "device.conf".as_ref()).expect("it is right")
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(parse(text, "device.conf".as_ref()).expect_err("it is wrong").to_string(), expected, "for {text}");
}

fn url(target: &Target) -> &str {
    match &target.source {
        Source::Url(url) => url,
        Source::Info(_) => panic!("it has no url"),
    }
}

// Requirement: TR-50
#[test]
fn sections_have_a_kind_an_address_and_a_switch() {
    let found = targets("# x\n\n[a.b-c_1]  \n\ttype  nexus \n  url file:///a\n[d]\ntype x\nurl ssh://h\n debug yes\n");
    assert_eq!(found.len(), 2);
    assert_eq!(
        (&*found[0].name, &*found[0].kind, url(&found[0]), found[0].debug),
        ("a.b-c_1", "nexus", "file:///a", false)
    );
    assert_eq!((&*found[1].name, &*found[1].kind, url(&found[1]), found[1].debug), ("d", "x", "ssh://h", true));
}

// Requirement: TR-51
#[test]
fn what_is_wrong_is_told_with_its_line() {
    check_error("[x]\n# c\n\ntype y\ncolor red\n", "Invalid entry at (line: 5): color red");
    check_error("[x]\ntype y\n\n[x]\n", "Duplicate device found at (line: 4), already found at (line: 1)");
    check_error("[x]\ntype y\nurl http://a b\n", "http://a b is an invalid url");
    check_error("# c\ntype y\n", "Invalid entry at (line: 2): type y");
    for name in ["[]", "[a b]", "[a/b]", "[..]", "[.]", " [x]", "[x] y", "[\u{fc}]"] {
        check_error(&format!("{name}\n"), &format!("Invalid entry at (line: 1): {}", name.trim()));
    }
    check_error("[x]\ntyped y\n", "Invalid entry at (line: 2): typed y");
}

#[test]
fn no_password_is_told() {
    check_error("[x]\nuri https://root:hunter2@fw/\n", "Invalid entry at (line: 2): uri https://root:[redacted]@fw/");
    check_error("[x]\nurl https://root:hunter2@fw/ x\n", "https://root:[redacted]@fw/ x is an invalid url");
    check_error("[x]\npassword hunter2\n", "Invalid entry at (line: 2): password [redacted]");
    check_error("[x]\nenable_password=hunter2\n", "Invalid entry at (line: 2): enable_password [redacted]");
    let target = &targets("[x]\ntype y\nurl https://root:hunter2@fw/\n")[0];
    assert!(!format!("{target:?}").contains("hunter2"));
}

#[test]
fn a_section_that_lacks_something_is_its_own_trouble() {
    let found = targets("[a]\nurl file:///a\n[b]\ntype x\n[c]\ntype x\nurl file:///c\n");
    let told: Vec<String> =
        found.iter().map(|target| target.check().map_or_else(|error| error.to_string(), |()| String::new())).collect();
    assert_eq!(
        told,
        [
            "the device 'a' has no type: add a line 'type NAME' to its section (device.conf:1)",
            "the device 'b' has no url: add a line 'url file:///PATH' to its section (device.conf:3)",
            "",
        ]
    );
}

#[test]
fn files_that_cannot_be_read_are_told_of() {
    let directory = tempfile::tempdir().expect("there is room");
    assert!(read(&directory.path().join("none")).expect("nothing is there").is_empty());
    assert!(
        read(directory.path()).expect_err("it is a directory").to_string().ends_with(" is a directory, not a file")
    );
    let path = directory.path().join("device.conf");
    std::fs::write(&path, b"[x]\ntype \xff\n").expect("it can be written");
    assert_eq!(read(&path).expect_err("no text").to_string(), format!("{}:2:6: it is not in UTF-8", path.display()));
}

#[test]
fn every_target_has_a_folder_of_its_own() {
    let directory = |name: &str| {
        let mut target = targets("[x]\n").remove(0);
        target.name = name.into();
        target.directory().to_str().expect("it is text").to_owned()
    };
    assert_eq!(directory("fw.example.com"), "fw.example.com");
    for name in ["..", ".", "a/b", "../../etc", "ssh://root@fw", "", "a\0b"] {
        let directory = directory(name);
        assert!(!directory.contains('/') && directory.starts_with('_'), "{name}: {directory}");
    }
    assert_ne!(directory("a/b"), directory("a?b"));
}
