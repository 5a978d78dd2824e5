//! The result of a search: a match, its captures, and an iterator over all matches.

use std::sync::Arc;

use ecow::EcoString;

use super::{Regexp, error::MatchError};

/// A part of the text that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Match<'t> {
    pub(super) fn new(text: &'t str, start: usize, end: usize) -> Match<'t> {
        // A look-ahead that moves the start (`\K`) can put it after the end.
        Match { text, start, end: end.max(start) }
    }

    /// Returns the byte at which the match begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte before which the match ends.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns the text that matched.
    pub fn as_str(&self) -> &'t str {
        &self.text[self.start..self.end]
    }

    /// Returns whether the match is empty.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// The names of a pattern's groups with their numbers, in order of appearance.
///
/// Several groups may have the same name.
pub(super) type Names = Arc<[(EcoString, Vec<usize>)]>;

/// A match with its captures.
///
/// ```
/// use pcore::regexp::Regexp;
///
/// let pattern = Regexp::new(r"(?<key>\w+)=(?<value>\w*)")?;
/// let captures = pattern.captures("mode=0644")?.expect("it matches");
/// assert_eq!(captures.whole().as_str(), "mode=0644");
/// assert_eq!(captures.name("value").map(|m| m.as_str()), Some("0644"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Captures<'t> {
    whole: Match<'t>,
    groups: Vec<Option<Match<'t>>>,
    names: Names,
}

impl<'t> Captures<'t> {
    pub(super) fn new(text: &'t str, matched: &fancy_regex::Captures<'t, str>, names: &Names) -> Option<Captures<'t>> {
        let group = |index| matched.get(index).map(|m| Match::new(text, m.start(), m.end()));
        Some(Captures { whole: group(0)?, groups: (1..matched.len()).map(group).collect(), names: Names::clone(names) })
    }

    /// Returns the whole match.
    pub fn whole(&self) -> Match<'t> {
        self.whole
    }

    /// Returns the text of a group, 0 being the whole match; `None` if the group did not participate.
    pub fn get(&self, group: usize) -> Option<Match<'t>> {
        match group.checked_sub(1) {
            None => Some(self.whole),
            Some(index) => self.groups.get(index).copied().flatten(),
        }
    }

    /// Returns the text of a named group; if several have that name, the last one that participated.
    pub fn name(&self, name: &str) -> Option<Match<'t>> {
        let (_, groups) = self.names.iter().find(|(own, _)| own == name)?;
        groups.iter().rev().find_map(|&group| self.get(group))
    }

    /// Returns the names that the pattern gives its groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the number of groups, the whole match included, as Ruby counts them.
    #[expect(clippy::len_without_is_empty, reason = "the whole match is always there")]
    pub fn len(&self) -> usize {
        self.groups.len() + 1
    }

    /// Returns the whole match and then every group.
    pub fn iter(&self) -> impl Iterator<Item = Option<Match<'t>>> {
        std::iter::once(Some(self.whole)).chain(self.groups.iter().copied())
    }
}

/// All matches of a pattern in a text, from left to right and not overlapping.
///
/// As in Ruby's `scan`, an empty match may directly follow another match.
/// After an error there are no more items.
#[derive(Debug)]
pub struct CapturesIter<'r, 't> {
    pattern: &'r Regexp,
    text: &'t str,
    /// Where the next search starts; `None` at the end of the text.
    next: Option<usize>,
}

impl<'r, 't> CapturesIter<'r, 't> {
    pub(super) fn new(pattern: &'r Regexp, text: &'t str) -> CapturesIter<'r, 't> {
        CapturesIter { pattern, text, next: Some(0) }
    }
}

impl<'t> Iterator for CapturesIter<'_, 't> {
    type Item = Result<Captures<'t>, MatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next.take()?;
        match self.pattern.captures_from(self.text, start) {
            Ok(matched) => {
                let matched = matched?;
                let whole = matched.whole();
                // `\K` lets a match end before the start of the search.
                let end = whole.end().max(start);
                self.next = if whole.is_empty() { character_after(self.text, end) } else { Some(end) };
                Some(Ok(matched))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Returns the end of the character that begins at an offset; `None` at the end of the text.
pub(super) fn character_after(text: &str, offset: usize) -> Option<usize> {
    let character = text[offset..].chars().next()?;
    Some(offset + character.len_utf8())
}
