//! What a line should be, whether it exists, and how a file is changed accordingly.

use std::{borrow::Cow, path::Path};

use pcore::{Value, regexp::Regexp};
use resource_api::{Failure, Outcome, State, render::interpolate};

use super::{LineReader, lines::Lines, prefix};
use crate::text_file::{NodeId, Target, TextFiles, strip_newline};

/// The desired state of a line.
pub(super) struct TargetLine<'t> {
    path: &'t Path,
    is_absent: bool,
    line: Option<Vec<u8>>,
    pattern: Option<Regexp>,
    after: Option<&'t str>,
    encoding: Encoding,
    for_absence: bool,
    multiple: bool,
    replaces: bool,
    replaces_all: bool,
    appends: bool,
    should: &'t State,
}

/// The encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    /// Each byte is one of the first 256 characters.
    Latin1,
    /// Each byte is a character; those beyond ASCII have no meaning.
    Bytes,
}

impl<'t> Target<'t> for TargetLine<'t> {
    type Text = Lines;

    fn new(should: &'t State) -> Outcome<TargetLine<'t>> {
        let pattern = should.text("match").map(Regexp::new).transpose();
        let is_true = |name: &str, otherwise: bool| should.text(name).map_or(otherwise, |word| word == "true");
        let encoding = encoding(should.text("encoding").unwrap_or("UTF-8"))?;
        let line = should.known("line").map(|line| encoding.bytes_of(line)).transpose()?;
        Ok(TargetLine {
            path: Path::new(should.text("path").unwrap_or_default()),
            is_absent: should.text("ensure") == Some("absent"),
            line,
            pattern: pattern.map_err(|error| Failure::resource(error.to_string()))?,
            after: should.text("after"),
            encoding,
            for_absence: is_true("match_for_absence", false),
            multiple: is_true("multiple", false),
            replaces: is_true("replace", true),
            replaces_all: is_true("replace_all_matches_not_matching_line", false),
            appends: is_true("append_on_no_match", true),
            should,
        })
    }

    fn open<'f>(&self, files: &'f mut TextFiles<Lines>, is_dry: bool) -> Outcome<&'f mut Lines> {
        files.open(self.path, &LineReader { is_dry })
    }

    fn is_absent(&self, _: &Lines) -> bool {
        self.is_absent
    }

    /// Whether there is nothing to add, or something to remove.
    fn exists(&self, lines: &Lines) -> Outcome<bool> {
        let has_line = self.line.as_deref().is_some_and(|line| !lines.find(line).is_empty());
        let Some(pattern) = &self.pattern else { return Ok(has_line) };
        let matches = !self.counted_matches(lines, pattern)?.is_empty();
        Ok(match (self.is_absent, matches) {
            (true, false) => has_line,
            (true, true) => has_line || self.for_absence,
            (false, false) => has_line || !self.appends,
            (false, true) if self.replaces_all => false,
            (false, true) => has_line || !self.replaces,
        })
    }

    /// A resource that only has a pattern has no line to report.
    fn current_state(&self, _: &Lines) -> Option<State> {
        self.should.known("line")?;
        Some(self.should.clone().with("ensure", "present"))
    }

    fn change(&self, lines: &mut Lines) -> Outcome {
        match (self.is_absent, self.exists(lines)?) {
            (true, true) => self.remove(lines),
            (false, false) => self.add(lines),
            (true, false) | (false, true) => Ok(()),
        }
    }
}

