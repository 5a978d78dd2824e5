//! How the shell interprets a path in a command.

use std::process::Command;

use super::Validation;

/// Paths that would do something if a shell interpreted them.
const HOSTILE: [&str; 9] = [
    "/tmp/a;touch PWNED;b",
    "/tmp/$(touch PWNED)",
    "/tmp/`touch PWNED`",
    "/tmp/a'; touch PWNED; 'b",
    "/tmp/a\"; touch PWNED; \"b",
    "/tmp/a\\",
    "/tmp/two  words\tand\nlines",
    "/tmp/$HOME*?[a]{b,c}~#",
    "/tmp/'\"\\$`'",
];

fn line(command: &str, file: &str) -> String {
    Validation { command, replacement: "%" }.line(file).unwrap()
}

#[test]
fn a_plain_path_is_put_into_the_command_as_it_is() {
    assert_eq!(line("/bin/test -f % '%' \"%\"", "/etc/a-b_c.conf+x"), {
        "/bin/test -f /etc/a-b_c.conf+x '/etc/a-b_c.conf+x' \"/etc/a-b_c.conf+x\""
    });
    assert_eq!(Validation { command: "a % {file}", replacement: "{file}" }.line("/b").unwrap(), "a % /b");
    assert_eq!(line("$(dirname %)", "/b"), "$(dirname /b)");
    assert_eq!(line("/bin/true", "/a b"), "/bin/true");
}

#[test]
fn a_shell_reads_any_path_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    for path in HOSTILE {
        for command in [
            "printf '%s\\n' F end",
            "printf '%s\\n' 'F' end",
            "printf '%s\\n' \"F\" end",
            "printf '%s\\n' ''\"\"F\"\"'' end",
        ] {
            let line = Validation { command, replacement: "F" }.line(path).unwrap();
            let mut shell = Command::new("/bin/sh");
            let output = shell.args(["-c", &line]).current_dir(directory.path()).env("HOME", "/root").output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed, format!("{path}\nend\n"), "{line}");
            assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "{line}");
        }
    }
}

#[test]
fn a_path_that_cannot_be_quoted_is_refused() {
    for command in ["test -f \"$(readlink %)\"", "echo `cat %`", "cat ${x:-%}", "cat <<END\n%\nEND\n", "true # don't %"]
    {
        let failure = Validation { command, replacement: "%" }.line("/a b").unwrap_err().to_string();
        assert!(failure.contains("shell metacharacters"), "{failure}");
    }
}
