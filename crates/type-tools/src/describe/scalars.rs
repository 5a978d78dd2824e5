//! Example values without nested values: numbers, strings, times, versions, types.

use std::sync::Arc;

use super::{examples, text_sample};
use pcore::{
    regexp::Regexp,
    semver::{Version, VersionRange},
    time::{Timespan, Timestamp},
    types::{
        EnumType, FloatRange, IntegerRange, PatternType, ResourceType, StringType, TimeRange, Type, builtin_names,
        builtin_type,
    },
    uri::Uri,
    value::Value,
};

/// Why compiled-in examples can be parsed without handling errors.
const COMPILED_IN: &str = "the compiled-in examples are valid";

/// The limit on a string that is created to meet a minimum length.
const MAX_LENGTH: i64 = 64;

/// How many values of an Enum are proposed.
const MAX_ENUM_VALUES: usize = 4;

/// Strings that patterns match in practice.
pub(super) const TEXTS: &[&str] = &[
    "/etc/motd",
    "C:/Windows/Temp",
    "C:\\Windows\\Temp",
    "example",
    "example.com",
    "https://example.com/path",
    "http://example.com:8080/",
    "puppet:///modules/example/file",
    "192.0.2.10",
    "192.0.2.0/24",
    "2001:db8::1",
    "52:54:00:12:34:56",
    "0644",
    "42",
    "1.2.3",
    "user@example.com",
    "present",
    "yes",
    "true",
    "512M",
    "10%",
    "5m",
    "2024-01-31",
    "Example",
    "EXAMPLE_1",
    "example::name",
    "d41d8cd98f00b204e9800998ecf8427e",
    "123e4567-e89b-12d3-a456-426614174000",
    "ab-12",
    "-",
    "",
];

/// Numbers in a range: its ends if they are closed, and common numbers in between.
pub(super) fn integers(range: IntegerRange) -> Vec<i64> {
    const KNOWN: [i64; 9] = [80, 443, 42, 8080, 10, 1, 5, 0, -1];
    let inside = KNOWN.into_iter().find(|number| range.from < *number && *number < range.to);
    match (range.from, range.to) {
        (i64::MIN, i64::MAX) => vec![42, 0, -7],
        (from, i64::MAX) => [Some(from), inside].into_iter().flatten().collect(),
        (i64::MIN, to) => [Some(to), inside].into_iter().flatten().collect(),
        (from, to) => [Some(from), inside, Some(to)].into_iter().flatten().collect(),
    }
}

pub(super) fn floats(range: FloatRange) -> Vec<f64> {
    let middle = range.from / 2.0 + range.to / 2.0;
    let common = [1.5, 0.5, -2.5, 99.9].into_iter();
    let ends = [range.from, range.to, middle, range.from + 0.5, range.to - 0.5];
    let values = ends.into_iter().take(if range == FloatRange::ANY { 0 } else { 5 }).chain(common);
    values.filter(|number| number.is_finite()).collect()
}

pub(super) fn strings(string: &StringType) -> Vec<Value> {
    let size = match string {
        StringType::Exact(text) => return vec![Value::String(text.clone())],
        StringType::Any => IntegerRange::ANY_SIZE,
        StringType::Sized(size) => *size,
    };
    let mut texts: Vec<Value> = ["example", "a", "some text", "", "ab", "abc"].map(Value::from).into();
    if size.from <= MAX_LENGTH {
        texts.push("example-".chars().cycle().take(usize::try_from(size.from).unwrap_or(0)).collect::<String>().into());
    }
    texts
}

pub(super) fn enumerated(enumeration: &EnumType) -> Vec<Value> {
    let mut texts: Vec<Value> =
        enumeration.values.iter().map(|text| Value::String(text.clone())).take(MAX_ENUM_VALUES).collect();
    if let (true, Some(first)) = (enumeration.case_insensitive, enumeration.values.first()) {
        texts.insert(1, first.to_ascii_uppercase().into());
    }
    texts
}

pub(super) fn matching(pattern: &PatternType) -> Vec<Value> {
    let common = TEXTS.iter().map(|text| Value::from(*text));
    let generated: Vec<Value> =
        pattern.patterns.iter().flat_map(|regexp| text_sample::from_pattern(regexp)).map(Value::from).collect();
    let (full, rest): (Vec<Value>, Vec<Value>) = common.partition(|text| text.as_str() != Some(""));
    // A string that is generated from the pattern is the best example, unless it is too short to mean anything.
    full.into_iter()
        .chain(generated)
        .chain(rest)
        .filter(|text| text.as_str().is_some_and(|t| pattern.is_instance(t)))
        .collect()
}

pub(super) fn regexps() -> Vec<Value> {
    ["^example", r"\A[a-z]+\z"].map(|source| Value::from(Regexp::new(source).expect(COMPILED_IN))).into()
}

