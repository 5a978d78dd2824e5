//! PyEcore, a tool that others made, reads what is written, and what it writes is read.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use diagnostics::Source;
use ecore::{
    LogicPlace, Naming,
    instances::{Types, read_xmi, write_xmi},
    metamodel,
};
use model::{FeatureKind, ModelType};
use pcore::{ObjectInstance, Value, json};

use crate::{
    corpus,
    instances::{SCENE, built, scene},
    types::{ALL, session, types},
};

/// Where PyEcore is, if it is installed.
fn python() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/tests/python");
    if path.join("pyecore").is_dir() {
        return Some(path);
    }
    eprintln!("skipped, because PyEcore is not in target/tests/python: cargo xtask test installs it");
    None
}

/// Writes all documents of types into a folder, and asks PyEcore about them.
fn ask(python: &Path, folder: &Path, types: &[Arc<ModelType>]) -> Value {
    let naming = Naming::new("model");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let separate = ecore::export(types, &naming, LogicPlace::Separate, "model.ecore").unwrap();
    write("model.ecore", &separate.base);
    write("model.xmi", &separate.implementation.unwrap());
    write("annotated.ecore", &ecore::export(types, &naming, LogicPlace::Annotations, "model.ecore").unwrap().base);
    write(metamodel::FILE, &metamodel::document().unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/pyecore_check.py");
    let output = Command::new("python3").arg(script).arg(folder).env("PYTHONPATH", python).output().unwrap();
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
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(&text);
        let types = types(&mut session);
        let answer = ask(&python, folder.path(), &types);
        compare(&answer, &types);
        assert!(matches!(entry(&answer, "refused"), Value::Integer(count) if *count > 5));
    }
}

#[test]
fn pyecore_reads_the_documents_of_the_implementation() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(ALL);
    let answer = ask(&python, folder.path(), &types(&mut session));
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
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(SCENE);
    let known = types(&mut session);
    let types = Types::new(&known);
    let naming = Naming::new("model");
    let first: Arc<ObjectInstance> = scene(&mut session);
    for instances in [vec![Arc::clone(&first)], vec![first, scene(&mut session)]] {
        let written = write_xmi(&instances, &types, &naming).unwrap();
        std::fs::write(folder.path().join("instances.xmi"), &written).unwrap();
        let answer = ask(&python, folder.path(), &known);
        assert_eq!(*entry(&answer, "instances"), Value::Integer(i64::try_from(instances.len()).unwrap()));
        let again = std::fs::read_to_string(folder.path().join("again.xmi")).unwrap();
        let records = read_xmi(&Arc::new(Source::new("again.xmi", again.as_str())), &types)
            .unwrap_or_else(|fault| panic!("{fault}\n{again}"));
        let read = built(&mut session, &records).unwrap_or_else(|error| panic!("{error}\n{again}"));
        assert_eq!(write_xmi(&read, &types, &naming).unwrap(), written, "{again}");
    }
}
