//! When the text of a `document` is read.

use std::fs;

use example_lazy::document;
use resource_api::log::Level;
use tempfile::TempDir;
use testkit::Trial;

/// The names of the files that were read since the last call.
fn read(trial: &mut Trial<'_>) -> Vec<String> {
    let lines = trial.log_from(Level::Debug);
    lines.iter().filter_map(|line| line.split_once("Reading ")).map(|(_, name)| name.to_owned()).collect()
}

#[test]
fn listing_reads_no_text() {
    let directory = TempDir::new().unwrap();
    for name in ["a", "b", "c"] {
        fs::write(directory.path().join(name), name.repeat(1000)).unwrap();
    }
    let document = document(directory.path().into());
    let mut trial = Trial::new(&document);
    let listed = trial.list().unwrap();
    assert_eq!(listed.len(), 3);
    assert!(listed.iter().all(|document| document.get("size").is_some() && document.get("text").is_none()));
    assert_eq!(read(&mut trial), [""; 0]);
}

#[test]
fn only_a_document_whose_text_is_managed_is_read() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a"), "old").unwrap();
    fs::write(directory.path().join("b"), "other").unwrap();
    let document = document(directory.path().into());

    let mut trial = Trial::new(&document);
    assert!(trial.apply("b", [("ensure", "present")]).unwrap().events.is_empty());
    assert_eq!(read(&mut trial), [""; 0]);
    trial.apply("a", [("text", "new")]).unwrap();
    assert_eq!(read(&mut trial), ["a"]);
    assert_eq!(fs::read_to_string(directory.path().join("a")).unwrap(), "new");
    assert!(Trial::new(&document).apply("a", [("text", "new")]).unwrap().events.is_empty());
}
