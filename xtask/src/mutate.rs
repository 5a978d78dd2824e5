//! `cargo xtask mutate`: breaks behaviours one at a time, and checks that the tests named for them fail.
//!
//! `conformance/mutations.json` lists the mutations: a requirement, a text in a file, its replacement, and the test that
//! must fail then. They are applied in a copy of the workspace.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::shell;

const LIST: &str = "conformance/mutations.json";

#[derive(Args)]
pub struct Mutate {
    /// Only the mutations of this requirement
    #[arg(long)]
    requirement: Option<String>,
}

struct Mutation {
    requirement: String,
    package: String,
    file: String,
    find: String,
    replace: String,
    test: String,
}

impl Mutate {
    pub fn run(&self) -> Result<()> {
        let chosen: Vec<Mutation> = mutations()?
            .into_iter()
            .filter(|mutation| self.requirement.as_ref().is_none_or(|number| *number == mutation.requirement))
            .collect();
        ensure!(!chosen.is_empty(), "there is no such mutation in {LIST}");
        let copy = copy_of_workspace()?;
        let mut survivors = Vec::new();
        for mutation in &chosen {
            let caught = mutation.is_caught(copy.path())?;
            let verdict = if caught { "caught by" } else { "SURVIVES" };
            eprintln!("{}: {verdict} {}", mutation.requirement, mutation.test);
            if !caught {
                survivors.push(mutation.requirement.as_str());
            }
        }
        ensure!(survivors.is_empty(), "no test failed for {}", survivors.join(", "));
        eprintln!("all {} mutations were caught by the tests named for them", chosen.len());
        Ok(())
    }
}

impl Mutation {
    /// Whether the test passes before the mutation, and fails after it.
    fn is_caught(&self, copy: &Path) -> Result<bool> {
        let path = copy.join(&self.file);
        let original = fs::read_to_string(&path).with_context(|| format!("cannot read {}", self.file))?;
        ensure!(self.test_passes(copy)?, "{} does not pass even before the mutation", self.test);
        fs::write(&path, original.replacen(&self.find, &self.replace, 1))?;
        let built = self.cargo_test(copy, &["--no-run"])?;
        let passes = self.test_passes(copy)?;
        fs::write(&path, original)?;
        ensure!(built, "the mutation of {} in {} does not compile", self.requirement, self.file);
        Ok(!passes)
    }

    fn test_passes(&self, copy: &Path) -> Result<bool> {
        self.cargo_test(copy, &[&self.test])
    }

    fn cargo_test(&self, copy: &Path, arguments: &[&str]) -> Result<bool> {
        // Tests start the programs of their package's examples.
        let is_built = self.cargo(copy, "build", &["--examples"])?;
        Ok(is_built && self.cargo(copy, "test", &[&["--lib", "--tests"], arguments].concat())?)
    }

    fn cargo(&self, copy: &Path, command: &str, arguments: &[&str]) -> Result<bool> {
        let status = shell::command("cargo", &[command, "--quiet", "--package", &self.package])
            .args(arguments)
            .current_dir(copy)
            .env("CARGO_TARGET_DIR", shell::root().join("target/mutations"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("cannot run cargo")?;
        Ok(status.success())
    }
}

/// Adds the list of mutations to the page, and fails if one no longer matches the sources.
pub fn describe(page: &mut String) -> Result<()> {
    let mutations = mutations()?;
    writeln!(
        page,
        "\n## Broken on purpose\n\n`cargo xtask mutate` makes each of these {} changes in a copy of the workspace and sees that the \
         test fails.\n\n| number | file | change | test that fails |\n|---|---|---|---|",
        mutations.len()
    )?;
    for mutation in mutations {
        let source = fs::read_to_string(shell::root().join(&mutation.file))
            .with_context(|| format!("{LIST} names {}, which cannot be read", mutation.file))?;
        let times = source.matches(&mutation.find).count();
        ensure!(times == 1, "{LIST}: '{}' is found {times} times in {}, not once", mutation.find, mutation.file);
        let code =
            |text: &str| format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"));
        writeln!(
            page,
            "| {} | {} | {} → {} | `{}` |",
            mutation.requirement,
            mutation.file,
            code(&mutation.find),
            code(&mutation.replace),
            mutation.test
        )?;
    }
    Ok(())
}

fn mutations() -> Result<Vec<Mutation>> {
    let text = fs::read_to_string(shell::root().join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let Value::Array(entries) = serde_json::from_str(&text).with_context(|| format!("{LIST} is not JSON"))? else {
        bail!("{LIST} is not a list");
    };
    entries
        .iter()
        .map(|entry| {
            let text = |key: &str| match entry.get(key) {
                Some(Value::String(text)) => Ok(text.clone()),
                _ => bail!("{LIST}: no text '{key}' in {entry}"),
            };
            Ok(Mutation {
                requirement: text("requirement")?,
                package: text("package")?,
                file: text("file")?,
                find: text("find")?,
                replace: text("replace")?,
                test: text("test")?,
            })
        })
        .collect()
}

/// Copies the files in git, so that a mutation never affects the workspace itself.
fn copy_of_workspace() -> Result<tempfile::TempDir> {
    let copy = tempfile::tempdir()?;
    let listed = shell::capture(&mut shell::command("git", &["ls-files"]))?;
    for file in listed.lines() {
        let to: PathBuf = copy.path().join(file);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(shell::root().join(file), &to).with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(copy)
}
