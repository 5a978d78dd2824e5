//! `bunraku model generate` and `bunraku model diagram`: runs the examples of the manual and writes files.

use std::{fs, path::Path, process::Command};

use crate::{binary, test_dir::TestDir};

const MANUAL: &str = include_str!("../../../../docs/generation.md");

/// The blocks of a language, in order.
fn blocks(kind: &str) -> Vec<&'static str> {
    let start = format!("```{kind}\n");
    MANUAL.split(start.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The commands of a block with their output. A command continues while a quote is open.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((command, _))) if command.matches('\'').count() % 2 == 1 => {
                command.push('\n');
                command.push_str(line);
            }
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let directory = TestDir::new(&[]);
    for text in blocks("puppet") {
        let name = text.split_whitespace().nth(1).unwrap().to_lowercase();
        fs::write(directory.path().join(format!("{name}.pp")), text).unwrap();
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().unwrap().to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&others))).unwrap();
    let mut count = 0;
    for (command, expected) in blocks("console").into_iter().flat_map(commands) {
        if command.contains("lua5.4") && !is_installed("lua5.4") {
            skip_test::skip!("lua5.4 is not installed");
            continue;
        }
        let run = binary::run(
            Command::new("bash").args(["-c", &command]).env("PATH", &path).current_dir(directory.path()),
            "",
        );
        let printed = run.stdout.replace(&format!("{}/", directory.path().display()), "");
        assert_eq!(printed, expected, "for {command}\n{}", run.stderr);
        count += 1;
    }
    assert!(count >= 4, "only {count} examples");
}

fn model(directory: &TestDir, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    let run = binary::run(command.arg("model").args(words).current_dir(directory.path()), "");
    let without = |text: &str| text.replace(&format!("{}/", directory.path().display()), "");
    (run.code, without(&run.stdout), without(&run.stderr))
}

#[test]
fn several_documents_need_a_directory() {
    let types = "type My::Port { attr number, Integer { min => 1 } }\ntype Host { has ports, My::Port { max => 3 } }\n";
    let directory = TestDir::new(&[("types.pp", types)]);
    let (code, stdout, stderr) = model(&directory, &["generate", "--lang", "json-schema", "types.pp"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_eq!(
        stderr,
        "error: cannot write several documents to stdout: My-Port.schema.json, Host.schema.json\n\
         hint: use --output DIR to write them to a directory\n"
    );
    for (language, names) in [
        ("json-schema", "out/My-Port.schema.json\nout/Host.schema.json\n"),
        ("rust", "out/Cargo.toml\nout/src/lib.rs\n"),
        ("python", "out/models.py\n"),
        ("lua", "out/models.lua\n"),
        ("typescript", "out/models.ts\n"),
        ("markdown", "out/my-port.md\nout/host.md\n"),
    ] {
        let ran = model(&directory, &["generate", "--lang", language, "types.pp", "--output", "out"]);
        assert_eq!(ran, (0, names.to_owned(), String::new()));
        for name in names.lines() {
            assert!(fs::read_to_string(directory.path().join(name)).unwrap().ends_with('\n'), "{name}");
        }
    }
    // Stdout gets the code of a crate without the other files, and all pages as one.
    let (code, rust, _) = model(&directory, &["generate", "--lang", "rust", "types.pp"]);
    assert_eq!((code, rust.contains("pub struct Host {"), rust.contains("[package]")), (0, true, false), "{rust}");
    let (code, pages, _) = model(&directory, &["generate", "--lang", "markdown", "types.pp"]);
    assert_eq!((code, pages.matches("\n# ").count(), pages.starts_with("# My::Port\n")), (0, 1, true), "{pages}");
    assert_eq!(model(&directory, &["diagram", "types.pp", "--output", "out"]).1, "out/models.svg\n");
    let (code, drawing, _) = model(&directory, &["diagram", "types.pp"]);
    assert_eq!((code, drawing.starts_with("<svg xmlns=")), (0, true));
}
