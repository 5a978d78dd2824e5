//! Passwords of devices do not leak: not to the output, to files or to process lists.

use std::{fs, path::Path};

use super::lamp::{House, hide, skipped};

/// All secrets of a lamp in its file; the last one is a default of the schema.
const SECRETS: [&str; 4] = ["hunter2-pass", "0000-pin-one", "1111-pin-two", "d3fault-key"];

const HOCON: &str = "room: hall\npassword: hunter2-pass\npins: [0000-pin-one, 1111-pin-two]\n";
const JSON: &str = r#"{"room": "hall", "password": "hunter2-pass", "pins": ["0000-pin-one", "1111-pin-two"]}"#;
const YAML: &str = "room: hall\npassword: hunter2-pass\npins: ['0000-pin-one', '1111-pin-two']\n";

/// Searches for secrets in everything below a directory, except in the files that contain them.
#[track_caller]
fn assert_nothing_kept(directory: &Path) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assert_nothing_kept(&path);
        } else if !path.is_symlink() && !path.to_string_lossy().contains("/modules/") {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            for secret in SECRETS {
                assert!(!text.contains(secret), "{secret} is in {}", path.display());
            }
        }
    }
}

#[track_caller]
fn assert_secret(house: &House, what: &str, words: &[&str], expected: &str) {
    let run = house.run(words);
    let all = format!("{}{}", run.stdout, run.stderr);
    for secret in SECRETS {
        assert!(!all.contains(secret), "{secret} is told ({what}, {words:?}): {all}");
    }
    assert!(all.contains(expected), "'{expected}' is not told ({what}, {words:?}): {all}");
    // The files that contain the secrets.
    let conf = house.read("device.conf");
    let path = conf.lines().find_map(|line| line.strip_prefix("url file://")).unwrap();
    let text = fs::read(path).unwrap();
    fs::remove_file(path).unwrap();
    assert_nothing_kept(house.path());
    fs::write(path, text).unwrap();
    hide(path.as_ref());
}

#[test]
fn passwords_of_files_get_nowhere() {
    if skipped() {
        return;
    }
    for (ending, text) in [("conf", HOCON), ("json", JSON), ("yaml", YAML)] {
        for (trouble, expected) in [
            ("talks", "opened with"),
            ("prints", "printed [redacted]"),
            ("raises", "Error: Can't load lamp for hall: cannot open with [redacted] [redacted] [redacted]"),
            ("facts", "[redacted]"),
            ("none", ""),
        ] {
            if ending != "conf" && trouble != "raises" {
                continue;
            }
            let house = House::new(&["hall"]);
            fs::remove_file(house.path().join("hall.conf")).unwrap();
            let text = match ending {
                "json" => text.replace("\"room\"", &format!("\"trouble\": \"{trouble}\", \"room\"")),
                _ => format!("trouble: {trouble}\n{text}"),
            };
            let path = house.write(&format!("hall-file.{ending}"), text);
            hide(&path);
            house.write("device.conf", format!("[hall]\ntype lamp\nurl file://{}\n", path.display()));
            house.write("site.pp", "bulb { 'main': bright => true }\nnotice($facts['said'])\n");
            assert_secret(&house, ending, &["--target", "hall", "--facts", "--debug", "--trace"], expected);
            if trouble != "facts" {
                assert_secret(&house, ending, &["--target", "hall", "--resource", "bulb", "--debug"], expected);
            }
            assert_secret(&house, ending, &["--target", "hall", "--apply", "site.pp", "--debug", "--trace"], expected);
            assert_secret(&house, ending, &["--debug", "--manifest", "site.pp", "--detailed-exitcodes"], expected);
        }
    }
}

#[test]
fn files_that_are_broken_are_not_quoted() {
    if skipped() {
        return;
    }
    for (ending, text, expected) in [
        ("conf", "password hunter2-pass\n", ":2:1: expected ':' or '=' after a key"),
        ("json", "{\"password\": hunter2-pass}", ":1:14: expected value"),
        ("yaml", "password: *hunter2-pass\n", ":1:11: an alias has no anchor"),
        ("yaml", "hunter2-pass", ": expected a map of names and values, found a single value"),
    ] {
        let house = House::new(&["hall"]);
        let path = house.write(&format!("hall-file.{ending}"), text);
        hide(&path);
        house.write("device.conf", format!("[hall]\ntype lamp\nurl file://{}\n", path.display()));
        let run = house.run(&["--target", "hall", "--facts", "--debug", "--trace"]);
        let all = format!("{}{}", run.stdout, run.stderr);
        let line = format!("Error: Can't load lamp for hall: {}{expected}", path.display());
        assert!(all.contains(&line) && !all.contains("hunter2"), "{all}");
    }
}

#[test]
fn passwords_in_urls_get_nowhere() {
    if skipped() {
        return;
    }
    let house = House::new(&["hall"]);
    for (url, expected) in [
        ("https://root:hunter2-pass@fw:44/x", "Unexpected url 'https://root:[redacted]@fw:44/x' found."),
        ("https://root:pw@fw:44/x", "Unexpected url 'https://root:[redacted]@fw:44/x' found."),
        ("https://root:hunter2-pass@fw x", "https://root:[redacted]@fw x is an invalid url"),
    ] {
        let path = house.write("device.conf", format!("[hall]\ntype lamp\nurl {url}\n"));
        let run = house.run(&["--target", "hall", "--facts", "--debug", "--trace"]);
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(all.contains(expected), "{all}");
        assert!(!all.contains("hunter2") && !all.contains(":pw@"), "{all}");
        assert_eq!(all.contains("may hold passwords: chmod o-rwx device.conf"), !url.contains(' '), "{all}");
        hide(&path);
        assert!(!house.run(&["--target", "hall", "--facts"]).stderr.contains("chmod"));
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn world_readable_files_are_reported() {
    if skipped() {
        return;
    }
    let house = House::new(&["hall"]);
    let path = house.path().join("hall.conf");
    fs::write(&path, "room: hall\npassword: hunter2-pass\n").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o644);
    fs::set_permissions(&path, permissions).unwrap();
    let run = house.run(&["--target", "hall", "--facts"]);
    let shown = path.display();
    assert_eq!(
        run.stderr,
        format!(
            "Warning: {shown} can be read by every user of this machine, and may hold passwords: chmod o-rwx {shown}\n"
        )
    );
    assert_eq!(run.code, 0);
}
