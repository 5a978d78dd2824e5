//! `cargo xtask conformance`: lists the tests of each requirement of the specification.
//!
//! `conformance/requirements.tsv` lists the requirements in scope. A test names its requirements in a comment right
//! above its `#[test]`: `// Requirement: TD-10, TD-11`. `conformance/reasons.tsv` says why a requirement has no test; few
//! may. From these, from `conformance/mutations.json` and from the lists of answers that differ from Puppet's comes
//! `docs/conformance.md`, which `--check` compares.

mod exceptions;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use crate::{mutate, shell};

/// The number of requirements that may have a reason instead of a test.
const MOST_REASONS: usize = 10;

const PAGE: &str = "docs/conformance.md";
const MARK: &str = "// Requirement: ";

#[derive(Args)]
pub struct Conformance {
    /// Only compare the page with what would be written
    #[arg(long)]
    check: bool,
}

impl Conformance {
    pub fn run(&self) -> Result<()> {
        if self.check {
            return check();
        }
        let page = page()?;
        fs::write(shell::root().join(PAGE), page).with_context(|| format!("cannot write {PAGE}"))
    }
}

/// Fails when a requirement has neither test nor reason, or when the page is not up to date.
pub fn check() -> Result<()> {
    let page = page()?;
    let written = fs::read_to_string(shell::root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    ensure!(page == written, "{PAGE} is out of date: run cargo xtask conformance");
    Ok(())
}

/// A test that names a requirement.
struct Shown {
    file: String,
    function: String,
}

fn page() -> Result<String> {
    let requirements = table("conformance/requirements.tsv")?;
    let reasons: BTreeMap<String, String> = table("conformance/reasons.tsv")?.into_iter().collect();
    let tests = marked_tests()?;
    complain(&requirements, &reasons, &tests)?;

    let shown = requirements.iter().filter(|(number, _)| tests.contains_key(number)).count();
    let mut page = String::from(
        "# Conformance\n\nWhich test shows which requirement of the Resource API, and of types in the language (MT). Written by `cargo xtask conformance`; the test \
         command checks\nthat it is up to date, and that every requirement has a test or a reason. Then [where our answers differ](#compared-with-the-real-puppet) from \
         the real Puppet's.\n\n",
    );
    writeln!(page, "{} requirements, {shown} with a test, {} with a reason.", requirements.len(), reasons.len())?;
    let mut area = "";
    for (number, summary) in &requirements {
        let its_area = number.split('-').next().unwrap_or_default();
        if its_area != area {
            area = its_area;
            writeln!(page, "\n## {area}\n\n| number | what | shown by |\n|---|---|---|")?;
        }
        let by = match tests.get(number) {
            Some(tests) => tests.iter().map(link).collect::<Vec<_>>().join("<br>"),
            None => format!("*{}*", reasons.get(number).map_or("", String::as_str)),
        };
        writeln!(page, "| {number} | {summary} | {by} |")?;
    }
    exceptions::describe(&mut page)?;
    mutate::describe(&mut page)?;
    Ok(page)
}

fn link(test: &Shown) -> String {
    format!("[`{}`](../{})", test.function, test.file)
}

/// Reports all problems at once.
fn complain(
    requirements: &[(String, String)],
    reasons: &BTreeMap<String, String>,
    tests: &BTreeMap<String, Vec<Shown>>,
) -> Result<()> {
    let known: BTreeSet<&String> = requirements.iter().map(|(number, _)| number).collect();
    let mut problems = Vec::new();
    for (number, _) in requirements {
        match (tests.contains_key(number), reasons.contains_key(number)) {
            (false, false) => problems.push(format!("{number} has neither a test nor a reason")),
            (true, true) => problems.push(format!("{number} has a test: its reason is stale")),
            _ => {}
        }
    }
    for number in tests.keys().chain(reasons.keys()).filter(|number| !known.contains(number)) {
        problems.push(format!("{number} is no requirement"));
    }
    if reasons.len() > MOST_REASONS {
        problems.push(format!("{} requirements have a reason, at most {MOST_REASONS} may", reasons.len()));
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// Reads lines of a number and a text.
fn table(path: &str) -> Result<Vec<(String, String)>> {
    let text = fs::read_to_string(shell::root().join(path)).with_context(|| format!("cannot read {path}"))?;
    text.lines()
        .map(|line| {
            let (number, text) = line.split_once('\t').with_context(|| format!("{path}: no tab in '{line}'"))?;
            Ok((number.to_owned(), text.to_owned()))
        })
        .collect()
}

fn marked_tests() -> Result<BTreeMap<String, Vec<Shown>>> {
    let mut tests: BTreeMap<String, Vec<Shown>> = BTreeMap::new();
    for folder in ["crates", "examples"] {
        for file in rust_files(&shell::root().join(folder))? {
            collect(&file, &mut tests)?;
        }
    }
    Ok(tests)
}

fn collect(file: &Path, tests: &mut BTreeMap<String, Vec<Shown>>) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.strip_prefix(shell::root()).unwrap_or(file).display().to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(numbers) = line.strip_prefix(MARK) else { continue };
        let mut below = lines[index + 1..].iter();
        let place = || format!("{name}:{}", index + 1);
        if below.next() != Some(&"#[test]") {
            bail!("{}: a requirement must stand right above #[test]", place());
        }
        let function = below
            .find_map(|line| line.strip_prefix("fn "))
            .and_then(|rest| rest.split('(').next())
            .with_context(|| format!("{}: no function follows", place()))?;
        for number in numbers.split(',').map(str::trim) {
            let shown = Shown { file: name.clone(), function: function.to_owned() };
            tests.entry(number.to_owned()).or_default().push(shown);
        }
    }
    Ok(())
}

/// All Rust files below a directory, in a fixed order.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() && !path.ends_with("target") {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
