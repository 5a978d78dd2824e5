//! `cargo xtask recipes`: follows the recipes of `CONTRIBUTING.md` in a copy of the workspace, and runs the result.
//!
//! Each recipe is what a contributor would write: files below `xtask/recipes`, and lines in files that exist. So a recipe
//! that takes more than the page says, or no longer works, fails the gate.

mod list;
#[cfg(test)]
mod tests;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::shell;

/// The page with the recipes.
const PAGE: &str = "CONTRIBUTING.md";

#[derive(Args)]
pub struct Recipes {}

/// What to do to add one thing.
struct Recipe {
    /// The first cell of its row on the page.
    name: &'static str,
    /// New files with their contents.
    files: &'static [(&'static str, &'static str)],
    /// Lines that are inserted: the file, the line before which they belong, and the text.
    lines: &'static [(&'static str, &'static str, &'static str)],
    /// Commands that show the result, with a part of what they print.
    shown: &'static [(&'static [&'static str], &'static str)],
}

impl Recipes {
    pub fn run(&self) -> Result<()> {
        check()
    }
}

/// Follows all recipes, builds the program once, and runs the commands that show each result.
pub fn check() -> Result<()> {
    let page = fs::read_to_string(shell::root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let copy = shell::target().join("recipes");
    copy_workspace(&copy)?;
    for recipe in list::RECIPES {
        ensure!(is_on_page(&page, recipe.name), "{PAGE} has no recipe for {}", recipe.name);
        recipe.follow(&copy).with_context(|| format!("the recipe for {} cannot be followed", recipe.name))?;
    }
    let (manifest, target) = (copy.join("Cargo.toml"), shell::target());
    let (manifest, shared) = (manifest.to_string_lossy(), target.join("recipes-target"));
    let build = ["build", "--quiet", "--offline", "--package", "cli", "--manifest-path", &manifest];
    // A directory of its own, since the program of the copy has the same name; without what only later builds need.
    shell::run_with(
        "cargo",
        &[&build[..], &["--target-dir", &shared.to_string_lossy()]].concat(),
        &[("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_INCREMENTAL", "0")],
    )?;
    for recipe in list::RECIPES {
        recipe.show(&shared.join("debug/bunraku"))?;
    }
    eprintln!("{} recipes work", list::RECIPES.len());
    Ok(())
}

/// Whether the table of the page has a row for this.
fn is_on_page(page: &str, name: &str) -> bool {
    page.lines().any(|line| line.strip_prefix("| ").is_some_and(|row| row.starts_with(&format!("{name} |"))))
}

impl Recipe {
    /// Writes the files and inserts the lines.
    fn follow(&self, copy: &Path) -> Result<()> {
        for (name, text) in self.files {
            let path = copy.join(name);
            ensure!(!path.exists(), "{name} exists already");
            fs::create_dir_all(path.parent().unwrap_or(copy))?;
            fs::write(&path, text).with_context(|| format!("cannot write {name}"))?;
        }
        for (name, before, text) in self.lines {
            let path = copy.join(name);
            let old = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
            fs::write(&path, insert(&old, before, text).with_context(|| format!("in {name}"))?)?;
        }
        Ok(())
    }

    /// Runs the commands that show the result.
    fn show(&self, program: &Path) -> Result<()> {
        for (arguments, expected) in self.shown {
            let output = Command::new(program).args(*arguments).output().context("cannot run the program")?;
            let printed =
                format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            ensure!(
                printed.contains(expected),
                "after the recipe for {}, 'bunraku {}' does not print '{expected}' but\n{printed}",
                self.name,
                arguments.join(" ")
            );
        }
        Ok(())
    }
}

/// Inserts a line before the first one that begins with this text, apart from spaces, and with the same indentation.
fn insert(text: &str, before: &str, line: &str) -> Result<String> {
    let mut result = String::with_capacity(text.len() + line.len() + 16);
    let mut is_done = false;
    for old in text.split_inclusive('\n') {
        if !is_done && old.trim_start().starts_with(before) {
            let indentation = &old[..old.len() - old.trim_start().len()];
            result.push_str(&format!("{indentation}{line}\n"));
            is_done = true;
        }
        result.push_str(old);
    }
    ensure!(is_done, "no line begins with '{before}'");
    Ok(result)
}

/// Makes a copy of all files that git tracks or would track. What was not changed keeps its time, for a quick build.
fn copy_workspace(copy: &Path) -> Result<()> {
    let listed =
        shell::capture(&mut shell::command("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))?;
    let names: Vec<PathBuf> = listed.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect();
    if copy.exists() {
        fs::remove_dir_all(copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    }
    for name in names {
        let (from, to) = (shell::root().join(&name), copy.join(&name));
        // A file that was removed and not committed yet is still listed.
        let Ok(metadata) = from.symlink_metadata() else { continue };
        fs::create_dir_all(to.parent().unwrap_or(copy))?;
        if metadata.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&from)?, &to)?;
            continue;
        }
        fs::copy(&from, &to).with_context(|| format!("cannot copy {}", name.display()))?;
        fs::File::options().append(true).open(&to)?.set_modified(metadata.modified()?)?;
    }
    Ok(())
}