pub(super) fn timespans(range: &TimeRange<Timespan>) -> Vec<Value> {
    let common = ["0-01:00:00.0", "1-00:00:00.0", "0-00:00:30.0"]
        .map(|text| Timespan::parse(text).expect(COMPILED_IN))
        .into_iter();
    common.chain(range.from).chain(range.to).map(Value::Timespan).collect()
}

pub(super) fn timestamps(range: &TimeRange<Timestamp>) -> Vec<Value> {
    let common = ["2024-01-31T12:00:00 UTC", "2000-01-01T00:00:00 UTC", "1999-12-31T23:59:59 UTC"];
    let common = common.map(|text| Timestamp::parse(text).expect(COMPILED_IN)).into_iter();
    common.chain(range.from).chain(range.to).map(Value::Timestamp).collect()
}

pub(super) fn ranges(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| VersionRange::parse(text).expect(COMPILED_IN)).map(Value::from).collect()
}

/// Common versions, and those that the ranges mention, with their neighbours.
pub(super) fn versions(ranges: &[VersionRange]) -> Vec<Value> {
    let mut examples: Vec<Version> =
        ["1.2.3", "2.0.0", "0.1.0"].map(|text| Version::parse(text).expect(COMPILED_IN)).into();
    for range in ranges {
        let text = range.canonical();
        for word in text.split(|letter: char| !(letter.is_ascii_alphanumeric() || ".-+".contains(letter))) {
            let Ok(version) = Version::parse(word) else { continue };
            let numbers: Vec<u64> = word
                .split(['-', '+'])
                .next()
                .unwrap_or_default()
                .split('.')
                .filter_map(|part| part.parse().ok())
                .collect();
            if let [major, minor, patch] = numbers[..] {
                let near = [
                    (major, minor, patch.saturating_add(1)),
                    (major, minor, patch.saturating_sub(1)),
                    (major, minor.saturating_sub(1), 0),
                    (major.saturating_sub(1), 0, 0),
                ];
                examples.push(version);
                examples.extend(near.iter().filter_map(|(a, b, c)| Version::parse(&format!("{a}.{b}.{c}")).ok()));
            }
        }
    }
    examples.into_iter().map(Value::from).collect()
}

pub(super) fn uris(described: &Type) -> Vec<Value> {
    let mut texts: Vec<String> = [
        "https://example.com/path",
        "http://example.com/",
        "http://example.com:8080/path",
        "file:///etc/motd",
        "mailto:user@example.com",
        "https://user:secret@example.com:8443/path?query=1#part",
        "puppet:///modules/example/file",
        "ftp://example.com/file",
        "path/to/file",
    ]
    .map(String::from)
    .into();
    if let Type::Uri(Some(parts)) = described {
        let part = |name: &str, other: &str| match parts.parts.get_str(name) {
            Some(Value::String(text)) => text.to_string(),
            Some(Value::Integer(number)) => number.to_string(),
            Some(Value::Regexp(regexp)) => text_sample::from_pattern(regexp).into_iter().next().unwrap_or_default(),
            Some(Value::Type(inner)) => {
                examples::accepted(inner, 1).first().and_then(Value::as_str).unwrap_or(other).to_owned()
            }
            _ => other.to_owned(),
        };
        let optional_part = |name: &str, mark: &str| match part(name, "") {
            text if text.is_empty() => text,
            text => format!("{mark}{text}"),
        };
        let scheme = part("scheme", "https");
        let host = part("host", "example.com");
        let rest = [
            optional_part("port", ":"),
            optional_part("path", ""),
            optional_part("query", "?"),
            optional_part("fragment", "#"),
        ]
        .concat();
        let user = part("userinfo", "");
        let user = if user.is_empty() { user } else { format!("{user}@") };
        texts.insert(0, format!("{scheme}://{user}{host}{rest}"));
        texts.insert(1, format!("{scheme}:{}", part("opaque", "example")));
    }
    texts.iter().filter_map(|text| Uri::parse(text).ok()).map(Value::from).collect()
}

pub(super) fn types(contained: Option<&Type>) -> Vec<Value> {
    let mut common: Vec<Type> = vec![
        Type::INTEGER,
        Type::STRING,
        Type::Resource(Arc::new(ResourceType { type_name: Some("File".into()), title: Some("/etc/motd".into()) })),
        Type::Class(Some("ntp".into())),
        Type::array(Type::STRING),
    ];
    if let Some(contained) = contained {
        common.insert(0, contained.clone());
        common.extend(builtin_names().filter_map(builtin_type));
    } else {
        common.swap(1, 2);
    }
    common.into_iter().map(Value::from).collect()
}
