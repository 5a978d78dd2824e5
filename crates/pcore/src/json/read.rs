//! Parses a JSON text into a value.

use super::{Cursor, MAX_DEPTH};
use crate::value::Value;

/// Why a text is not JSON, or cannot be represented as a value.
///
/// The message never quotes the text, which may hold secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line: {line}, column: {column})")]
pub struct JsonError {
    /// The line, counted from one.
    pub line: usize,
    /// The column in bytes, counted from one.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

/// Parses a JSON text.
///
/// Keys keep their order; the last value of a duplicate key counts. An integer that does not fit into 64 bits is an
/// error rather than an approximate float.
///
/// ```
/// use pcore::{Value, json};
///
/// let value = json::parse(r#"{"ports": [80, 443], "ratio": 0.5}"#)?;
/// assert_eq!(format!("{value:?}"), "{'ports' => [80, 443], 'ratio' => 0.5}");
///
/// let error = json::parse("[1,\n 2").unwrap_err();
/// assert_eq!(error.line, 2);
/// # Ok::<(), json::JsonError>(())
/// ```
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut cursor = Cursor::new(text);
    cursor.document().ok_or_else(|| explain(text, cursor.offset()))
}

/// Finds out why a text could not be read beyond an offset.
fn explain(text: &str, offset: usize) -> JsonError {
    let (before, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    let after = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let integer = &rest[..rest.len() - after.len()];
    let is_too_large = after.len() < digits.len()
        && !digits.starts_with('0')
        && !after.starts_with(['.', 'e', 'E'])
        && integer.parse::<i64>().is_err();
    match serde_json::from_str::<serde_json::Value>(text) {
        Err(error) if !is_too_large => error.into(),
        // In all else, both read the same.
        _ => JsonError {
            line: before.matches('\n').count() + 1,
            column: before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1,
            message: "integer outside the 64-bit range".to_owned(),
        },
    }
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> JsonError {
        let (line, column) = (error.line(), error.column());
        let mut message = error.to_string();
        if let Some(position) = message.rfind(" at line ") {
            message.truncate(position);
        }
        if message == "recursion limit exceeded" {
            message = format!("nested more than {MAX_DEPTH} levels deep");
        }
        JsonError { line, column, message }
    }
}
