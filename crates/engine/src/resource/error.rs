//! Why a resource cannot be built.

use std::fmt;

use ecow::EcoString;
use resource_api::{Failure, definition::title::TitleError, failure::FailureKind, registry::ProviderError};

/// A resource that cannot be built.
///
/// Its message is for operators; [`reason`](BuildError::reason) does not name the resource.
#[derive(Clone, Debug)]
pub struct BuildError {
    pub(crate) resource: String,
    pub(crate) problem: BuildProblem,
}

/// What is wrong with the declaration of a resource.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildProblem {
    /// The title matches no title pattern.
    #[error(transparent)]
    Title(TitleError),
    /// The type has no such attribute.
    #[error("no parameter named '{0}'")]
    UnknownAttribute(EcoString),
    /// The attribute is read-only.
    #[error("Attempting to set `{attribute}` read_only attribute value to `{value}`")]
    ReadOnly {
        /// The attribute.
        attribute: EcoString,
        /// The value, without secrets.
        value: String,
    },
    /// The value of an attribute is not of its type.
    #[error("{message}")]
    Mismatch {
        /// The attribute.
        attribute: EcoString,
        /// What was expected and what was found.
        message: String,
    },
    /// The default of an attribute is not of its type.
    #[error("{message}")]
    Default {
        /// The attribute.
        attribute: EcoString,
        /// What was expected and what was found.
        message: String,
    },
    /// A metaparameter has an invalid value.
    #[error("Invalid value {value}. Valid values are {}.", .valid.join(", "))]
    Metaparameter {
        /// The metaparameter.
        attribute: EcoString,
        /// The value, as Ruby shows it.
        value: String,
        /// The valid values.
        valid: &'static [&'static str],
    },
    /// An audited attribute does not exist.
    #[error("Cannot audit {name}: not a valid attribute")]
    Audit {
        /// The name.
        name: EcoString,
    },
    /// The type has no provider of this name.
    #[error(transparent)]
    Provider(ProviderError),
    /// Mandatory parameters are missing.
    #[error("The following mandatory parameters were not provided:\n    *  {}", .0.join(", \n    *  "))]
    MissingParameters(Vec<EcoString>),
}

impl BuildError {
    /// The resource, such as `Apt_key[X]`.
    pub fn resource(&self) -> &str {
        &self.resource
    }

    /// What is wrong, without the resource.
    pub fn reason(&self) -> &BuildProblem {
        &self.problem
    }

    /// The invalid attribute, if it is one.
    pub fn attribute(&self) -> Option<&EcoString> {
        match &self.problem {
            BuildProblem::UnknownAttribute(attribute)
            | BuildProblem::ReadOnly { attribute, .. }
            | BuildProblem::Mismatch { attribute, .. }
            | BuildProblem::Default { attribute, .. }
            | BuildProblem::Metaparameter { attribute, .. } => Some(attribute),
            BuildProblem::Audit { name } => Some(name),
            BuildProblem::Title(_) | BuildProblem::Provider(_) | BuildProblem::MissingParameters(_) => None,
        }
    }

    fn kind(&self) -> FailureKind {
        match &self.problem {
            BuildProblem::Title(_)
            | BuildProblem::UnknownAttribute(_)
            | BuildProblem::Metaparameter { .. }
            | BuildProblem::Audit { .. } => FailureKind::Ordinary,
            BuildProblem::ReadOnly { .. }
            | BuildProblem::Mismatch { .. }
            | BuildProblem::Default { .. }
            | BuildProblem::Provider(_)
            | BuildProblem::MissingParameters(_) => FailureKind::Resource,
        }
    }

    /// The failure that [`Session::build`](crate::Session::build) returns; [`Failure::downcast_ref`] returns this error.
    pub(crate) fn into_failure(self) -> Failure {
        let kind = self.kind();
        Failure::from(self).with_kind(kind)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BuildError { resource, problem } = self;
        match problem {
            BuildProblem::Title(_) | BuildProblem::UnknownAttribute(_) | BuildProblem::Default { .. } => {
                write!(formatter, "{problem}")
            }
            BuildProblem::ReadOnly { attribute, .. }
            | BuildProblem::Mismatch { attribute, .. }
            | BuildProblem::Metaparameter { attribute, .. } => {
                write!(formatter, "Parameter {attribute} failed on {resource}: {problem}")
            }
            BuildProblem::Audit { .. } => {
                write!(formatter, "Parameter audit failed on {resource}: {problem} for {resource}")
            }
            BuildProblem::Provider(_) => write!(formatter, "Parameter provider failed on {resource}: {problem}"),
            BuildProblem::MissingParameters(_) => write!(formatter, "Validation of {resource} failed: {problem}"),
        }
    }
}

impl std::error::Error for BuildError {}
