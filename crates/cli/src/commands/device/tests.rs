//! Whether log lines of a run of devices are shown.

use std::ffi::OsString;

use super::{USAGE, is_quiet};
use crate::options::Options;

// Requirement: TR-55
#[test]
fn a_run_of_all_devices_is_quiet_unless_output_is_requested() {
    let is_quiet = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        is_quiet(&Options::read(&[USAGE.options], &words).expect("they are options"))
    };
    assert!(is_quiet(&[]) && is_quiet(&["--target", "x"]) && is_quiet(&["--detailed-exitcodes", "--noop"]));
    for words in [&["-v"][..], &["--debug"], &["-t", "x", "-r", "y"], &["-t", "x", "-f"], &["-t", "x", "--apply", "y"]]
    {
        assert!(!is_quiet(words), "{words:?}");
    }
}
