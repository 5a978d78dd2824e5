//! Mismatches as sentences.

use super::{Disclosure, Mismatch, Problem, Step};
use crate::types::{IntegerRange, StringType, Type};

impl Mismatch {
    /// Returns the sentence, with a leading blank before the path.
    pub(super) fn text(&self, shown: Disclosure) -> String {
        let mut text = String::new();
        for step in &self.path {
            text.push(' ');
            text.push_str(&step.to_string());
        }
        text.push(' ');
        text.push_str(&self.problem.text(shown));
        text
    }

    /// Returns whether the path begins with a signature, which the texts of signatures omit.
    pub(super) fn starts_with_signature(&self) -> bool {
        matches!(self.path.first(), Some(Step::Signature(_)))
    }
}

impl Problem {
    fn text(&self, shown: Disclosure) -> String {
        match self {
            Problem::Type { expected, actual } => type_text(expected, actual),
            Problem::Pattern { expected, actual } => pattern_text(expected, actual, shown),
            Problem::Size { expected, actual } => {
                format!("expects size to be {}, got {}", range_text(*expected, "0"), range_text(*actual, "0"))
            }
            Problem::Count { expected, actual } => {
                let one =
                    matches!(expected, IntegerRange { from: 1, to: 1 | i64::MAX } | IntegerRange { from: 0, to: 1 });
                let plural = if one { "" } else { "s" };
                format!("expects {} argument{plural}, got {}", range_text(*expected, "no"), range_text(*actual, "none"))
            }
            Problem::MissingKey(key) => format!("expects a value for key '{key}'"),
            Problem::UnknownKey(key) => format!("unrecognized key '{key}'"),
            Problem::MissingParameter(name) => format!("expects a value for parameter '{name}'"),
            Problem::UnknownParameter(name) => format!("has no parameter named '{name}'"),
            Problem::UnexpectedBlock => String::from("does not expect a block"),
            Problem::MissingBlock => String::from("expects a block"),
            Problem::Unresolved(name) => format!("references an unresolved type '{name}'"),
        }
    }
}

fn range_text(range: IntegerRange, zero: &str) -> String {
    match (range.from.max(0), range.to) {
        (0, 0) => zero.to_owned(),
        (from, to) if from == to => from.to_string(),
        (0, i64::MAX) => String::from("unlimited"),
        (0, to) => format!("at most {to}"),
        (from, i64::MAX) => format!("at least {from}"),
        (from, to) => format!("between {from} and {to}"),
    }
}

fn pattern_text(expected: &Type, actual: &Type, shown: Disclosure) -> String {
    let (undef, expected) = match expected {
        Type::Optional(Some(contained)) => ("an undef value or ", &**contained),
        other => ("", other),
    };
    let actual_name = match actual {
        Type::String(StringType::Exact(text)) if shown == Disclosure::Values => format!("'{text}'"),
        other => short_name(other),
    };
    format!("expects {undef}a match for {}, got {actual_name}", expected.expanded())
}

fn type_text(expected: &Type, actual: &Type) -> String {
    let (optional, expected) = match expected {
        Type::Optional(Some(contained)) => (true, &**contained),
        other => (false, other),
    };
    let alternatives = match expected {
        Type::Variant(types) => &**types,
        single => std::slice::from_ref(single),
    };
    let (mut names, actual_name) = if needs_detail(alternatives, actual) {
        let names = alternatives.iter().map(|part| part.expanded().to_string()).collect::<Vec<_>>();
        (names, detailed_actual(alternatives, actual))
    } else {
        let mut names = Vec::with_capacity(alternatives.len());
        for name in alternatives.iter().map(short_name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, short_name(actual))
    };
    if optional {
        names.insert(0, String::from("Undef"));
    }
    match &names[..] {
        [only] => format!("expects {} {only} value, got {actual_name}", article(only)),
        [one, two] => format!("expects a value of type {one} or {two}, got {actual_name}"),
        [first @ .., last] => format!("expects a value of type {}, or {last}, got {actual_name}", first.join(", ")),
        [] => format!("expects a Variant value, got {actual_name}"),
    }
}

/// `an` before a vowel letter, whatever it sounds like.
fn article(name: &str) -> &'static str {
    let first = name.trim_start_matches(['"', '\'']).chars().next();
    match first.map(|letter| letter.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'y') => "an",
        _ => "a",
    }
}

/// The name of the kind, including the kind of a contained type.
fn short_name(shown: &Type) -> String {
    let contained = match shown {
        Type::Optional(contained)
        | Type::NotUndef(contained)
        | Type::Sensitive(contained)
        | Type::Type(contained)
        | Type::Iterable(contained)
        | Type::Iterator(contained) => contained.as_deref(),
        Type::Init(init) => init.contained.as_deref(),
        _ => None,
    };
    match contained.filter(|contained| !matches!(contained, Type::Any)) {
        Some(contained) => format!("{}[{}]", shown.kind_name(), own_name(contained)),
        None => shown.kind_name().to_owned(),
    }
}

/// The name in brackets. Puppet has none for an unnamed Object type, and leaves the brackets empty.
fn own_name(contained: &Type) -> &str {
    match contained {
        Type::Object(object) => object.as_ref().and_then(|object| object.name()).map_or("", |name| name.as_str()),
        other => other.kind_name(),
    }
}

/// Returns whether short names would be contradictory (`expects a String value, got String`).
fn needs_detail(alternatives: &[Type], actual: &Type) -> bool {
    alternatives
        .iter()
        .any(|expected| mentions_same_kind(expected, actual) || without_parameters(expected.resolved()).accepts(actual))
}

fn mentions_same_kind(expected: &Type, actual: &Type) -> bool {
    expected.is_same_kind(actual)
        || matches!(expected, Type::Alias(_))
        || matches!(actual, Type::Alias(_))
        || matches!((expected, actual), (Type::Struct(_), Type::Hash(_)) | (Type::Tuple(_), Type::Array(_)))
}

fn detailed_actual(alternatives: &[Type], actual: &Type) -> String {
    let general = actual.generalized();
    let in_full = alternatives
        .iter()
        .map(Type::resolved)
        .any(|expected| mentions_same_kind(expected, actual) || expected.accepts(&general));
    if in_full { actual.expanded().to_string() } else { actual.kind_name().to_owned() }
}

/// Returns the bare type of the same kind.
fn without_parameters(shown: &Type) -> Type {
    // A parameterized object has no bare form of its own, so it is always shown in full.
    if matches!(shown, Type::ObjectExtension(_)) { Type::Any } else { shown.bare().unwrap_or_else(|| shown.clone()) }
}
