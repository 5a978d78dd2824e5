//! The parts of a `uri`.

use pcore::Value;

use super::{check_info, prepared, refusal, schema};
use crate::{failure::FailureKind, transport::Schema};

/// A schema with all parts of a `uri`.
fn all() -> Schema {
    let optional = |name: &str| format!("{name}: {{type: 'Optional[String]', desc: d}}");
    let texts: Vec<String> = ["uri", "protocol", "host", "user", "path", "query"].map(optional).to_vec();
    schema(&format!(
        "{}, port: {{type: 'Optional[Integer]', desc: d}},
         password: {{type: 'Optional[String]', desc: d, sensitive: true}}",
        texts.join(", ")
    ))
}

#[track_caller]
fn check(uri: &str, expected: &[(&str, Value)]) {
    check_info(&all(), &format!("{{uri: '{uri}'}}"), expected);
}

#[test]
fn a_uri_becomes_the_attributes_that_the_schema_has() {
    check(
        "https://alice:hunter2@example.com:8443/a/b?c=d#e",
        &[
            // The password has an attribute of its own, where it is wrapped.
            ("uri", "https://alice@example.com:8443/a/b?c=d#e".into()),
            ("protocol", "https".into()),
            ("host", "example.com".into()),
            ("port", 8443.into()),
            ("user", "alice".into()),
            ("password", Value::sensitive("hunter2".into())),
            ("path", "/a/b".into()),
            ("query", "c=d".into()),
        ],
    );
    check("ssh://rack7", &[("uri", "ssh://rack7".into()), ("protocol", "ssh".into()), ("host", "rack7".into())]);
    // The default port of a scheme is not used.
    check(
        "https://rack7/",
        &[
            ("uri", "https://rack7/".into()),
            ("protocol", "https".into()),
            ("host", "rack7".into()),
            ("path", "/".into()),
        ],
    );
    check(
        "ssh://[fe80::1]:22",
        &[
            ("uri", "ssh://[fe80::1]:22".into()),
            ("protocol", "ssh".into()),
            ("host", "fe80::1".into()),
            ("port", 22.into()),
        ],
    );
    check(
        "ssh://[fe80::1]",
        &[("uri", "ssh://[fe80::1]".into()), ("protocol", "ssh".into()), ("host", "fe80::1".into())],
    );
    check(
        "https://host:8443/users/@me:1",
        &[
            ("uri", "https://host:8443/users/@me:1".into()),
            ("protocol", "https".into()),
            ("host", "host".into()),
            ("port", 8443.into()),
            ("path", "/users/@me:1".into()),
        ],
    );
}

#[test]
fn what_is_escaped_is_meant() {
    check(
        "ssh://ad%40min:p%40ss%2Fw%3Ard%25@h%6Fst/a%20b",
        &[
            ("uri", "ssh://ad%40min@h%6Fst/a%20b".into()),
            ("protocol", "ssh".into()),
            ("host", "host".into()),
            ("user", "ad@min".into()),
            ("password", Value::sensitive("p@ss/w:rd%".into())),
            ("path", "/a b".into()),
        ],
    );
}

#[test]
fn a_host_alone_will_do() {
    check("rack7", &[("uri", "rack7".into()), ("host", "rack7".into())]);
    check(
        "admin:hunter2@rack7:22",
        &[
            ("uri", "admin@rack7:22".into()),
            ("host", "rack7".into()),
            ("port", 22.into()),
            ("user", "admin".into()),
            ("password", Value::sensitive("hunter2".into())),
        ],
    );
    // Anything that is not a URL is passed to the transport.
    check("a serial line", &[("uri", "a serial line".into())]);
    check("/dev/ttyS0", &[("uri", "/dev/ttyS0".into()), ("path", "/dev/ttyS0".into())]);
}

#[test]
fn what_is_given_otherwise_counts_more() {
    check_info(
        &all(),
        "{uri: 'ssh://alice:hunter2@rack7:22', host: other, port: 2222, password: swordfish}",
        &[
            ("uri", "ssh://alice@rack7:22".into()),
            ("protocol", "ssh".into()),
            ("host", "other".into()),
            ("port", 2222.into()),
            ("user", "alice".into()),
            ("password", Value::sensitive("swordfish".into())),
        ],
    );
    // The URL takes precedence over defaults, and `undef` counts as missing.
    let defaults = schema(
        "uri: {type: String, desc: d}, host: {type: String, desc: d, default: localhost},
         port: {type: Integer, desc: d, default: 443}, user: {type: 'Optional[String]', desc: d}",
    );
    check_info(
        &defaults,
        "{uri: 'https://alice@rack7', user: null}",
        &[
            ("uri", "https://alice@rack7".into()),
            ("host", "rack7".into()),
            ("port", 443.into()),
            ("user", "alice".into()),
        ],
    );
}

#[test]
fn nothing_is_added_that_the_schema_does_not_have() {
    let host = schema("uri: {type: String, desc: d}, host: {type: String, desc: d}");
    check_info(
        &host,
        "{uri: 'ssh://alice@rack7:22/x'}",
        &[("uri", "ssh://alice@rack7:22/x".into()), ("host", "rack7".into())],
    );
    // A schema without `uri` does not know it, unless it comes from an inventory.
    let bare = schema("host: {type: String, desc: d}, port: {type: String, desc: d}");
    assert!(refusal(&bare, "{uri: 'ssh://rack7:22'}").to_string().contains("Unknown attribute:\n    * uri\n"));
    // A port that must be a text is one.
    check_info(
        &bare,
        "{uri: 'ssh://rack7:22', remote-transport: t}",
        &[("host", "rack7".into()), ("port", "22".into())],
    );
}

#[test]
fn a_password_without_an_attribute_makes_the_uri_a_secret() {
    let schema = schema("uri: {type: String, desc: d}");
    let with = "https://alice:hunter2@rack7";
    check_info(&schema, &format!("{{uri: '{with}'}}"), &[("uri", Value::sensitive(with.into()))]);
    let (info, _) = prepared(&schema, &format!("{{uri: '{with}'}}"));
    assert_eq!(info.unwrap().secret("uri").unwrap().expose(), with);
    check_info(&schema, "{uri: 'https://alice@rack7'}", &[("uri", "https://alice@rack7".into())]);
}

#[test]
fn an_address_that_cannot_be_read_is_refused_without_being_shown() {
    for uri in ["ssh://admin:p#ss@rack7", "ssh://admin:p ss@rack7", "ssh://admin:pässword@rack7", "ssh://a:b@[x"] {
        let failure = refusal(&all(), &format!("{{uri: '{uri}'}}"));
        assert_eq!(failure.kind(), FailureKind::Resource);
        let message = failure.to_string();
        assert!(message.starts_with("`t.uri` cannot be parsed: expected a URL such as"), "{message}");
        assert!(!message.contains("rack7") && !message.contains("ss@"), "{message}");
    }
    let failure = refusal(&all(), "{uri: 'ssh://%FF%FE:x@rack7'}").to_string();
    assert!(failure.starts_with("`t.uri` cannot be parsed"), "{failure}");
}
