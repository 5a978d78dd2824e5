//! Warns about misspelled keys of definitions.
//!
//! A definition may have keys that only its provider knows, so an unknown key is not an error. But a key that differs
//! from a key of ours by a letter or two is most likely a typo, which would have no effect without a word.

#[cfg(test)]
mod tests;

use pcore::Value;

use super::{
    TypeDefinition,
    keys::{ATTRIBUTE_KEYS, RELATIONS, TYPE_KEYS},
};

/// The optional keys of a type and of an attribute, in addition to those beyond the specification. Missing mandatory keys are
/// errors anyway.
const OF_TYPE: [&str; 3] = ["features", "title_patterns", "autorequire_by_value"];
const OF_ATTRIBUTE: [&str; 4] = ["behaviour", "default", "lazy", "sensitive"];

/// Other spellings that are read.
const ALIASES: [&str; 3] = ["feature", "autorequires", "behavior"];

/// Returns a warning for each key of the type or of its attributes that is nearly one of ours.
pub(super) fn warnings(definition: &TypeDefinition) -> Vec<String> {
    let mut warnings = Vec::new();
    let of_type = [&OF_TYPE[..], &RELATIONS, &TYPE_KEYS].concat();
    check(definition.raw(), definition.name(), &of_type, &mut warnings);
    let of_attribute = [&OF_ATTRIBUTE[..], &ATTRIBUTE_KEYS].concat();
    for attribute in definition.attributes() {
        check(attribute.raw(), attribute.qualified_name(), &of_attribute, &mut warnings);
    }
    warnings
}

fn check(raw: &Value, owner: &str, known: &[&str], warnings: &mut Vec<String>) {
    let keys = raw.as_hash().into_iter().flat_map(|map| map.keys()).filter_map(|key| match key {
        Value::String(key) | Value::Symbol(key) => Some(key.as_str()),
        _ => None,
    });
    for key in keys.filter(|key| !known.contains(key) && !ALIASES.contains(key)) {
        if let Some(candidate) = known.iter().find(|candidate| is_near(key, candidate)) {
            warnings.push(format!("`{owner}` has the unknown key `{key}`; did you mean `{candidate}`?"));
        }
    }
}

/// Whether a word is probably a misspelling: short words may differ by one letter, long ones by two.
fn is_near(word: &str, candidate: &str) -> bool {
    let limit = if candidate.len() < 7 { 1 } else { 2 };
    word.len().abs_diff(candidate.len()) <= limit && distance(word.as_bytes(), candidate.as_bytes()) <= limit
}

/// Counts the letters to insert, delete, replace or exchange with their neighbour.
fn distance(one: &[u8], two: &[u8]) -> usize {
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=two.len()).collect();
    for (line, letter) in one.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, other) in two.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut least = replaced.min(last[column + 1] + 1).min(row[column] + 1);
            if line > 0 && column > 0 && *letter == two[column - 1] && one[line - 1] == *other {
                least = least.min(before_last[column - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[two.len()]
}
