//! What a search has found: a match, what its groups took, and one match after
//! the other.

use std::sync::Arc;

use ecow::EcoString;

use super::{Regexp, error::MatchError};

/// A stretch of the text that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Match<'t> {
    pub(super) fn new(text: &'t str, start: usize, end: usize) -> Match<'t> {
        // A look-ahead that moves the start (`\K`) can put it behind the end.
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

    /// Returns whether nothing was taken.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// The names of a pattern's groups, in order of appearance, with their numbers.
///
/// A name may stand for several groups.
pub(super) type Names = Arc<[(EcoString, Vec<usize>)]>;

/// A match with what each group took.
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
    pub(super) fn new(text: &'t str, found: &fancy_regex::Captures<'t, str>, names: &Names) -> Option<Captures<'t>> {
        let group = |index| found.get(index).map(|m| Match::new(text, m.start(), m.end()));
        Some(Captures { whole: group(0)?, groups: (1..found.len()).map(group).collect(), names: Names::clone(names) })
    }

    /// Returns the whole match.
    pub fn whole(&self) -> Match<'t> {
        self.whole
    }

    /// Returns what a group took, 0 being the whole; None where it took no part.
    pub fn get(&self, group: usize) -> Option<Match<'t>> {
        match group.checked_sub(1) {
            None => Some(self.whole),
            Some(index) => self.groups.get(index).copied().flatten(),
        }
    }

    /// Returns what the named group took; of several with that name, the last that took part.
    pub fn name(&self, name: &str) -> Option<Match<'t>> {
        let (_, groups) = self.names.iter().find(|(known, _)| known == name)?;
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
/// As in Ruby's `scan`, an empty match may follow right after another match.
/// After an error there are no more items.
#[derive(Debug)]
pub struct CapturesIter<'r, 't> {
    pattern: &'r Regexp,
    text: &'t str,
    /// Where to look next; None when the text is used up.
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
            Ok(found) => {
                let found = found?;
                let whole = found.whole();
                // `\K` lets a match end before the place where the search began.
                let end = whole.end().max(start);
                self.next = if whole.is_empty() { character_after(self.text, end) } else { Some(end) };
                Some(Ok(found))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Returns the end of the character that begins at a place; None at the end of the text.
pub(super) fn character_after(text: &str, place: usize) -> Option<usize> {
    let character = text[place..].chars().next()?;
    Some(place + character.len_utf8())
}
