//! Why a catalog is invalid.

use std::io;

use ecow::{EcoString, eco_format};
use pcore::{
    json::{JsonError, JsonPath},
    rich_data::RichDataProblem,
};

/// Why a JSON text is not a valid catalog, or why a catalog has no index.
///
/// Where Puppet has a message for it, it is Puppet's. No message shows a value, because it might be a secret.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// The text cannot be read.
    #[error("{reason}")]
    Input {
        /// The kind of the reason.
        kind: io::ErrorKind,
        /// Why it cannot be read.
        reason: EcoString,
    },
    /// The text is not UTF-8.
    #[error("it is not UTF-8 at byte {offset}")]
    NotUtf8 {
        /// The offset of what is not UTF-8.
        offset: usize,
    },
    /// The text is not valid JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// Something has another shape than a catalog has there.
    #[error("{path}: expects {expected}, got {found}{}", position_suffix(*.position))]
    Shape {
        /// The path of the value.
        path: JsonPath,
        /// The line and column of the value.
        position: Option<(usize, usize)>,
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: Shape,
    },
    /// A value of a parameter is not valid rich data.
    #[error("{path}: {problem}{}", position_suffix(*.position))]
    Value {
        /// The path of the value.
        path: JsonPath,
        /// The line and column of the value.
        position: Option<(usize, usize)>,
        /// What is wrong with it.
        problem: Box<RichDataProblem>,
    },
    /// It cannot be a catalog, or its resources cannot be told apart.
    #[error("{0}")]
    Invalid(EcoString),
}

impl From<io::Error> for CatalogError {
    fn from(error: io::Error) -> CatalogError {
        CatalogError::Input { kind: error.kind(), reason: eco_format!("{error}") }
    }
}

/// The kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No value at all.
    Missing,
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A text.
    String,
    /// A list.
    Array,
    /// A mapping.
    Object,
}

impl std::fmt::Display for Shape {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Shape::Missing => "nothing",
            Shape::Null => "null",
            Shape::Boolean => "a boolean",
            Shape::Number => "a number",
            Shape::String => "a string",
            Shape::Array => "an array",
            Shape::Object => "an object",
        })
    }
}

fn position_suffix(position: Option<(usize, usize)>) -> String {
    position.map_or_else(String::new, |(line, column)| format!(" (line: {line}, column: {column})"))
}

/// A location as messages append it: ` (file: /site.pp, line: 3)`; nothing if it is unknown.
pub fn location_suffix(file: Option<&str>, line: Option<u32>) -> EcoString {
    match (file, line) {
        (Some(file), Some(line)) => eco_format!(" (file: {file}, line: {line})"),
        (Some(file), None) => eco_format!(" (file: {file})"),
        (None, Some(line)) => eco_format!(" (line: {line})"),
        (None, None) => EcoString::new(),
    }
}
