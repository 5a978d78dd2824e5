//! The machine that the tests run on.

use facts::{Facts, Root};

#[test]
fn this_machine_has_what_every_machine_has() {
    let facts = Facts::read(&Root::machine());
    for name in ["kernel", "kernelrelease", "memory.system.total_bytes", "os.hardware", "processors.count", "virtual"] {
        assert!(facts.get(name).is_some(), "for {name}");
    }
}

#[test]
fn names_are_sorted() {
    let facts = Facts::read(&Root::machine());
    let names: Vec<&str> = facts.hash().keys().filter_map(pcore::Value::as_str).collect();
    assert!(names.is_sorted(), "{names:?}");
}
