use std::path::Path;

use super::*;

#[test]
fn names_are_paths() {
    assert_eq!(path("net.ipv4.ip_forward"), Path::new("/proc/sys/net/ipv4/ip_forward"));
    assert_eq!(path("net.ipv4.conf.eth0/1.forwarding"), Path::new("/proc/sys/net/ipv4/conf/eth0.1/forwarding"));
    assert_eq!(path("net/ipv4/conf/eth0.1/forwarding"), Path::new("/proc/sys/net/ipv4/conf/eth0.1/forwarding"));
    assert_eq!(path("/../../etc/passwd"), Path::new("/proc/sys/etc/passwd"));
    assert_eq!(path(""), Path::new("/proc/sys"));
}

#[test]
fn lines_are_parameters_with_values() {
    let parsed = |line: &str| match ParameterLines.parse(line) {
        Line::Record(record) => record.text("name").zip(record.text("val")).map(|(name, val)| format!("{name}|{val}")),
        Line::Other => None,
        Line::Bad(reason) => Some(reason),
    };
    assert_eq!(parsed("a.b = 1 2").as_deref(), Some("a.b|1 2"));
    assert_eq!(parsed("a.b=x=y").as_deref(), Some("a.b|x=y"));
    assert_eq!(parsed("; a=1"), None);
    assert_eq!(parsed("what").as_deref(), Some("missing '='"));
}

#[test]
fn what_would_be_another_line_is_refused() {
    for name in ["a\nb=1", "a=b", "#a", "a b"] {
        let parameters = Parameters { munger: Munger::default(), files: ParsedFiles::new(ParameterLines) };
        let parameter = State::new().with("name", name).with("val", "1");
        let failure = crate::tests::canonicalized(parameters, &resource_type(), parameter).unwrap_err();
        assert!(failure.contains("is not the name of a parameter"), "{failure}");
    }
}
