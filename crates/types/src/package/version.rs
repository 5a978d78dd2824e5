//! Versions of packages, and ranges of them.
//!
//! A [`Range`] is a version, a bound such as `>=1.0`, or two bounds separated by whitespace. Packaging systems differ
//! in the syntax and the order of versions, so each has a file of its own.

mod debian;
mod gem;
mod pip;

#[cfg(test)]
mod tests;

use std::{cmp::Ordering, fmt};

pub(super) use self::{
    debian::DebianVersion,
    gem::{GemVersion, Requirements},
    pip::PipVersion,
};

/// A version of a packaging system.
pub(super) trait Version: Sized + fmt::Display {
    /// Parses a version.
    fn parse(text: &str) -> Option<Self>;

    /// Compares two versions.
    fn compare(&self, other: &Self) -> Ordering;

    /// Whether two versions are the same, which some systems require in addition to their order.
    fn is(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

/// A range of versions.
pub(super) enum Range<V> {
    /// Exactly this one.
    Only(V),
    /// Those on one side of a version: before it (`<`) or after it (`>`), possibly with itself (`<=`, `>=`).
    Bound { operator: &'static str, version: V },
    /// The intersection of two ranges.
    Between(Box<Range<V>>, Box<Range<V>>),
}

impl<V: Version> Range<V> {
    /// Parses a range. Anything after a second part is ignored.
    pub(super) fn parse(text: &str) -> Option<Range<V>> {
        let parts: Vec<Range<V>> = text.split_whitespace().map(Range::part).collect::<Option<_>>()?;
        let mut parts = parts.into_iter();
        match (parts.next(), parts.next()) {
            (Some(first), Some(second)) => Some(Range::Between(Box::new(first), Box::new(second))),
            (first, _) => first,
        }
    }

    fn part(text: &str) -> Option<Range<V>> {
        let version = text.trim_start_matches(['<', '>', '=']);
        let operator = match &text[..text.len() - version.len()] {
            "" => return V::parse(version).map(Range::Only),
            "<" => "<",
            "<=" => "<=",
            ">" => ">",
            ">=" => ">=",
            _ => return None,
        };
        Some(Range::Bound { operator, version: V::parse(version)? })
    }

    /// Whether the range contains a version.
    pub(super) fn includes(&self, version: &V) -> bool {
        match self {
            Range::Only(only) => version.is(only),
            Range::Bound { operator, version: bound } => match version.compare(bound) {
                Ordering::Equal => operator.ends_with('='),
                Ordering::Less => operator.starts_with('<'),
                Ordering::Greater => operator.starts_with('>'),
            },
            Range::Between(first, second) => first.includes(version) && second.includes(version),
        }
    }

    /// The latest of these versions that the range contains.
    pub(super) fn best<'v>(&self, versions: impl IntoIterator<Item = &'v str>) -> Option<V> {
        let known = versions.into_iter().filter_map(V::parse).filter(|version| self.includes(version));
        known.max_by(V::compare)
    }

    /// The range with commas between its parts, as some systems require.
    pub(super) fn with_commas(&self, comma: &str) -> String {
        match self {
            Range::Between(first, second) => format!("{first}{comma}{second}"),
            Range::Only(_) | Range::Bound { .. } => self.to_string(),
        }
    }
}

impl<V: Version> fmt::Display for Range<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Only(version) => version.fmt(formatter),
            Range::Bound { operator, version } => write!(formatter, "{operator}{version}"),
            Range::Between(first, second) => write!(formatter, "{first} {second}"),
        }
    }
}

/// Compares digits of any length by their value.
fn compare_digits(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

/// The parts without zeros at the end.
fn without_zeros<T>(parts: &[T], is_zero: impl Fn(&T) -> bool) -> &[T] {
    let kept = parts.iter().rposition(|part| !is_zero(part)).map_or(0, |last| last + 1);
    parts.get(..kept).unwrap_or_default()
}

/// Takes the longest prefix of matching characters.
fn take<'t>(text: &mut &'t str, matches: impl Fn(char) -> bool) -> &'t str {
    let end = text.find(|character| !matches(character)).unwrap_or(text.len());
    let (taken, rest) = text.split_at(end);
    *text = rest;
    taken
}
