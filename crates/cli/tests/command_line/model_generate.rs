//! `bunraku model generate` and `bunraku model diagram`: the examples of the manual are run, and files are written.

use std::{fs, path::Path, process::Command};

use crate::{binary, folder::Folder};

const MANUAL: &str = include_str!("../../../../docs/generation.md");

/// The blocks of a kind, in order.
fn blocks(kind: &str) -> Vec<&'static str> {
    let start = format!("```{kind}\n");
    MANUAL.split(start.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The commands of a block, each with what it writes. A command goes on while a quote is open.
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
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let folder = Folder::new(&[]);
    for text in blocks("puppet") {
        let name = text.split_whitespace().nth(1).unwrap().to_lowercase();
        fs::write(folder.path().join(format!("{name}.pp")), text).unwrap();
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().unwrap().to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&others))).unwrap();
    let mut count = 0;
    for (command, expected) in blocks("console").into_iter().flat_map(commands) {
        if command.contains("lua5.4") && !is_installed("lua5.4") {
            eprintln!("skipped: lua5.4 is not installed");
            continue;
        }
        let run =
            binary::run(Command::new("bash").args(["-c", &command]).env("PATH", &path).current_dir(folder.path()), "");
        let said = run.stdout.replace(&format!("{}/", folder.path().display()), "");
        assert_eq!(said, expected, "for {command}\n{}", run.stderr);
        count += 1;
    }
    assert!(count >= 4, "only {count} examples");
}

fn model(folder: &Folder, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    let run = binary::run(command.arg("model").args(words).current_dir(folder.path()), "");
    let without = |text: &str| text.replace(&format!("{}/", folder.path().display()), "");
    (run.code, without(&run.stdout), without(&run.stderr))
}

#[test]
fn several_documents_need_a_folder() {
    let types = "type My::Port { attr number, Integer { min => 1 } }\ntype Host { has ports, My::Port { max => 3 } }\n";
    let folder = Folder::new(&[("types.pp", types)]);
    let (code, stdout, stderr) = model(&folder, &["generate", "--lang", "json-schema", "types.pp"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_eq!(
        stderr,
        "error: there are several documents: My-Port.schema.json, Host.schema.json\n\
         hint: --output DIR writes them into a folder\n"
    );
    for (language, names) in [
        ("json-schema", "out/My-Port.schema.json\nout/Host.schema.json\n"),
        ("rust", "out/Cargo.toml\nout/src/lib.rs\n"),
        ("python", "out/models.py\n"),
        ("lua", "out/models.lua\n"),
        ("typescript", "out/models.ts\n"),
        ("markdown", "out/my-port.md\nout/host.md\n"),
    ] {
        let ran = model(&folder, &["generate", "--lang", language, "types.pp", "--output", "out"]);
        assert_eq!(ran, (0, names.to_owned(), String::new()));
        for name in names.lines() {
            assert!(fs::read_to_string(folder.path().join(name)).unwrap().ends_with('\n'), "{name}");
        }
    }
    // What is around the code of a crate is not needed to read it, and pages can follow each other.
    let (code, rust, _) = model(&folder, &["generate", "--lang", "rust", "types.pp"]);
    assert_eq!((code, rust.contains("pub struct Host {"), rust.contains("[package]")), (0, true, false), "{rust}");
    let (code, pages, _) = model(&folder, &["generate", "--lang", "markdown", "types.pp"]);
    assert_eq!((code, pages.matches("\n# ").count(), pages.starts_with("# My::Port\n")), (0, 1, true), "{pages}");
    assert_eq!(model(&folder, &["diagram", "types.pp", "--output", "out"]).1, "out/models.svg\n");
    let (code, drawing, _) = model(&folder, &["diagram", "types.pp"]);
    assert_eq!((code, drawing.starts_with("<svg xmlns=")), (0, true));
}
