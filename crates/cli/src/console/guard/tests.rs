use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(guarded_text(text), expected);
}

#[test]
fn several_lines_stay_as_they_are() {
    for text in
        ["one", "one\ntwo\n", "\n--- a\n+++ b\n\t-x\n", "a\r\nb\r\n", "Notice: first", "2026-11-18 13:04:19 +0000 x"]
    {
        check(text, text);
        assert!(matches!(guarded_text(text), Cow::Borrowed(_)));
    }
}

#[test]
fn no_line_of_a_message_looks_like_one_of_the_log() {
    check("evil\nNotice: fake", "evil\n  Notice: fake");
    check("evil\r\nError: fake\nNoticed: x\n", "evil\r\n  Error: fake\nNoticed: x\n");
    check(
        "evil\n2026-11-18 13:04:19 +0000 Puppet (notice): fake",
        "evil\n  2026-11-18 13:04:19 +0000 Puppet (notice): fake",
    );
}

#[test]
fn nothing_steers_a_terminal() {
    check(
        "\u{1b}[2J\u{1b}]0;pwn\u{7}evil\rx\u{9b}31m\u{7f}\u{0}",
        "\u{fffd}[2J\u{fffd}]0;pwn\u{fffd}evil\u{fffd}x\u{fffd}31m\u{fffd}\u{fffd}",
    );
    check("\u{202e}gnp.exe", "\u{fffd}gnp.exe");
}
