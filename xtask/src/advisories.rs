//! `cargo xtask advisories`: records the RustSec advisories about our dependencies.
//!
//! `deny/advisories` has the layout of that database and only the facts of each advisory: which versions of which package, since
//! when, where it is described. `checked.txt` says when it was recorded and which packages were looked up: a dependency that is
//! not in it fails the gate.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::shell;

/// The platforms that are supported.
pub const TARGETS: &[&str] = &["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// The keys of an advisory that are recorded.
const FACTS: &[&str] = &["id", "package", "date", "url", "informational", "withdrawn"];

#[derive(Args)]
pub struct Advisories {
    /// A clone of the RustSec advisory database
    clone: PathBuf,
    /// The date of the clone, such as 2026-11-18
    date: String,
}

impl Advisories {
    pub fn run(&self) -> Result<()> {
        let packages = packages()?;
        let mut found = BTreeMap::new();
        for package in &packages {
            let directory = self.clone.join("crates").join(package);
            if !directory.is_dir() {
                continue;
            }
            for entry in fs::read_dir(&directory)? {
                let path = entry?.path();
                if path.extension().is_some_and(|end| end == "md") {
                    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                    let name = path.file_name().map(PathBuf::from).unwrap_or_default();
                    let to = folder().join("crates").join(package).join(name);
                    let title = fs::read_to_string(&to).ok().as_deref().and_then(title).map(str::to_owned);
                    found.insert(to, facts(&text, title.as_deref()).with_context(|| path.display().to_string())?);
                }
            }
        }
        ensure!(self.clone.join("crates").is_dir(), "{} has no crates: is it a clone?", self.clone.display());
        fs::remove_dir_all(folder().join("crates"))?;
        for (path, text) in &found {
            fs::create_dir_all(path.parent().context("an advisory is in a directory")?)?;
            fs::write(path, text)?;
        }
        let names: Vec<String> = packages.into_iter().collect();
        fs::write(list(), format!("{}\n{}\n", self.date, names.join("\n")))?;
        eprintln!("{} advisories about {} packages are recorded", found.len(), names.len());
        Ok(())
    }
}

/// Fails when a package was never looked up in the database.
pub fn check() -> Result<()> {
    let text = fs::read_to_string(list()).context("cannot read deny/advisories/checked.txt")?;
    let known: BTreeSet<&str> = text.lines().skip(1).collect();
    let missing: Vec<String> = packages()?.into_iter().filter(|name| !known.contains(name.as_str())).collect();
    ensure!(
        missing.is_empty(),
        "no advisories were looked up for {}: clone https://github.com/RustSec/advisory-db, then run 'cargo xtask advisories \
         CLONE DATE'",
        missing.join(", ")
    );
    Ok(())
}

/// When the advisories were recorded.
pub fn date() -> Result<String> {
    let text = fs::read_to_string(list()).context("cannot read deny/advisories/checked.txt")?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Where the advisories are.
pub fn folder() -> PathBuf {
    shell::root().join("deny/advisories")
}

/// The files of the advisories.
pub fn recorded() -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for package in fs::read_dir(folder().join("crates"))? {
        for file in fs::read_dir(package?.path())? {
            files.push(file?.path());
        }
    }
    Ok(files)
}

fn list() -> PathBuf {
    folder().join("checked.txt")
}

/// The metadata of the packages that a platform builds, with all features.
pub fn metadata(target: &str) -> Result<String> {
    let arguments =
        ["metadata", "--format-version=1", "--locked", "--all-features", "--filter-platform", target, "--quiet"];
    shell::capture(&mut shell::command("cargo", &arguments))
}

/// The names of all packages from a registry that a Linux machine builds, with all features.
fn packages() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for target in TARGETS {
        let metadata: Value = serde_json::from_str(&metadata(target)?)?;
        let reached: BTreeSet<&str> = metadata["resolve"]["nodes"]
            .as_array()
            .context("cargo lists no packages")?
            .iter()
            .filter_map(|node| node["id"].as_str())
            .collect();
        for package in metadata["packages"].as_array().context("cargo lists no packages")? {
            let is_reached = package["id"].as_str().is_some_and(|id| reached.contains(id));
            if let (true, true, Some(name)) = (is_reached, package["source"].is_string(), package["name"].as_str()) {
                names.insert(name.to_owned());
            }
        }
    }
    Ok(names)
}

/// The facts of an advisory, with a title of ours.
fn facts(text: &str, ours: Option<&str>) -> Result<String> {
    let Some((_, rest)) = text.split_once("```toml\n") else { bail!("it does not begin with ```toml") };
    let (front, _) = rest.split_once("\n```").context("its front matter does not end")?;
    let mut lines = vec!["```toml".to_owned()];
    let (mut section, mut is_open) = ("", false);
    for line in front.lines() {
        let key = line.split('=').next().unwrap_or_default().trim();
        if is_open {
            lines.push(line.to_owned());
            is_open = !line.contains(']');
        } else if line.starts_with('[') {
            section = line.trim();
            if section == "[versions]" {
                lines.push(String::new());
            }
            if matches!(section, "[advisory]" | "[versions]") {
                lines.push(section.to_owned());
            }
        } else if section == "[versions]" && !key.is_empty() && !key.starts_with('#') {
            lines.push(line.to_owned());
            is_open = line.contains('[') && !line.contains(']');
        } else if section == "[advisory]" && FACTS.contains(&key) {
            lines.push(line.to_owned());
        }
    }
    lines.extend(["```".to_owned(), String::new(), format!("# {}", ours.unwrap_or("see the address above"))]);
    Ok(lines.join("\n") + "\n")
}

fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("# "))
}
