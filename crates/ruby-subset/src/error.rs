//! Why a program does not go on with its next expression: an error, or a jump.

use std::{any::Any, sync::Arc};

use ecow::EcoString;

use crate::object::Object;

/// What evaluating gives.
pub(crate) type Outcome<T = Object> = Result<T, Stop>;

/// Why there is no value.
#[derive(Debug)]
pub(crate) enum Stop {
    Error(Box<Error>),
    /// `next` in a block: its value.
    Next(Object),
    /// `break` in a block: which call it ends, and the value of that.
    Break(u64, Object),
    NextRound,
    EndLoop(Object),
    Return(Object),
}

impl Stop {
    /// What ended a program as a whole.
    pub fn into_error(self) -> Error {
        match self {
            Stop::Error(error) => *error,
            _ => Error::new("LocalJumpError", "unexpected return", 1),
        }
    }
}

/// An error of a program.
#[derive(Clone, Debug)]
pub struct Error {
    /// The class that Ruby would raise; [`Error::NOT_SUPPORTED`] for what only Ruby can do.
    pub class: EcoString,
    /// What is wrong.
    pub message: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The error of the host that the program passes on unhandled.
    pub cause: Option<Cause>,
}

/// What a host knows of its own error. A program carries it, but cannot look into it.
pub type Cause = Arc<dyn Any + Send + Sync>;

/// Why a host could not do what a program asked of it.
#[derive(Clone, Debug)]
pub struct HostError {
    /// What the program sees.
    pub message: String,
    /// What the host gets back, in the [`Error`] of a program that does not handle the error.
    pub cause: Option<Cause>,
}

impl<M: Into<String>> From<M> for HostError {
    fn from(message: M) -> HostError {
        HostError { message: message.into(), cause: None }
    }
}

impl Error {
    /// The class of errors that Ruby does not have.
    pub const NOT_SUPPORTED: &str = "NotSupported";

    /// The class of what ends a program that takes too much.
    pub const LIMIT: &str = "LimitExceeded";

    /// An error of a class at a line.
    pub fn new(class: &str, message: impl Into<String>, line: u32) -> Error {
        Error { class: class.into(), message: message.into(), line, cause: None }
    }

    /// Whether a `rescue` that names no class, or one of its parents, takes it.
    pub(crate) fn is_a(&self, class: &str) -> bool {
        if matches!(self.class.as_str(), Error::NOT_SUPPORTED | Error::LIMIT) {
            return false;
        }
        let parent = |class: &&str| match *class {
            "NoMethodError" => Some("NameError"),
            "KeyError" | "StopIteration" => Some("IndexError"),
            "FloatDomainError" => Some("RangeError"),
            "FrozenError" => Some("RuntimeError"),
            "JSON::ParserError" => Some("JSON::JSONError"),
            "Puppet::ParseError" | "Puppet::DevError" => Some("Puppet::Error"),
            "IPAddr::InvalidAddressError" | "IPAddr::AddressFamilyError" | "IPAddr::InvalidPrefixError" => {
                Some("IPAddr::Error")
            }
            "IPAddr::Error" => Some("ArgumentError"),
            _ => None,
        };
        matches!(class, "StandardError" | "Exception")
            || std::iter::successors(Some(self.class.as_str()), parent).any(|known| known == class)
    }
}

/// An error of a class.
pub(crate) fn raise<T>(class: &str, message: impl Into<String>) -> Outcome<T> {
    Err(Stop::Error(Box::new(Error::new(class, message, 0))))
}

/// An error of the host, as an error of a class.
pub(crate) fn raise_from<T>(class: &str, error: HostError) -> Outcome<T> {
    Err(Stop::Error(Box::new(Error { cause: error.cause, ..Error::new(class, error.message, 0) })))
}

pub(crate) fn argument_error<T>(message: impl Into<String>) -> Outcome<T> {
    raise("ArgumentError", message)
}

pub(crate) fn type_error<T>(message: impl Into<String>) -> Outcome<T> {
    raise("TypeError", message)
}

/// Something that Ruby can do and we cannot.
pub(crate) fn not_supported<T>(what: impl std::fmt::Display) -> Outcome<T> {
    raise(Error::NOT_SUPPORTED, format!("{what} is not supported without Ruby"))
}
