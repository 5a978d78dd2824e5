//! Errors that a provider reports, and messages that cannot be understood.

use serde::{Deserialize, Serialize};

use crate::Data;

/// An error that one side reports to the other, as JSON-RPC has it.
#[derive(Clone, Debug, Deserialize, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct ErrorObject {
    /// A number for the kind of error: those of JSON-RPC, or [`ErrorObject::FAILED`].
    #[serde(default = "failed")]
    pub code: i64,
    /// What went wrong, in words for an operator.
    pub message: String,
    /// What a program can make use of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<ErrorData>>,
}

impl ErrorObject {
    /// Something went wrong while a request was served.
    pub const FAILED: i64 = -32000;
    /// There is no such method.
    pub const UNKNOWN_METHOD: i64 = -32601;
    /// The parameters have another shape than the method asks for.
    pub const WRONG_PARAMETERS: i64 = -32602;

    /// An error of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> ErrorObject {
        let data = ErrorData { kind: Some(kind), ..ErrorData::default() };
        ErrorObject { code: ErrorObject::FAILED, message: message.into(), data: Some(Box::new(data)) }
    }

    /// There is no such method.
    pub fn unknown_method(method: &str) -> ErrorObject {
        let message = format!("there is no method '{method}'");
        ErrorObject { code: ErrorObject::UNKNOWN_METHOD, message, data: None }
    }

    /// What kind of error it is; most are just failures.
    pub fn kind(&self) -> ErrorKind {
        self.data.as_ref().and_then(|data| data.kind).unwrap_or(ErrorKind::Failed)
    }
}

fn failed() -> i64 {
    ErrorObject::FAILED
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The provider cannot be used on this system.
    NotSuitable,
    /// Something that the provider needs is not installed.
    MissingDependency,
    /// Somebody refused access.
    Unauthorized,
    /// What was asked for is not there.
    NotFound,
    /// What was asked for is not possible.
    Invalid,
    /// Somebody else changed the same thing.
    Conflict,
    /// It took too long.
    Timeout,
    /// Anything else.
    #[serde(other)]
    Failed,
}

/// Details of an error. All of them may be missing.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ErrorData {
    /// What kind of error it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ErrorKind>,
    /// The attribute that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// The resource that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Data>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Whether it may pass by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retryable: Option<bool>,
    /// The class of the exception, where the provider is Ruby.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Whether Ruby counts it among those that are usually caught.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard: Option<bool>,
    /// The calls that led there, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backtrace: Vec<String>,
    /// The exceptions that it is about, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrapped: Vec<WrappedError>,
    /// The file in which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The number of the runtime's own error, if a function passes that on as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed_on: Option<u64>,
}

/// An exception that another one is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WrappedError {
    /// What happened.
    pub message: String,
    /// The calls that led there, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backtrace: Vec<String>,
}

/// Why what a provider wrote cannot be used. The provider is not worth talking to any more, with one exception:
/// [`Fault::NotJson`] may be something that it printed by mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A line is not JSON.
    #[error("a line is no JSON: {reason}")]
    NotJson {
        /// The line.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A message has no end.
    #[error("a message has more than {} MiB", crate::MAX_MESSAGE >> 20)]
    TooLong,
    /// A message is not in UTF-8.
    #[error("a message is not UTF-8 at byte {position}")]
    NotUtf8 {
        /// The first byte that is not.
        position: usize,
    },
    /// A message has another shape than it should have.
    #[error("a message has the wrong shape: {reason}")]
    WrongShape {
        /// What is wrong with it.
        reason: String,
    },
    /// A request came with more than it may.
    #[error("a request came with more than {limit} {what}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        limit: u64,
    },
    /// A response answers nothing that was asked.
    #[error("a response has the id {id}, which no request has that is waited for")]
    UnknownId {
        /// The id.
        id: String,
    },
}
