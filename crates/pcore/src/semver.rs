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

/// Merges the ranges that `merge` can merge, from the last to the first, which decides how a chain of them is merged.
/// The result is in the reverse order.
pub(crate) fn merge_backwards<T>(mut ranges: Vec<T>, merge: impl Fn(&T, &T) -> Option<T>) -> Vec<T> {
    let mut merged = Vec::with_capacity(ranges.len());
    while let Some(mut current) = ranges.pop() {
        ranges.retain(|candidate| match merge(&current, candidate) {
            Some(union) => {
                current = union;
                false
            }
            None => true,
        });
        merged.push(current);
    }
    merged
}

#[cfg(test)]
mod tests;
