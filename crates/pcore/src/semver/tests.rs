//! Recorded answers of the real Puppet from `tests/data`, and laws.

use super::{SemVerError, Version, VersionRange};
use crate::oracle::{compare, text};
use proptest::prelude::*;
use serde_json::{Value, json};

fn version(value: &Value) -> Version {
    Version::parse(text(value)).unwrap()
}

fn range(value: &Value) -> VersionRange {
    VersionRange::parse(text(value)).unwrap()
}

fn shown(range: &VersionRange) -> Value {
    json!([range.to_string(), range.canonical()])
}

fn answer(operation: &str, arguments: &[Value]) -> Result<Value, SemVerError> {
    Ok(match operation {
        "version" => {
            let version = Version::parse(text(&arguments[0]))?;
            json!([
                version.to_string(),
                version.major,
                version.minor,
                version.patch,
                version.prerelease(),
                version.build()
            ])
        }
        "compare" => {
            let (left, right) = (version(&arguments[0]), version(&arguments[1]));
            json!([left.precedence(&right) as i8, left == right])
        }
        "range" => shown(&VersionRange::parse(text(&arguments[0]))?),
        "contains" => {
            let range = range(&arguments[0]);
            let versions = arguments[1].as_array().unwrap().iter();
            versions.filter(|text| range.contains(&version(text))).cloned().collect()
        }
        "intersection" => shown(&range(&arguments[0]).intersection(&range(&arguments[1]))),
        "equal" => (range(&arguments[0]) == range(&arguments[1])).into(),
        "covers" => range(&arguments[0]).covers(&range(&arguments[1])).into(),
        "merge" => range(&arguments[0]).merge(&range(&arguments[1])).as_ref().map_or(Value::Null, shown),
        "new" => {
            let bound = |value: &Value| value.as_str().map(|text| Version::parse(text).unwrap());
            shown(&VersionRange::new(bound(&arguments[0]), bound(&arguments[1]), arguments[2] == true))
        }
        other => panic!("{other} is not known"),
    })
}

#[test]
fn versions_and_ranges_are_what_puppet_makes_of_them() {
    compare(include_str!("../../tests/data/semver.jsonl"), 2894, answer);
}

/// Puppet fails on these because it calls undefined methods.
#[test]
fn ranges_that_puppet_fails_on_are_valid() {
    let check = |text: &str, expected: &str| assert_eq!(VersionRange::parse(text).unwrap().canonical(), expected);
    check("^*", "*");
    check("<=x", "*");
    check(">=1.0.0 || >=2.0.0", ">=1.0.0");
    check(">=1.0.0 <2.0.0 || >=1.5.0 <2.0.0", ">=1.0.0 <2.0.0");
    check(">2.0.0 <1.0.0 <3.0.0", "<0.0.0");
}

#[test]
fn numbers_have_a_limit() {
    let largest = u64::MAX;
    assert!(Version::parse(&format!("{largest}.0.0")).is_ok());
    assert!(Version::parse(&format!("{largest}0.0.0")).is_err());
    assert!(VersionRange::parse(&format!("^{largest}.1.2")).is_err());
    assert!(VersionRange::parse(&format!("1.2.{largest} || 1.3.0")).is_ok());
}

/// Strings that are nearly ranges.
fn range_text() -> impl Strategy<Value = String> {
    "(([<>=~^]|<=|>=| - | |  |\\|\\||v)?([0-9x*]{1,2}(\\.[0-9x*]{1,2}){0,3})(-[a-z0-9.]{1,4})?(\\+[a-z0-9]{1,3})?){0,5}"
}

proptest! {
    #[test]
    fn a_version_reads_its_own_text(
        numbers: [u64; 3],
        prerelease in proptest::option::of("[a-zA-Z-][0-9A-Za-z-]{0,4}(\\.[1-9][0-9]{0,30}){0,2}"),
        build in proptest::option::of("[0-9A-Za-z-]{1,4}(\\.[0-9]{1,4}){0,2}"),
    ) {
        let [major, minor, patch] = numbers;
        let version = Version::new(major, minor, patch, prerelease.as_deref(), build.as_deref()).unwrap();
        prop_assert_eq!(Version::parse(&version.to_string()), Ok(version));
    }

    #[test]
    fn a_range_reads_its_own_text(text in range_text()) {
        if let Ok(range) = VersionRange::parse(&text) {
            prop_assert_eq!(VersionRange::parse(&range.to_string()), Ok(range));
        }
    }

    #[test]
    fn any_text_can_be_tried(text: String, left in range_text(), right in range_text()) {
        let _ = (Version::parse(&text), VersionRange::parse(&text));
        if let (Ok(left), Ok(right)) = (VersionRange::parse(&left), VersionRange::parse(&right)) {
            let _ = (left.intersection(&right), left.merge(&right));
            prop_assert!(left.covers(&left));
        }
    }

    #[test]
    fn what_is_in_both_is_in_the_intersection(left in range_text(), right in range_text(), numbers in prop::array::uniform3(0..100u64)) {
        let version = Version::stable(numbers[0], numbers[1], numbers[2]);
        if let (Ok(left), Ok(right)) = (VersionRange::parse(&left), VersionRange::parse(&right)) {
            let both = left.contains(&version) && right.contains(&version);
            prop_assert_eq!(left.intersection(&right).contains(&version), both);
        }
    }
}
