//! What goes over the wire, and what must not.

use pcore::{NoNames, Value};

use crate::{Data, ErrorKind, ErrorObject, Fault, Id, Incoming, Lines, MAX_MESSAGE, Outgoing, Symbols, calls, message};

fn written(value: &Value) -> String {
    serde_json::to_string(&Outgoing::new(value, Symbols::Tagged)).unwrap_or_else(|error| format!("error: {error}"))
}

fn read(text: &str) -> Value {
    let data: Data = serde_json::from_str(text).expect("it is JSON");
    data.value(&NoNames).expect("it is rich data")
}

#[test]
fn values_travel_in_both_directions() {
    for (value, text) in [
        (Value::Undef, "null"),
        (Value::from(-7), "-7"),
        (Value::Float(1.5), "1.5"),
        (Value::from("a\nb\u{2028}"), "\"a\\nb\u{2028}\""),
        (Value::array([1.into(), "x".into()]), r#"[1,"x"]"#),
        (Value::sensitive("s3cret".into()), r#"{"__ptype":"Sensitive","__pvalue":"s3cret"}"#),
        (Value::Symbol("absent".into()), r#"{"__ptype":"Symbol","__pvalue":"absent"}"#),
        (Value::hash([("k".into(), Value::Default)]), r#"{"k":{"__ptype":"Default"}}"#),
        (Value::hash([(1.into(), "x".into())]), r#"{"__ptype":"Hash","__pvalue":[1,"x"]}"#),
        (Value::hash([("__ptype".into(), "x".into())]), r#"{"__ptype":"Hash","__pvalue":["__ptype","x"]}"#),
    ] {
        assert_eq!(written(&value), text);
        assert_eq!(read(text), value, "{text}");
    }
}

#[test]
fn symbols_are_texts_for_whoever_does_not_know_them() {
    let value = Value::array([Value::Symbol("absent".into())]);
    assert_eq!(serde_json::to_string(&Outgoing::new(&value, Symbols::Texts)).unwrap_or_default(), r#"["absent"]"#);
}

#[test]
fn what_only_ruby_knows_is_a_symbol() {
    let symbol = read(r#"{"__ptype":"Runtime","runtime":"ruby","name":"Symbol","__pvalue":"x"}"#);
    assert_eq!(symbol, Value::Symbol("x".into()));
    assert_eq!(read(r#"{"__ptype":"Runtime","runtime":"ruby","name":"Proc"}"#), Value::Symbol("Proc".into()));
}

#[test]
fn values_without_bounds_are_refused() {
    let mut deep = Value::from(1);
    for _ in 0..200 {
        deep = Value::array([deep]);
    }
    assert!(written(&deep).starts_with("error: a value is nested more than 128 levels deep"), "{}", written(&deep));
    assert!(written(&Value::Float(f64::NAN)).starts_with("error: "));
    let text = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(serde_json::from_str::<Data>(&text).is_err());
    assert!(serde_json::from_str::<Data>("18446744073709551615").is_err());
}

#[test]
fn no_error_shows_a_secret() {
    let data: Data = serde_json::from_str(r#"{"__ptype":"Sensitive","__pvalue":{"__ptype":"Nothing","a":"s3cret"}}"#)
        .expect("it is JSON");
    let error = data.value(&NoNames).expect_err("nobody knows the type").to_string();
    assert!(!error.contains("s3cret") && !error.is_empty(), "{error}");
}

#[test]
fn messages_are_told_apart() {
    let shown = |line: &str| match Incoming::read(line) {
        Ok(Incoming::Request { id, method, params }) => format!("request {id} {method} {}", params.text()),
        Ok(Incoming::Notification { method, params }) => format!("notification {method} {}", params.text()),
        Ok(Incoming::Response { id, outcome: Ok(result) }) => format!("result {id:?} {}", result.text()),
        Ok(Incoming::Response { id, outcome: Err(error) }) => format!("error {id:?} {error} {:?}", error.kind()),
        Err(fault) => fault.to_string(),
    };
    assert_eq!(shown(r#"{"jsonrpc":"2.0","id":"a","method":"m","params":[1]}"#), "request 'a' m [1]");
    assert_eq!(shown(r#"{"method":"m"}"#), "notification m null");
    assert_eq!(shown(r#"{"id":7,"result":null,"extra":1}"#), "result Some(Number(7)) null");
    assert_eq!(
        shown(r#"{"id":7,"error":{"code":1,"message":"no","data":{"kind":"not_found","more":2}}}"#),
        "error Some(Number(7)) no NotFound"
    );
    assert_eq!(
        shown(r#"{"id":7,"error":{"message":"no","data":{"kind":"of its own"}}}"#),
        "error Some(Number(7)) no Failed"
    );
    assert!(shown("hello").starts_with("a line is no JSON: "));
    assert!(shown(r#"{"id":1,"#).starts_with("a line is no JSON: "));
    for wrong in [
        "[]",
        "7",
        "{}",
        r#"{"id":1}"#,
        r#"{"id":{},"result":1}"#,
        r#"{"method":1}"#,
        r#"{"id":1,"method":"m","result":1}"#,
    ] {
        assert!(shown(wrong).starts_with("a message has the wrong shape: "), "{wrong}: {}", shown(wrong));
    }
}

#[test]
fn lines_are_cut_however_they_come() {
    let text = "{\"a\":\"é\"}\r\n\n{\"b\":2}\nrest";
    for size in 1..text.len() {
        let mut lines = Lines::default();
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            lines.push(piece);
            while let Some(line) = lines.take().expect("it is UTF-8") {
                found.push(line);
            }
        }
        found.extend(lines.rest().expect("it is UTF-8"));
        assert_eq!(found, ["{\"a\":\"é\"}", "", "{\"b\":2}", "rest"], "in pieces of {size}");
    }
}

#[test]
fn lines_are_bounded_and_utf8() {
    let mut lines = Lines::default();
    lines.push(b"ok\n\xff\xfe\n");
    assert_eq!(lines.take(), Ok(Some("ok".to_owned())));
    assert_eq!(lines.take(), Err(Fault::NotUtf8 { position: 0 }));
    let mut lines = Lines::default();
    let piece = vec![b' '; 1 << 20];
    for _ in 0..MAX_MESSAGE >> 20 {
        lines.push(&piece);
        assert_eq!(lines.take(), Ok(None));
    }
    lines.push(b"x");
    assert_eq!(lines.take(), Err(Fault::TooLong));
}

#[test]
fn an_error_has_what_json_rpc_wants() {
    let error = ErrorObject::new(ErrorKind::NotFound, "there is none");
    let line = message::response::<()>(&Id::Text("q".to_owned()), Err(&error));
    assert_eq!(
        line.as_deref(),
        Ok("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"error\":{\"code\":-32000,\"message\":\"there is none\",\
            \"data\":{\"kind\":\"not_found\"}}}\n")
    );
}

#[test]
fn a_change_tells_what_was_not_looked_for_from_what_was_not_found() {
    let name = vec![("name".into(), Value::from("a"))];
    let name = calls::Members::new(&name, Symbols::Texts);
    let shown = |is| {
        let change = calls::Change { name, is, should: None };
        serde_json::to_string(&change).unwrap_or_default()
    };
    assert_eq!(shown(None), r#"{"name":{"name":"a"}}"#);
    assert_eq!(shown(Some(None)), r#"{"name":{"name":"a"},"is":null}"#);
    assert_eq!(shown(Some(Some(name))), r#"{"name":{"name":"a"},"is":{"name":"a"}}"#);
}
