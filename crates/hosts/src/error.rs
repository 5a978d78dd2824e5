//! Why a process could not do what it was asked for.

use std::fmt;

use protocol::{ErrorKind, ErrorObject, WrappedError};
use resource_api::{
    Failure,
    failure::{FailureKind, Wrapped},
};

/// Why a process could not do what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// It did not answer.
    #[error("{message}")]
    Unanswered {
        /// What became of it.
        cause: Cause,
        /// The message, which names the provider.
        message: String,
    },
    /// It answered that it could not do it.
    #[error("{}", ErrorText(.0))]
    Refused(Box<ErrorObject>),
}

/// Why a process did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It ended before it answered.
    Died,
    /// It took too long.
    TimedOut,
    /// The run was asked to stop while nothing was being changed.
    Stopped,
    /// It cannot be used: it could not be started, or was ended because of what it did.
    Unusable,
    /// It was not asked: the request cannot be sent.
    Unasked,
}

impl HostError {
    /// The error of a process that does not answer.
    pub(crate) fn unanswered(cause: Cause, message: String) -> HostError {
        HostError::Unanswered { cause, message }
    }

    /// The error as the failure of a resource.
    ///
    /// Exceptions of Ruby keep their kind, and the calls that led to them, which `--trace` shows.
    pub fn into_failure(self) -> Failure {
        let HostError::Refused(error) = &self else { return Failure::from(self) };
        let data = error.data.as_deref();
        let kind = match data.and_then(|data| data.class.as_deref()) {
            Some("Puppet::DevError") => FailureKind::Developer,
            Some("Puppet::ResourceError") => FailureKind::Resource,
            _ => FailureKind::Ordinary,
        };
        let backtrace = data.map(|data| data.backtrace.clone()).unwrap_or_default();
        let wrapped = data.map(|data| data.wrapped.clone()).unwrap_or_default().into_iter();
        let wrapped = wrapped.map(|WrappedError { message, backtrace }| Wrapped { message, backtrace }).collect();
        Failure::from(self).with_kind(kind).with_backtrace(backtrace).with_wrapped(wrapped)
    }

    /// Whether Ruby code ended in a way that Ruby itself does not count among errors of the code: a file that is missing, a
    /// text that is not valid Ruby.
    pub fn is_exceptional(&self) -> bool {
        match self {
            HostError::Refused(error) => error.data.as_ref().is_some_and(|data| data.standard == Some(false)),
            _ => false,
        }
    }

    /// What the process reported, without the hint that its text form adds.
    pub fn message(&self) -> String {
        match self {
            HostError::Refused(error) => error.message.clone(),
            other => other.to_string(),
        }
    }

    /// The line about a process that died and is asked once more.
    pub(crate) fn detailed(&self) -> String {
        format!("{self}; it is asked once more")
    }

    /// Why the process did not answer, unless it did.
    pub(crate) fn cause(&self) -> Option<Cause> {
        match self {
            HostError::Unanswered { cause, .. } => Some(*cause),
            HostError::Refused(_) => None,
        }
    }

    /// Whether the provider was not there to do anything: its process, its language or something that it needs is missing.
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            HostError::Unanswered { cause, .. } => *cause != Cause::Unasked,
            HostError::Refused(error) => error.kind() == ErrorKind::MissingDependency,
        }
    }
}

/// The message of an error with its advice.
struct ErrorText<'e>(&'e ErrorObject);

impl fmt::Display for ErrorText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)?;
        match self.0.data.as_ref().and_then(|data| data.hint.as_deref()) {
            Some(hint) if !hint.is_empty() => write!(formatter, " ({hint})"),
            _ => Ok(()),
        }
    }
}
