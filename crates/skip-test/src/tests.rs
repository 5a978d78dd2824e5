use std::panic::catch_unwind;

use crate::skip_for;

#[test]
fn a_skipped_test_passes() {
    skip_for(&"there is no example", false);
}

#[test]
fn a_test_that_must_run_fails() {
    let failure = catch_unwind(|| skip_for(&"there is no example", true)).unwrap_err();
    let message = failure.downcast_ref::<String>().unwrap();
    assert_eq!(message, "this test cannot run, and BUNRAKU_REQUIRE_ALL is set: there is no example");
}
