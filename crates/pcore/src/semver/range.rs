//! `VersionRange`: a set of versions, defined by bounds.

use super::{
    SemVerError, Version, merge_backwards,
    part::{Bound, Comparison, Part},
    range_syntax,
};
use ecow::EcoString;
use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// A range of versions.
///
/// It prints as it was written. Ranges are equal if they have the same bounds, however written.
///
/// ```
/// use pcore::semver::{Version, VersionRange};
///
/// let range = VersionRange::parse("~1.2.3 || >=3.0.0-rc1").unwrap();
/// assert!(range.contains(&Version::parse("1.2.9").unwrap()));
/// assert!(!range.contains(&Version::parse("1.3.0").unwrap()));
/// // A prerelease is in a range only if a bound is a prerelease of the same version.
/// assert!(range.contains(&Version::parse("3.0.0-rc2").unwrap()));
/// assert!(!range.contains(&Version::parse("3.1.0-rc2").unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct VersionRange {
    /// In the order written; never empty.
    parts: Vec<Part>,
    text: EcoString,
}

impl VersionRange {
    /// Parses a range in the syntax of npm.
    pub fn parse(text: &str) -> Result<VersionRange, SemVerError> {
        match range_syntax::parse(text)? {
            None => Ok(VersionRange::all()),
            Some(parts) => Ok(VersionRange::from_parts(parts, Some(text.into()))),
        }
    }

    /// Returns the range of all versions.
    pub fn all() -> VersionRange {
        VersionRange { parts: vec![Part::One(Comparison::All)], text: "*".into() }
    }

    /// Returns the range between two versions; a missing one leaves it open on that side.
    ///
    /// The text is Puppet's, which has the bounds in the wrong order: from `1.0.0` to `2.0.0` it is `2.0.0 - 1.0.0`.
    /// [`canonical`](VersionRange::canonical) returns the correct one.
    ///
    /// ```
    /// use pcore::semver::{Version, VersionRange};
    ///
    /// let range = VersionRange::new(Some(Version::stable(1, 0, 0)), Some(Version::stable(2, 0, 0)), true);
    /// assert_eq!(range.canonical(), ">=1.0.0 <2.0.0");
    /// assert_eq!(range.to_string(), ">=2.0.0 <1.0.0");
    /// ```
    pub fn new(minimum: Option<Version>, maximum: Option<Version>, exclude_maximum: bool) -> VersionRange {
        VersionRange::between(
            minimum.map_or(Bound::Least, Bound::Version),
            maximum.map_or(Bound::Greatest, Bound::Version),
            exclude_maximum,
        )
    }

    fn between(minimum: Bound, maximum: Bound, exclude_maximum: bool) -> VersionRange {
        let text = match exclude_maximum {
            true => format!(">={maximum} <{minimum}"),
            false => format!("{maximum} - {minimum}"),
        };
        let upper = match exclude_maximum {
            true => Comparison::Less(maximum),
            false => Comparison::LessOrEqual(maximum),
        };
        let part = Part::One(Comparison::GreaterOrEqual(minimum)).intersection(&Part::One(upper));
        VersionRange::from_parts(part.into_iter().collect(), Some(text.into()))
    }

    /// Merges adjacent parts; if there is no text, it is made from the parts.
    fn from_parts(mut parts: Vec<Part>, text: Option<EcoString>) -> VersionRange {
        let mut count = usize::MAX;
        while parts.len() < count {
            count = parts.len();
            parts = merge_backwards(parts, Part::merge);
            parts.reverse();
        }
        if parts.is_empty() {
            parts.push(Part::NOTHING);
        }
        let text = text.unwrap_or_else(|| canonical(&parts).into());
        VersionRange { parts, text }
    }

    /// Returns whether the version is in the range.
    pub fn contains(&self, version: &Version) -> bool {
        self.parts.iter().any(|part| part.contains(version))
    }

    /// Returns the intersection of both ranges.
    pub fn intersection(&self, other: &VersionRange) -> VersionRange {
        let mut parts: Vec<Part> = Vec::new();
        for own in &self.parts {
            for others in &other.parts {
                let common = own.intersection(others);
                parts.extend(common.filter(|part| !parts.contains(part)));
            }
        }
        VersionRange::from_parts(parts, None)
    }

    /// Returns whether the other range is a part of this one, as `SemVer[other] <= SemVer[self]` asks.
    ///
    /// The rule is Puppet's: it compares the bounds, and ignores whether the lower one is in its range.
    pub fn covers(&self, other: &VersionRange) -> bool {
        let covers = |own: &Part, others: &Part| {
            let end = own.end().precedence(others.end());
            let ends = end.is_gt() || own.end() == others.end() && (!own.excludes_end() || others.excludes_end());
            own.begin().precedence(others.begin()).is_le() && ends
        };
        other.parts.iter().all(|others| self.parts.iter().any(|own| covers(own, others)))
    }

    /// Returns the union if both ranges overlap or touch, as `SemVer[self, other]` computes it from its parameters.
    /// Ranges with a gap between them stay separate. The rule, with its flaws, is Puppet's.
    pub fn merge(&self, other: &VersionRange) -> Option<VersionRange> {
        let (Some(own), Some(others)) = (self.only_part(), other.only_part()) else {
            return None;
        };
        let holds = |range: &VersionRange, bound: &Bound| match bound {
            Bound::Version(version) => range.contains(version),
            // A range without a lower bound begins before all versions.
            Bound::Least => {
                range.only_part().is_some_and(|part| *part.begin() == Bound::Least && *part != Part::NOTHING)
            }
            Bound::Greatest => false,
        };
        if holds(self, others.begin()) || holds(other, own.begin()) {
            let end = own.end().precedence(others.end());
            let last = if end.is_ge() { own } else { others };
            let exclude = match (own.excludes_end(), others.excludes_end()) {
                // If the other ends later, its end is included even if it is exclusive.
                (true, true) => end.is_ge(),
                (true, false) => end.is_gt(),
                (false, true) => end.is_lt(),
                (false, false) => false,
            };
            let first = if own.begin().precedence(others.begin()).is_le() { own } else { others };
            return Some(VersionRange::between(first.begin().clone(), last.end().clone(), exclude));
        }
        let touch = |left: &Part, right: &Part| left.excludes_end() && left.end() == right.begin();
        let from_to = |left: &Part, right: &Part| {
            VersionRange::between(left.begin().clone(), right.end().clone(), right.excludes_end())
        };
        if touch(own, others) {
            Some(from_to(own, others))
        } else if touch(others, own) {
            Some(from_to(others, own))
        } else {
            None
        }
    }

    fn only_part(&self) -> Option<&Part> {
        match self.parts.as_slice() {
            [part] => Some(part),
            _ => None,
        }
    }

    /// Returns the range by its bounds, such as `>=1.0.0 <2.0.0` for `1.x`.
    pub fn canonical(&self) -> String {
        canonical(&self.parts)
    }
}

fn canonical(parts: &[Part]) -> String {
    let texts: Vec<String> = parts.iter().map(Part::to_string).collect();
    texts.join(" || ")
}

impl PartialEq for VersionRange {
    fn eq(&self, other: &VersionRange) -> bool {
        self.parts == other.parts
    }
}

impl Eq for VersionRange {}

impl Hash for VersionRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
