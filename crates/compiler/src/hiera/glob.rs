//! The files that a pattern with `*`, `**/`, `?`, `[a-z]` and `{a,b}` means, in the order of Ruby's `Dir.glob`.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// How many patterns the braces of one may expand to.
const MAX_ALTERNATIVES: usize = 1_000;

/// How deep `**/` goes.
const MAX_DEPTH: usize = 100;

/// How many files a pattern may match.
const MAX_FILES: usize = 100_000;

/// How many names may be visited.
const MAX_NAMES: usize = 500_000;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GlobError {
    #[error("its braces expand to more than {MAX_ALTERNATIVES} patterns")]
    Alternatives,
    #[error("it matches more than {MAX_FILES} files")]
    Files,
    #[error("it visits more than {MAX_NAMES} files and directories")]
    Names,
}

/// The files that an absolute pattern matches, without directories.
pub(super) fn files(pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    let mut found = Walk::default();
    let start = if pattern.starts_with('/') { "/" } else { "." };
    walk(Path::new(start), pattern, 0, &mut found)?;
    Ok(found.files)
}

/// The files found so far.
#[derive(Default)]
struct Walk {
    files: Vec<PathBuf>,
    visited: usize,
}

/// Expands the braces of a pattern.
fn expand(pattern: &str, into: &mut Vec<String>) -> Result<(), GlobError> {
    let Some((start, end, commas)) = braces(pattern) else {
        if into.len() >= MAX_ALTERNATIVES {
            return Err(GlobError::Alternatives);
        }
        into.push(pattern.to_owned());
        return Ok(());
    };
    let (before, after) = (&pattern[..start], &pattern[end + 1..]);
    let mut from = start + 1;
    for to in commas.into_iter().chain([end]) {
        expand(&format!("{before}{}{after}", &pattern[from..to]), into)?;
        from = to + 1;
    }
    Ok(())
}

/// The first pair of braces, and the commas between them that belong to it.
fn braces(pattern: &str) -> Option<(usize, usize, Vec<usize>)> {
    let start = pattern.find('{')?;
    let (mut depth, mut commas) = (0_usize, Vec::new());
    for (index, letter) in pattern.char_indices().skip_while(|(index, _)| *index < start) {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return Some((start, index, commas)),
            '}' => depth -= 1,
            ',' if depth == 1 => commas.push(index),
            _ => {}
        }
    }
    None
}

/// Follows a pattern from a directory. Braces are expanded on the way, so that the order of directories takes precedence.
fn walk(directory: &Path, pattern: &str, depth: usize, found: &mut Walk) -> Result<(), GlobError> {
    let pattern = pattern.trim_start_matches('/');
    if depth > MAX_DEPTH || pattern.is_empty() {
        return Ok(());
    }
    let (part, rest) = pattern.split_once('/').unwrap_or((pattern, ""));
    if braces(pattern).is_some_and(|(start, ..)| start < part.len()) {
        let mut alternatives = Vec::new();
        expand(pattern, &mut alternatives)?;
        return alternatives.iter().try_for_each(|pattern| walk(directory, pattern, depth + 1, found));
    }
    // `**/**/` means the same as `**/`.
    if part == "**" && rest.starts_with("**/") {
        return walk(directory, rest, depth, found);
    }
    if part == "**" && !rest.is_empty() {
        walk(directory, rest, depth, found)?;
        for name in names(directory, found)? {
            let path = directory.join(&name);
            if !name.starts_with('.') && path.is_dir() && !path.is_symlink() {
                walk(&path, pattern, depth + 1, found)?;
            }
        }
        return Ok(());
    }
    if !part.contains(['*', '?', '[', '\\']) {
        return reached(directory.join(part), rest, depth, found);
    }
    let letters: Vec<char> = part.chars().collect();
    for name in names(directory, found)? {
        let hidden = name.starts_with('.') && !part.starts_with('.');
        if !hidden && matches(&letters, &name.chars().collect::<Vec<_>>()) {
            reached(directory.join(name), rest, depth, found)?;
        }
    }
    Ok(())
}

fn reached(path: PathBuf, rest: &str, depth: usize, found: &mut Walk) -> Result<(), GlobError> {
    if !rest.is_empty() {
        return walk(&path, rest, depth + 1, found);
    }
    if path.exists() && !path.is_dir() {
        if found.files.len() >= MAX_FILES {
            return Err(GlobError::Files);
        }
        found.files.push(path);
    }
    Ok(())
}

/// The names in a directory, sorted; empty if it cannot be read.
fn names(directory: &Path, found: &mut Walk) -> Result<Vec<String>, GlobError> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().take(MAX_NAMES);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    found.visited += names.len() + 1;
    if found.visited > MAX_NAMES { Err(GlobError::Names) } else { Ok(names) }
}

/// Whether a name fits a pattern without slashes. Takes steps back only to the last star, so it stays fast.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut index) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while index < name.len() {
        match one(pattern, at, name[index]) {
            Step::Star => {
                star = Some((at, index));
                at += 1;
            }
            Step::Fits(next) => {
                at = next;
                index += 1;
            }
            Step::Differs => {
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                index = taken + 1;
            }
        }
    }
    pattern[at.min(pattern.len())..].iter().all(|letter| *letter == '*')
}

enum Step {
    Star,
    /// The letter fits; the pattern goes on there.
    Fits(usize),
    Differs,
}

fn one(pattern: &[char], at: usize, letter: char) -> Step {
    let fits = |does: bool, next: usize| if does { Step::Fits(next) } else { Step::Differs };
    match pattern.get(at) {
        None => Step::Differs,
        Some('*') => Step::Star,
        Some('?') => Step::Fits(at + 1),
        Some('[') => match set(pattern, at, letter) {
            Some((within, next)) => fits(within, next),
            None => fits(letter == '[', at + 1),
        },
        Some('\\') if at + 1 < pattern.len() => fits(pattern[at + 1] == letter, at + 2),
        Some(own) => fits(*own == letter, at + 1),
    }
}

/// Whether a letter is in a set, and the index after the set; `None` if the set has no end.
fn set(pattern: &[char], at: usize, letter: char) -> Option<(bool, usize)> {
    let mut index = at + 1;
    let negated = matches!(pattern.get(index), Some('!' | '^'));
    if negated {
        index += 1;
    }
    let (mut within, first) = (false, index);
    loop {
        let low = *pattern.get(index)?;
        if low == ']' && index > first {
            return Some((within != negated, index + 1));
        }
        match (pattern.get(index + 1), pattern.get(index + 2)) {
            (Some('-'), Some(high)) if *high != ']' => {
                within |= (low..=*high).contains(&letter);
                index += 3;
            }
            _ => {
                within |= low == letter;
                index += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
