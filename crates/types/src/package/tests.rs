//! What can be said about packages without installing one.

use pcore::{Hash, Value};
use resource_api::State;

use super::{
    database::Database,
    relations,
    system::Presence,
    wanted::{Ensure, Mark, Wanted},
};

const STATUS: &str = "Package: a
Status: install ok installed
Architecture: amd64
Version: 1.0
Description: something
 Package: b
 .
Provides: x (= 1.0), y

Package: a
Status: hold ok installed
Architecture: i386
Version: 0.9

Package: c
Status: deinstall ok config-files
Version: 2.0

Package: d
Status: install reinstreq half-installed

Package: e
Status: purge ok not-installed

";

#[test]
fn what_dpkg_knows_is_read_from_its_files() {
    let mut database = Database::default();
    database.read(STATUS);
    let found = |name: &str| database.find(name).map(|entry| entry.found());
    let presence = |name: &str| found(name).unwrap().presence;
    assert_eq!(presence("a"), Presence::Version("1.0".into()));
    assert_eq!(found("a").unwrap().mark, Some(Mark::None));
    assert_eq!(presence("a:i386"), Presence::Version("0.9".into()));
    assert_eq!(found("a:i386").unwrap().mark, Some(Mark::Hold));
    assert_eq!((presence("c"), presence("d"), presence("e")), (Presence::Absent, Presence::Absent, Presence::Purged));
    assert!(found("b").is_none() && found("a:arm64").is_none());
    assert_eq!(database.provider("y").unwrap().name, "a");
    assert!(database.provider("z").is_none());
    assert_eq!(database.iter().count(), 5);
    // What was done since the file was written.
    database.read("Package: c\nStatus: install ok installed\nVersion: 2.1\n");
    assert_eq!(database.find("c").unwrap().found().presence, Presence::Version("2.1".into()));
    assert_eq!(database.iter().count(), 5);
}

#[test]
fn options_are_texts_and_pairs() {
    let pairs = [("--b", "2"), ("--a", "1")].map(|(name, value)| (Value::from(name), Value::from(value)));
    let pairs = Value::from(pairs.into_iter().collect::<Hash>());
    let options = Value::array(["-x".into(), pairs, 5.into()]);
    let should = State::new().with("install_options", options).with("ensure", "1.0");
    let wanted = Wanted::new("demo", &should);
    assert_eq!(wanted.options("install_options"), ["-x", "--a=1", "--b=2", "5"]);
    assert_eq!(wanted.options("uninstall_options"), [""; 0]);
    assert_eq!(wanted.ensure, Ensure::Version("1.0".into()));
}

#[test]
fn files_of_a_package_come_before_it() {
    let should = State::new().with("source", "/a.deb").with("responsefile", "/b").with("adminfile", "/c");
    let titles: Vec<String> = relations(&should).iter().map(|relation| relation.title.to_string()).collect();
    assert_eq!(titles, ["/b", "/c", "/a.deb"]);
    assert!(relations(&State::new().with("source", "https://example.com/a")).is_empty());
}
