use resource_api::State;

use super::parts::Parts;

fn parts(value: &str) -> Parts {
    Parts::new(Some(value), " ".into(), String::new(), String::new())
}

#[test]
fn quotes_stay_around_the_parts() {
    for value in ["\"-a -b1\"", "'-a'", "-a -b", "\"\"", ""] {
        assert_eq!(parts(value).to_text(), value);
    }
    // A single quote character is not a pair.
    assert_eq!(parts("\"").to_text(), "\"");
    assert_eq!(parts("  -a   -b ").to_text(), "-a -b");
}

#[test]
fn new_parts_are_inserted_at_their_position() {
    let with = |kind: &str, value: &str| {
        let mut parts = parts("a1 b2 c3");
        parts.set("x", "0", false, &State::new().with("insert_type", kind).with("insert_value", value));
        parts.to_text()
    };
    assert_eq!(with("start", ""), "x0 a1 b2 c3");
    assert_eq!(with("end", ""), "a1 b2 c3 x0");
    assert_eq!(with("before", "b"), "a1 x0 b2 c3");
    assert_eq!(with("after", "b"), "a1 b2 x0 c3");
    assert_eq!(with("after", "nowhere"), "a1 b2 c3 x0");
    assert_eq!(with("index", "1"), "a1 x0 b2 c3");
    assert_eq!(with("index", "100"), "a1 b2 c3 x0");
}
