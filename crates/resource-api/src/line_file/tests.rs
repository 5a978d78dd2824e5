use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
};

use proptest::prelude::*;

use super::*;

/// `name=value`; a block of several lines is `name=` with `+ more` lines before it.
#[derive(Clone, Debug)]
struct Pairs;

type Pair = (String, String);

impl LineFormat for Pairs {
    type Record = Pair;

    fn parse(&self, line: &str) -> Line<Pair> {
        if line.is_empty() || line.starts_with('#') {
            return Line::Other;
        }
        match line.split_once('=') {
            Some((name, value)) => Line::Record((name.trim().to_owned(), value.trim().to_owned())),
            None => Line::Bad("there is no =".into()),
        }
    }

    fn print(&self, (name, value): &Pair) -> String {
        format!("{name}={value}")
    }
}

fn pair(name: &str, value: &str) -> Pair {
    (name.to_owned(), value.to_owned())
}

fn id(file: &LineFile<Pairs>, name: &str) -> RecordId {
    file.records().find(|(_, record)| record.0 == name).unwrap().0
}

#[track_caller]
fn check(before: &str, change: impl FnOnce(&mut LineFile<Pairs>), after: &str) {
    let mut file = LineFile::parse(Pairs, before.as_bytes());
    change(&mut file);
    assert_eq!(String::from_utf8(file.to_bytes()).unwrap(), after);
}

#[test]
fn everything_but_the_record_at_hand_stays() {
    let before = "# c\n\n a =  1\nwhat\nb=2\n";
    check(before, |_| {}, before);
    check(before, |file| assert!(file.change(id(file, "b"), pair("b", "3"))), "# c\n\n a =  1\nwhat\nb=3\n");
    check(before, |file| drop(file.remove(id(file, "a"))), "# c\n\nwhat\nb=2\n");
    check(before, |file| _ = file.add(pair("c", "3")), "# c\n\n a =  1\nwhat\nb=2\nc=3\n");
}

#[test]
fn a_file_may_end_without_a_line_end() {
    check("a=1", |_| {}, "a=1");
    check("a=1", |file| _ = file.add(pair("b", "2")), "a=1\nb=2\n");
    check("a=1\nb=2", |file| drop(file.remove(id(file, "a"))), "b=2");
    check("a=1\nb=2", |file| assert!(file.change(id(file, "b"), pair("b", "3"))), "a=1\nb=3\n");
    check("", |file| _ = file.add(pair("b", "2")), "b=2\n");
}

#[test]
fn the_ends_of_lines_stay_what_they_are() {
    check("a=1\r\nb=2\r\n", |file| assert!(file.change(id(file, "a"), pair("a", "3"))), "a=3\r\nb=2\r\n");
    check("a=1\r\nb=2", |file| _ = file.add(pair("c", "3")), "a=1\r\nb=2\r\nc=3\r\n");
    check("a=1\nb=2\r\n", |file| _ = file.add(pair("c", "3")), "a=1\nb=2\r\nc=3\n");
}

#[test]
fn records_may_be_there_twice() {
    let file = LineFile::parse(Pairs, b"a=1\na=2\n");
    let values: Vec<&str> = file.records().map(|(_, record)| record.1.as_str()).collect();
    assert_eq!(values, ["1", "2"]);
    let remove_last = |file: &mut LineFile<Pairs>| {
        let last = file.records().next_back().unwrap().0;
        assert!(file.remove(last).is_some());
    };
    check("a=1\na=2\n", remove_last, "a=1\n");
}

#[test]
fn a_bad_line_is_kept_and_reported() {
    let file = LineFile::parse(Pairs, b"a=1\nwhat\n\xff\xfe\n");
    let message: Vec<String> = file.problems().iter().map(ToString::to_string).collect();
    assert_eq!(message, ["line 2: there is no =", "line 3: it is not UTF-8"]);
    assert_eq!(file.to_bytes(), b"a=1\nwhat\n\xff\xfe\n");
}

#[test]
fn what_was_removed_stays_removed() {
    let mut file = LineFile::parse(Pairs, b"a=1\n");
    let first = id(&file, "a");
    assert_eq!(file.remove(first), Some(pair("a", "1")));
    assert_eq!(file.remove(first), None);
    file.change(first, pair("a", "2"));
    assert_eq!((file.record(first), file.to_bytes()), (None, Vec::new()));
}

#[test]
fn a_header_is_not_part_of_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "# HEADER old\na=1\n# HEADER older\nwhat\n").unwrap();
    let mut files = LineFiles::new(Pairs).with_header("# HEADER");
    assert_eq!(files.open(&path).unwrap().to_bytes(), b"a=1\nwhat\n");
    assert_eq!(files.open(&path).unwrap().problems()[0].line, 4);
    files.save_with_header(&path, "# HEADER new\n", &crate::whole_file::Ownership::default()).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("# HEADER old"), "nothing was changed");
    files.open(&path).unwrap().add(pair("b", "2"));
    files.save_with_header(&path, "# HEADER new\n", &crate::whole_file::Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# HEADER new\na=1\nwhat\nb=2\n");
}

