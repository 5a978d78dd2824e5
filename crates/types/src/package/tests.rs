//! What can be tested without installing a package.

use pcore::{Hash, Value};
use resource_api::State;

use super::{
    database::Database,
    manager::Presence,
    relations,
    target::{Ensure, Mark, PackageTarget},
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
    let status = |name: &str| database.find(name).map(|entry| entry.package_status());
    let presence = |name: &str| status(name).unwrap().presence;
    assert_eq!(presence("a"), Presence::Version("1.0".into()));
    assert_eq!(status("a").unwrap().mark, Some(Mark::None));
    assert_eq!(presence("a:i386"), Presence::Version("0.9".into()));
    assert_eq!(status("a:i386").unwrap().mark, Some(Mark::Hold));
    assert_eq!((presence("c"), presence("d"), presence("e")), (Presence::Absent, Presence::Absent, Presence::Purged));
    assert!(status("b").is_none() && status("a:arm64").is_none());
    assert_eq!(database.provider("y").unwrap().name, "a");
    assert!(database.provider("z").is_none());
    assert_eq!(database.iter().count(), 5);
    // A later update of the same package.
    database.read("Package: c\nStatus: install ok installed\nVersion: 2.1\n");
    assert_eq!(database.find("c").unwrap().package_status().presence, Presence::Version("2.1".into()));
    assert_eq!(database.iter().count(), 5);
}

#[test]
fn options_are_texts_and_pairs() {
    let pairs = [("--b", "2"), ("--a", "1")].map(|(name, value)| (Value::from(name), Value::from(value)));
    let pairs = Value::from(pairs.into_iter().collect::<Hash>());
    let options = Value::array(["-x".into(), pairs, 5.into()]);
    let should = State::new().with("install_options", options).with("ensure", "1.0");
    let target = PackageTarget::new("demo", &should);
    assert_eq!(target.options("install_options"), ["-x", "--a=1", "--b=2", "5"]);
    assert_eq!(target.options("uninstall_options"), [""; 0]);
    assert_eq!(target.ensure, Ensure::Version("1.0".into()));
}

#[test]
fn files_of_a_package_come_before_it() {
    let should = State::new().with("source", "/a.deb").with("responsefile", "/b").with("adminfile", "/c");
    let titles: Vec<String> = relations(&should).iter().map(|relation| relation.title.to_string()).collect();
    assert_eq!(titles, ["/b", "/c", "/a.deb"]);
    assert!(relations(&State::new().with("source", "https://example.com/a")).is_empty());
}
