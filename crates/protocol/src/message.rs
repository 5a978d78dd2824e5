//! The envelope of every message: requests, responses, notifications.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{ErrorObject, Fault};

/// What a request is known by. Ids of the two directions are independent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A number, which is what the runtime uses.
    Number(u64),
    /// A text, which a provider may use.
    Text(String),
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(formatter, "{number}"),
            Id::Text(text) => write!(formatter, "'{text}'"),
        }
    }
}

/// What a message carries, not looked at yet.
#[derive(Clone, Debug, Default)]
pub struct Payload(Option<Box<RawValue>>);

impl Payload {
    /// Reads it as what it should be. What is missing is read as `null`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        let text = self.text();
        serde_json::from_str(text).map_err(|error| Fault::WrongShape { reason: without_place(&error) })
    }

    /// It as JSON.
    pub fn text(&self) -> &str {
        self.0.as_ref().map_or("null", |raw| raw.get())
    }
}

/// A message that came from the other side.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// Something is asked, and an answer is awaited.
    Request {
        /// What the answer must name.
        id: Id,
        /// What is asked.
        method: String,
        /// With which parameters.
        params: Payload,
    },
    /// A notification.
    Notification {
        /// Its payload.
        method: String,
        /// With which parameters.
        params: Payload,
    },
    /// A request is answered.
    Response {
        /// The id of the request; a provider that knows of one request only may leave it out.
        id: Option<Id>,
        /// What came of it.
        outcome: Result<Payload, ErrorObject>,
    },
}

/// All members that a message may have. What else there is is ignored.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    id: Option<Id>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default, deserialize_with = "present")]
    params: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<ErrorObject>,
}

/// Keeps a `null` that is there apart from nothing at all.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

impl Incoming {
    /// Reads a line.
    ///
    /// ```
    /// use protocol::{Fault, Incoming};
    ///
    /// let message = Incoming::read(r#"{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"hi"}}"#);
    /// assert!(matches!(message, Ok(Incoming::Notification { method, .. }) if method == "log"));
    /// assert!(matches!(Incoming::read("Hello!"), Err(Fault::NotJson { .. })));
    /// assert!(matches!(Incoming::read("{}"), Err(Fault::WrongShape { .. })));
    /// ```
    pub fn read(line: &str) -> Result<Incoming, Fault> {
        let envelope: Envelope = serde_json::from_str(line).map_err(|error| {
            if error.is_data() {
                Fault::WrongShape { reason: without_place(&error) }
            } else {
                Fault::NotJson { line: line.to_owned(), reason: without_place(&error) }
            }
        })?;
        let wrong = |reason: &str| Err(Fault::WrongShape { reason: reason.to_owned() });
        match envelope {
            Envelope { method: Some(_), result: Some(_), .. } | Envelope { method: Some(_), error: Some(_), .. } => {
                wrong("it has both a method and an answer")
            }
            Envelope { id: Some(id), method: Some(method), params, .. } => {
                Ok(Incoming::Request { id, method, params: Payload(params) })
            }
            Envelope { method: Some(method), params, .. } => {
                Ok(Incoming::Notification { method, params: Payload(params) })
            }
            Envelope { id, error: Some(error), .. } => Ok(Incoming::Response { id, outcome: Err(error) }),
            Envelope { id, result: Some(result), .. } => {
                Ok(Incoming::Response { id, outcome: Ok(Payload(Some(result))) })
            }
            _ => wrong("it has neither a method nor a result nor an error"),
        }
    }
}

/// The message of an error, without the location: a message is one line, and its columns help no one.
fn without_place(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    if let Some(position) = message.rfind(" at line ") {
        message.truncate(position);
    }
    message
}

#[derive(Serialize)]
struct Question<'m, P: ?Sized> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'m Id>,
    method: &'m str,
    params: &'m P,
}

#[derive(Serialize)]
struct Answered<'m, R: ?Sized> {
    jsonrpc: &'static str,
    id: &'m Id,
    result: &'m R,
}

#[derive(Serialize)]
struct Refused<'m> {
    jsonrpc: &'static str,
    id: &'m Id,
    error: &'m ErrorObject,
}

/// Why a message cannot be written: it holds what has no form on the wire, or too much.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be written: {reason}")]
pub struct WriteError {
    /// What is wrong.
    pub reason: String,
}

/// Writes a request, with the end of the line.
///
/// ```
/// use protocol::{Id, message};
///
/// let line = message::request(&Id::Number(1), "shutdown", &()).unwrap();
/// assert_eq!(line, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\",\"params\":null}\n");
/// ```
pub fn request<P: Serialize + ?Sized>(id: &Id, method: &str, params: &P) -> Result<String, WriteError> {
    written(&Question { jsonrpc: "2.0", id: Some(id), method, params })
}

/// Writes a notification, with the end of the line.
pub fn notification<P: Serialize + ?Sized>(method: &str, params: &P) -> Result<String, WriteError> {
    written(&Question { jsonrpc: "2.0", id: None, method, params })
}

/// Writes the answer to a request, with the end of the line.
pub fn response<R: Serialize + ?Sized>(id: &Id, outcome: Result<&R, &ErrorObject>) -> Result<String, WriteError> {
    match outcome {
        Ok(result) => written(&Answered { jsonrpc: "2.0", id, result }),
        Err(error) => written(&Refused { jsonrpc: "2.0", id, error }),
    }
}

fn written(message: &impl Serialize) -> Result<String, WriteError> {
    let mut line = serde_json::to_string(message).map_err(|error| WriteError { reason: error.to_string() })?;
    if line.len() > crate::MAX_MESSAGE {
        return Err(WriteError { reason: format!("it has more than {} MiB", crate::MAX_MESSAGE >> 20) });
    }
    line.push('\n');
    Ok(line)
}
