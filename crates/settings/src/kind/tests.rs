use super::{Kind, Raw, Value, ValueError};

fn read(kind: Kind, text: &str) -> Result<Value, ValueError> {
    kind.value("x", &Raw::Text(text.to_owned()))
}

#[track_caller]
fn check(kind: Kind, text: &str, expected: Value) {
    assert_eq!(read(kind, text), Ok(expected), "for {text}");
}

#[track_caller]
fn refuse(kind: Kind, text: &str, expected: &str) {
    assert_eq!(read(kind, text).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn durations_have_units() {
    for (text, seconds) in
        [("5", 5), ("5s", 5), ("30m", 1800), ("1h", 3600), ("2d", 172_800), ("1y", 31_536_000), ("007", 7)]
    {
        check(Kind::Duration, text, Value::Seconds(seconds));
        check(Kind::TimeToLive, text, Value::Seconds(seconds));
    }
    check(Kind::TimeToLive, "unlimited", Value::Unlimited);
    check(Kind::Duration, "99999999999999999999y", Value::Seconds(u64::MAX));
    for text in ["", "m", "-1", "1 h", "1w", "1hm", "1.5h", "é"] {
        refuse(Kind::Duration, text, &format!("Invalid duration format '\"{text}\"' for parameter: x"));
    }
    refuse(Kind::TimeToLive, "q\"", "Invalid 'time to live' format '\"q\\\"\"' for parameter: x");
}

#[test]
fn numbers_are_those_of_ruby() {
    for (text, number) in
        [("12", 12), ("-3", -3), ("+3", 3), ("0x10", 16), ("0b11", 3), ("017", 15), ("0", 0), (" 1_000 ", 1000)]
    {
        check(Kind::Integer, text, Value::Integer(number));
    }
    for text in ["", "x", "1__0", "_1", "1_", "08", "0x", "--1", "1.5"] {
        refuse(Kind::Integer, text, &format!("Cannot convert '\"{text}\"' to an integer for parameter: x"));
    }
    refuse(Kind::Port, "65536", "Value '65536' is not a valid port number for parameter: x");
    refuse(Kind::Port, "-1", "Value '-1' is not a valid port number for parameter: x");
}

#[test]
fn priorities_have_names() {
    for (text, number) in [("high", -10), ("normal", 0), ("low", 10), ("idle", 19), ("5", 5), ("-5", -5), ("x5", 0)] {
        check(Kind::Priority, text, Value::Integer(number));
    }
    refuse(Kind::Priority, "urgent", "Invalid priority format '\"urgent\"' for parameter: x");
}

#[test]
fn lists_are_separated_by_commas() {
    check(Kind::List, "", Value::List(Vec::new()));
    check(Kind::List, "a , b,c", Value::List(texts(&["a", "b", "c"])));
    check(Kind::List, ",a,,", Value::List(texts(&["", "a"])));
    check(Kind::Headers, "a:b,c", Value::Headers(vec![texts(&["a", "b"]), texts(&["c"])]));
    assert_eq!(read(Kind::List, "a,b").expect("it is one").to_string(), "[\"a\", \"b\"]");
}

#[test]
fn words_are_checked() {
    check(Kind::Boolean, "false", Value::Boolean(false));
    refuse(Kind::Boolean, "yes", "Invalid value '\"yes\"' for boolean parameter: x");
    check(Kind::Choice(&["a", "b"]), "b", Value::Text("b".to_owned()));
    refuse(Kind::Choice(&["a", "b"]), "c", "Invalid value 'c' for parameter x. Allowed values are 'a', 'b'");
    check(Kind::Revocation, "true", Value::Text("chain".to_owned()));
    refuse(
        Kind::Revocation,
        "x",
        "Invalid certificate revocation value x: must be one of 'true', 'chain', 'leaf', or 'false'",
    );
    check(Kind::Autosign, "/bin/sign", Value::Text("/bin/sign".to_owned()));
    refuse(Kind::Autosign, "sign", "Invalid autosign value sign: must be 'true'/'false' or an absolute path");
    refuse(Kind::Certname, "Web", "Certificate names must be lower case");
}
