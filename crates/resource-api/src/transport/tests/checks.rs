//! Preparing connection information.

use pcore::{Hash, Value};

use super::{Desk, check_info, map, prepared, refusal, schema};
use crate::{Sensitive, failure::FailureKind, transport::Schema};

const MISMATCH: &str = "The connection info provided does not match the Transport Schema for `t[]`";

// Requirement: TR-11
#[test]
fn missing_attributes_get_their_default_and_a_line_says_so() {
    let schema = schema(
        "port: {type: Integer, desc: d, default: 22}, tags: {type: 'Array[String]', desc: d, default: [a]},
         quiet: {type: Boolean, desc: d, default: false}, pin: {type: String, desc: d, default: s3cret, sensitive: true},
         none: {type: 'Optional[String]', desc: d}, empty: {type: 'Optional[String]', desc: d, default: full}",
    );
    // A given value is not missing, even if it is empty.
    let (info, lines) = prepared(&schema, "{quiet: true, empty: ~}");
    assert_eq!(
        lines,
        [
            "Debug: t: Using default value for attribute: port, value: 22",
            "Debug: t: Using default value for attribute: tags, value: [\"a\"]",
            "Debug: t: Using default value for attribute: pin, value: << redacted value >>",
        ]
    );
    let info = info.unwrap();
    assert_eq!((info.integer("port").unwrap(), info.get("quiet"), info.get("none")), (22, Some(&true.into()), None));
    assert_eq!(info.get("pin"), Some(&Value::sensitive("s3cret".into())));
    assert!(info.get("empty").is_none_or(Value::is_undef));
}

// Requirement: TR-12
#[test]
fn unknown_and_wrong_values_are_reported_together() {
    let schema = schema(
        "port: {type: Integer, desc: d}, host: {type: String, desc: d},
         password: {type: String, desc: d, sensitive: true}",
    );
    let failure = refusal(&schema, "{host: 5, port: x, colour: red, password: 123456, size: 1}");
    assert_eq!(
        failure.to_string(),
        format!(
            "{MISMATCH}\n Unknown attribute:\n    * colour\n    * size\n\n Value type mismatch:\n    \
             * host: 5 (expects a String value, got Integer)\n    * port: x (expects an Integer value, got String)\n    \
             * password: << redacted value >> expects a String value, got Integer\n"
        )
    );
    assert_eq!(failure.kind(), FailureKind::Developer);
    // An invalid default is found here.
    let wrong = super::schema("port: {type: Integer, desc: d, default: x}");
    assert_eq!(
        refusal(&wrong, "{}").to_string(),
        format!("{MISMATCH}\n Value type mismatch:\n    * port: x (expects an Integer value, got String)\n")
    );
    // It is reported before missing attributes.
    assert!(refusal(&schema, "{colour: red}").to_string().ends_with("Unknown attribute:\n    * colour\n"));
}

// Requirement: TR-13
#[test]
fn missing_attributes_are_reported_at_once() {
    let schema = schema(
        "host: {type: String, desc: d}, user: {type: 'Optional[String]', desc: d}, port: {type: Integer, desc: d},
         any: {type: 'Variant[Undef, String]', desc: d}, flag: {type: Boolean, desc: d, default: false}",
    );
    let failure = refusal(&schema, "{}");
    let expected = "The following mandatory attributes were not provided:\n    *  host, \n    *  port, \n    *  any";
    assert_eq!(failure.to_string(), expected);
    assert_eq!(failure.kind(), FailureKind::Resource);
    let failure = refusal(&schema, "{host: h, port: 1, any: null}");
    assert!(failure.to_string().ends_with("provided:\n    *  any"), "{failure}");
    assert!(prepared(&schema, "{host: h, port: 1, any: x}").0.is_ok());
}

// Requirement: TR-14
#[test]
fn what_an_inventory_says_beside_is_discarded_in_groups() {
    let schema = schema("host: {type: String, desc: d}, remote-speed: {type: 'Optional[Integer]', desc: d}");
    let given = "{colour: red, remote-transport: t, name: n, uri: 'x://h', host: h, password: hunter2, port: 1,
        user: u, protocol: p, path: /, query: q, run-on: r, implementations: [], remote-x: 1, remote-speed: 5, size: 2}";
    let (info, lines) = prepared(&schema, given);
    assert_eq!(
        lines,
        [
            "Info: t: Discarding superfluous bolt attribute: uri",
            "Info: t: Discarding superfluous bolt attribute: protocol",
            "Info: t: Discarding superfluous bolt attribute: user",
            "Info: t: Discarding superfluous bolt attribute: port",
            "Info: t: Discarding superfluous bolt attribute: password",
            "Debug: t: Discarding bolt metaparameter: name",
            "Debug: t: Discarding bolt metaparameter: path",
            "Debug: t: Discarding bolt metaparameter: query",
            "Debug: t: Discarding bolt metaparameter: run-on",
            "Debug: t: Discarding bolt metaparameter: remote-transport",
            "Debug: t: Discarding bolt metaparameter: implementations",
            "Debug: t: Discarding bolt metaparameter: remote-x",
            "Warning: t: Discarding unknown attribute: colour",
            "Warning: t: Discarding unknown attribute: size",
        ]
    );
    let info = info.unwrap();
    assert_eq!(info.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["host", "remote-speed"]);
    // Without that key nothing is removed.
    assert!(refusal(&schema, "{host: h, run-on: r}").to_string().contains("    * run-on\n"));
}

