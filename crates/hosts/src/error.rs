//! Why a process could not do what it was asked for.

use std::{fmt, io, time::Duration};

use ecow::EcoString;
use protocol::{ErrorKind, ErrorObject, Fault, WrappedError, message::WriteError};
use resource_api::{
    Failure,
    failure::{FailureKind, Wrapped},
};

/// Why a process could not do what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// It could not be started.
    #[error("the provider '{provider}' could not be started: {program}: {reason}")]
    Start {
        /// The provider.
        provider: EcoString,
        /// The program.
        program: String,
        /// Why not.
        reason: String,
    },
    /// Runtime and provider have no version of the protocol in common.
    #[error(
        "the provider '{provider}' speaks version {found} of the provider protocol, and this runtime speaks {known}"
    )]
    Version {
        /// The provider.
        provider: EcoString,
        /// Its version.
        found: u32,
        /// Ours.
        known: String,
    },
    /// It ended before it answered.
    #[error("the provider '{provider}' {ended} during `{method}`{}", stderr_suffix(.stderr_tail))]
    Died {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// How it ended.
        ended: EndedBy,
        /// What it wrote to stderr last.
        stderr_tail: Vec<String>,
    },
    /// It ended too often before it answered.
    #[error("the provider '{provider}' ended {times} times before it should, and is not started again in this run")]
    GaveUp {
        /// The provider.
        provider: EcoString,
        /// How often it was started.
        times: usize,
    },
    /// It closed its output before it answered.
    #[error("the provider '{provider}' closed its stdout during `{method}`{}", stderr_suffix(.stderr_tail))]
    Closed {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// What it wrote to stderr last.
        stderr_tail: Vec<String>,
    },
    /// A request that was made while it served this one ended it.
    #[error("the provider '{provider}' was ended during `{method}`, by a request that was made meanwhile: {reason}")]
    Lost {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// What happened to the other request.
        reason: String,
    },
    /// Another thread talks to it, and waits for this one.
    #[error(
        "the provider '{provider}' cannot be asked for `{method}`: it waits for another provider, which asked for this"
    )]
    Deadlock {
        /// The provider.
        provider: EcoString,
        /// What it should be asked for.
        method: String,
    },
    /// The system does not let us wait for it.
    #[error("the provider '{provider}' was ended during `{method}`: could not wait for it: {reason}")]
    Unwatched {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// Why not.
        reason: String,
    },
    /// It took too long.
    #[error(
        "the provider '{provider}' took longer than {} seconds for `{method}`{}{}",
        .after.as_secs_f64(), within(.place.as_deref()), raised_by(*.setting)
    )]
    Timeout {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// How long it may take.
        after: Duration,
        /// Where it was then, if that is known.
        place: Option<String>,
        /// The setting that limits the time, if there is one.
        setting: Option<&'static str>,
    },
    /// The run was asked to stop while nothing was being changed.
    #[error("the provider '{provider}' was interrupted during `{method}`: the run is to stop")]
    Stopped {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
    },
    /// It sent a message that cannot be used, and was ended.
    #[error("the provider '{provider}' was ended during `{method}`: {fault}")]
    Fault {
        /// The provider.
        provider: EcoString,
        /// What it was asked for.
        method: String,
        /// What is wrong.
        fault: Fault,
    },
    /// A value cannot be represented on the wire.
    #[error("the provider '{provider}' cannot be asked for `{method}`: {error}")]
    Unsayable {
        /// The provider.
        provider: EcoString,
        /// What it should be asked for.
        method: String,
        /// What is wrong.
        error: WriteError,
    },
    /// It answered that it could not do it.
    #[error("{}", ErrorText(.0))]
    Refused(Box<ErrorObject>),
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// By itself, with an exit code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Unknown: another part of the program has reaped it.
    Unknown,
}

impl fmt::Display for EndedBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndedBy::Code(code) => write!(formatter, "ended with exit code {code}"),
            EndedBy::Signal(signal) => write!(formatter, "was ended by signal {signal}"),
            EndedBy::Unknown => formatter.write_str("ended"),
        }
    }
}

impl HostError {
    pub(crate) fn start(provider: &EcoString, program: &std::path::Path, error: &io::Error) -> HostError {
        HostError::Start {
            provider: provider.clone(),
            program: program.display().to_string(),
            reason: error.to_string(),
        }
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

    /// Whether it took too long.
    pub(crate) fn is_timeout(&self) -> bool {
        matches!(self, HostError::Timeout { .. })
    }

    /// Whether the provider was not there to do anything: its process, its language or something that it needs is missing.
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            HostError::Start { .. }
            | HostError::Version { .. }
            | HostError::Died { .. }
            | HostError::GaveUp { .. }
            | HostError::Closed { .. }
            | HostError::Lost { .. }
            | HostError::Unwatched { .. }
            | HostError::Timeout { .. }
            | HostError::Stopped { .. }
            | HostError::Fault { .. } => true,
            HostError::Unsayable { .. } | HostError::Deadlock { .. } => false,
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

fn within(place: Option<&str>) -> String {
    place.map(|place| format!(" (it was at {place})")).unwrap_or_default()
}

fn raised_by(setting: Option<&str>) -> String {
    setting.map(|setting| format!("; the setting '{setting}' says how long it may take")).unwrap_or_default()
}

/// The last lines of stderr, as a part of a sentence.
fn stderr_suffix(stderr_tail: &[String]) -> String {
    if stderr_tail.is_empty() { String::new() } else { format!("; it wrote: {}", stderr_tail.join(" | ")) }
}
