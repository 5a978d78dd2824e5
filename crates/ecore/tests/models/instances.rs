//! Instances to documents and back.

use std::sync::Arc;

use compiler::models::Session;
use diagnostics::Source;
use ecore::{
    LogicOutput, Naming, Secrets,
    instances::{BuildError, Records, Types, read_json, read_xmi, write_json, write_xmi},
};
use pcore::{Hash, ObjectInstance, Value};

use crate::types::{session, types};

/// Makes instances of what was read, or says what is wrong.
pub(crate) fn built(session: &mut Session, records: &Records) -> Result<Vec<Arc<ObjectInstance>>, String> {
    let values = records.build(|model, stored| session.restore(model, stored)).map_err(|error| match error {
        BuildError::DocumentError(found) => found.to_string(),
        BuildError::Refused(found, failure) => format!("{found}: {}", failure.message),
    })?;
    Ok(values.into_iter().map(|value| object(&value)).collect())
}

fn object(value: &Value) -> Arc<ObjectInstance> {
    match value {
        Value::Object(instance) => Arc::clone(instance),
        other => panic!("{other} is no instance"),
    }
}

pub(crate) const SCENE: &str = r"
type Shape  { abstract attr name, String { min => 1 } attr tags, String { max => unbound, unsettable => true } }
type Circle inherits Shape { attr radius, Float { check => $it > 0.0 } attr twice, Float { derived => || { $radius * 2 } } }
type Odd::Square inherits Shape { attr side, Integer { set => |$v| { $v * 2 } } attr note, String { unsettable => true }
  attr mood, enum[fine, 'very odd', '0644'] }
type Scene  {
  has shapes, Shape { max => unbound }
  has focus, Shape { containment => false }
  has others, Shape { containment => false, max => unbound }
  has main, Shape
  attr kind, enum[plain, 'very odd', name] { default => plain }
  attr any
  attr anys { max => unbound }
  attr when, Timestamp
  attr forgotten, String { transient => true }
}
";

/// What is said when something with a secret is written, and what is written when that is asked for.
#[test]
fn secrets_are_written_on_demand_only() {
    let text = "type Login { attr name, String attr password, Sensitive { max => 2 } has inner, Login
      attr any, Any { min => 0 } }";
    let mut session = session(text);
    let types = Types::new(&types(&mut session));
    let secret = || Value::sensitive("hunter2".into());
    let login = session.model("Login").unwrap().unwrap();
    let make = |session: &mut Session, entries: Vec<(Value, Value)>| {
        let entries: Hash = entries.into_iter().collect();
        object(&session.create(&login, &entries).unwrap_or_else(|failure| panic!("{}", failure.message)))
    };
    let nested = Value::hash([("deep".into(), Value::array([secret()]))]);
    let holders = [
        ("password", vec![("password".into(), Value::array([secret()]))]),
        ("any", vec![("any".into(), nested)]),
        ("password", vec![("inner".into(), Value::hash([("password".into(), Value::array([secret()]))]))]),
    ];
    for (feature, entries) in holders {
        let instances = [make(&mut session, entries)];
        let expected = format!("the feature '{feature}' of Login contains a secret, which the document would show");
        let naming = Naming::new("model");
        let refused = [
            write_json(&instances, &types, Secrets::Refused).unwrap_err(),
            write_xmi(&instances, &types, &naming, Secrets::Refused).unwrap_err(),
        ];
        for error in refused {
            assert_eq!(error.to_string(), expected);
            assert!(!format!("{error:?}").contains("hunter2"));
        }
        let json = write_json(&instances, &types, Secrets::Written).unwrap();
        let xmi = write_xmi(&instances, &types, &naming, Secrets::Written).unwrap();
        assert!(json.contains("hunter2") && xmi.contains("hunter2"));
        // What was written is read as the same secret, and no form of it shows that.
        let from_json = read_json(&Arc::new(Source::new("i.json", json.as_str())), &types, None).unwrap();
        let from_xmi = read_xmi(&Arc::new(Source::new("i.xmi", xmi)), &types).unwrap();
        for records in [from_json, from_xmi] {
            let read = built(&mut session, &records).unwrap();
            assert_eq!(write_json(&read, &types, Secrets::Written).unwrap(), json);
            assert!(!Value::Object(Arc::clone(&read[0])).to_string().contains("hunter2"));
        }
    }
}

