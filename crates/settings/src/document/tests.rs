use std::path::Path;

use super::{Document, EditError};
use crate::kind::Raw;

#[track_caller]
fn set(before: &str, section: &str, name: &str, value: &str, after: &str) {
    let mut document = Document::parse(before);
    document.set(section, name, value).expect("it can be set");
    assert_eq!(document.to_string(), after);
    assert_eq!(Document::parse(after).get(section, name), Some(value.trim()));
}

#[track_caller]
fn refuse(text: &str, expected: &str) {
    let error = Document::parse(text).check(Path::new("/c")).expect_err("it is wrong");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_text_stays_as_it_is() {
    let text = "# c\r\n\r\n [main] \r\n a  =  b \n\nnonsense\n[x-y]\nz=\nq =   \n";
    assert_eq!(Document::parse(text).to_string(), text);
    assert_eq!(Document::parse("").to_string(), "");
    assert_eq!(Document::parse("\u{feff}[main]\nnoop=true").get("main", "noop"), Some("true"));
}

#[test]
fn a_value_changes_in_its_line() {
    set("[main]\n a =  b  \n", "main", "a", "c", "[main]\n a =  c  \n");
    set("[main]\na=\nb=1\n", "main", "a", "c", "[main]\na=c\nb=1\n");
    set("[agent]\na=1\n[main]\na=2\n", "main", "a", "3", "[agent]\na=1\n[main]\na=3\n");
}

#[test]
fn a_new_value_goes_after_the_others_of_its_section() {
    set("", "main", "a", "b", "[main]\na = b\n");
    set("[main]\n[agent]\n", "main", "a", "b", "[main]\na = b\n[agent]\n");
    set("x=1", "agent", "a", "b", "[main]\nx=1\n[agent]\na = b\n");
    set("[main]\nx=1\n# c\n[main]\ny=2\n\n# d\n", "main", "a", "b", "[main]\nx=1\n# c\n[main]\ny=2\na = b\n\n# d\n");
}

#[test]
fn nothing_is_written_that_cannot_be_read() {
    let mut document = Document::default();
    assert_eq!(document.set("main", "a b", "c"), Err(EditError::Name("a b".to_owned())));
    assert_eq!(document.set("main", "", "c"), Err(EditError::Name(String::new())));
    assert_eq!(document.set("main", "a", "b\rc"), Err(EditError::Value("a".to_owned())));
    assert_eq!(document.set("x", "a", "b"), Err(EditError::Section { name: "x".to_owned() }));
    assert_eq!(document, Document::default());
}

#[test]
fn a_deleted_line_is_returned() {
    let mut document = Document::parse("[main]\n a = b \na = c\n");
    assert_eq!(document.delete("main", "a").as_deref(), Some("a = b"));
    assert_eq!(document.to_string(), "[main]\na = c\n");
    assert_eq!(document.delete("agent", "a"), None);
}

#[test]
fn mistakes_are_reported_with_their_line() {
    refuse("[main]\nnonsense\n", "Could not match line nonsense\n (file: /c, line: 2)");
    refuse("; x", "Could not match line ; x (file: /c, line: 1)");
    refuse("a=/x {mode = rw}\n", "File modes must be numbers (file: /c, line: 1)");
    refuse("a=/x {who = me}\n", "Invalid file option 'who' (file: /c, line: 1)");
    refuse("a=/x {me}\n", "Could not parse '/x {me}' (file: /c, line: 1)");
    let section = Document::parse("nonsense\n[other]\n").check(Path::new("/c"));
    let begin = "Illegal section 'other' in config file at (file: /c, line: 2). The only valid";
    assert!(section.unwrap_err().to_string().starts_with(begin));
}

#[test]
fn values_lose_quotes_and_permissions() {
    for (written, expected) in [
        ("'a b'", "a b"),
        ("\"a", "a"),
        ("a # b", "a # b"),
        ("/x { owner = root, mode = 0640 }", "/x"),
        ("${a}/b", "${a}/b"),
        ("'a '", "a"),
        ("{}", "{}"),
    ] {
        let document = Document::parse(&format!("x = {written}\n"));
        assert_eq!(document.raw("main", "x"), Some(Raw::Text(expected.to_owned())), "for {written}");
    }
    assert_eq!(Document::parse("x=tRue").raw("main", "x"), Some(Raw::Boolean(true)));
}
