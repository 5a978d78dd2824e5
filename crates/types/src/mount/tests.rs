use resource_api::line_file::{LineFile, LineFormat as _};

use super::*;

#[test]
fn lines_of_the_table_are_written_as_they_are_read() {
    for line in ["/dev/sda1\t/\text4\tdefaults\t0\t1", "//server/a\\040b\t/mnt/c\\040d\tcifs\tguest\t0\t0"] {
        let file = LineFile::parse(TableLines, line.as_bytes());
        let (_, record) = file.records().next().unwrap();
        assert_eq!(TableLines.print(record), line);
    }
    let file = LineFile::parse(TableLines, b"server:/a  /mnt/a/  nfs\n# x\nshort\n");
    let (_, record) = file.records().next().unwrap();
    assert_eq!((record.text("name"), record.text("fstype")), (Some("/mnt/a"), Some("nfs")));
    assert_eq!(file.problems().len(), 1);
}

#[test]
fn the_root_is_mounted() {
    assert!(table::mounted().contains("/"));
    assert_eq!((without_slashes("/"), without_slashes("//"), without_slashes("/a//")), ("/", "/", "/a"));
}

#[test]
fn what_is_above_comes_first() {
    let state = State::new().with("name", "/a/b/c");
    let found = relations(&state, &|type_name, title| type_name == "mount" && (title == "/a" || title == "/a/b"));
    let titles: Vec<&str> = found.iter().map(|relation| relation.title.as_str()).collect();
    assert_eq!(titles, ["/a/b", "/a"]);
}

#[test]
fn every_name_is_read_as_it_was_written() {
    for name in ["/a b", "/a\tb", "/a\\040b", "/a\\b", "/\\", "/a\\+40", "/a\\777", "/ü\\011"] {
        let record = State::new().with("name", name).with("device", name).with("fstype", "ext4");
        let line = TableLines.print(&record);
        let file = LineFile::parse(TableLines, line.as_bytes());
        let (_, read) = file.records().next().unwrap();
        assert_eq!(
            (read.text("name"), read.text("device"), read.text("fstype")),
            (Some(name), Some(name), Some("ext4"))
        );
    }
}

#[test]
fn what_would_be_another_line_is_refused() {
    for (attribute, value) in [("name", "/a\nb"), ("device", "/dev/a\n/dev/b / ext4"), ("pass", "0\n/dev/b / ext4")] {
        let mount = State::new().with("name", "/a").with(attribute, value);
        let mounts = Mounts { munger: Munger::default(), files: ParsedFiles::new(TableLines), to_mount: Vec::new() };
        let failure = crate::tests::canonicalized(mounts, &resource_type(), mount).unwrap_err();
        assert!(failure.contains(&format!("{attribute} must be a single line")), "{failure}");
    }
}
