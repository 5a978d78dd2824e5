//! Arrays and hashes.
//!
//! With the flag `#`, nested containers begin lines of their own, and so does each entry of a hash. The layout is
//! exactly Puppet's: an array in an array begins a new line, an array in a hash stays after its key.

use std::cell::Cell;

use super::{
    FormatError, MAX_BYTES, MAX_NESTING, by_rules,
    rules::{Rule, Rules},
};
use crate::{
    infer,
    types::Type,
    value::{Hash, Value},
};

/// The formatting context of a value.
#[derive(Clone, Copy)]
pub(super) struct Context<'m> {
    /// How many bytes have been written, at all levels.
    written: &'m Cell<usize>,
    /// How many containers are around it.
    pub(super) level: usize,
    /// Whether the container around it is indented.
    pub(super) indented: bool,
    /// Whether a nested container begins a line of its own if it is indented.
    in_array: bool,
}

impl<'m> Context<'m> {
    /// Returns the context of the outermost value.
    pub(super) fn top(written: &'m Cell<usize>) -> Context<'m> {
        Context { written, level: 0, indented: false, in_array: false }
    }

    /// Counts the text of an element; nested containers were counted while they were written.
    fn count_element(self, value: &Value, shown: Option<&String>) -> Result<(), FormatError> {
        self.count(if is_nested(value) { 0 } else { shown.map_or(0, String::len) })
    }

    /// Counts bytes to be written; fails if there are too many.
    fn count(self, bytes: usize) -> Result<(), FormatError> {
        self.written.set(self.written.get().saturating_add(bytes));
        if self.written.get() > MAX_BYTES { Err(FormatError::TooLong) } else { Ok(()) }
    }

    /// Returns the blanks at the beginning of a line.
    pub(super) fn padding(level: usize) -> String {
        "  ".repeat(level)
    }

    /// Returns the text before a container.
    fn line_break(self, alternate: bool) -> String {
        if self.in_array && (self.indented || alternate) {
            format!("\n{}", Context::padding(self.level))
        } else {
            String::new()
        }
    }

    fn deeper(self, indented: bool, in_array: bool) -> Result<Context<'m>, FormatError> {
        if self.level >= MAX_NESTING {
            return Err(FormatError::TooDeep(MAX_NESTING));
        }
        Ok(Context { written: self.written, level: self.level + 1, indented, in_array })
    }
}

/// Formats an array.
pub(super) fn array(items: &[Value], rule: &Rule, rules: &Rules, context: Context<'_>) -> Result<String, FormatError> {
    let format = &rule.format;
    if !matches!(format.letter, 'a' | 's' | 'p') {
        return Err(format.illegal("Array", "asp"));
    }
    let alternate = format.alternate();
    let inside = context.deeper(alternate, true)?;
    let mut shown = Vec::with_capacity(items.len());
    for item in items {
        shown.push(by_rules(item, rules_for(item, rule, rules), inside)?);
        context.count_element(item, shown.last())?;
    }
    let one_a_line = alternate && format.width().is_some_and(|width| widest_run(items, &shown) > width);

    let separator = rule.separator.as_deref().unwrap_or(", ");
    let (open, close) = format.delimiters_or(("[", "]"));
    let mut text = context.line_break(alternate);
    text.push_str(open);
    let mut after_container = false;
    for (index, (item, shown)) in items.iter().zip(&shown).enumerate() {
        let nested = is_nested(item);
        if index == 0 {
            text.push_str(if one_a_line && !nested { " " } else { "" });
        } else {
            context.count(separator.len() + Context::padding(inside.level).len())?;
            text.push_str(separator);
            if !nested && (one_a_line || (alternate && after_container)) {
                if !text.ends_with('\n') {
                    strip_end(&mut text);
                }
                text.push('\n');
                text.push_str(&Context::padding(inside.level));
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

/// Formats a hash.
pub(super) fn hash(hash: &Hash, rule: &Rule, rules: &Rules, context: Context<'_>) -> Result<String, FormatError> {
    let format = &rule.format;
    match format.letter {
        'h' | 's' | 'p' => {}
        'a' => {
            let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]));
            return by_rules(&Value::array(pairs), rules, context);
        }
        _ => return Err(format.illegal("Hash", "hasp")),
    }
    let alternate = format.alternate();
    let inside = context.deeper(false, false)?;
    let separator = entry_separator(rule);
    let pair_separator = rule.pair_separator.as_deref().unwrap_or(" => ");
    let (open, close) = format.delimiters_or(("{", "}"));
    let mut text = context.line_break(alternate);
    text.push_str(open);
    if alternate {
        text.push('\n');
    }
    for (index, (key, value)) in hash.iter().enumerate() {
        context.count(separator.len() + pair_separator.len() + Context::padding(inside.level).len())?;
        if index > 0 {
            text.push_str(&separator);
        }
        if alternate {
            text.push_str(&Context::padding(inside.level));
        }
        for (part, end) in [(key, pair_separator), (value, "")] {
            let shown = by_rules(part, rules_for(part, rule, rules), inside)?;
            context.count_element(part, Some(&shown))?;
            text.push_str(&shown);
            text.push_str(end);
        }
    }
    if alternate {
        text.push('\n');
        text.push_str(&Context::padding(context.level));
    }
    text.push_str(close);
    Ok(text)
}

/// Returns the rules for the content of a container: for nested containers the general ones, for everything else those
/// of the container.
fn rules_for<'r>(value: &Value, rule: &'r Rule, rules: &'r Rules) -> &'r Rules {
    let nested = match value {
        Value::Array(_) | Value::Hash(_) => true,
        Value::Object(_) => matches!(infer::reduced(value), Type::Object(_)),
        _ => false,
    };
    if nested { rules } else { rule.elements.as_ref().unwrap_or(Rules::in_containers()) }
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

/// Returns the length of the longest run of elements that is not interrupted by a container.
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
