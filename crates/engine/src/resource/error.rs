//! Why a resource cannot be built, and how that is told.

use std::fmt;

use ecow::EcoString;
use resource_api::{Failure, definition::title::TitleError, failure::FailureKind, registry::ProviderError};

/// A resource that cannot be built.
///
/// Its text is what an operator reads; [`reason`](BuildError::reason) leaves out which resource it is about.
#[derive(Clone, Debug)]
pub struct BuildError {
    pub(crate) resource: String,
    pub(crate) problem: BuildProblem,
}

/// What is wrong with what was given for a resource.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildProblem {
    /// The title does not say which resource is meant.
    #[error(transparent)]
    Title(TitleError),
    /// The type has no such attribute.
    #[error("no parameter named '{0}'")]
    UnknownAttribute(EcoString),
    /// The attribute is reported by the provider, and cannot be set.
    #[error("Attempting to set `{attribute}` read_only attribute value to `{value}`")]
    ReadOnly {
        /// The attribute.
        attribute: EcoString,
        /// What was given, without secrets.
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
    /// A metaparameter has a value that it cannot have.
    #[error("Invalid value {value}. Valid values are {}.", .valid.join(", "))]
    Metaparameter {
        /// The metaparameter.
        attribute: EcoString,
        /// What was given, as Ruby shows it.
        value: String,
        /// What it can be.
        valid: &'static [&'static str],
    },
    /// What is to be audited is no attribute.
    #[error("Cannot audit {name}: not a valid attribute")]
    Audit {
        /// What is to be audited.
        name: EcoString,
    },
    /// There is no provider of the name that was given.
    #[error(transparent)]
    Provider(ProviderError),
    /// Parameters without which the provider cannot work were not given.
    #[error("The following mandatory parameters were not provided:\n    *  {}", .0.join(", \n    *  "))]
    MissingParameters(Vec<EcoString>),
}

impl BuildError {
    /// The resource, such as `Apt_key[X]`.
    pub fn resource(&self) -> &str {
        &self.resource
    }

    /// What is wrong, without saying with which resource.
    pub fn reason(&self) -> &BuildProblem {
        &self.problem
    }

    /// The attribute that is wrong, if it is one.
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

    /// The failure that [`Session::build`](crate::Session::build) returns; this error can be taken out of it again
    /// with [`Failure::downcast_ref`].
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
