//! The phrases for types without nested types.

use super::{LISTED_KEYS, Phrase, and, counted};
use pcore::{
    Value, quote,
    types::{EnumType, FloatRange, IntegerRange, ObjectType, StringType, StructType, TimeRange},
};

pub(super) fn integer(range: IntegerRange) -> Phrase {
    if range.from == range.to {
        return Phrase::clause(format!("the number {}", range.from));
    }
    let tail = match (range.from, range.to) {
        (i64::MIN, i64::MAX) => String::new(),
        (from, i64::MAX) => format!("of {from} or more"),
        (i64::MIN, to) => format!("of {to} or less"),
        (from, to) => format!("from {from} to {to}"),
    };
    Phrase::noun("a", "whole number", "whole numbers", &tail)
}

pub(super) fn float(range: FloatRange) -> Phrase {
    let shown = |number: f64| Value::Float(number).to_string();
    let tail = match (range.from.is_finite(), range.to.is_finite()) {
        (false, false) => String::from("such as 1.5"),
        (true, false) => format!("of {} or more", shown(range.from)),
        (false, true) => format!("of {} or less", shown(range.to)),
        (true, true) => format!("from {} to {}", shown(range.from), shown(range.to)),
    };
    Phrase::noun("a", "decimal number", "decimal numbers", &tail)
}

pub(super) fn string_phrase(string: &StringType) -> Phrase {
    match string {
        StringType::Any | StringType::Sized(IntegerRange::ANY_SIZE) => Phrase::noun("a", "string", "strings", ""),
        StringType::Sized(IntegerRange { to: 0, .. }) => Phrase::noun("an", "empty string", "empty strings", ""),
        StringType::Sized(size) => {
            Phrase::noun("a", "string", "strings", &format!("of {}", counted(*size, "character", "characters")))
        }
        StringType::Exact(text) => Phrase::clause(format!("the text {}", quote(text))),
    }
}

pub(super) fn enum_phrase(enumeration: &EnumType) -> Phrase {
    let texts: Vec<String> = enumeration.values.iter().map(|text| quote(text)).collect();
    let case = if enumeration.case_insensitive { ", in upper or lower case" } else { "" };
    match &texts[..] {
        [] => Phrase::clause("a value of an Enum without values, which has none"),
        [only] => Phrase::clause(format!("the text {only}{case}")),
        several => Phrase::clause(format!("one of {}{case}", several.join(", "))),
    }
}

pub(super) fn struct_phrase(structure: &StructType) -> Phrase {
    let names: Vec<String> = structure.elements.iter().map(|element| quote(&element.name)).collect();
    let tail = match &names[..] {
        [] => return Phrase::noun("an", "empty hash", "empty hashes", ""),
        [only] => format!("with the key {only}"),
        several if several.len() <= LISTED_KEYS => format!("with the keys {}", and(several)),
        several => format!("with {} known keys", several.len()),
    };
    Phrase::noun("a", "hash", "hashes", &tail)
}

pub(super) fn object_phrase(object: &ObjectType) -> Phrase {
    match object.label() {
        "Deferred" => Phrase::noun("a", "function call", "function calls", "that is made when the catalog is applied"),
        "Error" => Phrase::noun("an", "error", "errors", "object"),
        label => Phrase::noun("an", "object", "objects", &format!("of type {label}")),
    }
}

pub(super) fn time<T: Copy + Ord + std::fmt::Display>(range: &TimeRange<T>) -> String {
    match (range.from, range.to) {
        (None, None) => String::new(),
        (Some(from), None) => format!("of {from} or later"),
        (None, Some(to)) => format!("of {to} or earlier"),
        (Some(from), Some(to)) => format!("from {from} to {to}"),
    }
}
