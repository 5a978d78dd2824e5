//! Errors in definitions, with their locations.

use std::fmt;

use ecow::EcoString;
use pcore::Value;

use super::ruby_class;
use crate::failure::{Failure, FailureKind};

/// Why a definition cannot be used.
///
/// ```
/// use resource_api::{TypeDefinition, failure::FailureKind};
///
/// let text = "{name: note, desc: A note, attributes: {name: {type: 'String[', desc: n, behaviour: namevar}}}";
/// let error = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "The type of the `name` attribute `String[` could not be parsed: Syntax error at end of input"
/// );
/// assert_eq!(error.kind(), FailureKind::Developer);
/// assert_eq!(error.path_text(), "attributes.name.type");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DefinitionError {
    kind: FailureKind,
    path: Vec<PathStep>,
    message: String,
    hints: Vec<String>,
}

/// Required attributes are missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The following mandatory attributes were not provided:\n    *  {}", .0.join(", \n    *  "))]
pub struct MissingAttributes(pub Vec<EcoString>);

/// One step of a path into a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// A key of a map.
    Key(EcoString),
    /// An index of a list.
    Index(usize),
}

impl DefinitionError {
    /// Creates an error that is a mistake of the type's author (`Puppet::DevError`).
    pub fn developer(message: impl Into<String>) -> DefinitionError {
        DefinitionError::of(FailureKind::Developer, message)
    }

    /// Creates an error for an invalid value of an attribute (`Puppet::ResourceError`).
    pub fn resource(message: impl Into<String>) -> DefinitionError {
        DefinitionError::of(FailureKind::Resource, message)
    }

    /// Creates the error for a value of the wrong kind, given what it must be.
    pub(super) fn unexpected(expected: impl fmt::Display, found: &Value) -> DefinitionError {
        DefinitionError::developer(format!("{expected}, not `{}`", ruby_class(found)))
    }

    fn of(kind: FailureKind, message: impl Into<String>) -> DefinitionError {
        DefinitionError { kind, path: Vec::new(), message: message.into(), hints: Vec::new() }
    }

    /// Prepends a step to the path. Steps are added from the inside out.
    #[must_use]
    pub fn within(mut self, step: impl Into<PathStep>) -> DefinitionError {
        self.path.insert(0, step.into());
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> DefinitionError {
        self.hints.push(hint.into());
        self
    }

    /// Who is responsible for the error.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Hints for fixing it.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// The path to the error. For something that is missing, the path to what should contain it.
    pub fn path(&self) -> &[PathStep] {
        &self.path
    }

    /// The path as text, for example `attributes.name.type`.
    pub fn path_text(&self) -> String {
        self.path.iter().map(PathStep::to_string).collect::<Vec<_>>().join(".")
    }

    /// The message for a type whose definition could not be loaded.
    pub fn autoload_message(&self, type_name: &str) -> String {
        format!("Could not autoload puppet/type/{type_name}: {}", self.message)
    }

    /// Converts the error into a failure, of the same kind.
    pub fn into_failure(self) -> Failure {
        match self.kind {
            FailureKind::Resource => Failure::resource(self.message),
            FailureKind::Developer | FailureKind::Ordinary | FailureKind::Fatal => Failure::developer(self.message),
        }
    }
}

impl From<&str> for PathStep {
    fn from(key: &str) -> PathStep {
        PathStep::Key(key.into())
    }
}

impl From<usize> for PathStep {
    fn from(index: usize) -> PathStep {
        PathStep::Index(index)
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathStep::Key(key) => formatter.write_str(key),
            PathStep::Index(index) => write!(formatter, "{index}"),
        }
    }
}
