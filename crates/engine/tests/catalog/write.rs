//! What is written.

use engine::catalog::{Catalog, Declared, Secrets};
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
fn secrets_can_be_left_out() {
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
        let data = catalog.to_data(secrets).unwrap();
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
