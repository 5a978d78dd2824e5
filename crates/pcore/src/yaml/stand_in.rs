//! Characters that the emitter writes otherwise than the library behind Psych, and what stands in for them.
//!
//! Psych's emitter takes characters beyond U+FFFF for unprintable and writes `"\U0001F600"`; ours writes them as they
//! are. Two unprintable characters stand in for each, chosen so that they have the same length in bytes and are
//! written with the same number of columns (`\x7F\uFFFE`), because both decide where lines are broken. What was
//! written for them is then replaced. U+7EFF is the other way round: ours escapes it, so that another character that
//! is written as it is stands in.

use std::{borrow::Cow, collections::VecDeque, fmt::Write};

use crate::value::Value;

/// The character that the emitter takes for a byte order mark by mistake.
const MISTAKEN: char = '\u{7eff}';

/// Stands in and restores.
#[derive(Default)]
pub(super) struct StandIns {
    /// Follows U+007F for a character beyond U+FFFF; `None` where nothing is to be done.
    second: Option<char>,
    mistaken: Option<char>,
    /// The characters that were replaced, in order.
    replaced: VecDeque<char>,
}

impl StandIns {
    /// Chooses stand-ins that do not occur in the value.
    pub(super) fn new(root: &Value) -> StandIns {
        if !any_text(root, &|text| text.contains(is_replaced)) {
            return StandIns::default();
        }
        let free = |character: &char| !any_text(root, &|text| text.contains(*character));
        let unwritten = |second: &char| {
            let written = escape(*second);
            !any_text(root, &|text| text.contains(&written))
        };
        StandIns {
            second: ['\u{fffe}', '\u{ffff}', '\u{feff}'].into_iter().find(|second| free(second) && unwritten(second)),
            mistaken: ('\u{e000}'..='\u{f8ff}').find(free),
            replaced: VecDeque::new(),
        }
    }

    /// Replaces characters by their stand-ins.
    pub(super) fn put<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if !text.contains(is_replaced) {
            return Cow::Borrowed(text);
        }
        let mut result = String::with_capacity(text.len());
        for character in text.chars() {
            match (self.second, self.mistaken) {
                (_, Some(stand_in)) if character == MISTAKEN => result.push(stand_in),
                (Some(second), _) if character > '\u{ffff}' => {
                    self.replaced.push_back(character);
                    result.extend(['\u{7f}', second]);
                }
                _ => result.push(character),
            }
        }
        Cow::Owned(result)
    }

    /// Replaces what was written for the stand-ins.
    pub(super) fn restore(mut self, written: String) -> String {
        let mut result = written;
        if let Some(stand_in) = self.mistaken {
            result = result.replace(stand_in, MISTAKEN.encode_utf8(&mut [0; 4]));
        }
        let Some(second) = self.second.filter(|_| !self.replaced.is_empty()) else { return result };
        let stand_in = format!("\\x7F{}", escape(second));
        let mut restored = String::with_capacity(result.len());
        let mut pieces = result.split(stand_in.as_str());
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
        // Whatever else there is has no text of its own, or is refused.
        _ => false,
    }
}
