//! `cargo xtask wording`: words that texts for people must not have.
//!
//! `xtask/wording.tsv` lists them, each with what to write instead. Checked are string literals of the program, the doc
//! comments that become `--help`, and all pages. Texts that are Puppet's own keep Puppet's words: a line of the list may
//! name files in which its word is right.

#[cfg(test)]
mod tests;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::shell;

const LIST: &str = "xtask/wording.tsv";

/// A page that is made of names of tests and of recorded answers, and the one that quotes what things were called before.
const NOT_CHECKED: [&str; 2] = ["docs/conformance.md", "CHANGELOG.md"];

#[derive(Args)]
pub struct Wording {}

impl Wording {
    pub fn run(&self) -> Result<()> {
        check()
    }
}

/// Fails with all locations of unwanted words.
pub fn check() -> Result<()> {
    let root = shell::root();
    let list = fs::read_to_string(root.join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let rules = rules(&list)?;
    let mut problems = Vec::new();
    for path in files(&root)? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
        let visible = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => visible_in_rust(&text, name.starts_with("crates/cli/")),
            _ => visible_in_page(&text),
        };
        for (line, words) in visible {
            for rule in rules.iter().filter(|rule| rule.is_in(&words) && !rule.is_allowed_in(&name)) {
                problems.push(format!("{name}:{line}: '{}': write {}", rule.phrase, rule.instead));
            }
        }
    }
    ensure!(
        problems.is_empty(),
        "{} texts have words that {LIST} rules out:\n  {}",
        problems.len(),
        problems.join("\n  ")
    );
    Ok(())
}

/// A word or phrase, and what to write instead.
struct Rule<'l> {
    phrase: &'l str,
    instead: &'l str,
    allowed: Vec<&'l str>,
}

impl Rule<'_> {
    /// Whether the phrase occurs as whole words.
    fn is_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        text.match_indices(self.phrase).any(|(start, phrase)| {
            let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
            let (before, after) = (&text[..start], &text[start + phrase.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
    }

    fn is_allowed_in(&self, file: &str) -> bool {
        self.allowed.iter().any(|allowed| file.starts_with(allowed))
    }
}

fn rules(list: &str) -> Result<Vec<Rule<'_>>> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split('\t');
            let (Some(phrase), Some(instead)) = (fields.next(), fields.next()) else {
                anyhow::bail!("{LIST}: expected a phrase, a tab and what to write instead in '{line}'");
            };
            Ok(Rule {
                phrase,
                instead,
                allowed: fields.next().map_or_else(Vec::new, |files| files.split(' ').collect()),
            })
        })
        .collect()
}

/// The sources of the program without its tests, and all pages.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let listed =
        shell::capture(&mut shell::command("git", &["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let is_checked = |path: &&str| {
        let is_source = path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
        let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
        let is_page = path.ends_with(".md") && !path.contains("/tests/") && !NOT_CHECKED.contains(path);
        (is_source && !is_test) || is_page
    };
    let paths = listed.lines().filter(is_checked).map(|path| root.join(path));
    Ok(paths.filter(|path| path.is_file()).collect())
}

/// The string literals of a source, and its doc comments where they become help texts, each with its line.
fn visible_in_rust(text: &str, has_help: bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        if let Some(comment) = code.strip_prefix("///") {
            if has_help && !comment.contains('`') {
                found.push((number + 1, comment.to_owned()));
            }
        } else if !code.starts_with("//") {
            found.extend(strings(code).map(|string| (number + 1, string.to_owned())));
        }
    }
    found
}

/// What is between double quotes in a line of code. A literal of several lines is only seen in part.
fn strings(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        let start = rest.find('"')? + 1;
        let bytes = rest.as_bytes();
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let string = rest.get(start..end.min(rest.len())).unwrap_or_default();
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(string)
    })
}

/// The lines of a page outside of blocks of code.
fn visible_in_page(text: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            found.push((number + 1, line.to_owned()));
        }
    }
    found
}
