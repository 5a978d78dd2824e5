//! `Version`: one semantic version.

use super::SemVerError;
use ecow::EcoString;
use std::{cmp::Ordering, fmt};

/// A version according to semver.org 2.0.
///
/// Two versions are equal if all their parts are, including the build; but the build is ignored by their
/// [`precedence`](Version::precedence). So `1.0.0+a` and `1.0.0+b` are not equal, but neither is greater, and there is
/// no consistent `Ord`.
///
/// ```
/// use pcore::semver::Version;
///
/// let version = Version::parse("1.2.3-rc.1+b5").unwrap();
/// assert_eq!(version.prerelease(), Some("rc.1"));
/// assert!(version.precedence(&Version::parse("1.2.3").unwrap()).is_lt());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version {
    /// Counts changes that break users.
    pub major: u64,
    /// Counts additions.
    pub minor: u64,
    /// Counts corrections.
    pub patch: u64,
    prerelease: Option<EcoString>,
    build: Option<EcoString>,
}

impl Version {
    /// Returns a version from its parts.
    pub fn new(
        major: u64,
        minor: u64,
        patch: u64,
        prerelease: Option<&str>,
        build: Option<&str>,
    ) -> Result<Version, SemVerError> {
        for qualifier in [prerelease, build].into_iter().flatten() {
            if !is_qualifier(qualifier) {
                return Err(SemVerError::BadQualifier(qualifier.into()));
            }
        }
        if prerelease.is_some_and(has_leading_zero) {
            return Err(SemVerError::LeadingZero);
        }
        Ok(Version {
            major,
            minor,
            patch,
            prerelease: prerelease.map(EcoString::from),
            build: build.map(EcoString::from),
        })
    }

    /// Returns a version without prerelease and build.
    pub const fn stable(major: u64, minor: u64, patch: u64) -> Version {
        Version { major, minor, patch, prerelease: None, build: None }
    }

    /// Parses a version. One line break at the end is ignored, as in Puppet.
    pub fn parse(text: &str) -> Result<Version, SemVerError> {
        let unparsable = || SemVerError::UnparsableVersion(text.into());
        let line = text.strip_suffix('\n').unwrap_or(text);
        let (rest, build) = split_qualifier(line, '+');
        let (numbers, prerelease) = split_qualifier(rest, '-');
        let mut parts = numbers.split('.').map(number);
        let mut next = || parts.next().flatten().ok_or_else(unparsable);
        let (major, minor, patch) = (next()?, next()?, next()?);
        if parts.next().is_some() {
            return Err(unparsable());
        }
        Version::new(major, minor, patch, prerelease, build).map_err(|error| match error {
            SemVerError::LeadingZero => SemVerError::LeadingZero,
            _ => unparsable(),
        })
    }

    /// Returns the prerelease, such as `rc.1`.
    pub fn prerelease(&self) -> Option<&str> {
        self.prerelease.as_deref()
    }

    /// Returns the build metadata, which is ignored by comparisons.
    pub fn build(&self) -> Option<&str> {
        self.build.as_deref()
    }

    /// Returns whether the version is not a prerelease.
    pub const fn is_stable(&self) -> bool {
        self.prerelease.is_none()
    }

    /// Compares by precedence: `<` and `>` of the Puppet language.
    pub fn precedence(&self, other: &Version) -> Ordering {
        let numbers = |version: &Version| (version.major, version.minor, version.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| match (self.prerelease(), other.prerelease()) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(left), Some(right)) => left.split('.').map(Identifier::of).cmp(right.split('.').map(Identifier::of)),
        })
    }

    /// Returns whether both have the same three numbers.
    pub(super) fn same_numbers(&self, other: &Version) -> bool {
        (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if let Some(prerelease) = &self.prerelease {
            write!(formatter, "-{prerelease}")?;
        }
        if let Some(build) = &self.build {
            write!(formatter, "+{build}")?;
        }
        Ok(())
    }
}

/// An identifier in a prerelease. Numbers come before words; they have no leading zeros, so that the longer one is
/// greater, whatever its length.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Identifier<'a> {
    Number(usize, &'a str),
    Word(&'a str),
}

impl<'a> Identifier<'a> {
    fn of(text: &'a str) -> Identifier<'a> {
        if is_digits(text) { Identifier::Number(text.len(), text) } else { Identifier::Word(text) }
    }
}

/// Parses a number without leading zeros.
pub(super) fn number(text: &str) -> Option<u64> {
    let plain = is_digits(text) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Splits at the first mark, which for `-` must come before any `+`.
pub(super) fn split_qualifier(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((rest, qualifier)) => (rest, Some(qualifier)),
        None => (text, None),
    }
}

/// Returns whether a string is a valid prerelease or build.
pub(super) fn is_qualifier(text: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    text.split('.').all(is_part)
}

fn has_leading_zero(prerelease: &str) -> bool {
    prerelease.split('.').any(|part| is_digits(part) && part.len() > 1 && part.starts_with('0'))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
