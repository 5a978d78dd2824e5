//! The examples of the README: each command gives just the output that stands below it.

use std::{env, path::Path, process::Command};

use crate::binary::run;

#[test]
fn the_examples_of_the_readme_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let binaries = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().expect("the binary has a folder");
    let path = format!("{}:{}", binaries.display(), env::var("PATH").unwrap_or_default());
    let mut count = 0;
    for (command, expected) in examples(&readme) {
        let run = run(Command::new("sh").args(["-c", &command]).env("PATH", &path).env("NO_COLOR", "1"), "");
        assert_eq!(format!("{}{}", run.stdout, run.stderr), expected, "for {command}");
        count += 1;
    }
    assert!(count >= 5, "only {count} examples were found");
}

/// Returns each `$ command` of the console blocks with the lines that follow it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line == "```console" => inside = true,
            _ if line.starts_with("```") => inside = false,
            _ if !inside => {}
            Some(command) => examples.push((command.to_owned(), String::new())),
            None => {
                if let Some((_, expected)) = examples.last_mut() {
                    expected.push_str(line);
                    expected.push('\n');
                }
            }
        }
    }
    examples
}
