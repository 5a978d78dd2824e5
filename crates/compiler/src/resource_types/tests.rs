use std::{fs, sync::Arc};

use ecow::EcoString;
use resource_api::log::{Log, Recorder};
use tempfile::TempDir;

use super::{CoreTypes, EnvironmentTypes, NoResourceTypes, ResourceTypeInfo, ResourceTypes};
use crate::Environment;

#[test]
fn every_type_that_comes_with_puppet_has_its_attributes() {
    let names = CoreTypes.names();
    assert_eq!(names.len(), 28);
    for name in names {
        let info = CoreTypes.find(&name).unwrap();
        let attributes = info.attributes.as_ref().unwrap();
        assert!(!attributes.is_empty() && !info.namevars.is_empty(), "{name}");
        assert!(info.namevars.iter().all(|namevar| attributes.contains(namevar)), "{name}");
    }
}

#[test]
fn what_is_special_about_a_type_is_known() {
    let find = |name| CoreTypes.find(name).unwrap();
    assert!(find("file").titles_are_paths && !find("file").may_repeat);
    assert!(find("exec").may_repeat && find("tidy").may_repeat && !find("notify").may_repeat);
    assert!(find("sshkey").titles_have_parts && !find("package").titles_have_parts);
    assert_eq!(find("package").namevars, ["command", "name", "provider"]);
    assert_eq!(find("zpool").namevars, ["pool"]);
}

/// An environment with files of modules.
fn environment(files: &[(&str, &str)]) -> (TempDir, Environment) {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let modulepath = vec![directory.path().join("one"), directory.path().join("two")];
    (directory, Environment { modulepath, ..Environment::default() })
}

fn names(names: &[&str]) -> Vec<EcoString> {
    names.iter().map(|name| (*name).into()).collect()
}

#[test]
fn types_of_modules_hide_built_in_ones_and_those_hide_puppets_own() {
    struct Native;
    impl ResourceTypes for Native {
        fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
            let attributes = Some(names(&["native"]));
            let info = ResourceTypeInfo { name: name.into(), attributes, ..ResourceTypeInfo::default() };
            matches!(name, "note" | "cron" | "notify").then(|| Arc::new(info))
        }
    }
    let (_folder, environment) = environment(&[
        ("two/a/lib/puppet/type/note.rb", "Puppet::Type.newtype(:note) { newparam(:wrong) }"),
        ("one/b/lib/puppet/type/note.rb", "Puppet::Type.newtype(:note) { newparam(:name); newproperty(:text) }"),
        ("two/c/lib/puppet/provider/note/file.rb", "Puppet::Type.type(:note).provide(:file) {}"),
        ("one/b/lib/puppet/type/cron.rb", "Puppet::Type.newtype(:cron) { [:a, :b].each { |name| newparam(name) } }"),
    ]);
    let recorder = Arc::new(Recorder::default());
    let resource_types = EnvironmentTypes::new(&environment, Native, Log::new(recorder.clone(), Arc::default()));
    let find = |name| resource_types.find(name).unwrap().attributes.clone().unwrap();
    assert_eq!(find("note"), names(&["name", "text", "provider"]));
    assert_eq!(find("cron"), names(&["a", "b"]));
    assert_eq!(find("notify"), names(&["native"]));
    assert!(find("exec").contains(&"command".into()));
    assert!(resource_types.find("nosuch").is_none());
    assert!(resource_types.names().contains(&"note".into()) && resource_types.names().contains(&"exec".into()));
    assert!(recorder.entries().is_empty());
}

/// Manifests choose providers of Puppet's own types, though ours have only one.
#[test]
fn a_type_that_is_built_in_has_providers_where_puppets_has() {
    struct Exec;
    impl ResourceTypes for Exec {
        fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
            let attributes = Some(names(&["command"]));
            Some(Arc::new(ResourceTypeInfo { name: name.into(), attributes, ..ResourceTypeInfo::default() }))
        }
    }
    let (_folder, environment) = environment(&[]);
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let resource_types = EnvironmentTypes::new(&environment, Exec, log);
    let find = |name| resource_types.find(name).unwrap().attributes.clone().unwrap();
    assert_eq!(find("exec"), names(&["command", "provider"]));
    assert_eq!(find("notify"), names(&["command"]));
}

#[test]
fn an_unknown_type_accepts_anything() {
    let (directory, environment) = environment(&[
        ("one/m/lib/puppet/type/broken.rb", "Puppet::Type.newtype(:broken) do\n  newparam("),
        ("one/m/lib/puppet/type/other.rb", "Puppet::Type.newtype(name) { newparam(:x) }"),
        ("one/m/lib/puppet/type/mixed.rb", "Puppet::Type.newtype(:mixed) { extend Other; add_all }"),
    ]);
    let recorder = Arc::new(Recorder::default());
    let resource_types =
        EnvironmentTypes::new(&environment, NoResourceTypes, Log::new(recorder.clone(), Arc::default()));
    for name in ["broken", "other", "mixed", "broken"] {
        assert_eq!(resource_types.find(name).unwrap().attributes, None, "{name}");
    }
    let lines: Vec<String> = recorder.entries().iter().map(|entry| entry.message.to_string()).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("The attributes of the type 'broken' are not checked: not valid Ruby: "), "{lines:?}");
    assert!(
        lines[0].contains(&format!("(file: {}/one/m/lib/puppet/type/broken.rb, line: ", directory.path().display()))
    );
}

#[test]
fn a_type_is_looked_for_once() {
    let (directory, environment) = environment(&[]);
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let resource_types = EnvironmentTypes::new(&environment, NoResourceTypes, log);
    assert!(resource_types.find("late").is_none());
    let types = directory.path().join("one/m/lib/puppet/type");
    fs::create_dir_all(&types).unwrap();
    fs::write(types.join("late.rb"), "Puppet::Type.newtype(:late) { newparam(:name) }").unwrap();
    assert!(resource_types.find("late").is_none());
}
