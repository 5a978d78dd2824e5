//! What is written.

use catalog::{Catalog, Declared, Secrets};
use pcore::{NoNames, Value, json};

#[test]
fn the_sample_is_written_as_it_was_read() {
    let text = include_str!("../golden/catalog-sample.json");
    let catalog = Catalog::from_json(text, &NoNames).unwrap();
    let written = catalog.to_json(Secrets::Written).unwrap();
    assert_eq!(written, json::write(&json::parse(text).unwrap()).unwrap());
    let pretty = catalog.to_json_pretty(Secrets::Written).unwrap();
    assert_eq!(Catalog::from_json(&pretty, &NoNames).unwrap(), catalog);
}

#[test]
fn metadata_of_static_catalogs_are_kept() {
    let text = r#"{"tags":[],"name":"n","version":"v","code_id":"c","catalog_uuid":null,"catalog_format":1,"environment":"e","resources":[],"edges":[],"classes":[],"metadata":{"/f":{"checksum":{"type":"sha256"}}}}"#;
    assert_eq!(Catalog::from_json(text, &NoNames).unwrap().to_json(Secrets::Written).unwrap(), text);
}

#[test]
fn secrets_can_be_redacted() {
    let secret = Value::sensitive(Value::from("s3cret"));
    let nested = Value::array([Value::hash([(Value::from("password"), secret.clone())])]);
    let notify = Declared {
        type_name: "Notify".into(),
        title: "a".into(),
        parameters: vec![("message".into(), secret), ("other".into(), nested), ("none".into(), Value::Undef)],
        ..Declared::default()
    };
    let catalog = Catalog { resources: vec![notify], ..Catalog::default() };
    let resource = |secrets| {
        let data = json::parse(&catalog.to_json(secrets).unwrap()).unwrap();
        json::write(&data.as_hash().unwrap().get_str("resources").unwrap().as_array().unwrap()[0]).unwrap()
    };
    assert_eq!(
        resource(Secrets::Redacted),
        r#"{"type":"Notify","title":"a","tags":[],"exported":false,"parameters":{"message":"Sensitive [value redacted]","other":[{"password":"Sensitive [value redacted]"}]},"sensitive_parameters":["message"]}"#,
    );
    assert_eq!(
        resource(Secrets::Written),
        r#"{"type":"Notify","title":"a","tags":[],"exported":false,"parameters":{"message":"s3cret","other":[{"password":{"__ptype":"Sensitive","__pvalue":"s3cret"}}]},"sensitive_parameters":["message"]}"#,
    );
    assert!(!format!("{catalog:?}").contains("s3cret"));
}

#[test]
fn every_kind_of_value_is_written_as_json_writes_it() {
    let nested = Value::hash([
        ("empty".into(), Value::array([])),
        ("none".into(), Value::hash([])),
        ("undef".into(), Value::Undef),
        ("list".into(), Value::array([Value::from(1), Value::array([Value::from("a\nb\u{1}\"\\ü")])])),
    ]);
    let parameters = [
        ("least", Value::Integer(i64::MIN)),
        ("zero", Value::Integer(0)),
        ("most", Value::Integer(i64::MAX)),
        ("float", Value::Float(-0.1)),
        ("large", Value::Float(1e300)),
        ("yes", Value::Boolean(true)),
        ("nested", nested),
        ("rich", Value::array([Value::Default, Value::hash([(Value::from(1), Value::from(2))])])),
        ("marked", Value::hash([("__ptype".into(), "Integer".into())])),
    ];
    let odd = Declared {
        type_name: "Notify".into(),
        title: "a \"quoted\"\ttitle".into(),
        tags: vec!["a".into(), "b".into()],
        file: Some("/a\\b.pp".into()),
        line: Some(12),
        kind: Some("compilable_type".into()),
        parameters: parameters.map(|(name, value)| (name.into(), value)).to_vec(),
        ..Declared::default()
    };
    let plain = Declared { type_name: "Class".into(), title: "Main".into(), ..Declared::default() };
    let catalog = Catalog {
        name: "n".into(),
        resources: vec![plain, odd],
        containment: vec![(0, 1), (0, 7)],
        classes: vec!["settings".into()],
        ..Catalog::default()
    };
    let line = catalog.to_json(Secrets::Written).unwrap();
    let data = json::parse(&line).unwrap();
    assert_eq!(json::write(&data).unwrap(), line);
    assert_eq!(catalog.to_json_pretty(Secrets::Written).unwrap(), json::write_pretty(&data).unwrap());
    assert!(line.contains(r#""rich":[{"__ptype":"Default"},{"__ptype":"Hash","__pvalue":[1,2]}]"#));
    assert!(line.contains(r#""edges":[{"source":"Class[Main]","target":"Notify[a \"quoted\"\ttitle]"}]"#));
}

#[test]
fn values_that_cannot_be_written_are_reported_with_their_paths() {
    let deep = |levels: usize| (0..levels).fold(Value::from(1), |inner, _| Value::array([inner]));
    let written = |value: Value| {
        let parameters = vec![("other".into(), Value::from(1)), ("message".into(), value)];
        let notify = Declared { type_name: "Notify".into(), title: "n".into(), parameters, ..Declared::default() };
        Catalog { resources: vec![Declared::default(), notify], ..Catalog::default() }.to_json(Secrets::Written)
    };
    assert!(json::parse(&written(deep(123)).unwrap()).is_ok());
    let error = written(deep(124)).unwrap_err().to_string();
    assert!(error.starts_with("$['resources'][1]['parameters']['message'][0]"), "{error}");
    assert!(error.ends_with("nested more than 128 levels deep"), "{error}");
    let error = written(Value::array([Value::Float(f64::NAN)])).unwrap_err().to_string();
    assert_eq!(error, "$['message'][0]: cannot write NaN or infinity as JSON");
}
