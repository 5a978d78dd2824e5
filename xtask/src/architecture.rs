//! `cargo xtask architecture`: whether the crates are what `docs/architecture.md` says.
//!
//! The table of crates there lists which crates of the workspace each one uses and what it must not know. A crate may use
//! only crates above it. What it must not know is checked in its sources and its dependencies, as [`RULES`] says.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::shell;

const PAGE: &str = "docs/architecture.md";

/// What a crate can be said not to know: crates that it must not use, not even through others, and words that its
/// sources must not have.
const RULES: &[(&str, &[&str], &[&str])] = &[
    ("other crates", &["*"], &[]),
    ("values", &["pcore"], &[]),
    ("resources", &["resource-api"], &[]),
    ("catalogs", &["catalog", "engine", "compiler"], &[]),
    ("manifests", &["syntax", "compiler"], &[]),
    ("evaluation", &["compiler"], &[]),
    ("the engine", &["engine"], &[]),
    ("devices", &["devices"], &[]),
    ("processes", &["process", "hosts"], &["process::Command", "process::Child"]),
    ("connections", &["hosts", "http-client"], &["TcpStream", "UnixStream"]),
    ("files", &[], &["std::fs", "fs::read", "fs::write", "File::open", "File::create"]),
    ("the terminal", &[], &["io::stdout", "io::stderr", "print!", "println!", "eprint!", "eprintln!", "is_terminal"]),
    ("the command line", &["cli"], &["clap::", "env::args"]),
];

#[derive(Args)]
pub struct Architecture {}

impl Architecture {
    pub fn run(&self) -> Result<()> {
        check()
    }
}

/// Fails with everything in which table and crates differ.
pub fn check() -> Result<()> {
    let root = shell::root();
    let page = fs::read_to_string(root.join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let metadata = shell::capture(&mut shell::command("cargo", &["metadata", "--no-deps", "--format-version", "1"]))?;
    let crates = crates(&serde_json::from_str(&metadata)?);
    let rows = rows(&page);
    let mut problems = compare(&rows, &crates);
    for row in &rows {
        problems.extend(unwanted_words(&root, row)?);
    }
    ensure!(problems.is_empty(), "{PAGE} and the crates differ:\n  {}", problems.join("\n  "));
    Ok(())
}

/// A row of the table: `` | `crates/pcore` | what lives there | uses | must not know | ``.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: String,
    uses: BTreeSet<String>,
    must_not_know: Vec<String>,
}

/// A crate of the workspace and which others it uses, in the program or when it is built.
struct Crate {
    name: String,
    uses: BTreeSet<String>,
}

fn rows(page: &str) -> Vec<Row> {
    let list = |cell: &str| -> Vec<String> {
        cell.split(',').map(|word| word.trim().trim_matches('`').to_owned()).filter(|word| word != "–").collect()
    };
    page.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.strip_prefix("| `crates/")?.trim_end_matches(" |").split(" | ").collect();
            let [name, _, uses, must_not_know] = cells.as_slice() else { return None };
            let name = name.trim_end_matches('`').to_owned();
            Some(Row { name, uses: list(uses).into_iter().collect(), must_not_know: list(must_not_know) })
        })
        .collect()
}

fn crates(metadata: &Value) -> Vec<Crate> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_ours = |package: &&Value| text(&package["manifest_path"]).contains("/crates/");
    let names: BTreeSet<String> = packages.iter().filter(is_ours).map(|package| text(&package["name"])).collect();
    packages
        .iter()
        .filter(is_ours)
        .map(|package| {
            let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
            let of_program = dependencies.iter().filter(|dependency| dependency["kind"] != "dev");
            let uses = of_program.map(|dependency| text(&dependency["name"])).filter(|name| names.contains(name));
            Crate { name: text(&package["name"]), uses: uses.collect() }
        })
        .collect()
}

fn compare(rows: &[Row], crates: &[Crate]) -> Vec<String> {
    let mut problems = Vec::new();
    for one in crates {
        let Some(position) = rows.iter().position(|row| row.name == one.name) else {
            problems.push(format!("crates/{} has no row", one.name));
            continue;
        };
        let row = &rows[position];
        if row.uses != one.uses {
            let (listed, real) = (join(&row.uses), join(&one.uses));
            problems.push(format!("crates/{} uses {real}, and its row says {listed}", one.name));
        }
        for used in &one.uses {
            if !rows[..position].iter().any(|above| above.name == *used) {
                problems.push(format!("crates/{} uses {used}, which is not above it", one.name));
            }
        }
        for word in &row.must_not_know {
            let Some((_, forbidden, _)) = RULES.iter().find(|(name, ..)| name == word) else {
                problems.push(format!("crates/{}: nothing checks '{word}': add it to RULES", one.name));
                continue;
            };
            let all = all_used(&one.name, crates);
            for used in all.iter().filter(|used| forbidden.contains(&used.as_str()) || forbidden.contains(&"*")) {
                problems.push(format!("crates/{} must not know {word}, and uses {used}", one.name));
            }
        }
    }
    for row in rows.iter().filter(|row| !crates.iter().any(|one| one.name == row.name)) {
        problems.push(format!("crates/{} has a row and does not exist", row.name));
    }
    problems
}

/// The crates that one uses, also through others.
fn all_used(name: &str, crates: &[Crate]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut pending = vec![name.to_owned()];
    while let Some(next) = pending.pop() {
        for used in crates.iter().filter(|one| one.name == next).flat_map(|one| &one.uses) {
            if all.insert(used.clone()) {
                pending.push(used.clone());
            }
        }
    }
    all
}

fn join(names: &BTreeSet<String>) -> String {
    if names.is_empty() { "no other".to_owned() } else { names.iter().cloned().collect::<Vec<_>>().join(", ") }
}

/// Where the sources of a crate have words that they must not have.
fn unwanted_words(root: &Path, row: &Row) -> Result<Vec<String>> {
    let rules = RULES.iter().filter(|(name, ..)| row.must_not_know.iter().any(|word| word == name));
    let words: Vec<(&str, &str)> = rules.flat_map(|(name, _, words)| words.iter().map(|word| (*name, *word))).collect();
    let mut problems = Vec::new();
    let mut pending = vec![root.join("crates").join(&row.name).join("src")];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory).with_context(|| format!("cannot read {}", directory.display()))? {
            let path = entry?.path();
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
            if path.is_dir() && !is_test {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
                let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
                {
                    for (name, word) in words.iter().filter(|(_, word)| line.contains(word)) {
                        let file = path.strip_prefix(root).unwrap_or(&path).display();
                        problems.push(format!("{file}:{}: '{word}', and the crate must not know {name}", number + 1));
                    }
                }
            }
        }
    }
    Ok(problems)
}
