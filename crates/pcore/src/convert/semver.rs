//! `SemVer.new` and `SemVerRange.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::{
    semver::{Version, VersionRange},
    value::Value,
};

pub(super) static SEM_VER: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_Version")
        .local("PositiveInteger", "Integer[0, default]")
        .local("SemVerQualifier", r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]")
        .local(
            "SemVerPattern",
            r"Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]",
        )
        .local(
            "SemVerHash",
            "Struct[{
                major                => PositiveInteger,
                minor                => PositiveInteger,
                patch                => PositiveInteger,
                Optional[prerelease] => SemVerQualifier,
                Optional[build]      => SemVerQualifier
            }]",
        )
        .signature(&["SemVerPattern str"], |call| Ok(Value::from(Version::parse(call.text(0))?)))
        .signature(
            &[
                "PositiveInteger major",
                "PositiveInteger minor",
                "PositiveInteger patch",
                "SemVerQualifier prerelease?",
                "SemVerQualifier build?",
            ],
            |call| version([0, 1, 2, 3, 4].map(|index| call.argument(index))),
        )
        .signature(&["SemVerHash hash_args"], |call| {
            version(["major", "minor", "patch", "prerelease", "build"].map(|name| call.entry(name)))
        })
        .refusal(&["String str"], |call| ConversionError::inconvertible("new_Version", call.argument(0), "a SemVer"))
});

pub(super) static SEM_VER_RANGE: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_VersionRange")
        .local("SemVerRangeString", "String[1]")
        .local(
            "SemVerRangeHash",
            "Struct[{
                min                   => Variant[Default, SemVer],
                Optional[max]         => Variant[Default, SemVer],
                Optional[exclude_max] => Boolean
            }]",
        )
        .signature(&["SemVerRangeString str"], |call| Ok(Value::from(VersionRange::parse(call.text(0))?)))
        .signature(
            &["Variant[Default, SemVer] min", "Variant[Default, SemVer] max", "Boolean exclude_max?"],
            |call: &Call<'_>| Ok(range(call.argument(0), call.argument(1), call.argument(2))),
        )
        .signature(&["SemVerRangeHash hash_args"], |call| {
            Ok(range(call.entry("min"), call.entry("max"), call.entry("exclude_max")))
        })
});

fn version([major, minor, patch, prerelease, build]: [&Value; 5]) -> Result<Value, ConversionError> {
    // The signature accepts no negative number.
    let number = |value: &Value| value.as_integer().unwrap_or_default().unsigned_abs();
    let instance = Version::new(number(major), number(minor), number(patch), prerelease.as_str(), build.as_str())?;
    Ok(Value::from(instance))
}

fn range(minimum: &Value, maximum: &Value, exclude_maximum: &Value) -> Value {
    let bound = |value: &Value| match value {
        Value::SemVer(version) => Some((**version).clone()),
        _ => None,
    };
    Value::from(VersionRange::new(bound(minimum), bound(maximum), *exclude_maximum == Value::Boolean(true)))
}
