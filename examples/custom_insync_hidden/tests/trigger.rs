//! When the hidden property is out of sync, and what is logged.

#![allow(clippy::unwrap_used, reason = "clippy does not recognize helper functions as test code")]

use std::{fs, path::Path};

use example_custom_insync_hidden::hidden;
use tempfile::TempDir;
use testkit::Trial;

/// Applies the resource `example` and returns the log.
fn apply(directory: &Path, force: bool, message: Option<&str>) -> Vec<String> {
    let hidden = hidden(directory.join("journal"), message.map(str::to_owned));
    let mut trial = Trial::new(&hidden);
    trial.apply("example", [("force", force)]).unwrap();
    trial.log()
}

#[test]
fn nothing_happens_unless_it_is_forced() {
    let directory = TempDir::new().unwrap();
    assert_eq!(apply(directory.path(), false, None), [""; 0]);
    assert!(!directory.path().join("journal").exists());
}

#[test]
fn forced_it_is_done_with_the_usual_words_or_with_others() {
    let directory = TempDir::new().unwrap();
    let source = "Notice: /Test_custom_insync_hidden_property[example]/rsapi_custom_insync_trigger";
    let log = apply(directory.path(), true, None);
    assert_eq!(log[0], format!("{source}: Custom insync logic determined that this resource is out of sync"));
    let log = apply(directory.path(), true, Some("Out of sync because it is forced"));
    assert_eq!(log[0], format!("{source}: Out of sync because it is forced"));
    assert_eq!(fs::read_to_string(directory.path().join("journal")).unwrap(), "example\nexample\n");
}
