//! Arrays and hashes.
//!
//! With the flag `#` nested containers begin lines of their own, and so does each entry of a hash. The layout is
//! Puppet's to the letter: an array in an array begins a new line, an array in a hash stays behind its key.

use super::{
    FormatError, MAX_NESTING, by_rules,
    rules::{Rule, Rules},
};
use crate::{
    infer,
    types::Type,
    value::{Hash, Value},
};

const ARRAY_LETTERS: &str = "asp";
const HASH_LETTERS: &str = "hasp";

/// Where in the text a value stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    level: usize,
    /// Whether what surrounds it is indented.
    indented: bool,
    /// Whether a container begins a line of its own here, where it is indented.
    in_array: bool,
}

impl Place {
    /// In nothing else.
    pub(super) const TOP: Place = Place { level: 0, indented: false, in_array: false };

    /// Returns how many containers are around it.
    pub(super) fn level(self) -> usize {
        self.level
    }

    /// Returns whether what surrounds it is indented.
    pub(super) fn indents(self) -> bool {
        self.indented
    }

    /// Returns the blanks at the beginning of a line.
    pub(super) fn padding(level: usize) -> String {
        "  ".repeat(level)
    }

    /// Returns what stands before a container.
    fn line_break(self, alternate: bool) -> String {
        if self.in_array && (self.indented || alternate) {
            format!("\n{}", Place::padding(self.level))
        } else {
            String::new()
        }
    }

    fn deeper(self, indented: bool, in_array: bool) -> Result<Place, FormatError> {
        if self.level >= MAX_NESTING {
            return Err(FormatError::TooDeep(MAX_NESTING));
        }
        Ok(Place { level: self.level + 1, indented, in_array })
    }
}

/// Shows an array.
pub(super) fn array(items: &[Value], rule: &Rule, rules: &Rules, place: Place) -> Result<String, FormatError> {
    let format = &rule.format;
    if !matches!(format.letter, 'a' | 's' | 'p') {
        return Err(format.illegal("Array", ARRAY_LETTERS));
    }
    let alternate = format.alternate();
    let inside = place.deeper(alternate, true)?;
    let shown: Vec<String> =
        items.iter().map(|item| element(item, rule, rules, inside)).collect::<Result<_, FormatError>>()?;
    let one_a_line = alternate && format.width().is_some_and(|width| widest_run(items, &shown) > width);

    let separator = rule.separator.as_deref().unwrap_or(", ");
    let (open, close) = format.delimiters_or(("[", "]"));
    let mut text = place.line_break(alternate);
    text.push_str(open);
    let mut after_container = false;
    for (index, (item, shown)) in items.iter().zip(&shown).enumerate() {
        let nested = is_nested(item);
        if index == 0 {
            text.push_str(if one_a_line && !nested { " " } else { "" });
        } else {
            text.push_str(separator);
            if !nested && (one_a_line || (alternate && after_container)) {
                if !text.ends_with('\n') {
                    strip_end(&mut text);
                }
                text.push('\n');
                text.push_str(&Place::padding(inside.level));
            }
        }
        if text.ends_with(' ') && shown.starts_with('\n') {
            strip_end(&mut text);
        }
        text.push_str(shown);
        after_container = nested;
    }
    text.push_str(close);
    Ok(text)
}

/// Shows a hash.
pub(super) fn hash(hash: &Hash, rule: &Rule, rules: &Rules, place: Place) -> Result<String, FormatError> {
    let format = &rule.format;
    match format.letter {
        'h' | 's' | 'p' => {}
        'a' => {
            let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]));
            return by_rules(&Value::array(pairs), rules, place);
        }
        _ => return Err(format.illegal("Hash", HASH_LETTERS)),
    }
    let alternate = format.alternate();
    let inside = place.deeper(false, false)?;
    let separator = entry_separator(rule);
    let pair_separator = rule.pair_separator.as_deref().unwrap_or(" => ");
    let (open, close) = format.delimiters_or(("{", "}"));
    let mut text = place.line_break(alternate);
    text.push_str(open);
    if alternate {
        text.push('\n');
    }
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            text.push_str(&separator);
        }
        if alternate {
            text.push_str(&Place::padding(inside.level));
        }
        text.push_str(&element(key, rule, rules, inside)?);
        text.push_str(pair_separator);
        text.push_str(&element(value, rule, rules, inside)?);
    }
    if alternate {
        text.push('\n');
        text.push_str(&Place::padding(place.level));
    }
    text.push_str(close);
    Ok(text)
}

/// Shows what is in a container: other containers by the rules for all, the rest by those of the container.
fn element(value: &Value, rule: &Rule, rules: &Rules, place: Place) -> Result<String, FormatError> {
    let nested = match value {
        Value::Array(_) | Value::Hash(_) => true,
        Value::Object(_) => matches!(infer::reduced(value), Type::Object(_)),
        _ => false,
    };
    let own = || rule.elements.as_ref().unwrap_or(Rules::in_containers());
    by_rules(value, if nested { rules } else { own() }, place)
}

fn entry_separator(rule: &Rule) -> String {
    let mut separator = String::from(rule.separator.as_deref().unwrap_or(", "));
    if rule.format.alternate() {
        if !separator.ends_with('\n') {
            strip_end(&mut separator);
        }
        separator.push('\n');
    }
    separator
}

/// Returns the length of the longest row of elements that no container interrupts.
fn widest_run(items: &[Value], shown: &[String]) -> usize {
    let mut widest = 0;
    let mut run = 0;
    for (item, shown) in items.iter().zip(shown) {
        run = if is_nested(item) { 0 } else { run + shown.chars().count() };
        widest = widest.max(run);
    }
    widest
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

fn strip_end(text: &mut String) {
    text.truncate(text.trim_end_matches(|character| matches!(character, '\0' | '\t'..='\r' | ' ')).len());
}