#[test]
fn defaults_that_are_secret_are_written_on_demand_only() {
    let mut session = session("type Login { attr password, Sensitive { default => 'hunter2' } }");
    let types = types(&mut session);
    for logic in [LogicOutput::Omitted, LogicOutput::Annotations, LogicOutput::Separate] {
        let export = |secrets| ecore::export(&types, &Naming::new("model"), logic, "model.ecore", secrets);
        let error = export(Secrets::Refused).unwrap_err().to_string();
        assert_eq!(error, "the feature 'password' of Login contains a secret, which the document would show");
        assert!(export(Secrets::Written).unwrap().base.contains("hunter2"));
    }
}

/// A scene that uses all of it.
pub(crate) fn scene(session: &mut Session) -> Arc<ObjectInstance> {
    let mut make = |name: &str, entries: &[(&str, Value)]| {
        let model = session.model(name).unwrap().unwrap();
        let entries: Hash = entries.iter().map(|(key, value)| (Value::from(*key), value.clone())).collect();
        session.create(&model, &entries).unwrap_or_else(|failure| panic!("{}", failure.message))
    };
    let circle =
        make("Circle", &[("name", "s<u>n \"&\n".into()), ("radius", Value::Float(2.5)), ("tags", Value::Undef)]);
    let square = make(
        "Odd::Square",
        &[
            ("name", "".into()),
            ("side", Value::Integer(2)),
            ("tags", Value::array(["".into(), " a b ".into(), "c\n".into()])),
            ("note", Value::Undef),
            ("mood", "very odd".into()),
        ],
    );
    let main = make("Circle", &[("name", "main".into())]);
    let moment =
        pcore::convert::new_instance(&pcore::parse_type("Timestamp").unwrap(), &["2024-01-02T03:04:05.000 UTC".into()])
            .unwrap();
    let anys = Value::array(["5".into(), Value::Integer(5), Value::Float(5.0), Value::Boolean(true)]);
    let whole = make(
        "Scene",
        &[
            ("shapes", Value::array([circle, square])),
            ("main", main),
            ("focus", "#/shapes/1".into()),
            ("others", Value::array(["#/main".into(), "#/shapes/0".into()])),
            ("kind", Value::Undef),
            ("any", "5".into()),
            ("anys", anys),
            ("when", moment),
            ("forgotten", "x".into()),
        ],
    );
    object(&whole)
}

#[test]
fn instances_survive_both_forms() {
    let mut session = session(SCENE);
    let known = types(&mut session);
    let types = Types::new(&known);
    let scene = scene(&mut session);
    let naming = Naming::new("scene");
    let xmi = write_xmi(std::slice::from_ref(&scene), &types, &naming, Secrets::Refused).unwrap();
    let json = write_json(std::slice::from_ref(&scene), &types, Secrets::Refused).unwrap();
    let records = read_xmi(&Arc::new(Source::new("scene.xmi", xmi.as_str())), &types).unwrap();
    let read = built(&mut session, &records).unwrap();
    assert_eq!(write_xmi(&read, &types, &naming, Secrets::Refused).unwrap(), xmi);
    assert_eq!(write_json(&read, &types, Secrets::Refused).unwrap(), json);
    let records = read_json(&Arc::new(Source::new("scene.json", json.as_str())), &types, None).unwrap();
    let read = built(&mut session, &records).unwrap();
    assert_eq!(write_xmi(&read, &types, &naming, Secrets::Refused).unwrap(), xmi);
    assert_eq!(write_json(&read, &types, Secrets::Refused).unwrap(), json);
    let focus = session.read_feature(&read[0], "focus").unwrap().unwrap();
    assert_eq!(session.read_feature(&object(&focus), "side").unwrap(), Some(Value::Integer(4)));
}
