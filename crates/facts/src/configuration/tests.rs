use super::*;

fn read(text: &str) -> (Configuration, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("facter.conf");
    std::fs::write(&path, text).unwrap();
    let mut warnings = Vec::new();
    let configuration = Configuration::read(&Root::at(directory.path()), Some(&path), &mut warnings);
    (configuration, warnings.iter().map(ToString::to_string).collect())
}

#[test]
fn a_group_blocks_all_its_facts_and_a_name_only_itself() {
    let (configuration, warnings) = read(r#"facts : { blocklist : [ "file system", "os.distro", "mine.sh" ] }"#);
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(configuration.blocks("mountpoints") && configuration.blocks("mine.sh"));
    assert!(!configuration.blocks("os"));
    assert_eq!(configuration.blocked_parts("os").collect::<Vec<_>>(), ["distro"]);
}

#[test]
fn a_group_of_the_file_is_a_group() {
    let (configuration, _) =
        read(r#"facts : { blocklist : [ "mine" ] }, fact-groups : { mine : ["timezone", "os.name"] }"#);
    assert_eq!(configuration.blocked, ["timezone", "os.name"]);
}

#[test]
fn times_have_units() {
    let (configuration, _) = read(
        r#"facts : { ttls : [ { "timezone" : 30 days }, { "path" : 1 hour }, { "os" : 90000 }, { "a.sh" : 5 minutes } ] }"#,
    );
    let cached = |name: &str| configuration.cache_policy(name).map(|policy| policy.duration.as_secs());
    assert_eq!(
        [cached("timezone"), cached("path"), cached("os"), cached("a.sh"), cached("kernel")],
        [Some(2_592_000), Some(3600), Some(90), Some(300), None]
    );
}

#[test]
fn errors_are_reported_and_ignored() {
    let (configuration, warnings) = read(r#"facts : { ttls : [ { "timezone" : 3 moons } ], blocklist : ["path"] }"#);
    assert!(configuration.cache_policies.is_empty() && configuration.blocks("path"));
    assert!(warnings[0].contains("Could not parse time unit moons"), "{warnings:?}");
    let (_, warnings) = read("facts : { blocklist : [");
    assert!(warnings[0].starts_with("Facter failed to read config file "), "{warnings:?}");
}
