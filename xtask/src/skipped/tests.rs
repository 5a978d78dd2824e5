//! Which tests were skipped.

use super::Output;

#[test]
fn a_test_that_says_that_it_was_skipped_is_found() {
    let text = "\nrunning 3 tests\ntest a ... ok\ntest b ... ok\ntest c ... ok\n\nsuccesses:\n\n---- a stdout ----\nskipped, \
                because it needs root\n\n---- b stdout ----\nskipped: this system has no large pages\n\n---- c stdout \
                ----\nnothing was skipped\n\n\nsuccesses:\n    a\n    b\n    c\n\ntest result: ok. 3 passed; 0 failed";
    let mut output = Output::default();
    let shown: Vec<&str> = text.lines().filter(|line| output.read(line)).collect();
    assert_eq!(output.skipped, ["a: skipped, because it needs root"]);
    let last = "test result: ok. 3 passed; 0 failed";
    assert_eq!(shown, ["", "running 3 tests", "test a ... ok", "test b ... ok", "test c ... ok", "", last]);
}
