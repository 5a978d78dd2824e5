use resource_api::State;

use super::{FileLine, lines::Lines, prefix, resource_type, target::TargetLine};
use crate::{
    tests::canonicalized,
    text_file::{Parts, Target as _, Text as _},
};

fn line(attributes: &[(&str, &str)]) -> State {
    let given: State = attributes.iter().map(|(name, value)| (*name, *value)).collect();
    given.with("name", "x").with("path", "/f")
}

fn applied(attributes: &[(&str, &str)], content: &[u8]) -> Vec<u8> {
    let should = line(attributes);
    let mut lines = Lines::parse(content);
    TargetLine::new(&should).unwrap().change(&mut lines).unwrap();
    lines.to_bytes()
}

#[test]
fn other_encodings_are_understood() {
    let latin1 = [("line", "größe = 2"), ("match", "^größe"), ("encoding", "ISO-8859-1")];
    let expected = b"gr\xf6\xdfe = 2\n".as_slice();
    assert_eq!(applied(&latin1, b"gr\xf6\xdfe = 1\n"), expected);
    assert_eq!(applied(&latin1, expected), expected);
    let bytes = [("line", "b"), ("match", "^b"), ("encoding", "binary")];
    assert_eq!(applied(&bytes, b"\xff\nbc\n"), b"\xff\nb\n");
}

#[test]
fn what_is_not_in_the_encoding_is_refused() {
    let should = line(&[("line", "a"), ("match", "^a")]);
    let problem = TargetLine::new(&should).unwrap().exists(&Lines::parse(b"\xff\n")).unwrap_err();
    assert_eq!(problem.to_string(), "invalid byte sequence in UTF-8");
    // Without a pattern, bytes are compared.
    assert_eq!(applied(&[("line", "a")], b"\xff"), b"\xff\na\n");
    let should = line(&[("line", "€"), ("encoding", "latin1")]);
    assert!(TargetLine::new(&should).err().unwrap().to_string().contains("ISO-8859-1 does not have"));
    let should = line(&[("line", "a"), ("encoding", "utf-7")]);
    assert!(TargetLine::new(&should).err().unwrap().to_string().contains("utf-7 is not supported"));
}

#[test]
fn invalid_attributes_are_refused() {
    let canonical = |attributes| canonicalized(Parts::<FileLine>::default(), &resource_type(), line(attributes));
    assert!(canonical(&[("line", "a")]).is_ok());
    assert!(canonical(&[]).unwrap_err().ends_with("line is a required attribute"));
    let absent = [("ensure", "absent"), ("match", "x"), ("match_for_absence", "true")];
    assert!(canonical(&absent).is_ok());
}

#[test]
fn text_in_memory_equals_the_text_that_would_be_read() {
    let changes: [&[(&str, &str)]; 12] = [
        &[("line", "a")],
        &[("line", "b"), ("match", "^[ab]"), ("multiple", "true")],
        &[("line", "c"), ("after", "^b"), ("multiple", "true")],
        &[("line", "a"), ("ensure", "absent")],
        &[("line", "b\nc")],
        &[("line", "")],
        &[("line", "x"), ("match", "^x"), ("after", "^a"), ("multiple", "true")],
        &[("line", "b"), ("match", "b"), ("replace_all_matches_not_matching_line", "true"), ("after", "^b")],
        &[("ensure", "absent"), ("match", "^[cx]"), ("match_for_absence", "true"), ("multiple", "true")],
        &[("line", "c"), ("match", "^c"), ("replace", "false")],
        &[("line", "d"), ("match", "^d"), ("append_on_no_match", "false")],
        &[("line", "b"), ("ensure", "absent")],
    ];
    for start in [&b""[..], b"a", b"a\nb\r\nc", b"b\n\nb\n", b"x\r"] {
        // Every sequence of three changes.
        for number in 0..changes.len().pow(3) {
            let mut changed = Lines::parse(start);
            let mut read = start.to_vec();
            for index in [number % 12, number / 12 % 12, number / 144] {
                read = applied(changes[index], &read);
                let should = line(changes[index]);
                TargetLine::new(&should).unwrap().change(&mut changed).unwrap();
                assert_eq!(changed.to_bytes(), read, "{start:?}, change {index} of {number}");
            }
        }
    }
}

#[test]
fn patterns_have_literal_prefixes() {
    let of = |pattern: &str| prefix::of(pattern).map(str::to_owned);
    assert_eq!(of("^key=").as_deref(), Some("key="));
    assert_eq!(of("\\A# key\\s*=").as_deref(), Some("# key"));
    assert_eq!(of("^keys?=").as_deref(), Some("key"));
    assert_eq!(of("^key=(a|b)"), None);
    assert_eq!(of("^k*"), None);
    assert_eq!(of("key="), None);
    assert_eq!(of("^(key)="), None);
    assert_eq!(of("^ä{2}"), None);
}

#[test]
fn many_lines_by_patterns_take_no_look_at_all_lines() {
    const COUNT: usize = 20_000;
    let content: String = (0..COUNT).map(|number| format!("key{number}=1\n")).collect();
    let mut lines = Lines::parse(content.as_bytes());
    let started = std::time::Instant::now();
    for number in 0..COUNT {
        let (target, pattern) = (format!("key{number}=2"), format!("^key{number}="));
        let should = line(&[("line", &target), ("match", &pattern)]);
        TargetLine::new(&should).unwrap().change(&mut lines).unwrap();
    }
    // Searching every line each time would be 400 million comparisons, which take minutes.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    assert_eq!(lines.to_bytes(), content.replace("=1\n", "=2\n").into_bytes());
}
