//! What a format finds, and what is left where it finds nothing.

use pcore::Value;

use super::{Step, steps, taken};

fn found(text: &str, format: &str) -> String {
    let mut rest = text;
    let mut found = Vec::new();
    for step in steps(format) {
        let after = match &step {
            Step::Blanks => Some(rest.trim_start()),
            Step::Literal(character) => rest.strip_prefix(*character),
            Step::Conversion(conversion) => taken(conversion, rest, &mut found),
        };
        let Some(after) = after else { break };
        rest = after;
    }
    format!("{:?}", Value::from(found))
}

#[test]
fn formats_find_values() {
    for (text, format, expected) in [
        ("42", "%d", "[42]"),
        ("  -7 x", "%d %s", "[-7, 'x']"),
        ("12345", "%2d%3d", "[12, 345]"),
        ("0x1f 017 0b11 9", "%i %i %i %i", "[31, 15, 3, 9]"),
        ("ff -0x10", "%x %x", "[255, -16]"),
        ("17", "%o", "[15]"),
        ("1.5e3 .5 -2", "%f %f %f", "[1500.0, 0.5, -2.0]"),
        ("abc", "%c%c", "['a', 'b']"),
        ("abc", "%2c", "['ab']"),
        ("abc123", "%[a-z]%d", "['abc', 123]"),
        ("a]b", "%[]a]", "['a]']"),
        ("key=value", "%[^=]=%s", "['key', 'value']"),
        ("1 2", "%*d %d", "[2]"),
        ("50%", "%d%%", "[50]"),
        ("1 x", "%d %d", "[1]"),
        ("", "%s", "[]"),
        ("0x", "%x", "[0]"),
        ("99999999999999999999", "%d", "[]"),
        ("äö", "%1s%s", "['ä', 'ö']"),
        ("%q", "%q", "[]"),
        ("5", "%", "[]"),
    ] {
        assert_eq!(found(text, format), expected, "scanf({text:?}, {format:?})");
    }
}

#[test]
fn what_is_no_directive_stands_for_itself() {
    assert!(matches!(steps("%").as_slice(), [Step::Literal('%')]));
    assert!(matches!(steps("a b").as_slice(), [Step::Literal('a'), Step::Blanks, Step::Literal('b')]));
    let conversions = steps("%*d");
    assert!(matches!(conversions.as_slice(), [Step::Conversion(conversion)] if conversion.dropped));
}
