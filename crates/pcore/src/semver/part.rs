//! Parts of a range: the versions on one side of a bound, or between two.
//!
//! How parts are written is visible in the language: ranges are equal if their parts are, and a prerelease is only
//! included by a bound that is one itself. So a part remembers its comparisons.

use super::Version;
use std::{cmp::Ordering, fmt};

/// A bound of a range: a version, or before all or after all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Bound {
    Least,
    Version(Version),
    Greatest,
}

impl Bound {
    pub(super) fn precedence(&self, other: &Bound) -> Ordering {
        let rank = |bound: &Bound| match bound {
            Bound::Least => 0,
            Bound::Version(_) => 1,
            Bound::Greatest => 2,
        };
        match (self, other) {
            (Bound::Version(own), Bound::Version(others)) => own.precedence(others),
            _ => rank(self).cmp(&rank(other)),
        }
    }

    fn next_patch(&self) -> Option<Bound> {
        match self {
            Bound::Version(version) => {
                let patch = version.patch.checked_add(1)?;
                Some(Bound::Version(Version::stable(version.major, version.minor, patch)))
            }
            Bound::Least | Bound::Greatest => None,
        }
    }
}

impl From<Version> for Bound {
    fn from(version: Version) -> Bound {
        Bound::Version(version)
    }
}

impl fmt::Display for Bound {
    /// Writes the outermost bounds as Puppet does, as versions that cannot be parsed.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Least => formatter.write_str("0.0.0-"),
            Bound::Version(version) => version.fmt(formatter),
            Bound::Greatest => formatter.write_str("Infinity.0.0"),
        }
    }
}

/// One comparison with a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Comparison {
    All,
    Greater(Bound),
    GreaterOrEqual(Bound),
    Less(Bound),
    LessOrEqual(Bound),
    Equal(Bound),
}

impl Comparison {
    fn begin(&self) -> &Bound {
        match self {
            Comparison::Greater(bound) | Comparison::GreaterOrEqual(bound) | Comparison::Equal(bound) => bound,
            Comparison::All | Comparison::Less(_) | Comparison::LessOrEqual(_) => &Bound::Least,
        }
    }

    fn end(&self) -> &Bound {
        match self {
            Comparison::Less(bound) | Comparison::LessOrEqual(bound) | Comparison::Equal(bound) => bound,
            Comparison::All | Comparison::Greater(_) | Comparison::GreaterOrEqual(_) => &Bound::Greatest,
        }
    }

    fn includes(&self, bound: &Bound) -> bool {
        match self {
            Comparison::All => true,
            Comparison::Greater(than) => bound.precedence(than).is_gt(),
            Comparison::GreaterOrEqual(than) => bound.precedence(than).is_ge(),
            Comparison::Less(than) => bound.precedence(than).is_lt(),
            Comparison::LessOrEqual(than) => bound.precedence(than).is_le(),
            // The build is compared, too: `1.0.0` does not include `1.0.0+a`.
            Comparison::Equal(to) => bound == to,
        }
    }

    fn has_lower_bound(&self) -> bool {
        matches!(self, Comparison::Greater(_)) || *self.begin() != Bound::Least
    }

    fn has_upper_bound(&self) -> bool {
        matches!(self, Comparison::Less(_)) || *self.end() != Bound::Greatest
    }

    fn lets_in_prerelease(&self, version: &Version) -> bool {
        let is_prerelease_of = |bound: &Bound| match bound {
            Bound::Version(own) => !own.is_stable() && own.same_numbers(version),
            Bound::Least | Bound::Greatest => false,
        };
        *self == Comparison::All || is_prerelease_of(self.begin()) || is_prerelease_of(self.end())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comparison::All => formatter.write_str("*"),
            Comparison::Greater(bound) => write!(formatter, ">{bound}"),
            Comparison::GreaterOrEqual(bound) => write!(formatter, ">={bound}"),
            Comparison::Less(Bound::Least) => formatter.write_str("<0.0.0"),
            Comparison::Less(bound) => write!(formatter, "<{bound}"),
            Comparison::LessOrEqual(bound) => write!(formatter, "<={bound}"),
            Comparison::Equal(bound) => bound.fmt(formatter),
        }
    }
}

/// Contiguous versions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    One(Comparison),
    Between(Comparison, Comparison),
}

impl Part {
    pub(super) const NOTHING: Part = Part::One(Comparison::Less(Bound::Least));

