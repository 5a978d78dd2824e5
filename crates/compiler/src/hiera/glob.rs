//! The files that a pattern with `*`, `**/`, `?`, `[a-z]` and `{a,b}` means, in the order of Ruby's `Dir.glob`.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// How many patterns one with braces may stand for.
const MOST_ALTERNATIVES: usize = 1_000;

/// How deep `**/` goes.
const DEEPEST: usize = 100;

/// How many files a pattern may mean.
const MOST_FILES: usize = 100_000;

/// How many names may be looked at.
const MOST_NAMES: usize = 500_000;

/// Why a pattern cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GlobError {
    #[error("its braces stand for more than {MOST_ALTERNATIVES} patterns")]
    Alternatives,
    #[error("it means more than {MOST_FILES} files")]
    Files,
    #[error("more than {MOST_NAMES} files and folders would be looked at")]
    Names,
}

/// The files that an absolute pattern means; folders are not among them.
pub(super) fn files(pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    let mut found = Found::default();
    let start = if pattern.starts_with('/') { "/" } else { "." };
    walk(Path::new(start), pattern, 0, &mut found)?;
    Ok(found.files)
}

/// What was found so far.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    /// How many names were looked at.
    looked_at: usize,
}

/// Writes a pattern with braces out.
fn expand(pattern: &str, into: &mut Vec<String>) -> Result<(), GlobError> {
    let Some((start, end, commas)) = braces(pattern) else {
        if into.len() >= MOST_ALTERNATIVES {
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
    for (place, letter) in pattern.char_indices().skip_while(|(place, _)| *place < start) {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return Some((start, place, commas)),
            '}' => depth -= 1,
            ',' if depth == 1 => commas.push(place),
            _ => {}
        }
    }
    None
}

/// Follows a pattern from a folder. Braces are written out where they are met, so that folders come in order first.
fn walk(folder: &Path, pattern: &str, depth: usize, found: &mut Found) -> Result<(), GlobError> {
    let pattern = pattern.trim_start_matches('/');
    if depth > DEEPEST || pattern.is_empty() {
        return Ok(());
    }
    let (part, rest) = pattern.split_once('/').unwrap_or((pattern, ""));
    if braces(pattern).is_some_and(|(start, ..)| start < part.len()) {
        let mut alternatives = Vec::new();
        expand(pattern, &mut alternatives)?;
        return alternatives.iter().try_for_each(|pattern| walk(folder, pattern, depth + 1, found));
    }
    // Any folders below any folders are any folders.
    if part == "**" && rest.starts_with("**/") {
        return walk(folder, rest, depth, found);
    }
    if part == "**" && !rest.is_empty() {
        walk(folder, rest, depth, found)?;
        for name in names(folder, found)? {
            let path = folder.join(&name);
            if !name.starts_with('.') && path.is_dir() && !path.is_symlink() {
                walk(&path, pattern, depth + 1, found)?;
            }
        }
        return Ok(());
    }
    if !part.contains(['*', '?', '[', '\\']) {
        return reached(folder.join(part), rest, depth, found);
    }
    let letters: Vec<char> = part.chars().collect();
    for name in names(folder, found)? {
        let hidden = name.starts_with('.') && !part.starts_with('.');
        if !hidden && matches(&letters, &name.chars().collect::<Vec<_>>()) {
            reached(folder.join(name), rest, depth, found)?;
        }
    }
    Ok(())
}

fn reached(path: PathBuf, rest: &str, depth: usize, found: &mut Found) -> Result<(), GlobError> {
    if !rest.is_empty() {
        return walk(&path, rest, depth + 1, found);
    }
    if path.exists() && !path.is_dir() {
        if found.files.len() >= MOST_FILES {
            return Err(GlobError::Files);
        }
        found.files.push(path);
    }
    Ok(())
}

/// The names in a folder, sorted; none where it cannot be read.
fn names(folder: &Path, found: &mut Found) -> Result<Vec<String>, GlobError> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_NAMES);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    found.looked_at += names.len() + 1;
    if found.looked_at > MOST_NAMES { Err(GlobError::Names) } else { Ok(names) }
}

/// Whether a name fits a pattern without slashes. Takes steps back only to the last star, so it stays fast.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut place) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while place < name.len() {
        match one(pattern, at, name[place]) {
            Step::Star => {
                star = Some((at, place));
                at += 1;
            }
            Step::Fits(next) => {
                at = next;
                place += 1;
            }
            Step::Differs => {
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                place = taken + 1;
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

/// Whether a letter is in a set, and where the pattern goes on behind it; nothing where the set has no end.
fn set(pattern: &[char], at: usize, letter: char) -> Option<(bool, usize)> {
    let mut place = at + 1;
    let negated = matches!(pattern.get(place), Some('!' | '^'));
    if negated {
        place += 1;
    }
    let (mut within, first) = (false, place);
    loop {
        let low = *pattern.get(place)?;
        if low == ']' && place > first {
            return Some((within != negated, place + 1));
        }
        match (pattern.get(place + 1), pattern.get(place + 2)) {
            (Some('-'), Some(high)) if *high != ']' => {
                within |= (low..=*high).contains(&letter);
                place += 3;
            }
            _ => {
                within |= low == letter;
                place += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
