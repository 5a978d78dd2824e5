//! Types of the Puppet language, rule by rule, as `apply -e` shows them. The cases are in `models/*.txt`.
//!
//! `UPDATE_MODELS=1 cargo test -p cli --test command_line models` updates the output of the cases; read it before you
//! commit it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::test_dir::TestDir;

/// The minimum number of cases, to notice a file that is read wrongly.
const CASES: usize = 480;

/// A manifest with its output.
struct Case {
    manifest: String,
    output: Vec<String>,
}

/// The parts of a file, in order.
enum Part {
    /// Comments and headings, which are kept.
    Words(String),
    Case(Case),
}

// Requirement: MT-1, MT-2, MT-3, MT-4, MT-5, MT-6, MT-7, MT-8, MT-9, MT-10, MT-11, MT-12, MT-13, MT-14, MT-15
#[test]
fn the_cases_of_section_1() {
    check("1-syntax.txt");
}

// Requirement: MT-20, MT-21, MT-22, MT-23, MT-24, MT-25, MT-26, MT-27, MT-28, MT-29, MT-30, MT-31, MT-32, MT-33, MT-34
#[test]
fn the_cases_of_section_2() {
    check("2-meaning.txt");
}

// Requirement: MT-40, MT-41, MT-42, MT-43, MT-44, MT-45, MT-46, MT-47
#[test]
fn the_cases_of_section_3() {
    check("3-instances.txt");
}

// Requirement: MT-50, MT-51, MT-52, MT-53, MT-54, MT-55, MT-56
#[test]
fn the_cases_of_section_4() {
    check("4-logic.txt");
}

// Requirement: MT-60, MT-61, MT-62, MT-63, MT-64, MT-65, MT-66
#[test]
fn the_cases_of_section_5() {
    check("5-resources.txt");
}

#[test]
fn all_cases_are_read() {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let cases = files.flat_map(|file| parts(&fs::read_to_string(file).unwrap()));
    let count = cases.filter(|part| matches!(part, Part::Case(_))).count();
    assert!(count >= CASES, "only {count} cases were found");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command_line/models")
}

/// Cases are separated by empty lines.
fn parts(text: &str) -> Vec<Part> {
    let part = |block: &str| {
        if block.starts_with('#') {
            return Part::Words(block.to_owned());
        }
        let is_output = |line: &&str| ["> ", "! ", "? "].iter().any(|mark| line.starts_with(mark));
        let (output, manifest): (Vec<&str>, Vec<&str>) = block.lines().partition(is_output);
        Part::Case(Case { manifest: manifest.join("\n"), output: output.into_iter().map(String::from).collect() })
    };
    text.trim_end().split("\n\n").map(part).collect()
}

#[track_caller]
fn check(name: &str) {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).unwrap();
    let directory = TestDir::new(&[]);
    let mut wrong = Vec::new();
    let mut written = Vec::new();
    for part in parts(&text) {
        match part {
            Part::Words(words) => written.push(words),
            Part::Case(case) => {
                let output = output_of(&directory, &case.manifest);
                written.push([std::slice::from_ref(&case.manifest), &output].concat().join("\n"));
                if output != case.output {
                    wrong.push(format!(
                        "{}\n{}\nbut it says\n{}",
                        case.manifest,
                        case.output.join("\n"),
                        output.join("\n")
                    ));
                }
            }
        }
    }
    if std::env::var_os("UPDATE_MODELS").is_some() {
        fs::write(&path, format!("{}\n", written.join("\n\n"))).unwrap();
    } else {
        assert!(wrong.is_empty(), "{} cases of {name} are wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
    }
}

/// The output of a manifest: notices, errors and warnings, without the lines of every run.
fn output_of(directory: &TestDir, manifest: &str) -> Vec<String> {
    let run = directory.run(&["apply", "--color=false", "--certname", "web1", "-e", manifest]);
    let notices = run.stdout.lines().filter(|line| !line.contains(" catalog ")).map(|line| {
        let line = line.strip_prefix("Notice: ").unwrap_or(line);
        format!("> {}", line.strip_prefix("Scope(Class[main]): ").unwrap_or(line))
    });
    let others = run.stderr.lines().filter_map(|line| {
        let line = line.replace(" on node web1", "");
        let error = line.strip_prefix("Error: ").map(|rest| format!("! {rest}"));
        error.or_else(|| line.strip_prefix("Warning: ").map(|rest| format!("? {rest}")))
    });
    notices.chain(others).collect()
}
