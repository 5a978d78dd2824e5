//! Changes of a file of aliases.

use std::fs;

use example_lines::mail_alias;
use resource_api::{log::Level, pcore::Value};
use tempfile::TempDir;
use testkit::Trial;

const BEFORE: &str = "# who is who\nroot:   alice\nwhat?\n\nlist: a, b";

#[test]
fn only_what_is_managed_is_written() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("aliases");
    fs::write(&path, BEFORE).unwrap();
    let mail_alias = mail_alias(path.clone()).unwrap();
    let mut trial = Trial::new(&mail_alias);
    let recipients = |names: &[&str]| Value::array(names.iter().map(|name| Value::from(*name)));

    assert!(trial.apply("list", [("recipients", recipients(&["a", "b"]))]).unwrap().events.is_empty());
    assert_eq!(fs::read_to_string(&path).unwrap(), BEFORE, "what is right stays as it is");
    trial.apply("list", [("recipients", recipients(&["a", "c"]))]).unwrap();
    trial.apply("www", [("recipients", recipients(&["root"]))]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# who is who\nroot:   alice\nwhat?\n\nlist: a, c\nwww: root\n");
    trial.apply("root", [("ensure", "absent")]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "# who is who\nwhat?\n\nlist: a, c\nwww: root\n");
    assert!(trial.log_from(Level::Warning).iter().any(|line| line.contains("line 3: expected a name, a colon")));
    assert!(trial.apply("two words", [("ensure", "present")]).is_err(), "it would be read as something else");
}