impl TargetLine<'_> {
    /// Adds the line, or replaces the matching ones.
    fn add(&self, lines: &mut Lines) -> Outcome {
        let line = self.line.as_deref().unwrap_or_default();
        let after = self.after.map(Regexp::new).transpose()?;
        match (&self.pattern, &after) {
            (Some(pattern), after) => {
                let counted = self.counted_matches(lines, pattern)?;
                if !counted.is_empty() && !self.replaces {
                    return Ok(());
                }
                self.check_match_count(counted.len())?;
                // Without a match, the line comes after the first one that matches `after`.
                let before = match after.as_ref().filter(|_| counted.is_empty()) {
                    Some(after) => self.matching(lines, after)?.first().copied(),
                    None => None,
                };
                let replaced = self.matching(lines, pattern)?;
                lines.terminate_last();
                match before {
                    Some(before) => lines.insert(before, line),
                    None if counted.is_empty() => lines.push(line),
                    None => {}
                }
                replaced.into_iter().for_each(|old| lines.change(old, line));
            }
            (None, Some(after)) => {
                let before = self.matching(lines, after)?;
                if before.len() > 1 && !self.multiple {
                    let (count, pattern, path) = (before.len(), after.source(), self.path.display());
                    return Err(Failure::new(format!(
                        "{count} lines match pattern '{pattern}' in file '{path}'. One or no line must match the pattern."
                    )));
                }
                lines.terminate_last();
                before.iter().for_each(|before| lines.insert(*before, line));
                if before.is_empty() {
                    lines.push(line);
                }
            }
            (None, None) => lines.push(line),
        }
        Ok(())
    }

    /// Removes the line, or the matching ones.
    fn remove(&self, lines: &mut Lines) -> Outcome {
        let gone = match (&self.pattern, &self.line) {
            (Some(pattern), _) if self.for_absence => {
                self.check_match_count(self.counted_matches(lines, pattern)?.len())?;
                self.matching(lines, pattern)?
            }
            (_, Some(line)) => lines.find(line).to_vec(),
            (_, None) => Vec::new(),
        };
        gone.into_iter().for_each(|id| lines.remove(id));
        Ok(())
    }

    fn check_match_count(&self, count: usize) -> Outcome {
        if count > 1 && !self.multiple {
            let (path, pattern) = (self.path.display(), self.should.text("match").unwrap_or_default());
            return Err(Failure::new(format!("More than one line in file '{path}' matches pattern '{pattern}'")));
        }
        Ok(())
    }

    /// The matching lines. With `replace_all_matches_not_matching_line` those that are already right do not count.
    fn counted_matches(&self, lines: &Lines, pattern: &Regexp) -> Outcome<Vec<NodeId>> {
        let is_right = |line: &[u8]| self.replaces_all && self.line.as_deref() == Some(strip_newline(line));
        self.matching_except(lines, pattern, is_right)
    }

    fn matching(&self, lines: &Lines, pattern: &Regexp) -> Outcome<Vec<NodeId>> {
        self.matching_except(lines, pattern, |_| false)
    }

    /// The matching lines in order, except for some. If the pattern has a literal prefix and no line is invalid, not
    /// all of them are searched.
    fn matching_except(
        &self,
        lines: &Lines,
        pattern: &Regexp,
        is_excluded: impl Fn(&[u8]) -> bool,
    ) -> Outcome<Vec<NodeId>> {
        let matches = |line: &[u8]| Ok(!is_excluded(line) && self.matches(pattern, line)?);
        match prefix::of(pattern.source()) {
            Some(prefix_text) if self.encoding == Encoding::Utf8 && lines.is_text() => {
                lines.matching_from(prefix_text.as_bytes(), matches)
            }
            Some(_) | None => lines.matching(matches),
        }
    }

    fn matches(&self, pattern: &Regexp, line: &[u8]) -> Outcome<bool> {
        let text = match self.encoding {
            Encoding::Utf8 => match std::str::from_utf8(line) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => return Err(Failure::resource("invalid byte sequence in UTF-8")),
            },
            Encoding::Latin1 | Encoding::Bytes => Cow::Owned(line.iter().copied().map(char::from).collect()),
        };
        pattern.is_match(&text).map_err(|error| Failure::resource(error.to_string()))
    }
}

fn encoding(name: &str) -> Outcome<Encoding> {
    match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => Ok(Encoding::Utf8),
        "iso-8859-1" | "iso8859-1" | "latin1" => Ok(Encoding::Latin1),
        "ascii-8bit" | "binary" | "us-ascii" | "ascii" => Ok(Encoding::Bytes),
        _ => Err(Failure::resource(format!("the encoding {name} is not supported; use UTF-8, ISO-8859-1 or BINARY"))),
    }
}

impl Encoding {
    /// The text of a line in this encoding.
    fn bytes_of(self, line: &Value) -> Outcome<Vec<u8>> {
        let text = match line {
            Value::Sensitive(secret) => interpolate(secret),
            plain => interpolate(plain),
        };
        match self {
            Encoding::Utf8 | Encoding::Bytes => Ok(text.into_bytes()),
            Encoding::Latin1 => {
                let bytes: Option<Vec<u8>> = text.chars().map(|letter| u8::try_from(letter).ok()).collect();
                bytes.ok_or_else(|| Failure::resource("the line contains characters that ISO-8859-1 does not have"))
            }
        }
    }
}
