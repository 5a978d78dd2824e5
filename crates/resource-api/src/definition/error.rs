//! Why a definition cannot be used, and where in it the trouble is.

use std::fmt;

use ecow::EcoString;

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
/// assert_eq!(error.place(), "attributes.name.type");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DefinitionError {
    kind: FailureKind,
    path: Vec<PathStep>,
    message: String,
    hints: Vec<String>,
}

/// Attributes without which nothing can be done were not given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The following mandatory attributes were not provided:\n    *  {}", .0.join(", \n    *  "))]
pub struct MissingAttributes(pub Vec<EcoString>);

/// One step on the way from a definition to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// Into a map, by key.
    Key(EcoString),
    /// Into a list, by position.
    Index(usize),
}

impl DefinitionError {
    /// A mistake of whoever wrote the type (`Puppet::DevError`).
    pub fn developer(message: impl Into<String>) -> DefinitionError {
        DefinitionError::of(FailureKind::Developer, message)
    }

    /// A value that an attribute cannot have (`Puppet::ResourceError`).
    pub fn resource(message: impl Into<String>) -> DefinitionError {
        DefinitionError::of(FailureKind::Resource, message)
    }

    fn of(kind: FailureKind, message: impl Into<String>) -> DefinitionError {
        DefinitionError { kind, path: Vec::new(), message: message.into(), hints: Vec::new() }
    }

    /// The error as something that lies one step deeper; steps are added from the inside out.
    #[must_use]
    pub fn within(mut self, step: impl Into<PathStep>) -> DefinitionError {
        self.path.insert(0, step.into());
        self
    }

    /// The error with an advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> DefinitionError {
        self.hints.push(hint.into());
        self
    }

    /// Whose mistake it is.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, one advice an entry.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// The way from the definition to what is wrong; of something that is missing, to what should hold it.
    pub fn path(&self) -> &[PathStep] {
        &self.path
    }

    /// The path as text, such as `attributes.name.type`.
    pub fn place(&self) -> String {
        self.path.iter().map(PathStep::to_string).collect::<Vec<_>>().join(".")
    }

    /// The sentence for a type that was asked for by name and whose definition could not be loaded.
    pub fn autoload_message(&self, type_name: &str) -> String {
        format!("Could not autoload puppet/type/{type_name}: {}", self.message)
    }
}

/// Keeps the kind, which the conversion of other errors does not know.
impl DefinitionError {
    /// The error as a failure of whatever needed the definition.
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
