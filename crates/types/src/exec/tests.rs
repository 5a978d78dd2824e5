//! What can be tested without executing a command; see `executed` for the rest.

mod executed;

use pcore::Value;

use super::{relations::relations, words};
use crate::program;

#[test]
fn a_shell_reads_what_only_a_shell_understands() {
    for command in ["a b", "/bin/a=b c", "a b=c", "a %d", "/bin/exec", "a\tb", "a éè", "ifconfig", ""] {
        assert!(!program::needs_shell(command), "{command}");
    }
    for command in [
        "a; b", "a > b", "a $b", "a 'b'", "a \"b\"", "a *", "a=b c", "if true", ". a", "exec a", "a\nb", "a # b",
        " ~/a",
    ] {
        assert!(program::needs_shell(command), "{command}");
    }
    assert_eq!(program::command_line("  a  b\tc "), ["a", "b", "c"]);
    assert_eq!(program::command_line("a;b"), ["/bin/sh", "-c", "a;b"]);
}

#[test]
fn the_program_of_a_command_is_found() {
    let program = |command: &str| words::program(&command.into());
    assert_eq!(program("/bin/a b").as_deref(), Some("/bin/a"));
    assert_eq!(program("\"/bin/a b\" c").as_deref(), Some("/bin/a b"));
    assert_eq!(program("'/bin/a b' c").as_deref(), Some("/bin/a b"));
    assert_eq!(program(""), None);
    let array = Value::array(["/bin/a b".into(), "c".into()]);
    assert_eq!(words::program(&Value::sensitive(array)).as_deref(), Some("/bin/a b"));
    assert_eq!(words::program(&Value::array([])), None);
}

#[test]
fn variables_are_read() {
    assert_eq!(words::setting("A=b=c"), Some(("A", "b=c")));
    assert_eq!(words::setting("A="), Some(("A", "")));
    assert_eq!(words::setting("A=b\nC=d"), Some(("A", "b\nC=d")));
    assert_eq!(words::setting("-x\nC=d"), Some(("C", "d")));
    assert_eq!(words::setting("-A=b"), None);
}

#[test]
fn a_word_is_quoted_for_the_shell() {
    assert_eq!(program::quoted("a'b"), r"'a'\''b'");
}

#[test]
fn files_directory_and_user_are_required() {
    let should = resource_api::State::new()
        .with("command", "/bin/a x\n\"/opt/b c\" y")
        .with("cwd", "/srv")
        .with("user", "alice")
        .with("onlyif", Value::array([Value::array(["/bin/c".into(), "/no".into()]), "/bin/d /no".into()]))
        .with("unless", "e /no");
    let found: Vec<String> = relations(&should, &|_, _| true).iter().map(|relation| relation.to_string()).collect();
    assert_eq!(found, ["File[/srv]", "File[/bin/a]", "File[/opt/b c]", "File[/bin/c]", "File[/bin/d]", "User[alice]"]);
    let numbered = resource_api::State::new().with("command", "x").with("user", "0");
    assert!(relations(&numbered, &|_, _| true).is_empty());
}
