//! PyEcore, a tool that others made, reads what is written, and what it writes is read.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use compiler::models::Session;
use diagnostics::Source;
use ecore::{
    LogicOutput, Naming, Secrets,
    instances::{Types, read_xmi, write_xmi},
    metamodel,
};
use model::{FeatureKind, ModelType};
use pcore::{Hash, ObjectInstance, Value, json};

use crate::{
    corpus,
    instances::{SCENE, built, scene},
    properties::{Bytes, random_entries},
    types::{ALL, session, types},
};

/// Where PyEcore is, if it is installed.
fn python() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/tests/python");
    if path.join("pyecore").is_dir() {
        return Some(path);
    }
    skip_test::skip!("PyEcore is not in target/tests/python: cargo xtask test installs it");
    None
}

/// Writes all documents of types into a folder, and asks PyEcore about them.
fn ask(python: &Path, directory: &Path, types: &[Arc<ModelType>]) -> Value {
    let naming = Naming::new("model");
    let write = |name: &str, text: &str| std::fs::write(directory.join(name), text).unwrap();
    let separate = ecore::export(types, &naming, LogicOutput::Separate, "model.ecore", Secrets::Refused).unwrap();
    write("model.ecore", &separate.base);
    write("model.xmi", &separate.implementation.unwrap());
    write(
        "annotated.ecore",
        &ecore::export(types, &naming, LogicOutput::Annotations, "model.ecore", Secrets::Refused).unwrap().base,
    );
    write(metamodel::FILE, &metamodel::document().unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/pyecore_check.py");
    let output = Command::new("python3").arg(script).arg(directory).env("PYTHONPATH", python).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    json::parse(&String::from_utf8(output.stdout).unwrap()).unwrap()
}

fn entry<'v>(value: &'v Value, key: &str) -> &'v Value {
    value.as_hash().and_then(|hash| hash.get(&Value::from(key))).unwrap_or_else(|| panic!("no '{key}' in {value}"))
}

fn path_of(name: &str) -> String {
    let mut segments: Vec<String> = name.split("::").map(str::to_owned).collect();
    let last = segments.len() - 1;
    for segment in &mut segments[..last] {
        segment[..1].make_ascii_lowercase();
    }
    segments.join("/")
}

/// Compares what PyEcore sees with what we know.
fn compare(answer: &Value, types: &[Arc<ModelType>]) {
    let flag = |value: bool| Value::Boolean(value);
    for model in types {
        let class = entry(entry(answer, "classes"), &path_of(&model.name));
        assert_eq!(*entry(class, "abstract"), flag(model.is_abstract), "{}", model.name);
        let parent = match &model.parent {
            Some(parent) => Some(path_of(&parent.name)),
            None => model.is_resource.then(|| "Resource".to_owned()),
        };
        assert_eq!(*entry(class, "supertypes"), parent.iter().map(|name| Value::from(name.as_str())).collect());
        let own = &model.features[model.inherited..];
        assert_eq!(*entry(class, "order"), own.iter().map(|feature| Value::String(feature.name.clone())).collect());
        for feature in own {
            let seen = entry(entry(class, "features"), &feature.name);
            let what = format!("{}.{}", model.name, feature.name);
            let number = |count: usize| Value::Integer(i64::try_from(count).unwrap());
            assert_eq!(*entry(seen, "lower"), number(feature.multiplicity.min), "{what}");
            assert_eq!(*entry(seen, "upper"), feature.multiplicity.max.map_or(Value::Integer(-1), number), "{what}");
            let (is_attribute, containment) = match &feature.kind {
                FeatureKind::Attribute(_) => (true, false),
                FeatureKind::Reference { containment, .. } => (false, *containment),
            };
            for (name, expected) in [
                ("attribute", is_attribute),
                ("containment", containment),
                ("derived", feature.derived.is_some()),
                ("transient", feature.transient),
                ("unsettable", feature.unsettable),
                ("changeable", feature.setable),
            ] {
                assert_eq!(*entry(seen, name), flag(expected), "{name} of {what}");
            }
            assert_eq!(entry(seen, "default").is_undef(), feature.default.is_none(), "{what}");
        }
    }
    let abstract_ones = types.iter().filter(|model| model.is_abstract).count();
    let resource = usize::from(types.iter().any(|model| model.is_resource));
    let refused = entry(answer, "abstract").as_array().unwrap();
    assert_eq!(refused.len(), abstract_ones + resource, "{refused:?}");
    assert_eq!(*entry(answer, "taken"), Value::array([]));
    let implementation = entry(answer, "implementation");
    assert_eq!(entry(implementation, "functionSet").as_str(), Some(model::functions::CURRENT.name));
}

#[test]
fn pyecore_sees_the_same_types() {
    let Some(python) = python() else { return };
    for text in [ALL.to_owned(), SCENE.to_owned(), corpus::text()] {
        let directory = tempfile::tempdir().unwrap();
        let mut session = session(&text);
        let types = types(&mut session);
        let answer = ask(&python, directory.path(), &types);
        compare(&answer, &types);
        assert!(matches!(entry(&answer, "refused"), Value::Integer(count) if *count > 5));
    }
}

