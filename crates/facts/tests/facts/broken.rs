//! Files that are missing, or say nonsense.

use facts::{Facts, Root};

use crate::{check, machine, with_legacy};

#[test]
fn nonsense_is_passed_over() {
    let facts = with_legacy(&machine("broken"));
    check(&facts, "mountpoints./ok.device", r#""/dev/sda1""#);
    for name in ["memory", "system_uptime", "load_averages", "ssh", "networking.interfaces", "os.name"] {
        check(&facts, name, "");
    }
    check(&facts, "timezone", r#""UTC""#);
    check(&facts, "disks.sdx.size_bytes", "0");
    assert!(
        matches!(facts.warnings(), [warning] if warning.starts_with("Facter failed to read config file ")),
        "{:?}",
        facts.warnings()
    );
}

#[test]
fn a_machine_without_files_has_hardly_any_facts() {
    let folder = tempfile::tempdir().unwrap();
    let facts = with_legacy(&Root::at(folder.path()));
    assert!(facts.warnings().is_empty(), "{:?}", facts.warnings());
    let names: Vec<&str> = facts.hash().keys().filter_map(pcore::Value::as_str).collect();
    let expected = ["facterversion", "fips_enabled", "hardwareisa", "is_virtual", "kernel", "os", "processors"];
    assert_eq!(names, [&expected[..], &["selinux", "timezone", "virtual"]].concat());
    assert!(Facts::read(&Root::at("/nowhere/at/all")).get("memory").is_none());
}
