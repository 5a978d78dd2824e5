use super::ini_file::{IniFile, Layout};

fn layout(separator: &str) -> Layout {
    Layout {
        separator: separator.into(),
        prefix: "[".into(),
        suffix: "]".into(),
        indent: " ".into(),
        indent_width: None,
    }
}

fn changed(separator: &str, content: &[u8], change: impl FnOnce(&mut IniFile)) -> Vec<u8> {
    let mut file = IniFile::parse(layout(separator), content).unwrap();
    change(&mut file);
    file.to_bytes()
}

#[test]
fn what_nobody_changes_stays_as_it_is() {
    let texts: [&[u8]; 6] =
        [b"", b"\n\n", b"a=1", b"[s]\r\nb = 2  \r\n\r\n", b"\xff\n[s]\n\xfe=1\n[s]\nx", b"; c\n[a]\n[b]\n\n"];
    for text in texts {
        assert_eq!(changed("=", text, |_| {}), text, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn lines_end_as_those_around_them() {
    let text = changed(" = ", b"[s]\r\nk = 1\r\n# n = 0\r\n", |file| {
        file.set("s", "k", "2");
        file.set("s", "n", "3");
        file.set("t", "x", "y");
    });
    let expected = "[s]\r\nk = 2\r\n# n = 0\r\nn = 3\r\n\r\n[t]\r\nx = y\r\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn sections_of_one_name_stay_apart() {
    let text = b"[s]\na = 1\n[t]\n[s]\nk = 1\n";
    let text = changed(" = ", text, |file| {
        file.set("s", "k", "2");
        file.set("s", "a", "3");
        file.set("s", "n", "4");
    });
    assert_eq!(String::from_utf8(text).unwrap(), "[s]\na = 3\n[t]\n[s]\nk = 2\nn = 4\n");
}

#[test]
fn all_lines_of_a_setting_go() {
    let text = changed("=", b"[s]\nk=1\nk=2\nk=3\nl=1\n[t]\nk=1\n", |file| file.remove("s", "k"));
    assert_eq!(String::from_utf8(text).unwrap(), "[s]\nl=1\n[t]\nk=1\n");
}

#[test]
fn separators_are_no_patterns() {
    for (separator, text) in
        [("|", "a|1\n"), (".*", "a.*1\n"), ("^", "a^1\n"), ("\t", "a\t1\n"), (" ", "a \t1\n"), ("->", "a->1\n")]
    {
        let file = IniFile::parse(layout(separator), text.as_bytes()).unwrap();
        assert_eq!(file.get("", "a"), Some("1"), "{separator}");
    }
}
