//! What a line should be, whether it is there, and what a file becomes with it or without it.

use std::{borrow::Cow, path::Path};

use pcore::{Value, regexp::Regexp};
use resource_api::{Failure, Outcome, State, render::interpolate};

use super::refused;
use crate::text_file::{lines, push_line, without_end};

/// A line as a resource wants it.
pub(super) struct Wanted<'w> {
    pub(super) path: &'w Path,
    pub(super) is_absent: bool,
    line: Option<Vec<u8>>,
    pattern: Option<Regexp>,
    after: Option<&'w str>,
    encoding: Encoding,
    for_absence: bool,
    multiple: bool,
    replaces: bool,
    replaces_all: bool,
    appends: bool,
    should: &'w State,
}

/// How the bytes of a file are letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    /// A byte is a letter of the first 256.
    Latin1,
    /// A byte is a letter of its own; those beyond ASCII are nobody's business.
    Bytes,
}

impl<'w> Wanted<'w> {
    pub(super) fn new(should: &'w State) -> Outcome<Wanted<'w>> {
        let pattern = should.text("match").map(Regexp::new).transpose();
        let is_on = |name: &str, otherwise: bool| should.text(name).map_or(otherwise, |word| word == "true");
        let encoding = encoding(should.text("encoding").unwrap_or("UTF-8"))?;
        let line = should.known("line").map(|line| encoding.bytes_of(line)).transpose()?;
        Ok(Wanted {
            path: Path::new(should.text("path").unwrap_or_default()),
            is_absent: should.text("ensure") == Some("absent"),
            line,
            pattern: pattern.map_err(|error| refused(error.to_string()))?,
            after: should.text("after"),
            encoding,
            for_absence: is_on("match_for_absence", false),
            multiple: is_on("multiple", false),
            replaces: is_on("replace", true),
            replaces_all: is_on("replace_all_matches_not_matching_line", false),
            appends: is_on("append_on_no_match", true),
            should,
        })
    }

    /// Whether there is nothing to add, or something to take away.
    pub(super) fn exists(&self, content: &[u8]) -> Outcome<bool> {
        let lines = lines(content);
        let has_line = lines.iter().any(|line| self.is_line(line));
        let Some(pattern) = &self.pattern else { return Ok(has_line) };
        let matches = self.count(&lines, pattern)? > 0;
        Ok(match (self.is_absent, matches) {
            (true, false) => has_line,
            (true, true) => has_line || self.for_absence,
            (false, false) => has_line || !self.appends,
            (false, true) if self.replaces_all => false,
            (false, true) => has_line || !self.replaces,
        })
    }

    /// The text with the line; nothing where a line that matches will do.
    pub(super) fn with(&self, content: &[u8]) -> Outcome<Option<Vec<u8>>> {
        let lines = lines(content);
        let line = self.line.as_deref().unwrap_or_default();
        let mut new = Vec::with_capacity(content.len() + line.len() + 1);
        let after = self.after.map(Regexp::new).transpose()?;
        match (&self.pattern, &after) {
            (Some(pattern), after) => {
                let count = self.count(&lines, pattern)?;
                if count > 0 && !self.replaces {
                    return Ok(None);
                }
                self.refuse_several(count)?;
                let mut is_placed = count > 0;
                for old in lines {
                    push_line(&mut new, if self.matches(pattern, old)? { line } else { old });
                    if let Some(after) = after
                        && !is_placed
                        && self.matches(after, old)?
                    {
                        push_line(&mut new, line);
                        is_placed = true;
                    }
                }
                if !is_placed {
                    push_line(&mut new, line);
                }
            }
            (None, Some(after)) => {
                let count = self.count(&lines, after)?;
                if count > 1 && !self.multiple {
                    let (pattern, path) = (after.source(), self.path.display());
                    return Err(Failure::new(format!(
                        "{count} lines match pattern '{pattern}' in file '{path}'. One or no line must match the pattern."
                    )));
                }
                for old in lines {
                    push_line(&mut new, old);
                    if self.matches(after, old)? {
                        push_line(&mut new, line);
                    }
                }
                if count == 0 {
                    push_line(&mut new, line);
                }
            }
            (None, None) => {
                lines.iter().for_each(|old| push_line(&mut new, old));
                push_line(&mut new, line);
            }
        }
        Ok(Some(new))
    }

    /// The text without the line, or without what matches.
    pub(super) fn without(&self, content: &[u8]) -> Outcome<Option<Vec<u8>>> {
        let lines = lines(content);
        let mut new = Vec::with_capacity(content.len());
        match &self.pattern {
            Some(pattern) if self.for_absence => {
                self.refuse_several(self.count(&lines, pattern)?)?;
                for old in lines {
                    if !self.matches(pattern, old)? {
                        new.extend_from_slice(old);
                    }
                }
            }
            _ => lines.iter().filter(|old| !self.is_line(old)).for_each(|old| new.extend_from_slice(old)),
        }
        Ok(Some(new))
    }

    fn refuse_several(&self, count: usize) -> Outcome {
        if count > 1 && !self.multiple {
            let (path, pattern) = (self.path.display(), self.should.text("match").unwrap_or_default());
            return Err(Failure::new(format!("More than one line in file '{path}' matches pattern '{pattern}'")));
        }
        Ok(())
    }

    fn is_line(&self, line: &[u8]) -> bool {
        self.line.as_deref() == Some(without_end(line))
    }

    /// How many lines match; where all of them are to be replaced, those that are right already do not count.
    fn count(&self, lines: &[&[u8]], pattern: &Regexp) -> Outcome<usize> {
        let mut count = 0;
        for line in lines {
            if !(self.replaces_all && self.is_line(line)) && self.matches(pattern, line)? {
                count += 1;
            }
        }
        Ok(count)
    }

    fn matches(&self, pattern: &Regexp, line: &[u8]) -> Outcome<bool> {
        let text = match self.encoding {
            Encoding::Utf8 => match std::str::from_utf8(line) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => return Err(refused("invalid byte sequence in UTF-8")),
            },
            Encoding::Latin1 | Encoding::Bytes => Cow::Owned(line.iter().copied().map(char::from).collect()),
        };
        pattern.is_match(&text).map_err(|error| refused(error.to_string()))
    }
}

fn encoding(name: &str) -> Outcome<Encoding> {
    match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => Ok(Encoding::Utf8),
        "iso-8859-1" | "iso8859-1" | "latin1" => Ok(Encoding::Latin1),
        "ascii-8bit" | "binary" | "us-ascii" | "ascii" => Ok(Encoding::Bytes),
        _ => Err(refused(format!("the encoding {name} is not supported; use UTF-8, ISO-8859-1 or BINARY"))),
    }
}

impl Encoding {
    /// The bytes of a line in a file of this encoding.
    fn bytes_of(self, line: &Value) -> Outcome<Vec<u8>> {
        let text = match line {
            Value::Sensitive(secret) => interpolate(secret),
            plain => interpolate(plain),
        };
        match self {
            Encoding::Utf8 | Encoding::Bytes => Ok(text.into_bytes()),
            Encoding::Latin1 => {
                let bytes: Option<Vec<u8>> = text.chars().map(|letter| u8::try_from(letter).ok()).collect();
                bytes.ok_or_else(|| refused("the line has letters that ISO-8859-1 does not have"))
            }
        }
    }
}
