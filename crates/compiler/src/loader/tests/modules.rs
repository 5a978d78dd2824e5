use syntax::Strictness;

use super::{fixture, strict_fixture};

#[test]
fn the_first_module_of_a_name_is_taken() {
    let mut fixture = fixture(&[
        ("modules/m/manifests/init.pp", "class m {}"),
        ("base/m/manifests/init.pp", "class m {"),
        ("base/n/manifests/init.pp", "class n {}"),
        ("base/bad-name/manifests/init.pp", "class bad {}"),
        ("base/Big/manifests/init.pp", "class big {}"),
        ("base/file.pp", "class file {}"),
    ]);
    assert!(fixture.has_class("m") && fixture.has_class("n"));
    assert!(!fixture.has_class("big") && !fixture.has_class("bad"));
    let names: Vec<&str> = fixture.loader.modules().map(|(name, _)| name).collect();
    assert_eq!(names, ["m", "n"]);
    assert_eq!(fixture.loader.module("m"), Some(fixture.directory.path().join("modules/m")));
}

#[test]
fn metadata_that_cannot_be_used_hides_the_module() {
    let class = ("modules/m/manifests/init.pp", "class m {}");
    let complete = r#"{"name":"a-m","source":"","author":"","version":"1.0.0","license":"","dependencies":"#;
    let check = |metadata: &str, expected: &str| {
        let mut fixture = fixture(&[class, ("modules/m/metadata.json", metadata)]);
        let found = fixture.has_class("m");
        let logged = fixture.logged();
        match expected {
            "" => assert!(found && logged.is_empty(), "{metadata}: {logged:?}"),
            expected => assert!(!found && logged.len() == 1 && logged[0].contains(expected), "{metadata}: {logged:?}"),
        }
    };
    check("{", "Err: m has an invalid and unparsable metadata.json file. The parse error: ");
    check(r#"{"name":"a-m"}"#, "Err: No source module metadata provided for m");
    check(
        &format!("{complete} {{}}}}"),
        "Err: The value for the key dependencies in the file metadata.json of the module m must be an array, not: '{}'",
    );
    check(&format!("{complete} []}}"), "");
    check("{}", "");
    check("[]", "");
}

#[test]
fn metadata_that_cannot_be_read_is_a_warning_when_not_strict() {
    let files = [("modules/m/manifests/init.pp", "class m {}"), ("modules/m/metadata.json", "{")];
    let mut fixture = strict_fixture(Strictness::Warning, &files);
    assert!(fixture.has_class("m"));
    assert!(fixture.logged()[0].starts_with("Warning: m has an invalid"));
    let mut fixture = strict_fixture(Strictness::Off, &files);
    assert!(fixture.has_class("m") && fixture.logged().is_empty());
}

#[test]
fn files_are_found_by_module_and_path() {
    let fixture = fixture(&[("modules/m/files/a/b.txt", "text"), ("modules/m/templates/t.epp", "text")]);
    let directory = fixture.directory.path();
    assert_eq!(fixture.loader.file("files", "m/a/b.txt"), Some(directory.join("modules/m/files/a/b.txt")));
    assert_eq!(fixture.loader.file("templates", "m/t.epp"), Some(directory.join("modules/m/templates/t.epp")));
    let absolute = directory.join("modules/m/templates/t.epp");
    assert_eq!(fixture.loader.file("files", absolute.to_str().unwrap()), Some(absolute));
    for name in ["m/t.epp", "n/a", "m", "", "m/", "/nonexistent"] {
        assert_eq!(fixture.loader.file("files", name), None, "{name}");
    }
}
