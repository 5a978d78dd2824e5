//! What is easier to test from the inside: modes, wildcards, checksums.

mod many;
mod safety;

use std::cell::RefCell;

use resource_api::State;

use super::{checksum::Checksum, mode, relations, wildcard};

#[test]
fn parents_are_looked_for_from_the_nearest() {
    let above = |path: &str| {
        let asked = RefCell::new(Vec::new());
        let is_managed = |type_name: &str, path: &str| {
            asked.borrow_mut().extend((type_name == "file").then(|| path.to_owned()));
            false
        };
        relations(&State::new().with("path", path), &is_managed);
        asked.into_inner()
    };
    assert_eq!(above("/etc/ssh/sshd_config"), ["/etc/ssh", "/etc", "/"]);
    assert_eq!(above("/etc"), ["/"]);
    assert_eq!(above("/"), [""; 0]);
}

#[test]
fn modes_are_digits_or_words() {
    for valid in ["0", "644", "0644", "01777", "u+x", "a=r,u+w", "+t", "ug-s", "go=u", "="] {
        assert!(mode::is_mode(valid), "{valid}");
    }
    for invalid in ["", "8", "0888", "19999", "u%x", "x", "u", ",u+x", "u+x,", "u+q"] {
        assert!(!mode::is_mode(invalid), "{invalid}");
    }
}

#[test]
fn words_change_the_mode_that_there_is() {
    let changed = |words: &str, from: u32, is_directory: bool| mode::apply(words, from, is_directory).unwrap();
    assert_eq!(changed("u+x", 0o644, false), 0o744);
    assert_eq!(changed("a+X", 0o644, false), 0o644);
    assert_eq!(changed("a+X", 0o744, false), 0o755);
    assert_eq!(changed("a+X", 0o600, true), 0o711);
    assert_eq!(changed("go-rwx", 0o777, false), 0o700);
    assert_eq!(changed("g=u,o=g", 0o600, false), 0o666);
    assert_eq!(changed("u+s,g+s,o+t", 0o755, false), 0o7755);
    assert_eq!(changed("u-s", 0o4755, false), 0o755);
    assert_eq!(changed("+t", 0o777, false), 0o1777);
    assert_eq!(changed("=", 0o777, false), 0);
    assert_eq!(
        mode::apply("u+x,a=rX", 0o644, false).unwrap_err(),
        "X only works with the '+' operator at \"a=rX\" in symbolic mode \"u+x,a=rX\""
    );
}

#[test]
fn directories_that_can_be_read_can_be_entered() {
    assert_eq!(mode::for_directory("0644"), "0755");
    assert_eq!(mode::for_directory("0640"), "0750");
    assert_eq!(mode::for_directory("1200"), "1200");
    assert_eq!(mode::for_directory("u+r"), "u+r");
}

#[test]
fn wildcards_match_names() {
    for (pattern, name) in [
        ("*", "a"),
        ("*.bak", "x.bak"),
        (".git", ".git"),
        (".*", ".git"),
        ("a?c", "abc"),
        ("[a-c]x", "bx"),
        ("[^a-c]x", "dx"),
        ("a*b*c", "a-b-b-c"),
        ("\\*", "*"),
    ] {
        assert!(wildcard::matches(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in
        [("*", ".git"), ("*.bak", "x.bak2"), ("?", "ab"), ("[a-c]x", "dx"), ("[a", "a"), ("", "a"), ("[", "[")]
    {
        assert!(!wildcard::matches(pattern, name), "{pattern} {name}");
    }
    // The time is not exponential in the number of stars.
    assert!(!wildcard::matches(&"*a".repeat(60), &"a".repeat(59)));
}

#[test]
fn checksums_are_those_of_the_whole_content() {
    let of = |checksum: Checksum, content: &[u8]| checksum.of_bytes(content);
    assert_eq!(of(Checksum::Md5, b""), "{md5}d41d8cd98f00b204e9800998ecf8427e");
    assert_eq!(of(Checksum::Sha1, b"abc"), "{sha1}a9993e364706816aba3e25717850c26c9cd0d89d");
    assert_eq!(
        of(Checksum::Sha256, b"abc"),
        "{sha256}ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(of(Checksum::None, b"abc"), "{none}");
    let long = vec![b'x'; 2000];
    assert_eq!(of(Checksum::Md5Lite, &long)[9..], of(Checksum::Md5, &long[..512])[5..]);
    for (checksum, ..) in super::checksum::KINDS {
        assert_eq!(Checksum::from_name(checksum.name()), Some(checksum));
    }
}
