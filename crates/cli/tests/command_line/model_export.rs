//! Models in and out: the examples of their page, and what is said of arguments and documents that cannot be used.
//!
//! `UPDATE_DOCS=1 cargo test -p cli --test command_line model_export` writes what the examples print anew; read it before
//! it is kept.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use crate::{
    binary::{Run, bunraku, run},
    folder::Folder,
};

/// The first block of a language on a page.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("there is a block");
    block.split("```").next().unwrap()
}

/// Runs a line of a shell in a folder.
fn shell(folder: &Folder, line: &str) -> Run {
    let programs = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    run(Command::new("sh").args(["-c", line]).current_dir(folder.path()).env("PATH", path).env("NO_COLOR", "1"), "")
}

#[test]
fn the_examples_of_the_page_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("docs/models.md");
    let page = fs::read_to_string(&path).unwrap();
    let files = [("scene.pp", "puppet"), ("scene.json", "json"), ("library.ecore", "xml")];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, language)| (*name, block(&page, language))).collect();
    let folder = Folder::new(&files);
    let mut parts = page.split("```console\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (commands, rest) = part.split_once("```\n").expect("the block ends");
        written.push_str("```console\n");
        for command in commands.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let run = shell(&folder, command);
            let here = format!("{}/", folder.path().canonicalize().unwrap().display());
            let said = format!("{}{}", run.stdout, run.stderr).replace(&here, "");
            let lines: String = said.lines().map(|line| format!("{}\n", line.trim_end())).collect();
            write!(written, "$ {command}\n{lines}").unwrap();
            count += 1;
        }
        write!(written, "```\n{rest}").unwrap();
    }
    assert!(count >= 9, "only {count} examples were found");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, written).unwrap();
    } else {
        assert_eq!(written, page);
    }
}

#[test]
fn what_is_exported_is_imported_as_the_same_types() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("conformance/models");
    let folder = Folder::new(&[]);
    let export = |from: &str, to: &str| {
        let run = shell(&folder, &format!("bunraku model export {from} --name corpus --logic separate --output {to}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    };
    export(&corpus.display().to_string(), "first");
    let run = shell(&folder, "bunraku model import first/corpus.ecore first/corpus.xmi > types.pp");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    export("types.pp", "second");
    for name in ["corpus.ecore", "corpus.xmi", "functions.json", "implementation.ecore"] {
        assert_eq!(folder.read(&format!("second/{name}")), folder.read(&format!("first/{name}")), "{name}");
    }
    // In one document, too, and each type in its file.
    let run = shell(&folder, "bunraku model export types.pp --name corpus > corpus.ecore");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let run = shell(&folder, "bunraku model import corpus.ecore | cmp - types.pp");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let run = shell(&folder, "bunraku model import corpus.ecore --output module && bunraku model check module/types");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let folder = Folder::new(&[
        ("a.pp", "type A { attr a, String }"),
        ("none.pp", "notice(1)"),
        ("bad.ecore", "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>"),
        ("latin.ecore", ""),
        ("i.json", "{\"__ptype\": \"A\", \"b\": \"secret\"}"),
    ]);
    folder.write("latin.ecore", b"<a b='\xe9'/>");
    let check = |line: &str, expected: &str| {
        let run = shell(&folder, &format!("bunraku model {line}"));
        assert_eq!(run.code, 2, "{line}");
        assert_eq!(run.stdout, "", "{line}");
        assert!(run.stderr.contains(expected), "{line}: {}", run.stderr);
        assert!(!run.stderr.contains("secret"), "{line}: {}", run.stderr);
    };
    check("export", "which types? No file was given");
    check("export missing.pp", "missing.pp");
    check("export none.pp", "the files define no type");
    check("export a.pp --logic separate", "there are several documents: a.ecore, a.xmi");
    check("export a.pp --name 'a b'", "'a b' cannot be the name of a model");
    check("export a.pp --format xmi", "there are no instances to write");
    check("import bad.ecore", "a DOCTYPE is not allowed here");
    check("import latin.ecore", "the document is not written in UTF-8");
    check("import a.pp", "an XML document was expected, and here is a mere text");
    check("import bad.ecore --namespace 1", "'1' cannot be a namespace");
    check("import i.json --types a.pp", "A has no feature 'b'");
    assert_eq!(bunraku(&["model", "export", "--format", "functions"]).code, 0);
    assert!(bunraku(&["model", "export", "--format", "metamodel"]).stdout.contains("name=\"BinaryOperation\""));
}
