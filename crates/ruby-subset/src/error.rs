//! Why a program does not go on with its next expression: an error, or a jump.

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

/// An error of a program.
#[derive(Clone, Debug)]
pub struct Error {
    /// The class that Ruby would raise; [`Error::NOT_SUPPORTED`] for what only Ruby can do.
    pub class: EcoString,
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
}

impl Error {
    /// The class of errors that Ruby does not have.
    pub const NOT_SUPPORTED: &str = "NotSupported";

    /// The class of what ends a program that takes too much.
    pub const LIMIT: &str = "LimitExceeded";

    /// Whether a `rescue` that names no class, or one of its parents, takes it.
    pub(crate) fn is_a(&self, class: &str) -> bool {
        if matches!(self.class.as_str(), Error::NOT_SUPPORTED | Error::LIMIT) {
            return false;
        }
        let parent = match self.class.as_str() {
            "NoMethodError" => "NameError",
            "KeyError" | "StopIteration" => "IndexError",
            "FloatDomainError" => "RangeError",
            "FrozenError" => "RuntimeError",
            "JSON::ParserError" => "JSON::JSONError",
            "Puppet::ParseError" | "Puppet::DevError" => "Puppet::Error",
            "IPAddr::InvalidAddressError" | "IPAddr::AddressFamilyError" | "IPAddr::InvalidPrefixError" => {
                "IPAddr::Error"
            }
            "IPAddr::Error" => "ArgumentError",
            _ => "StandardError",
        };
        let is_address = self.class.starts_with("IPAddr::");
        matches!(class, "StandardError" | "Exception")
            || self.class == class
            || parent == class
            || (is_address && class == "ArgumentError")
    }
}

/// An error of a class.
pub(crate) fn raise<T>(class: &str, message: impl Into<String>) -> Outcome<T> {
    Err(Stop::Error(Box::new(Error { class: class.into(), message: message.into(), line: 0 })))
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