#[test]
fn several_files_are_read_and_written_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    fs::write(&one, "a=1\n").unwrap();
    let mut files = LineFiles::new(Pairs);
    files.open(&one).unwrap().add(pair("b", "2"));
    files.open(&two).unwrap().add(pair("c", "3"));
    assert!(files.is_changed(&one) && files.is_changed(&two));
    files.save(&two).unwrap();
    assert_eq!(
        (fs::read_to_string(&one).unwrap(), fs::read_to_string(&two).unwrap()),
        ("a=1\n".into(), "c=3\n".into())
    );
    files.forget(&one);
    assert_eq!(files.open(&one).unwrap().to_bytes(), b"a=1\n");
}

#[test]
fn what_others_write_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "a=1\n").unwrap();
    let mut files = LineFiles::new(Pairs);
    assert_eq!(files.open(&path).unwrap().records().count(), 1);
    fs::write(&path, "a=1\nb=2\n").unwrap();
    assert_eq!(files.open(&path).unwrap().records().count(), 2);
}

#[test]
fn modes_and_links_stay() {
    let dir = tempfile::tempdir().unwrap();
    let (link, file) = (dir.path().join("link"), dir.path().join("file"));
    fs::write(&file, "a=1\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    let mut files = LineFiles::new(Pairs);
    files.open(&link).unwrap().add(pair("b", "2"));
    files.save(&link).unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "a=1\nb=2\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, 0o640);
}

#[test]
fn a_link_of_another_user_is_not_followed() {
    if !skip_test::has_root("a link that somebody else made") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (link, file) = (dir.path().join("link"), dir.path().join("file"));
    fs::write(&file, "a=1\n").unwrap();
    symlink(&file, &link).unwrap();
    std::os::unix::fs::lchown(&link, Some(12), Some(12)).unwrap();
    let mut files = LineFiles::new(Pairs);
    let error = files.open(&link).map(drop).unwrap_err();
    let foreign = format!("'{}' is a link of user 12 and leads to a directory of user 0; ", link.display());
    let expected = format!("cannot read {}: {foreign}", link.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    files.open_with(&link, |_| Ok(Vec::new())).unwrap().add(pair("b", "2"));
    let error = files.save(&link).unwrap_err();
    let expected = format!("cannot write {}: {foreign}", link.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "a=1\n");
}

#[test]
fn a_pipe_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let error = LineFiles::new(Pairs).open(&pipe).map(drop).unwrap_err();
    assert!(error.to_string().ends_with("it is not a regular file"), "{error}");
}

#[test]
fn what_others_write_meanwhile_is_not_lost() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "a=1\n").unwrap();
    let mut files = LineFiles::new(Pairs);
    let file = files.open(&path).unwrap();
    let first = id(file, "a");
    file.change(first, pair("a", "2"));
    fs::write(&path, "z=1\na=1\n").unwrap();
    assert!(files.is_outdated(&path));
    let error = files.save(&path).unwrap_err();
    assert!(error.to_string().ends_with("another process has changed it in the meantime"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "z=1\na=1\n");
    // Ids of the previous reading are invalid now.
    let file = files.open(&path).unwrap();
    assert_eq!(file.record(first), None);
    assert_eq!((file.remove(first), file.change(first, pair("a", "3"))), (None, false));
    assert_eq!(file.to_bytes(), b"z=1\na=1\n");
}

#[test]
fn records_keep_their_ids_when_a_file_is_saved() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "a=1\n# b\n").unwrap();
    let mut files = LineFiles::new(Pairs).with_header("# HEADER");
    let first = id(files.open(&path).unwrap(), "a");
    for value in ["2", "3"] {
        assert!(files.opened(&path).unwrap().change(first, pair("a", value)), "it is the same file");
        files.save_with_header(&path, "# HEADER\n", &crate::whole_file::Ownership::default()).unwrap();
        assert!(!files.is_changed(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("# HEADER\na={value}\n# b\n"));
    }
    files.opened(&path).unwrap().remove(first);
    files.save(&path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# b\n");
}

#[test]
fn what_cannot_be_read_says_so() {
    let error = LineFiles::new(Pairs).open(Path::new("/")).map(drop).unwrap_err();
    assert!(error.to_string().starts_with("cannot read /: "), "{error}");
}

proptest! {
    #[test]
    fn what_is_not_changed_is_written_as_it_was(content in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(LineFile::parse(Pairs, &content).to_bytes(), content);
    }

    #[test]
    fn what_is_added_and_removed_leaves_everything_else(lines in proptest::collection::vec("[a-c]?[=# ]?[0-9]{0,2}", 0..20)) {
        let before: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut file = LineFile::parse(Pairs, before.as_bytes());
        let added = file.add(pair("new", "1"));
        file.remove(added);
        prop_assert_eq!(file.to_bytes(), before.into_bytes());
    }
}
