//! Matching a value against a type happens for every parameter of every resource, so it must not allocate.

use pcore::{NoNames, parse_type, regexp::Regexp, rich_data};

#[track_caller]
fn check(source: &str, text: &str) {
    let pattern = Regexp::new(source).expect("well-formed");
    let expected = pattern.is_match(text).expect("the first search compiles the program");
    let measured = allocation_counter::measure(|| {
        for _ in 0..10 {
            assert_eq!(pattern.is_match(text), Ok(expected));
        }
    });
    assert_eq!(measured.count_total, 0, "{source} on {text:?}");
}

#[test]
fn searching_for_a_regular_pattern_allocates_nothing() {
    check(r"\A[a-z][a-z0-9_]*\Z", "abc");
    check(r"\A[a-z][a-z0-9_]*\Z", "abc\n");
    check(r"\A((::)?[a-z]\w*)+\Z", "::foo::bar::Baz");
    check(r"\A(?:a\Z|b\Z)", "b\n");
    check(r"^(?:[A-Fa-f0-9]{8,}|latest|absent)$", "x\nlatest\ny");
    check(r"\A/([^\n/\0]+/*)*\z", "/etc/puppetlabs/puppet/puppet.conf");
    check(r"\bword\b", "größe und word");
    check("[[:alpha:]]+", "größe");
    check("(?i)debian", "Ubuntu or DEBIAN");
    check(r"^\s*$", "text\n \n");
}

#[test]
fn searching_with_look_around_allocates_nothing_either() {
    check(r"\A(?!root\z)[a-z_][a-z0-9_-]*\$?\z", "bob");
    check(r"(a)\1", "xaab");
}

#[test]
fn checking_a_value_that_fits_allocates_nothing() {
    let account = parse_type(
        "Struct[{
            name => Pattern[/\\A[a-z_][a-z0-9_-]{0,31}\\Z/], ensure => Enum[present, absent], uid => Integer[0, 65535],
            home => Pattern[/\\A\\/([^\\n\\/\\0]+\\/*)*\\z/], groups => Array[String[1], 0, 16], shell => Optional[String[1]],
            locked => Boolean, quota => Float[0.0, 1.0], comment => Variant[String, Undef],
            Optional[limits] => Hash[String, Data],
        }]",
    )
    .expect("well-formed");
    let value = rich_data::from_json(
        r#"{"name": "alice", "ensure": "present", "uid": 1001, "home": "/home/alice", "groups": ["users", "wheel"],
            "shell": "/bin/bash", "locked": false, "quota": 0.75, "comment": "Alice", "limits": {"nofile": [4096]}}"#,
        &NoNames,
    )
    .expect("well-formed");
    assert!(account.is_instance(&value), "the first check compiles the patterns");
    let measured = allocation_counter::measure(|| assert!(account.is_instance(&value)));
    assert_eq!(measured.count_total, 0);
}
