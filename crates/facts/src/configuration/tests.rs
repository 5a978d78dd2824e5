use super::*;

fn read(text: &str) -> (Configuration, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facter.conf");
    std::fs::write(&path, text).unwrap();
    let mut warnings = Vec::new();
    let configuration = Configuration::read(&Root::at(folder.path()), Some(&path), &mut warnings);
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
    let kept = |name: &str| configuration.keeps(name).map(|kept| kept.duration.as_secs());
    assert_eq!(
        [kept("timezone"), kept("path"), kept("os"), kept("a.sh"), kept("kernel")],
        [Some(2_592_000), Some(3600), Some(90), Some(300), None]
    );
}

#[test]
fn what_is_wrong_is_told_and_left_out() {
    let (configuration, warnings) = read(r#"facts : { ttls : [ { "timezone" : 3 moons } ], blocklist : ["path"] }"#);
    assert!(configuration.kept.is_empty() && configuration.blocks("path"));
    assert!(warnings[0].contains("Could not parse time unit moons"), "{warnings:?}");
    let (_, warnings) = read("facts : { blocklist : [");
    assert!(warnings[0].starts_with("Facter failed to read config file "), "{warnings:?}");
}