// Requirement: TR-15
#[test]
fn what_is_sensitive_is_wrapped_after_it_was_checked() {
    let secret = |value: Value| Value::sensitive(value);
    let schema = schema(
        "text: {type: String, desc: d, sensitive: true}, maybe: {type: 'Optional[String]', desc: d, sensitive: true},
         list: {type: 'Array[String]', desc: d, sensitive: true},
         either: {type: 'Variant[Integer, String]', desc: d, sensitive: true},
         plain: {type: String, desc: d, sensitive: false}, pin: {type: Integer, desc: d, default: 7, sensitive: true}",
    );
    check_info(
        &schema,
        "{text: a, list: [b, c], either: 5, plain: d}",
        &[
            ("text", secret("a".into())),
            ("list", secret(Value::array(["b".into(), "c".into()]))),
            ("either", secret(5.into())),
            ("plain", "d".into()),
            ("pin", secret(7.into())),
        ],
    );
    // Missing attributes are not added, and `undef` is not a secret.
    check_info(
        &schema,
        "{text: a, maybe: null, list: [], either: x, plain: d, pin: 1}",
        &[
            ("text", secret("a".into())),
            ("maybe", Value::Undef),
            ("list", secret(Value::array([]))),
            ("either", secret("x".into())),
            ("plain", "d".into()),
            ("pin", secret(1.into())),
        ],
    );
}

#[test]
fn a_secret_may_be_wrapped_from_the_beginning() {
    let schema = schema("p: {type: String, desc: d, sensitive: true}, q: {type: 'Optional[String]', desc: d}");
    let desk = Desk::new();
    let prepare = |name: &str, value: Value| {
        let given: Hash =
            [(Value::from("p"), "x".into()), (name.into(), Value::sensitive(value))].into_iter().collect();
        schema.prepare(&desk.context(&schema), &given)
    };
    assert_eq!(prepare("p", "hunter2".into()).unwrap().get("p"), Some(&Value::sensitive("hunter2".into())));
    let wrong = prepare("p", 5.into()).unwrap_err().to_string();
    assert!(wrong.ends_with("    * p: << redacted value >> expects a String value, got Integer\n"), "{wrong}");
    // Other attributes do not accept it, as in Puppet.
    let wrong = prepare("q", "hunter2".into()).unwrap_err().to_string();
    assert!(wrong.contains("got Sensitive") && !wrong.contains("hunter2"), "{wrong}");
}

// Requirement: TR-17
#[test]
fn names_are_texts_or_symbols_and_nothing_else() {
    let schema = schema("host: {type: String, desc: d}");
    let desk = Desk::new();
    let prepare = |key: Value| {
        let given: Hash = [(key, Value::from("h"))].into_iter().collect();
        schema.prepare(&desk.context(&schema), &given)
    };
    assert!(prepare("host".into()).is_ok() && prepare(Value::Symbol("host".into())).is_ok());
    let unknown = prepare(5.into()).unwrap_err().to_string();
    assert!(unknown.contains("Unknown attribute:\n    * 5\n"), "{unknown}");
    assert!(prepare("Host".into()).is_err());
}

#[test]
fn values_are_asked_for_in_the_type_in_which_they_are_needed() {
    let schema = schema(
        "host: {type: String, desc: d}, port: {type: Integer, desc: d}, pin: {type: String, desc: d, sensitive: true},
         user: {type: 'Optional[String]', desc: d}",
    );
    let info = prepared(&schema, "{host: h, port: 22, pin: hunter2}").0.unwrap();
    assert_eq!((info.text("host").unwrap(), info.integer("port").unwrap()), ("h", 22));
    assert_eq!(info.secret("pin").unwrap().expose(), "hunter2");
    assert_eq!(info.secret("host").unwrap().expose(), "h");
    assert_eq!(info.read::<Option<String>>("user").unwrap(), None);
    assert_eq!(info.read::<u16>("port").unwrap(), 22);
    assert_eq!(info.read::<Sensitive<String>>("pin").unwrap(), Sensitive::new("hunter2".to_owned()));
    assert_eq!(info.schema().name(), "t");
    assert_eq!(info.to_hash().get_str("host"), Some(&"h".into()));
    for (failure, expected) in [
        (info.text("user"), "the connection info `t.user` was not given; provide it, or a default in the schema"),
        (info.text("port"), "the connection info `t.port` is not a text, but a Integer; see its type"),
        (info.text("pin"), "the connection info `t.pin` is a secret; ask for it with `secret`"),
        (
            info.integer("host").map(|_| ""),
            "the connection info `t.host` is not an Integer, but a String; see its type",
        ),
        (
            info.secret("port").map(|_| ""),
            "the connection info `t.port` is not a text; read it in its own type with `read`",
        ),
        (info.read::<i64>("host").map(|_| ""), "t.host expects an Integer value, got String"),
    ] {
        assert_eq!(failure.unwrap_err().to_string(), expected);
    }
}

/// Real schemas have these, and Puppet accepts them.
#[test]
fn a_title_may_stand_beside_the_attributes() {
    let schema = schema("host: {type: String, desc: d}");
    assert!(prepared(&schema, "{host: h, title: x}").0.is_ok());
    let named = Schema::from_value(&super::value(
        "{name: t, desc: d, connection_info: {id: {type: String, desc: d, behaviour: namevar}}}",
    ))
    .unwrap();
    let failure = refusal(&named, "{id: x, other: y}").to_string();
    assert!(failure.starts_with(&MISMATCH.replace("[]", "[x]")), "{failure}");
    let desk = Desk::new();
    assert!(named.prepare(&desk.context(&named), &map("{}")).is_err());
}
