//! Substitutes for characters that our emitter writes differently than the library used by Psych.
//!
//! Psych's emitter treats characters beyond U+FFFF as unprintable and writes `"\U0001F600"`; ours writes them as they
//! are. Each is substituted by two unprintable characters that have the same length in bytes and are written with the
//! same number of columns (`\x7F\uFFFE`), because both decide where lines are broken. Their text is then replaced.
//! U+7EFF is the opposite: ours escapes it, so it is substituted by another character that is written as it is.

use std::{borrow::Cow, collections::VecDeque, fmt::Write};

use crate::value::Value;

/// The character that the emitter mistakes for a byte order mark.
const MISTAKEN: char = '\u{7eff}';

/// Substitutes and restores characters.
#[derive(Default)]
pub(super) struct Substitutes {
    /// Follows U+007F for a character beyond U+FFFF; `None` if there is nothing to substitute.
    second: Option<char>,
    mistaken: Option<char>,
    /// The characters that were substituted, in order.
    replaced: VecDeque<char>,
}

impl Substitutes {
    /// Chooses substitutes that do not occur in the value.
    pub(super) fn new(root: &Value) -> Substitutes {
        if !any_text(root, &|text| text.contains(is_replaced)) {
            return Substitutes::default();
        }
        let free = |character: &char| !any_text(root, &|text| text.contains(*character));
        let unwritten = |second: &char| {
            let written = escape(*second);
            !any_text(root, &|text| text.contains(&written))
        };
        Substitutes {
            second: ['\u{fffe}', '\u{ffff}', '\u{feff}'].into_iter().find(|second| free(second) && unwritten(second)),
            mistaken: ('\u{e000}'..='\u{f8ff}').find(free),
            replaced: VecDeque::new(),
        }
    }

    /// Replaces characters by their substitutes.
    pub(super) fn put<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if !text.contains(is_replaced) {
            return Cow::Borrowed(text);
        }
        let mut result = String::with_capacity(text.len());
        for character in text.chars() {
            match (self.second, self.mistaken) {
                (_, Some(substitute)) if character == MISTAKEN => result.push(substitute),
                (Some(second), _) if character > '\u{ffff}' => {
                    self.replaced.push_back(character);
                    result.extend(['\u{7f}', second]);
                }
                _ => result.push(character),
            }
        }
        Cow::Owned(result)
    }

    /// Replaces the text of the substitutes.
    pub(super) fn restore(mut self, written: String) -> String {
        let mut result = written;
        if let Some(substitute) = self.mistaken {
            result = result.replace(substitute, MISTAKEN.encode_utf8(&mut [0; 4]));
        }
        let Some(second) = self.second.filter(|_| !self.replaced.is_empty()) else { return result };
        let substitute = format!("\\x7F{}", escape(second));
        let mut restored = String::with_capacity(result.len());
        let mut pieces = result.split(substitute.as_str());
        restored.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let character = self.replaced.pop_front().map_or(0, u32::from);
            // Writing to a string cannot fail.
            let _ = write!(restored, "\\U{character:08X}{piece}");
        }
        restored
    }
}

fn is_replaced(character: char) -> bool {
    character > '\u{ffff}' || character == MISTAKEN
}

fn escape(character: char) -> String {
    format!("\\u{:04X}", u32::from(character))
}

/// Whether any text of a value has a property.
fn any_text(value: &Value, has: &impl Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) | Value::Symbol(text) => has(text),
        Value::Array(items) => items.iter().any(|item| any_text(item, has)),
        Value::Hash(hash) => hash.iter().any(|(key, value)| any_text(key, has) || any_text(value, has)),
        // All other values have no text of their own, or are refused.
        _ => false,
    }
}