#[test]
fn pyecore_reads_the_documents_of_the_implementation() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut session = session(ALL);
    let answer = ask(&python, directory.path(), &types(&mut session));
    let implementation = entry(&answer, "implementation");
    let names = |key: &str| -> Vec<String> {
        entry(implementation, key).as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("types"), ["Everything", "Machine", "Part"]);
    assert_eq!(names("aliases"), ["Port", "Address", "V4"]);
    assert!(names("features").contains(&"checked".to_owned()));
    assert!(matches!(entry(implementation, "nodes"), Value::Integer(count) if *count > 150));
}

#[test]
fn what_pyecore_writes_is_read_as_what_it_read() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut session = session(SCENE);
    let known = types(&mut session);
    let types = Types::new(&known);
    let first: Arc<ObjectInstance> = scene(&mut session);
    for instances in [vec![Arc::clone(&first)], vec![first, scene(&mut session)]] {
        goes_through_pyecore(&python, directory.path(), &mut session, &known, &types, &instances);
    }
}

/// Has PyEcore read instances and write them, and compares what is read of that.
fn goes_through_pyecore(
    python: &Path,
    directory: &Path,
    session: &mut Session,
    known: &[Arc<ModelType>],
    types: &Types,
    instances: &[Arc<ObjectInstance>],
) {
    let naming = Naming::new("model");
    let written = write_xmi(instances, types, &naming, Secrets::Refused).unwrap();
    std::fs::write(directory.join("instances.xmi"), &written).unwrap();
    let answer = ask(python, directory, known);
    assert_eq!(*entry(&answer, "instances"), Value::Integer(i64::try_from(instances.len()).unwrap()));
    let again = std::fs::read_to_string(directory.join("again.xmi")).unwrap();
    let records = read_xmi(&Arc::new(Source::new("again.xmi", again.as_str())), types)
        .unwrap_or_else(|found| panic!("{found}\n{again}"));
    let read = built(session, &records).unwrap_or_else(|error| panic!("{error}\n{again}"));
    let ours = write_xmi(&read, types, &naming, Secrets::Refused).unwrap();
    let changed: Vec<(&str, &str)> = ours.lines().zip(written.lines()).filter(|(now, before)| now != before).collect();
    assert_eq!(changed, []);
    assert_eq!(ours.lines().count(), written.lines().count());
}

/// Instances that chance would hardly find. Of `Vs_port` they are the only ones: PyEcore knows the words of enumerations by
/// their names alone, of which an empty word has none, and so takes the first word for it.
const CHOSEN: &[(&str, &str)] = &[
    ("Network::Service", r#"{"name": "web", "port": 8080, "peers": ["a", "b"], "extra": {"k": [1, "x"]}}"#),
    ("Apt_key", r#"{"id": "0x0123ABCD", "source": "https://example.org/key", "options": {"a": 1}}"#),
    ("Certificate", r#"{"path": "/etc/a.pem", "days": 90, "names": ["*.example.org", "example.org"]}"#),
    ("Vs_port", r#"{"port": "eth0", "bond_mode": "active-backup", "lacp_time": "fast", "vlan_mode": "trunk"}"#),
    ("Rabbitmq_exchange", r#"{"name": "topics@/", "type": "topic"}"#),
];

fn object_of(value: Value) -> Option<Arc<ObjectInstance>> {
    if let Value::Object(instance) = value { Some(instance) } else { None }
}

/// How many instances of each type are written.
const INSTANCES: usize = 3;

#[test]
fn instances_of_the_whole_corpus_go_through_pyecore() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut session = session(&corpus::text());
    let known = types(&mut session);
    let types = Types::new(&known);
    let (mut instances, mut without) = (Vec::new(), Vec::new());
    for (name, entries) in CHOSEN {
        let entries = json::parse(entries).unwrap();
        let model = session.model(name).unwrap().unwrap();
        let made = session.create(&model, entries.as_hash().unwrap());
        let made = made.unwrap_or_else(|failure| panic!("{name}: {}", failure.message));
        instances.extend(object_of(made));
    }
    // A reference from one outermost instance to another.
    let service = Value::Object(Arc::clone(&instances[0]));
    let entries = [("name", "front".into()), ("port", Value::Integer(9090)), ("behind", Value::array([service]))];
    let entries: Hash = entries.into_iter().map(|(name, value)| (Value::from(name), value)).collect();
    let proxy = session.model("Network::Proxy").unwrap().unwrap();
    instances.extend(session.create(&proxy, &entries).ok().and_then(object_of));
    let mut chance: u64 = 4711;
    for model in known.iter().filter(|model| !model.is_abstract && model.name != "Vs_port") {
        let before = instances.len();
        for _ in 0..2_000 {
            let bytes: Vec<u8> = (0..200)
                .map(|_| {
                    // xorshift64
                    chance ^= chance << 13;
                    chance ^= chance >> 7;
                    chance ^= chance << 17;
                    (chance >> 24) as u8
                })
                .collect();
            let entries = random_entries(&mut Bytes(bytes.iter()), &known, model, 0);
            if let Ok(Value::Object(instance)) = session.create(model, &entries) {
                instances.push(instance);
            }
            if instances.len() == before + INSTANCES {
                break;
            }
        }
        if instances.len() == before && !instances.iter().any(|made| made.object_type().label() == model.name) {
            without.push(model.name.as_str());
        }
    }
    assert_eq!(without, Vec::<&str>::new(), "of these no instance was found");
    assert!(instances.len() >= 3 * 60, "only {}", instances.len());
    goes_through_pyecore(&python, directory.path(), &mut session, &known, &types, &instances);
}
