//! Why a catalog is invalid.

use std::io;

use ecow::{EcoString, eco_format};
use pcore::{
    json::{JsonError, JsonPath},
    rich_data::RichDataProblem,
};

use super::Declared;

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
    /// A resource has no type.
    #[error("No resource type provided in serialized data (resource {index} of the catalog)")]
    NoType {
        /// The index of the resource.
        index: usize,
    },
    /// A resource has no title.
    #[error("No resource title provided in serialized data (resource {index} of the catalog)")]
    NoTitle {
        /// The index of the resource.
        index: usize,
    },
    /// A tag has characters that tags cannot have.
    #[error("Invalid tag '{tag}'")]
    Tag {
        /// The tag.
        tag: EcoString,
    },
    /// An end of an edge is not a valid reference.
    #[error("No title provided and {text:?} is not a valid resource reference")]
    Reference {
        /// What was found.
        text: EcoString,
    },
    /// An edge begins with a resource that the catalog does not have.
    #[error("Could not intern from data: Could not find relationship source {from:?} for {to}")]
    NoSource {
        /// What the edge begins with.
        from: EcoString,
        /// What it leads to.
        to: EcoString,
    },
    /// An edge leads to a resource that the catalog does not have.
    #[error("Could not intern from data: Could not find relationship target {to:?} for {from}")]
    NoTarget {
        /// What the edge begins with.
        from: EcoString,
        /// What it leads to.
        to: EcoString,
    },
    /// Two resources have one reference.
    #[error("Duplicate declaration: {reference} is already declared{}; cannot redeclare{}", at(first), after(second))]
    Duplicate {
        /// The reference.
        reference: EcoString,
        /// Where the first is declared.
        first: Location,
        /// Where the second is declared.
        second: Location,
    },
    /// An alias is the name of another resource.
    #[error(
        "Cannot alias {reference} to {alias:?}{}; resource [{type_name:?}, {alias:?}] already declared{}",
        at(second),
        after(first)
    )]
    Alias {
        /// The resource with the alias.
        reference: EcoString,
        /// Its type.
        type_name: EcoString,
        /// The alias.
        alias: EcoString,
        /// Where the other resource is declared.
        first: Location,
        /// Where the resource with the alias is declared.
        second: Location,
    },
}

impl From<io::Error> for CatalogError {
    fn from(error: io::Error) -> CatalogError {
        CatalogError::Input { kind: error.kind(), reason: eco_format!("{error}") }
    }
}

/// Where a resource is declared, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Option<EcoString>,
    /// The line.
    pub line: Option<u32>,
}

impl From<&Declared> for Location {
    fn from(resource: &Declared) -> Location {
        Location { file: resource.file.clone().filter(|file| !file.is_empty()), line: resource.line }
    }
}

/// Writes `(file: /site.pp, line: 3)`; nothing if the location is unknown.
impl std::fmt::Display for Location {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(formatter, "(file: {file}, line: {line})"),
            (Some(file), None) => write!(formatter, "(file: {file})"),
            (None, Some(line)) => write!(formatter, "(line: {line})"),
            (None, None) => Ok(()),
        }
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

fn at(location: &Location) -> String {
    let shown = location.to_string();
    if shown.is_empty() { shown } else { format!(" at {shown}") }
}

fn after(location: &Location) -> String {
    let shown = location.to_string();
    if shown.is_empty() { shown } else { format!(" {shown}") }
}
