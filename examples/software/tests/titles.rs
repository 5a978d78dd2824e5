//! Titles of `software`, and the resources that they refer to.

use example_software::software;
use tempfile::TempDir;
use testkit::Trial;

#[test]
fn titles_name_package_and_manager() {
    let directory = TempDir::new().unwrap();
    let software = software(directory.path().into());
    let mut trial = Trial::new(&software);
    trial.apply("php-yum", [("ensure", "present")]).unwrap();
    trial.apply("php", [("manager", "gem")]).unwrap();
    trial.apply("ruby-build-gem", [("ensure", "present")]).unwrap();
    for installed in ["yum/php", "gem/php", "gem/ruby-build"] {
        assert!(directory.path().join(installed).exists(), "{installed}");
    }
    let log = trial.log();
    assert_eq!(log[0], "Notice: /Software[php-yum]/ensure: defined 'ensure' as 'present'");
    let block = r#"Notice: software[{:package=>"php", :manager=>"yum"}]: Creating: Finished in "#;
    assert!(log[1].starts_with(block), "{}", log[1]);
}

#[test]
fn what_is_there_is_found_under_either_title_and_can_go() {
    let directory = TempDir::new().unwrap();
    let software = software(directory.path().into());
    Trial::new(&software).apply("php-yum", [("ensure", "present")]).unwrap();

    let mut trial = Trial::new(&software);
    assert!(trial.apply("php", [("manager", "yum")]).unwrap().events.is_empty());
    trial.apply("php-yum", [("ensure", "absent")]).unwrap();
    assert!(!directory.path().join("yum/php").exists());
    assert!(trial.list().unwrap().is_empty());
}
