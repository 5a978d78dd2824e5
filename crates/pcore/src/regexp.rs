//! Regular expressions in Ruby's dialect.
//!
//! Puppet's patterns are Ruby's: `/\A[a-z]+\Z/` in a manifest means what it means to Ruby's engine, Onigmo. A
//! [`Regexp`] reads that dialect, refuses what Ruby refuses with Ruby's messages, and runs on `fancy-regex`.
//!
//! `parse` turns a pattern into a tree of `node`s, `translate` writes the tree in the engine's dialect, `program`
//! compiles that on first use. Regular patterns are searched in linear time; the others backtrack, up to a limit.
//!
//! Differences from Ruby:
//!
//! - A group inside a loop whose every round may match the empty string (`((a)|b*)*`) can keep another round than in
//!   Ruby; the plain `(a*)*` is right.
//! - A condition on the group that it is in, `(a(?(1)b|c))`, treats the group as set.
//! - Case-insensitively, `ß` and `ss` are the same, but other folds between different lengths (`ﬁ` and `fi`) are
//!   unknown, and `[ß]` does not match `ss`.
//! - Case-insensitively, `[\w]` includes the long s and the Kelvin sign.
//! - The tables are of a later Unicode version than those of Ruby 3.1.
//! - `\k<n+1>`, `\p{InBlock}`, a call in a look-behind and `(?~…)` around patterns without a fixed length are refused.
//! - Recursion by `\g<…>` is limited to twenty levels.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use ecow::EcoString;

use self::{
    automaton::Automaton,
    captures::{CapturesIter as Iter, Names},
    program::{Program, failure},
};

mod automaton;
mod captures;
mod class;
mod edit;
mod error;
mod escape;
mod group;
pub mod node;
pub(crate) mod parse;
mod program;
mod property;
mod reference;
mod translate;

#[cfg(test)]
mod tests;

pub use self::{
    captures::{Captures, CapturesIter, Match},
    edit::Replacement,
    error::{MatchError, RegexpError, RegexpProblem},
};

/// A regular expression of Ruby's dialect.
///
/// Two are equal when their sources and options are.
///
/// ```
/// use pcore::regexp::Regexp;
///
/// let version = Regexp::new(r"\A(\d+)\.(\d+)\Z")?;
/// assert!(version.is_match("8.10\n")?);
/// assert!(!version.is_match("8.10 or so")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Regexp {
    source: EcoString,
    options: RegexpOptions,
    names: Names,
    exact: Program,
    /// A form that is searched faster, but cannot report where a match ends.
    search: Option<Program>,
    /// The fastest form, which only reports whether there is a match.
    automaton: Option<Automaton>,
}

/// How a pattern is read: the letters after a Ruby literal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RegexpOptions {
    /// `i`: ignore case.
    pub ignore_case: bool,
    /// `m`: `.` also matches a newline.
    pub multiline: bool,
    /// `x`: ignore white space and comments in the pattern.
    pub extended: bool,
}

impl Regexp {
    /// Parses a pattern without options.
    pub fn new(source: &str) -> Result<Regexp, RegexpError> {
        Regexp::with_options(source, RegexpOptions::default())
    }

    /// Checks whether a pattern without options is valid, which is cheaper than [`Regexp::new`].
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// assert!(Regexp::check("a+").is_ok());
    /// assert_eq!(Regexp::check("[").unwrap_err().to_string(), "premature end of char-class: /[/");
    /// ```
    pub fn check(source: &str) -> Result<(), RegexpError> {
        let options = RegexpOptions::default();
        parse::parse(source, options).map(drop).map_err(|problem| RegexpError::new(problem, source, options))
    }

