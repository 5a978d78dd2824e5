//! Files with credentials, right and wrong.

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::{each_secret, is_secret_name, parse, read, world_readable};

#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let found = match parse(text, name.as_ref()) {
        Ok(info) => format!("{:?}", pcore::Value::from(info)),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "for {text}");
}

#[test]
fn the_ending_decides_about_the_form() {
    check("a.conf", "host: fw\nport = 22 # x", "{'host' => 'fw', 'port' => 22}");
    check("a", r#"{"host": "fw", "deep": {"x": [1]}}"#, "{'host' => 'fw', 'deep' => {'x' => [1]}}");
    check("a.json", r#"{"host": "fw"}"#, "{'host' => 'fw'}");
    check("a.yaml", "host: fw\nlist:\n- 1\n", "{'host' => 'fw', 'list' => [1]}");
    check("a.yml", "# nothing\n", "{}");
    for name in ["a.conf", "a.json", "a.yaml"] {
        check(name, " \n", "{}");
    }
}

#[test]
fn errors_name_the_location_and_quote_nothing() {
    check("a.conf", "user: root\npassword hunter2\n", "a.conf:3:1: expected ':' or '=' after a key");
    check("a.conf", "password: \"hunter2\n", "a.conf:2:1: unclosed string");
    check("a.conf", "password: ${hunter2}\n", "a.conf:1:11: a substitution cannot be resolved");
    check("a.json", "{\"password\": hunter2}", "a.json:1:14: expected value");
    check("a.json", "host: hunter2", "a.json:1:1: expected value");
    check(
        "a.yaml",
        "a: b\npassword: *hunter2\n",
        "a.yaml:2:11: an alias has no anchor; quote a text that starts with '*'",
    );
    check("a.yaml", "password: !ruby/object:Hunter2 {}\n", "a.yaml:1:11: a tag cannot be used here");
    check("a.yaml", "password: hun: ter2\n", "a.yaml:1:14: mapping values are not allowed in this context");
    check("a.yaml", "- hunter2\n", "a.yaml: expected a map of names and values, found a list");
    check("a.yaml", "hunter2\n", "a.yaml: expected a map of names and values, found a single value");
    check(
        "a.yaml",
        "1: hunter2\n",
        "a.yaml: expected a map of names and values, found a map with names that are no texts",
    );
    check("a.conf", "[hunter2]", "a.conf: expected a map of names and values, found a list");
}

#[test]
fn no_broken_file_tells_its_secret() {
    let whole = "user = root\npassword = \"hunter2\"\nmore { list = [hunter2, 1], x = ${?hunter2} }\n";
    for end in 0..whole.len() {
        for (name, text) in [("a.conf", whole), ("a.json", whole), ("a.yaml", whole)] {
            for text in [text[..end].to_owned(), text[end..].to_owned(), format!("{}}}{}", &text[..end], &text[end..])]
            {
                if let Err(error) = parse(&text, name.as_ref()) {
                    assert!(!error.to_string().contains("unter"), "{name}: {text}: {error}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_read_is_reported() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("fw.conf");
    let shown = path.display();
    let told = || read(&path).expect_err("it cannot be read").to_string();
    assert_eq!(told(), format!("Trying to load config from '{shown}, but file does not exist."));
    fs::create_dir(&path).expect("it can be made");
    assert_eq!(told(), format!("{shown} is a directory, not a file"));
    fs::remove_dir(&path).expect("it can be removed");
    fs::write(&path, b"a: 1\nb: \xc3\xa4\xff").expect("it can be written");
    assert_eq!(told(), format!("{shown}:2:5: it is not in UTF-8"));
    fs::write(&path, vec![b'#'; usize::try_from(crate::MAX_FILE).expect("it fits") + 1]).expect("it can be written");
    assert_eq!(told(), format!("{shown} has more than 16777216 bytes"));
    assert_eq!(
        read("/dev/zero".as_ref()).expect_err("it is no file").to_string(),
        "cannot read /dev/zero: it is neither a file nor a link to one"
    );
}

#[test]
fn files_that_everybody_can_read_are_told_of() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("fw.conf");
    assert_eq!(world_readable(&path), None);
    fs::write(&path, "").expect("it can be written");
    for (mode, is_world_readable) in [(0o600, false), (0o640, false), (0o644, true), (0o604, true), (0o602, false)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it can be set");
        let shown = path.display();
        let expected =
            format!("{shown} can be read by every user of this machine, and may hold passwords: chmod o-rwx {shown}");
        assert_eq!(world_readable(&path), is_world_readable.then_some(expected), "{mode:o}");
    }
}

#[test]
fn names_tell_what_is_secret() {
    for name in ["password", "enable_password", "Passwd", "api-key", "apikey", "auth_token", "community", "key", "pass"]
    {
        assert!(is_secret_name(name), "{name}");
    }
    for name in ["host", "user", "port", "keyboard", "passive", "bypass"] {
        assert!(!is_secret_name(name), "{name}");
    }
    let info = parse("a { password: x }, b: [{ token: [y] }], c: z", "a".as_ref()).expect("it is right");
    let mut found = Vec::new();
    each_secret(&info, &mut |secret| found.push(format!("{secret:?}")));
    assert_eq!(found, ["'x'", "['y']"]);
}
