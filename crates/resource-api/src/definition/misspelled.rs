//! Finds misspelled keys of definitions.
//!
//! A definition may have keys that only its provider knows, so an unknown key is not an error. But a key that differs
//! from a key of ours by a letter or two is most likely a typo, which would have no effect without a word. In a file with
//! definitions it is an error; Ruby code was written for Puppet, which accepts any key, so there it is a warning.

#[cfg(test)]
mod tests;

use diagnostics::edit_distance;
use pcore::Value;

use super::{
    DefinitionError, TypeDefinition,
    keys::{ATTRIBUTE_KEYS, RELATIONS, TYPE_KEYS},
};

/// The optional keys of a type and of an attribute, in addition to those beyond the specification. Missing mandatory keys are
/// errors anyway.
const OF_TYPE: [&str; 3] = ["features", "title_patterns", "autorequire_by_value"];
const OF_ATTRIBUTE: [&str; 4] = ["behaviour", "default", "lazy", "sensitive"];

/// Other spellings that are read.
const ALIASES: [&str; 3] = ["feature", "autorequires", "behavior"];

/// Returns an error for each key of the type or of its attributes that is nearly one of ours.
pub(super) fn keys(definition: &TypeDefinition) -> Vec<DefinitionError> {
    let mut found = Vec::new();
    let of_type = [&OF_TYPE[..], &RELATIONS, &TYPE_KEYS].concat();
    check(definition.raw(), definition.name(), &of_type, |error| found.push(error));
    let of_attribute = [&OF_ATTRIBUTE[..], &ATTRIBUTE_KEYS].concat();
    for attribute in definition.attributes() {
        check(attribute.raw(), attribute.qualified_name(), &of_attribute, |error| {
            found.push(error.within(attribute.name().as_str()).within("attributes"));
        });
    }
    found
}

fn check(raw: &Value, owner: &str, known: &[&str], mut report: impl FnMut(DefinitionError)) {
    let keys = raw.as_hash().into_iter().flat_map(|map| map.keys()).filter_map(|key| match key {
        Value::String(key) | Value::Symbol(key) => Some(key.as_str()),
        _ => None,
    });
    for key in keys.filter(|key| !known.contains(key) && !ALIASES.contains(key)) {
        if let Some(candidate) = known.iter().find(|candidate| is_near(key, candidate)) {
            let message = format!("`{owner}` has the unknown key `{key}`; did you mean `{candidate}`?");
            report(DefinitionError::developer(message).within(key));
        }
    }
}

/// Whether a word is probably a misspelling: short words may differ by one letter, long ones by two.
fn is_near(word: &str, candidate: &str) -> bool {
    let limit = if candidate.len() < 7 { 1 } else { 2 };
    word.len().abs_diff(candidate.len()) <= limit && edit_distance(word, candidate) <= limit
}