    /// Parses a pattern.
    ///
    /// ```
    /// use pcore::regexp::{Regexp, RegexpOptions};
    ///
    /// let options = RegexpOptions { ignore_case: true, ..RegexpOptions::default() };
    /// let pattern = Regexp::with_options("debian", options)?;
    /// assert!(pattern.is_match("Debian")?);
    /// assert_eq!(pattern.to_string(), "/(?i-mx:debian)/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_options(source: &str, options: RegexpOptions) -> Result<Regexp, RegexpError> {
        let fail = |problem| RegexpError::new(problem, source, options);
        let pattern = parse::parse(source, options).map_err(fail)?;
        let translation = translate::translate(&pattern).map_err(fail)?;
        let searched = translation.search.as_ref().unwrap_or(&translation.exact);
        let automaton = Automaton::new(searched, &pattern.root);
        Ok(Regexp {
            automaton,
            source: source.into(),
            options,
            names: number_names(&pattern),
            exact: Program::new(translation.exact),
            search: translation.search.map(Program::new),
        })
    }

    /// Returns the pattern as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns how the pattern was read.
    pub fn options(&self) -> RegexpOptions {
        self.options
    }

    /// Returns what the pattern means as a tree, and for every group of the tree the number by which it captures.
    ///
    /// For code that writes the pattern in another dialect.
    pub fn tree(&self) -> Option<(node::Node, Vec<Option<usize>>)> {
        let pattern = parse::parse(&self.source, self.options).ok()?;
        let numbers = translate::numbers(&pattern);
        Some((pattern.root, numbers))
    }

    /// Returns whether the pattern matches anywhere in the text.
    ///
    /// If the pattern is regular, only the first call allocates.
    pub fn is_match(&self, text: &str) -> Result<bool, MatchError> {
        if let Some(matches) = self.automaton.as_ref().and_then(|automaton| automaton.is_match(text)) {
            return Ok(matches);
        }
        let program = self.search.as_ref().unwrap_or(&self.exact);
        program.get()?.is_match(text).map_err(failure)
    }

    /// Returns the first match with its captures.
    pub fn captures<'t>(&self, text: &'t str) -> Result<Option<Captures<'t>>, MatchError> {
        self.captures_from(text, 0)
    }

    /// Returns the first match that begins at or after a byte offset.
    ///
    /// The text before it still counts for anchors and look-behind. A start that is not on a character boundary finds
    /// nothing.
    pub fn captures_from<'t>(&self, text: &'t str, start: usize) -> Result<Option<Captures<'t>>, MatchError> {
        if !text.is_char_boundary(start) {
            return Ok(None);
        }
        let captures = self.exact.get()?.captures_from_pos(text, start).map_err(failure)?;
        Ok(captures.and_then(|captures| Captures::new(text, &captures, &self.names)))
    }

    /// Iterates over all matches with their captures.
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CapturesIter<'r, 't> {
        Iter::new(self, text)
    }

    /// Returns the names of the groups, in order of appearance, without duplicates.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Returns a pattern that matches exactly the given text, as Ruby's `Regexp.escape` writes it.
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// assert_eq!(Regexp::escape("a.b c\n"), r"a\.b\ c\n");
    /// ```
    pub fn escape(text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for character in text.chars() {
            let letter = match character {
                '\n' => 'n',
                '\t' => 't',
                '\r' => 'r',
                '\u{c}' => 'f',
                '\u{b}' => 'v',
                ' ' | '-' | '[' | ']' | '{' | '}' | '(' | ')' | '*' | '+' | '?' | '.' | '\\' | '^' | '$' | '|'
                | '#' => character,
                _ => {
                    escaped.push(character);
                    continue;
                }
            };
            escaped.push('\\');
            escaped.push(letter);
        }
        escaped
    }
}

/// Maps every name to the numbers of its groups; if there are names, only named groups have numbers.
fn number_names(pattern: &parse::Pattern<'_>) -> Names {
    let mut names: Vec<(EcoString, Vec<usize>)> = Vec::new();
    for (index, name) in pattern.groups.iter().flatten().enumerate() {
        match names.iter_mut().find(|(own, _)| own == name) {
            Some((_, groups)) => groups.push(index + 1),
            None => names.push((EcoString::from(*name), vec![index + 1])),
        }
    }
    names.into()
}

/// Writes the pattern as a literal of Puppet's language, with its options inside the slashes.
impl fmt::Display for Regexp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut source = EcoString::new();
        error::escape_slashes(&self.source, &mut source);
        if self.options == RegexpOptions::default() {
            return write!(formatter, "/{source}/");
        }
        let letters = [(self.options.multiline, 'm'), (self.options.ignore_case, 'i'), (self.options.extended, 'x')];
        let chosen = |is_set: bool| letters.iter().filter(move |(set, _)| *set == is_set).map(|(_, letter)| letter);
        let on: String = chosen(true).collect();
        let off: String = chosen(false).collect();
        let dash = if off.is_empty() { "" } else { "-" };
        write!(formatter, "/(?{on}{dash}{off}:{source})/")
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Regexp({self})")
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Regexp) -> bool {
        self.source == other.source && self.options == other.options
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source.hash(state);
        self.options.hash(state);
    }
}
