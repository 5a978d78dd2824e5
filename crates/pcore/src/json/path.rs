//! The path of a value in a document: `$['ports'][3]`.
//!
//! `$` is the document. Each step in brackets is an index into an array or a key of a hash. The keys of rich data may
//! be scalars other than strings, so a step may be any of them.

use std::{fmt, str::FromStr};

use ecow::EcoString;

use crate::{
    parse_literal,
    value::{Value, quote, write_float},
};

/// The path from a document to a value in it.
///
/// ```
/// use pcore::json::{JsonPath, Step};
///
/// let path: JsonPath = "$['ports'][3]".parse()?;
/// assert_eq!(path.steps(), [Step::Key("ports".into()), Step::Integer(3)]);
/// assert_eq!(path.to_string(), "$['ports'][3]");
/// # Ok::<(), pcore::json::JsonPathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JsonPath {
    steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The key `undef`.
    Undef,
    /// The key `true` or `false`.
    Boolean(bool),
    /// An index into an array, or an integer key.
    Integer(i64),
    /// A floating point number as key.
    Float(f64),
    /// A string key.
    Key(EcoString),
}

/// Why a string is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Unable to parse jsonpath \"{text}\"")]
pub struct JsonPathError {
    /// The text.
    pub text: EcoString,
}

impl JsonPath {
    /// Returns the steps, starting at the document.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Appends a step.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.steps.push(step.into());
    }

    /// Returns the path to a value inside the value at this path.
    #[must_use]
    pub fn with(&self, step: impl Into<Step>) -> JsonPath {
        let mut steps = self.steps.clone();
        steps.push(step.into());
        JsonPath { steps }
    }

    /// Removes the last step.
    pub fn pop(&mut self) {
        self.steps.pop();
    }
}

impl Step {
    /// Returns the step to the value of a key; `None` for a key that no path can contain.
    pub fn from_key(key: &Value) -> Option<Step> {
        match key {
            Value::Undef => Some(Step::Undef),
            Value::Boolean(value) => Some(Step::Boolean(*value)),
            Value::Integer(number) => Some(Step::Integer(*number)),
            Value::Float(number) => Some(Step::Float(*number)),
            Value::String(text) => Some(Step::Key(text.clone())),
            _ => None,
        }
    }

    /// Returns the key of the step.
    pub fn to_key(&self) -> Value {
        match self {
            Step::Undef => Value::Undef,
            Step::Boolean(value) => Value::Boolean(*value),
            Step::Integer(number) => Value::Integer(*number),
            Step::Float(number) => Value::Float(*number),
            Step::Key(text) => Value::String(text.clone()),
        }
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.into())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Integer(i64::try_from(index).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Undef => f.write_str("null"),
            Step::Boolean(value) => write!(f, "{value}"),
            Step::Integer(number) => write!(f, "{number}"),
            Step::Float(number) => write_float(f, *number),
            Step::Key(text) => f.write_str(&quote(text)),
        }
    }
}

impl fmt::Display for JsonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        self.steps.iter().try_for_each(|step| write!(f, "[{step}]"))
    }
}

impl FromStr for JsonPath {
    type Err = JsonPathError;

    fn from_str(text: &str) -> Result<JsonPath, JsonPathError> {
        read(text).ok_or_else(|| JsonPathError { text: text.into() })
    }
}

fn read(text: &str) -> Option<JsonPath> {
    let mut rest = text.strip_prefix('$')?;
    let mut path = JsonPath::default();
    while !rest.is_empty() {
        let (step, after) = match rest.strip_prefix('.') {
            Some(word) => {
                let length = word.find(['.', '[']).unwrap_or(word.len());
                let (name, after) = word.split_at(length);
                (is_word(name).then(|| Step::from(name))?, after)
            }
            None => bracketed(rest.strip_prefix('[')?)?,
        };
        path.push(step);
        rest = after;
    }
    Some(path)
}

/// Parses a step up to its closing bracket, and returns the text after it.
fn bracketed(text: &str) -> Option<(Step, &str)> {
    let length = match text.chars().next()? {
        mark @ ('\'' | '"') => quoted_length(text, mark)?,
        _ => text.find(']')?,
    };
    let (literal, rest) = text.split_at_checked(length)?;
    let step = match literal {
        "null" => Step::Undef,
        word if is_word(word) && !matches!(word, "true" | "false") => Step::from(word),
        other => Step::from_key(&parse_literal(other).ok()?)?,
    };
    Some((step, rest.strip_prefix(']')?))
}

/// Returns the length of a quoted string, including the quotes.
fn quoted_length(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    let inner = text.get(1..)?;
    let end = inner.char_indices().find(|(_, character)| {
        let closes = *character == mark && !escaped;
        escaped = *character == '\\' && !escaped;
        closes
    })?;
    Some(end.0 + 2)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}
