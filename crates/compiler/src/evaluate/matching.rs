//! `=~ !~ in`, the options of `case` and selectors, and what matches leave in `$0`, `$1` …

use pcore::{
    Value,
    regexp::{Captures, Regexp},
    semver::Version,
};
use syntax::ast::{BinaryOperator, Expression};

use super::value_label;
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::Layer,
};

impl Compilation<'_> {
    pub(crate) fn evaluate_match(
        &mut self,
        frame: &Frame,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Outcome {
        let value = self.evaluate(frame, left)?;
        let pattern = self.evaluate(frame, right)?;
        self.budget.charge(&value)?;
        let matched = match &pattern {
            Value::Type(expected) => expected.is_instance(&value),
            Value::SemVerRange(range) => in_range(range, &value),
            Value::Regexp(regexp) => self.match_text(frame, left, regexp, &value)?,
            Value::String(source) => {
                let regexp = Regexp::new(source).map_err(|error| not_a_regexp(frame, right, &error.to_string()))?;
                self.match_text(frame, left, &regexp, &value)?
            }
            other => {
                let reason = format!("no implicit conversion of {} into String", ruby_class(other));
                return Err(not_a_regexp(frame, right, &reason));
            }
        };
        Ok(Value::Boolean(matched == (operator == BinaryOperator::Match)))
    }

    fn match_text(&mut self, frame: &Frame, left: &Expression, regexp: &Regexp, value: &Value) -> Outcome<bool> {
        let Value::String(text) = value else {
            let found = value_label::with_article(value);
            let message = format!("Left match operand must result in a String value. Got {found}.");
            return Err(frame.failure(left, message));
        };
        self.search(frame, regexp, text)
    }

    /// Searches a text; what is found becomes `$0`, `$1` … until the end of the enclosing statement.
    fn search(&mut self, frame: &Frame, regexp: &Regexp, text: &str) -> Outcome<bool> {
        let found = regexp.captures(text).map_err(|error| Interrupt::unplaced(error.to_string()))?;
        let Some(captures) = found else { return Ok(false) };
        self.scopes.push(frame.scope, Layer::Captures(groups(&captures)));
        Ok(true)
    }

    /// Whether a value matches an option of a `case` or a selector.
    pub(crate) fn matches_option(&mut self, frame: &Frame, value: &Value, option: &Value) -> Outcome<bool> {
        Ok(match (option, value) {
            (Value::Default, _) => true,
            (Value::Regexp(regexp), Value::String(text)) => self.search(frame, regexp, text)?,
            (Value::Regexp(_), _) => false,
            (Value::Type(expected), _) => expected.is_instance(value),
            (Value::SemVer(version), Value::String(text)) => {
                Version::parse(text).is_ok_and(|parsed| parsed == **version)
            }
            (Value::SemVerRange(range), _) => in_range(range, value),
            (Value::Array(options), Value::Array(items)) => {
                if options.len() != items.len() {
                    return Ok(false);
                }
                for (option, item) in options.iter().zip(items) {
                    if !self.matches_option(frame, item, option)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Hash(options), Value::Hash(entries)) => {
                for (key, option) in options.iter() {
                    let entry = entries.get(key).unwrap_or(&Value::Undef);
                    if !self.matches_option(frame, entry, option)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => value.loosely_equals(option),
        })
    }

    pub(crate) fn evaluate_in(&mut self, frame: &Frame, left: &Expression, right: &Expression) -> Outcome {
        let wanted = self.evaluate(frame, left)?;
        let container = self.evaluate(frame, right)?;
        self.budget.charge(&container)?;
        self.contains(frame, &container, &wanted).map(Value::Boolean)
    }

    /// Whether a value is in a text, an array, the keys of a hash, bytes, or a range of versions.
    pub(crate) fn contains(&mut self, frame: &Frame, container: &Value, wanted: &Value) -> Outcome<bool> {
        match (container, wanted) {
            (Value::String(text), Value::String(part)) => {
                Ok(text.to_lowercase().contains(part.to_lowercase().as_str()))
            }
            (Value::String(text), Value::Regexp(regexp)) => self.search(frame, regexp, text),
            (Value::Array(items), _) => self.contains_item(frame, items.iter(), wanted),
            (Value::Hash(hash), _) => self.contains_item(frame, hash.keys(), wanted),
            (Value::Binary(bytes), _) => Ok(bytes_contain(bytes, wanted)),
            (Value::SemVerRange(range), _) => Ok(in_range(range, wanted)),
            _ => Ok(false),
        }
    }

    fn contains_item<'v>(
        &mut self,
        frame: &Frame,
        mut items: impl Iterator<Item = &'v Value>,
        wanted: &Value,
    ) -> Outcome<bool> {
        match wanted {
            Value::Regexp(regexp) => {
                for item in items {
                    if let Value::String(text) = item
                        && self.search(frame, regexp, text)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            // The items are the patterns here: `'abc' in [/b/]`.
            Value::String(_) | Value::SemVer(_) => {
                for item in items {
                    if self.matches_option(frame, wanted, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Type(expected) => Ok(items.any(|item| expected.is_instance(item))),
            other => Ok(items.any(|item| item.loosely_equals(other))),
        }
    }
}

/// What the groups of a regular expression found.
pub(crate) fn groups(captures: &Captures<'_>) -> Vec<Value> {
    captures.iter().map(|group| group.map_or(Value::Undef, |group| Value::from(group.as_str()))).collect()
}

fn in_range(range: &pcore::semver::VersionRange, value: &Value) -> bool {
    match value {
        Value::SemVer(version) => range.contains(version),
        Value::String(text) => Version::parse(text).is_ok_and(|version| range.contains(&version)),
        _ => false,
    }
}

fn bytes_contain(bytes: &[u8], wanted: &Value) -> bool {
    let contains = |part: &[u8]| part.is_empty() || bytes.windows(part.len()).any(|window| window == part);
    match wanted {
        Value::Binary(part) => contains(part),
        Value::String(text) => contains(text.as_bytes()),
        Value::Integer(byte) => u8::try_from(*byte).is_ok_and(|byte| bytes.contains(&byte)),
        _ => false,
    }
}

fn not_a_regexp(frame: &Frame, right: &Expression, reason: &str) -> Interrupt {
    let message = format!("Can not convert right match operand to a regular expression. Caused by '{reason}'.");
    frame.failure(right, message)
}

/// The name of the Ruby class of a value, which Puppet's own message names.
fn ruby_class(value: &Value) -> String {
    match value {
        Value::Undef => "nil".into(),
        Value::Boolean(value) => value.to_string(),
        Value::Default => "Symbol".into(),
        other => value_label::label(other),
    }
}
