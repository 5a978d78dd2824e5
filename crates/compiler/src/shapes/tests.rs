use std::{fs, sync::Arc};

use ecow::EcoString;
use resource_api::log::{Log, Recorder};
use tempfile::TempDir;

use super::{CoreShapes, EnvironmentShapes, NoShapes, ResourceShape, ResourceShapes};
use crate::Environment;

#[test]
fn every_type_that_comes_with_puppet_has_its_attributes() {
    let names = CoreShapes.names();
    assert_eq!(names.len(), 28);
    for name in names {
        let shape = CoreShapes.find(&name).unwrap();
        let attributes = shape.attributes.as_ref().unwrap();
        assert!(!attributes.is_empty() && !shape.namevars.is_empty(), "{name}");
        assert!(shape.namevars.iter().all(|namevar| attributes.contains(namevar)), "{name}");
    }
}

#[test]
fn what_is_special_about_a_type_is_known() {
    let find = |name| CoreShapes.find(name).unwrap();
    assert!(find("file").titles_are_paths && !find("file").may_repeat);
    assert!(find("exec").may_repeat && find("tidy").may_repeat && !find("notify").may_repeat);
    assert!(find("sshkey").titles_have_parts && !find("package").titles_have_parts);
    assert_eq!(find("package").namevars, ["command", "name", "provider"]);
    assert_eq!(find("zpool").namevars, ["pool"]);
}

/// An environment with files of modules.
fn environment(files: &[(&str, &str)]) -> (TempDir, Environment) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let modulepath = vec![folder.path().join("one"), folder.path().join("two")];
    (folder, Environment { modulepath, ..Environment::default() })
}

fn names(names: &[&str]) -> Vec<EcoString> {
    names.iter().map(|name| (*name).into()).collect()
}

#[test]
fn types_of_modules_hide_built_in_ones_and_those_hide_puppets_own() {
    struct Native;
    impl ResourceShapes for Native {
        fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
            let attributes = Some(names(&["native"]));
            let shape = ResourceShape { name: name.into(), attributes, ..ResourceShape::default() };
            matches!(name, "note" | "cron" | "notify").then(|| Arc::new(shape))
        }
    }
    let (_folder, environment) = environment(&[
        ("two/a/lib/puppet/type/note.rb", "Puppet::Type.newtype(:note) { newparam(:wrong) }"),
        ("one/b/lib/puppet/type/note.rb", "Puppet::Type.newtype(:note) { newparam(:name); newproperty(:text) }"),
        ("two/c/lib/puppet/provider/note/file.rb", "Puppet::Type.type(:note).provide(:file) {}"),
        ("one/b/lib/puppet/type/cron.rb", "Puppet::Type.newtype(:cron) { [:a, :b].each { |name| newparam(name) } }"),
    ]);
    let recorder = Arc::new(Recorder::default());
    let shapes = EnvironmentShapes::new(&environment, Native, Log::new(recorder.clone(), Arc::default()));
    let find = |name| shapes.find(name).unwrap().attributes.clone().unwrap();
    assert_eq!(find("note"), names(&["name", "text", "provider"]));
    assert_eq!(find("cron"), names(&["a", "b"]));
    assert_eq!(find("notify"), names(&["native"]));
    assert!(find("exec").contains(&"command".into()));
    assert!(shapes.find("nosuch").is_none());
    assert!(shapes.names().contains(&"note".into()) && shapes.names().contains(&"exec".into()));
    assert!(recorder.entries().is_empty());
}

/// Manifests choose providers of Puppet's own types, though ours have only one.
#[test]
fn a_type_that_is_built_in_has_providers_where_puppets_has() {
    struct Exec;
    impl ResourceShapes for Exec {
        fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
            let attributes = Some(names(&["command"]));
            Some(Arc::new(ResourceShape { name: name.into(), attributes, ..ResourceShape::default() }))
        }
    }
    let (_folder, environment) = environment(&[]);
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let shapes = EnvironmentShapes::new(&environment, Exec, log);
    let find = |name| shapes.find(name).unwrap().attributes.clone().unwrap();
    assert_eq!(find("exec"), names(&["command", "provider"]));
    assert_eq!(find("notify"), names(&["command"]));
}

#[test]
fn a_type_that_cannot_be_told_accepts_anything() {
    let (folder, environment) = environment(&[
        ("one/m/lib/puppet/type/broken.rb", "Puppet::Type.newtype(:broken) do\n  newparam("),
        ("one/m/lib/puppet/type/other.rb", "Puppet::Type.newtype(name) { newparam(:x) }"),
        ("one/m/lib/puppet/type/mixed.rb", "Puppet::Type.newtype(:mixed) { extend Other; add_all }"),
    ]);
    let recorder = Arc::new(Recorder::default());
    let shapes = EnvironmentShapes::new(&environment, NoShapes, Log::new(recorder.clone(), Arc::default()));
    for name in ["broken", "other", "mixed", "broken"] {
        assert_eq!(shapes.find(name).unwrap().attributes, None, "{name}");
    }
    let lines: Vec<String> = recorder.entries().iter().map(|entry| entry.message.to_string()).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].starts_with("The attributes of the type 'broken' are not checked: this is no Ruby: "),
        "{lines:?}"
    );
    assert!(lines[0].contains(&format!("(file: {}/one/m/lib/puppet/type/broken.rb, line: ", folder.path().display())));
}

#[test]
fn a_type_is_looked_for_once() {
    let (folder, environment) = environment(&[]);
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let shapes = EnvironmentShapes::new(&environment, NoShapes, log);
    assert!(shapes.find("late").is_none());
    let types = folder.path().join("one/m/lib/puppet/type");
    fs::create_dir_all(&types).unwrap();
    fs::write(types.join("late.rb"), "Puppet::Type.newtype(:late) { newparam(:name) }").unwrap();
    assert!(shapes.find("late").is_none());
}
