//! Versions compared with the tools that define their order.

use std::cmp::Ordering;

use super::{DebianVersion, GemVersion, PipVersion, Range, Requirements, Version};

/// Asserts that each version is older than the next.
#[track_caller]
fn assert_order<V: Version>(versions: &[&str]) {
    let parsed: Vec<V> =
        versions.iter().map(|version| V::parse(version).unwrap_or_else(|| panic!("{version}"))).collect();
    for (left, one) in parsed.iter().enumerate() {
        for (right, other) in parsed.iter().enumerate() {
            assert_eq!(one.compare(other), left.cmp(&right), "{} and {}", versions[left], versions[right]);
        }
    }
}

#[track_caller]
fn assert_same<V: Version>(left: &str, right: &str) {
    assert_eq!(V::parse(left).unwrap().compare(&V::parse(right).unwrap()), Ordering::Equal, "{left} and {right}");
}

#[test]
fn versions_of_debian_are_ordered_as_dpkg_orders_them() {
    // Each pair was compared with `dpkg --compare-versions`.
    assert_order::<DebianVersion>(&[
        "0.9~~",
        "0.9~~a",
        "0.9~",
        "0.9",
        "0.9-1~bpo1",
        "0.9-1",
        "0.9-1+deb12u1",
        "0.9-2",
        "0.9-10",
        "0.9a",
        "0.9+b1",
        "0.10",
        "1.0~rc1-1",
        "1.0-1",
        "1.0.1",
        "2",
        "1:0.1",
    ]);
    assert_same::<DebianVersion>("1.0", "1.00");
    assert_same::<DebianVersion>("0:1.0", "1.0-0");
    assert_same::<DebianVersion>("18446744073709551616.1", "018446744073709551616.1");
    for wrong in ["", "a:1", "1 0", "1_0", "1:2:3", "-1"] {
        assert!(DebianVersion::parse(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn versions_of_gems_are_ordered_as_rubygems_orders_them() {
    assert_order::<GemVersion>(&[
        "0", "0.9", "1.0.a", "1.0.a.2", "1.0.b1", "1.0-rc1", "1.0", "1.0.1", "1.2", "1.10", "2",
    ]);
    assert_same::<GemVersion>("1", "1.0.0");
    assert_same::<GemVersion>("1.0.0.a", "1.a");
    for wrong in ["a", "1..2", "1,2", "~1", "1_2"] {
        assert!(GemVersion::parse(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn versions_of_python_are_ordered_as_pep_440_orders_them() {
    assert_order::<PipVersion>(&[
        "1.0.dev456",
        "1.0a1",
        "1.0a2.dev456",
        "1.0a12.dev456",
        "1.0a12",
        "1.0b1.dev456",
        "1.0b2",
        "1.0b2.post345.dev456",
        "1.0b2.post345",
        "1.0rc1.dev456",
        "1.0rc1",
        "1.0",
        "1.0+abc.5",
        "1.0+abc.7",
        "1.0+5",
        "1.0.post456.dev34",
        "1.0.post456",
        "1.1.dev1",
        "1!0.1",
    ]);
    assert_same::<PipVersion>("V1.0-ALPHA_3", "1a3");
    assert_same::<PipVersion>("1.0-1", "1.0.rev1");
    assert_same::<PipVersion>(" 1.0.0 ", "1");
    for wrong in ["", "a", "1.0.", "1.0+", "1.0-", "1.0x", "1.0 2", "99999999999999999999"] {
        assert!(PipVersion::parse(wrong).is_none(), "{wrong}");
    }
    assert_eq!(PipVersion::parse("v2!1.0-preview-3-4.DEV+Ab_7").unwrap().to_string(), "2!1.0rc3.post4.dev0+ab.7");
}

#[test]
fn ranges_include_what_is_between_their_bounds() {
    let includes = |range: &str, version: &str| {
        Range::<DebianVersion>::parse(range).unwrap().includes(&DebianVersion::parse(version).unwrap())
    };
    assert!(includes(">=1.0 <2.0", "1.0") && includes(">=1.0 <2.0", "1.9-3") && !includes(">=1.0 <2.0", "2.0"));
    assert!(includes("<=1:1", "99") && !includes(">1.0", "1.0") && includes("1.0", "1.0") && !includes("1.0", "1.00"));
    for wrong in ["", "=1.0", "=>1.0", ">", "> 1.0", "<1.0 >"] {
        assert!(Range::<DebianVersion>::parse(wrong).is_none(), "{wrong}");
    }
    let range = Range::<DebianVersion>::parse(">=1.0 <2.0").unwrap();
    assert_eq!(range.best(["0.5", "what?", "1.9", "1.10", "2.0"]).unwrap().to_string(), "1.10");
    assert!(range.best(["3"]).is_none());
    assert_eq!(range.with_commas(", "), ">=1.0, <2.0");
}

#[test]
fn requirements_are_those_of_rubygems() {
    let includes = |required: &str, version: &str| {
        Requirements::is_requirement(required) && Requirements::parse(required).unwrap().includes(version)
    };
    assert!(includes("~> 1.2", "1.9") && !includes("~> 1.2", "2.0") && includes("~> 1.2.3", "1.2.9"));
    assert!(!includes("~> 1.2.3", "1.3") && includes("~>1", "1.9") && !includes("~> 1.2", "2.0.a"));
    assert!(includes("> 1, != 1.5, < 2", "1.4") && !includes("> 1, != 1.5, < 2", "1.5.0") && includes("= 1", "1.0"));
    assert!(!Requirements::is_requirement(">=1.0 <2.0") && !Requirements::is_requirement("latest"));
    assert!(Requirements::parse("> 1, what").is_none() && !includes(">= 1", "what"));
}
