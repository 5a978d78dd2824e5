use super::ini_file::{Indentation, IniFile, Layout};
use crate::text_file::Text as _;

fn layout(separator: &str) -> Layout {
    Layout { separator: separator.into(), prefix: "[".into(), suffix: "]".into() }
}

fn indented(width: Option<usize>) -> Indentation {
    Indentation { with: " ".into(), width }
}

fn set(file: &mut IniFile, section: &str, setting: &str, value: &str) {
    file.set(section, setting, value, &indented(None)).unwrap();
}

fn changed(separator: &str, content: &[u8], change: impl FnOnce(&mut IniFile)) -> Vec<u8> {
    let mut file = IniFile::parse(layout(separator), content).unwrap();
    change(&mut file);
    file.to_bytes()
}

#[test]
fn unchanged_lines_stay_as_they_are() {
    let texts: [&[u8]; 6] =
        [b"", b"\n\n", b"a=1", b"[s]\r\nb = 2  \r\n\r\n", b"\xff\n[s]\n\xfe=1\n[s]\nx", b"; c\n[a]\n[b]\n\n"];
    for text in texts {
        assert_eq!(changed("=", text, |_| {}), text, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn lines_end_as_those_around_them() {
    let text = changed(" = ", b"[s]\r\nk = 1\r\n# n = 0\r\n", |file| {
        set(file, "s", "k", "2");
        set(file, "s", "n", "3");
        set(file, "t", "x", "y");
    });
    let expected = "[s]\r\nk = 2\r\n# n = 0\r\nn = 3\r\n\r\n[t]\r\nx = y\r\n";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn sections_of_one_name_stay_apart() {
    let text = b"[s]\na = 1\n[t]\n[s]\nk = 1\n";
    let text = changed(" = ", text, |file| {
        set(file, "s", "k", "2");
        set(file, "s", "a", "3");
        set(file, "s", "n", "4");
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

#[test]
fn text_in_memory_equals_the_text_that_would_be_read() {
    let changes: [&dyn Fn(&mut IniFile); 14] = [
        &|file| set(file, "s", "a", "1"),
        &|file| set(file, "s", "b", "2"),
        &|file| set(file, "", "a", "3"),
        &|file| set(file, "t", "a", "4"),
        &|file| set(file, "s", "c", "5"),
        &|file| file.set("s", "w", "6", &indented(Some(3))).unwrap(),
        &|file| set(file, "s", "two = lines", "7\nd = 8"),
        &|file| set(file, "odd] #", "#x", "9"),
        &|file| file.add_section("t").unwrap(),
        &|file| file.remove("s", "a"),
        &|file| file.remove("s", "b"),
        &|file| file.remove("t", "a"),
        &|file| drop(file.remove_section("s")),
        &|file| file.remove("", "a"),
    ];
    let starts: [&[u8]; 8] = [
        b"",
        b"[s]",
        b"\n\n[s]\n",
        b"  a = 0\n\n[s]\n  a = 0\n\n# note\n[s]\nb = 0\n\n\n[t]",
        b"; a = x\r\n[s]\r\n\ta = 1\r\n# c = 2\r\n\r\n",
        b"[s]\na = 1\nb = 1\na = 2\n[t]\n[u]\nx = 1",
        b"a = 1",
        b"[s]\n\xff\na = 1\n   \n",
    ];
    let count = changes.len();
    let empty = IniFile::parse(layout(" = "), b"").unwrap();
    for start in starts {
        for number in 0..count.pow(2) {
            let mut changed = empty.parse_with_same_layout(start).unwrap();
            for index in [number % count, number / count] {
                let mut read = empty.parse_with_same_layout(&changed.to_bytes()).unwrap();
                changes[index](&mut read);
                changes[index](&mut changed);
                let shown = |file: &IniFile| String::from_utf8_lossy(&file.to_bytes()).into_owned();
                assert_eq!(shown(&changed), shown(&read), "{start:?}, change {index} of {number}");
            }
        }
    }
}
