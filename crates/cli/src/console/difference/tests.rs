//! Which messages are coloured.

use super::coloured;

#[test]
fn lines_that_go_are_red_and_lines_that_come_are_green() {
    let message = "\n--- /a\tx\n+++ /b\ty\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n\\ No newline at end of file\n";
    let expected = "\n\x1b[1m--- /a\tx\x1b[0m\n\x1b[1m+++ /b\ty\x1b[0m\n\x1b[36m@@ -1,2 +1,2 @@\x1b[0m\n one\n\
                    \x1b[31m-two\x1b[0m\n\x1b[32m+three\x1b[0m\n\\ No newline at end of file\n";
    assert_eq!(coloured(message).as_deref(), Some(expected));
}

#[test]
fn other_messages_are_not_coloured() {
    for message in ["", "\n", "hello", "\n- a\n+ b\n", "--- a\n+++ b\n@@ -1 +1 @@\n", "\n--- a\n+++ b\nBinary\n"] {
        assert_eq!(coloured(message), None, "{message}");
    }
}