    fn lower(&self) -> &Comparison {
        match self {
            Part::One(comparison) | Part::Between(comparison, _) => comparison,
        }
    }

    fn upper(&self) -> &Comparison {
        match self {
            Part::One(comparison) | Part::Between(_, comparison) => comparison,
        }
    }

    pub(super) fn begin(&self) -> &Bound {
        self.lower().begin()
    }

    pub(super) fn end(&self) -> &Bound {
        self.upper().end()
    }

    fn excludes_begin(&self) -> bool {
        matches!(self.lower(), Comparison::Greater(_))
    }

    pub(super) fn excludes_end(&self) -> bool {
        matches!(self.upper(), Comparison::Less(_))
    }

    fn includes(&self, bound: &Bound) -> bool {
        self.lower().includes(bound) && self.upper().includes(bound)
    }

    /// Returns whether the part contains the version. A prerelease must be allowed by a bound.
    pub(super) fn contains(&self, version: &Version) -> bool {
        let let_in = || {
            version.is_stable() || self.lower().lets_in_prerelease(version) || self.upper().lets_in_prerelease(version)
        };
        self.includes(&Bound::Version(version.clone())) && let_in()
    }

    /// Returns both parts, the one that begins first in front; of two that begin alike, the one that excludes the begin
    /// comes last.
    fn by_begin<'p>(&'p self, other: &'p Part) -> (&'p Part, &'p Part) {
        match self.begin().precedence(other.begin()) {
            Ordering::Greater => (other, self),
            Ordering::Equal if self.excludes_begin() => (other, self),
            Ordering::Less | Ordering::Equal => (self, other),
        }
    }

    /// Returns both parts, the one that ends first in front; of two that end alike, the one that excludes the end.
    fn by_end<'p>(&'p self, other: &'p Part) -> (&'p Part, &'p Part) {
        match self.end().precedence(other.end()) {
            Ordering::Less => (self, other),
            Ordering::Equal if self.excludes_end() => (self, other),
            Ordering::Greater | Ordering::Equal => (other, self),
        }
    }

    /// Returns the versions in both, if there are any.
    pub(super) fn intersection(&self, other: &Part) -> Option<Part> {
        if *self == Part::One(Comparison::All) {
            return Some(other.clone());
        }
        for (left, right) in [(self, other), (other, self)] {
            match left.begin().precedence(right.end()) {
                Ordering::Less => {}
                Ordering::Equal if !left.excludes_begin() && !right.excludes_end() => {
                    return Some(Part::One(Comparison::Equal(left.begin().clone())));
                }
                Ordering::Equal | Ordering::Greater => return None,
            }
        }
        let (_, lower) = self.by_begin(other);
        let (upper, _) = self.by_end(other);
        Some(if !upper.upper().has_upper_bound() {
            lower.clone()
        } else if !lower.lower().has_lower_bound() {
            upper.clone()
        } else {
            Part::Between(lower.lower().clone(), upper.upper().clone())
        })
    }

    /// Returns the union, if there is no gap between them.
    pub(super) fn merge(&self, other: &Part) -> Option<Part> {
        if *self == Part::One(Comparison::All) {
            return Some(self.clone());
        }
        if self.includes(other.begin()) || other.includes(self.begin()) {
            let (first, _) = self.by_begin(other);
            let (_, last) = self.by_end(other);
            return span(first, last);
        }
        let touch = |left: &Part, right: &Part| match (left.excludes_end(), right.excludes_begin()) {
            (_, true) => false,
            (true, false) => left.end() == right.begin(),
            (false, false) => left.end().next_patch().is_some_and(|next| next == *right.begin()),
        };
        if touch(self, other) {
            span(self, other)
        } else if touch(other, self) {
            span(other, self)
        } else {
            None
        }
    }
}

/// Returns the part from the beginning of one to the end of the other.
fn span(first: &Part, last: &Part) -> Option<Part> {
    let begin = first.begin().clone();
    let lower = if first.excludes_begin() { Comparison::Greater(begin) } else { Comparison::GreaterOrEqual(begin) };
    let end = last.end().clone();
    let upper = if last.excludes_end() { Comparison::Less(end) } else { Comparison::LessOrEqual(end) };
    Part::One(lower).intersection(&Part::One(upper))
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::One(comparison) => comparison.fmt(formatter),
            Part::Between(lower, upper) => write!(formatter, "{lower} {upper}"),
        }
    }
}
