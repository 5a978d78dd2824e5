//! Model export and import: the examples of their page, and errors in arguments and documents.
//!
//! `UPDATE_DOCS=1 cargo test -p cli --test command_line model_export` updates the output of the examples; read it
//! before you commit it.

use std::{fmt::Write as _, fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use crate::{
    binary::{Run, bunraku, run},
    test_dir::TestDir,
};

/// The first block of a language on a page.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("there is a block");
    block.split("```").next().unwrap()
}

/// Runs a shell command in a directory.
fn shell(directory: &TestDir, line: &str) -> Run {
    let programs = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    run(Command::new("sh").args(["-c", line]).current_dir(directory.path()).env("PATH", path).env("NO_COLOR", "1"), "")
}

#[test]
fn the_examples_of_the_page_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("docs/models.md");
    let page = fs::read_to_string(&path).unwrap();
    let files = [("scene.pp", "puppet"), ("scene.json", "json"), ("library.ecore", "xml")];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, language)| (*name, block(&page, language))).collect();
    let directory = TestDir::new(&files);
    let mut parts = page.split("```console\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (commands, rest) = part.split_once("```\n").expect("the block ends");
        written.push_str("```console\n");
        for command in commands.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let run = shell(&directory, command);
            let here = format!("{}/", directory.path().canonicalize().unwrap().display());
            let printed = format!("{}{}", run.stdout, run.stderr).replace(&here, "");
            let lines: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
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
    let directory = TestDir::new(&[]);
    let export = |from: &str, to: &str| {
        let run =
            shell(&directory, &format!("bunraku model export {from} --name corpus --logic separate --output {to}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    };
    export(&corpus.display().to_string(), "first");
    let run = shell(&directory, "bunraku model import first/corpus.ecore first/corpus.xmi > types.pp");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    export("types.pp", "second");
    for name in ["corpus.ecore", "corpus.xmi", "functions.json", "implementation.ecore"] {
        assert_eq!(directory.read(&format!("second/{name}")), directory.read(&format!("first/{name}")), "{name}");
    }
    // As one document, and with a file for each type.
    let run = shell(&directory, "bunraku model export types.pp --name corpus > corpus.ecore");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let run = shell(&directory, "bunraku model import corpus.ecore | cmp - types.pp");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let run = shell(&directory, "bunraku model import corpus.ecore --output module");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    export("module/types", "third");
}

#[test]
fn a_directory_of_exported_models_is_read_as_a_whole() {
    let directory = TestDir::new(&[
        ("a.pp", "type A {\n  attr a, String { check => $it != 'x' }\n}\n"),
        ("i.json", "{\"__ptype\": \"A\", \"a\": \"text\"}"),
        ("empty/readme.txt", ""),
    ]);
    let check = |line: &str, expected: &str| {
        let run = shell(&directory, &format!("bunraku model {line}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{line}");
        assert_eq!(run.stdout, expected, "{line}");
    };
    let types = directory.read("a.pp");
    for logic in ["separate", "annotations"] {
        let written = shell(&directory, &format!("bunraku model export a.pp --logic {logic} --output {logic}"));
        assert_eq!((written.code, written.stderr.as_str()), (0, ""));
        for from in [logic.to_owned(), format!("{logic}/"), format!("{logic}/*")] {
            check(&format!("import {from}"), &types);
            check(&format!("check {from}"), "");
            check(&format!("export {from} --logic none --name a | grep -c EClass"), "1\n");
            check(&format!("import i.json --types {logic} --format puppet"), "A({'a' => 'text'})\n");
        }
    }
    // The metamodel itself is a model like any other.
    let run = shell(&directory, "bunraku model import separate/implementation.ecore --namespace Meta");
    assert!(
        run.stdout.contains("type Meta::BinaryOperation inherits Meta::Expression"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    // Instances have their own names, which are not types.
    for form in ["xmi", "json"] {
        let run = shell(
            &directory,
            &format!("bunraku model export a.pp --instances i.json --format {form} --output separate"),
        );
        assert_eq!((run.code, run.stdout), (0, format!("separate/a.instances.{form}\n")));
        let run = shell(&directory, "bunraku model import separate/*");
        assert_eq!((run.code, run.stdout), (0, types.clone()));
        assert!(
            run.stderr.contains("not carried over: instances of the model, which are read with their types: --types"),
            "{}",
            run.stderr
        );
    }
    // An unknown set of functions is reported, like an unknown model.
    let later = directory.read("separate/functions.json").replace("1.0.0", "1.7.0");
    directory.write("separate/functions.json", later.as_bytes());
    let run = shell(&directory, "bunraku model import separate");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("unsupported function set bunraku/type-logic 1.7.0"), "{}", run.stderr);
    for line in ["import empty", "check empty"] {
        let run = shell(&directory, &format!("bunraku model {line}"));
        assert_eq!(run.code, 2, "{line}");
        assert!(run.stderr.contains("found neither types nor models in empty"), "{line}: {}", run.stderr);
    }
}

#[test]
fn types_that_would_lie_in_one_file_are_refused_before_anything_is_written() {
    let types = "type A::Book { attr a }\ntype B::Book { attr a }\ntype Book { attr a }\ntype Shelf { attr a }\n";
    let directory = TestDir::new(&[("books.pp", types)]);
    let run = shell(
        &directory,
        "bunraku model export books.pp > books.ecore && bunraku model import books.ecore --output out",
    );
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("types/book.pp would contain"), "{}", run.stderr);
    for name in ["A::Book", "B::Book", " Book"] {
        assert!(run.stderr.contains(name), "{name}: {}", run.stderr);
    }
    assert!(!directory.path().join("out").exists());
}

#[test]
fn secrets_are_shown_on_demand_only() {
    let directory = TestDir::new(&[
        ("a.pp", "type A { attr a, Sensitive { min => 1 } }"),
        ("d.pp", "type D { attr d, Sensitive { default => 'hunter2' } }"),
        ("bad.pp", "type D { attr d, Sensitive { default => 'hunter2', max => 2, min => 3 } }"),
        ("i.json", r#"{"__ptype": "A", "a": {"__ptype": "Sensitive", "__pvalue": "hunter2"}}"#),
    ]);
    let run = |line: &str| shell(&directory, &format!("bunraku model {line}"));
    let refused = [
        "export a.pp --instances i.json --format json",
        "export a.pp --instances i.json --format xmi",
        "export a.pp --instances i.json --format xmi --output out",
        "import i.json --types a.pp",
        "import i.json --types a.pp --format xmi",
        "export d.pp",
        "export d.pp --logic none",
    ];
    for line in refused {
        let run = run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        assert!(run.stderr.contains("contains a secret, which the document would show"), "{line}: {}", run.stderr);
        assert!(run.stderr.contains("hint: use --with-secrets to write it in clear text"), "{line}: {}", run.stderr);
        assert!(!run.stderr.contains("hunter2"), "{line}: {}", run.stderr);
    }
    assert!(!directory.path().join("out").exists());
    assert_eq!(run("import i.json --types a.pp --format puppet").stdout, "A({'a' => Sensitive [value redacted]})\n");
    for lang in ["rust", "typescript", "json-schema", "markdown", "python", "lua"] {
        let run = run(&format!("generate --lang {lang} d.pp"));
        assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{lang}: {}", run.stderr);
    }
    for line in ["check bad.pp", "check bad.pp --format json", "diagram d.pp"] {
        let run = run(line);
        assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{line}: {}", run.stderr);
    }
    let shown = run("export a.pp --instances i.json --format json --with-secrets");
    assert!(shown.stdout.contains("hunter2"), "{}", shown.stderr);
    let shown = run("import i.json --types a.pp --with-secrets");
    assert!(shown.stdout.contains("hunter2"), "{}", shown.stderr);
    let written = run("export a.pp --instances i.json --format xmi --with-secrets --output out");
    assert_eq!((written.code, written.stderr.as_str()), (0, ""));
    let mode = fs::metadata(directory.path().join("out/a.instances.xmi")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn wrong_queries_are_reported() {
    let directory = TestDir::new(&[
        ("a.pp", "type A { attr a, String }"),
        ("none.pp", "notice(1)"),
        ("bad.ecore", "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>"),
        ("latin.ecore", ""),
        ("i.json", "{\"__ptype\": \"A\", \"b\": \"secret\"}"),
    ]);
    directory.write("latin.ecore", b"<a b='\xe9'/>");
    let check = |line: &str, expected: &str| {
        let run = shell(&directory, &format!("bunraku model {line}"));
        assert_eq!(run.code, 2, "{line}");
        assert_eq!(run.stdout, "", "{line}");
        assert!(run.stderr.contains(expected), "{line}: {}", run.stderr);
        assert!(!run.stderr.contains("secret"), "{line}: {}", run.stderr);
    };
    check("export", "expected a file with types");
    check("export missing.pp", "missing.pp");
    check("export none.pp", "no type in the files");
    check("export a.pp --logic separate", "cannot write several documents to stdout: a.ecore, a.xmi");
    check("export a.pp --name 'a b'", "invalid model name 'a b'");
    check("export a.pp --format xmi", "no instances to write");
    check("import bad.ecore", "a DOCTYPE is not allowed here");
    check("import latin.ecore", "the document is not UTF-8");
    check("import a.pp", "expected an XML document, got text");
    check("import bad.ecore --namespace 1", "invalid namespace '1'");
    check("import i.json --types a.pp", "A has no feature 'b'");
    assert_eq!(bunraku(&["model", "export", "--format", "functions"]).code, 0);
    assert!(bunraku(&["model", "export", "--format", "metamodel"]).stdout.contains("name=\"BinaryOperation\""));
}
