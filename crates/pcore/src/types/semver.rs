//! `SemVer[ranges…]`.

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::{
    semver::{VersionRange, merge_backwards},
    value::Value,
};

/// Creates the type from the parameters of `SemVer[…]`.
pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.at_least_one("A SemVer-Type")?;
    let mut ranges = Vec::with_capacity(parameters.len());
    for (index, parameter) in parameters.values().enumerate() {
        ranges.push(match parameter {
            Value::SemVerRange(range) => (**range).clone(),
            Value::String(text) => {
                VersionRange::parse(text).map_err(|error| parameters.error_at(index, error.to_string()))?
            }
            other => return Err(parameters.wrong_kind(index, "a SemVer-Type", other, "String or VersionRange")),
        });
    }
    Ok(new(ranges))
}

/// Returns the type of versions in any of the ranges; adjacent ranges are merged.
pub(crate) fn new(ranges: Vec<VersionRange>) -> Type {
    // Puppet merges them in this direction: the order is visible in the text.
    let mut merged = merge_backwards(ranges, VersionRange::merge);
    merged.reverse();
    Type::SemVer(merged.into())
}

/// Returns whether every version in `others` is in one of these ranges.
pub(super) fn accepts(ranges: &[VersionRange], others: &[VersionRange]) -> bool {
    ranges.is_empty() || !others.is_empty() && others.iter().all(|other| ranges.iter().any(|range| range.covers(other)))
}
