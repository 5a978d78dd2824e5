//! The examples of the README: each command gives just the output that stands below it.

use std::{env, path::Path, process::Command};

use crate::binary::run;

#[test]
fn the_examples_of_the_readme_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let binaries = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().expect("the binary has a folder");
    let path = format!("{}:{}", binaries.display(), env::var("PATH").unwrap_or_default());
    let directory = tempfile::tempdir().expect("a directory");
    let (_, yaml) = readme.split_once("```yaml\n").expect("an example in YAML");
    let definition = yaml.split("```").next().unwrap_or_default();
    std::fs::write(directory.path().join("motd.yaml"), definition).expect("the file is written");
    let mut count = 0;
    for (command, expected) in examples(&readme) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&directory).env("PATH", &path).env("NO_COLOR", "1");
        let run = run(&mut shell, "");
        assert_eq!(format!("{}{}", run.stdout, run.stderr), expected, "for {command}");
        count += 1;
    }
    assert!(count >= 6, "only {count} examples were found");
}

/// The pages about `resource` and `apply` use a program with types of its own, under the name of `bunraku`.
#[test]
fn the_examples_of_the_pages_about_resources_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let directory = tempfile::tempdir().expect("a directory");
    std::os::unix::fs::symlink(crate::shelf::program(), directory.path().join("bunraku")).expect("a link");
    let path = format!("{}:{}", directory.path().display(), env::var("PATH").unwrap_or_default());
    let note = crate::apply::resource("Note", "first", serde_json::json!({"text": "bye"}));
    std::fs::write(directory.path().join("web1.json"), crate::apply::catalog(&[note])).expect("the file is written");
    for page in ["docs/resource-command.md", "docs/apply-command.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect("there is a page");
        let examples = examples(&text);
        assert!(!examples.is_empty(), "{page} has no example");
        for (command, expected) in examples {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(&directory).env("PATH", &path).env("NO_COLOR", "1");
            let run = run(shell.env("SHELF", directory.path()), "");
            let said = crate::apply::without_times(&format!("{}{}", run.stdout, run.stderr));
            assert_eq!(said.replace(" in N seconds", " in N.NN seconds"), expected, "for {command}");
        }
    }
}

/// Returns each `$ command` of the console blocks with the lines that follow it.
pub fn examples(readme: &str) -> Vec<(String, String)> {
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
