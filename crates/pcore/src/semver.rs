//! Semantic versions and ranges of them, as Puppet's `SemVer` and `SemVerRange`.
//!
//! A [`Version`] is `major.minor.patch` with an optional *prerelease* and *build*; a
//! [`VersionRange`] is one or more *parts*, each lying between two *bounds*.

mod part;
mod range;
mod range_syntax;
mod version;

pub use range::VersionRange;
pub use version::Version;

use ecow::EcoString;

/// Why a string is not a version or version range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SemVerError {
    /// The string is not a version, or one of its numbers is 2⁶⁴ or more.
    #[error("Unable to parse '{0}' as a semantic version identifier")]
    UnparsableVersion(EcoString),
    /// A number of the prerelease begins with a zero.
    #[error("Numeric pre-release identifiers MUST NOT contain leading zeroes")]
    LeadingZero,
    /// The string is not a range, or one of its numbers is 2⁶⁴ or more.
    #[error("Unparsable version range: \"{0}\"")]
    UnparsableRange(EcoString),
    /// A prerelease or build contains invalid characters.
    #[error("'{0}' is not a dot-separated list of letters, digits and hyphens")]
    BadQualifier(EcoString),
}

#[cfg(test)]
mod tests;
