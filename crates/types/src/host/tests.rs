use resource_api::line_file::LineFile;

use super::*;

fn parsed(line: &str) -> Option<(String, String, Option<String>, String)> {
    let file = LineFile::parse(HostLines, line.as_bytes());
    let (_, record) = file.records().next()?;
    let aliases = match record.get("host_aliases") {
        Some(Value::Array(aliases)) => Some(aliases.iter().map(interpolate).collect::<Vec<_>>().join(",")),
        _ => None,
    };
    let text = |name: &str| record.text(name).unwrap().to_owned();
    Some((text("name"), text("ip"), aliases, text("comment")))
}

#[test]
fn entries_have_an_address_and_names() {
    let found = |name: &str, ip: &str, aliases: Option<&str>, comment: &str| {
        Some((name.to_owned(), ip.to_owned(), aliases.map(str::to_owned), comment.to_owned()))
    };
    assert_eq!(parsed("192.0.2.1 a"), found("a", "192.0.2.1", None, ""));
    assert_eq!(parsed("::1\tlocal  ip6  x # c d "), found("local", "::1", Some("ip6,x"), "c d"));
    assert_eq!(parsed("fe00::0 a#b"), found("a", "fe00::0", None, "b"));
    for other in ["# 192.0.2.1 a", "", "  ", "192.0.2.1", "what is", " 192.0.2.1 a", "192.0.2.1 # a"] {
        assert_eq!(parsed(other), None, "{other}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for line in ["192.0.2.1\ta", "192.0.2.1\ta\tb c\t# d", "::1\ta\t# d"] {
        let file = LineFile::parse(HostLines, line.as_bytes());
        let (_, record) = file.records().next().unwrap();
        assert_eq!(HostLines.print(record), line);
    }
}
