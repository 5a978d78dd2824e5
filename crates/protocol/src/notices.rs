//! Notifications that a provider may send at any time during a call. They drive the context methods of the Resource API.

use serde::Deserialize;

use crate::{Data, Fault, Payload};

/// A notification of a provider.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// A line of the log.
    Log(Log),
    /// A block of work begins or ends.
    Status(Status),
    /// An attribute was changed.
    AttributeChanged(AttributeChanged),
    /// How far the work is.
    Progress(Progress),
    /// A part of the answer to a `get`.
    Resources(PartOfResources),
    /// Resources could not be changed; nothing is logged (Ruby host).
    Failed(Failed),
    /// What the code of a module printed (Ruby host).
    Output(Output),
    /// Something must not be shown from now on (Ruby host).
    Secret(Secret),
    /// Something that this version does not know, and that is ignored.
    Unknown(String),
}

impl Notice {
    /// Reads a notification.
    pub fn read(method: &str, params: &Payload) -> Result<Notice, Fault> {
        Ok(match method {
            "log" => Notice::Log(params.read()?),
            "status" => Notice::Status(params.read()?),
            "attribute_changed" => Notice::AttributeChanged(params.read()?),
            "progress" => Notice::Progress(params.read()?),
            "resources" => Notice::Resources(params.read()?),
            "failed" => Notice::Failed(params.read()?),
            "output" => Notice::Output(params.read()?),
            "secret" => Notice::Secret(params.read()?),
            other => Notice::Unknown(other.to_owned()),
        })
    }
}

/// A line of the log.
#[derive(Clone, Debug, Deserialize)]
pub struct Log {
    /// How important it is.
    pub level: Level,
    /// What it says.
    pub message: String,
    /// The identities that it is about.
    #[serde(default)]
    pub names: Option<Data>,
    /// What speaks, where that is not the provider (Ruby host).
    #[serde(default)]
    pub source: Option<String>,
}

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For debugging.
    Debug,
    /// Good to know.
    Info,
    /// What changed.
    Notice,
    /// What may go wrong.
    #[serde(alias = "warn")]
    Warning,
    /// What went wrong.
    #[serde(alias = "error")]
    Err,
    /// Worse than an error.
    #[serde(alias = "critical")]
    Crit,
    /// Somebody must act.
    Alert,
    /// The system is unusable.
    #[serde(alias = "emergency")]
    Emerg,
}

impl Level {
    /// The level that a line on stderr begins with (`DEBUG: …`), and the line without it.
    ///
    /// ```
    /// use protocol::notices::Level;
    ///
    /// assert_eq!(Level::of_line("INFO: hello"), Some((Level::Info, "hello")));
    /// assert_eq!(Level::of_line("Traceback (most recent call last):"), None);
    /// ```
    pub fn of_line(line: &str) -> Option<(Level, &str)> {
        let (word, rest) = line.split_once(": ")?;
        let level = match word {
            "DEBUG" => Level::Debug,
            "INFO" => Level::Info,
            "NOTICE" => Level::Notice,
            "WARNING" => Level::Warning,
            "ERR" => Level::Err,
            _ => return None,
        };
        Some((level, rest))
    }
}

/// A block of work begins or ends.
#[derive(Clone, Debug, Deserialize)]
pub struct Status {
    /// What is done.
    pub action: Action,
    /// The identities.
    pub names: Data,
    /// Whether it begins or how it ends.
    pub phase: Phase,
    /// What the log lines have instead of the usual word; for a failure, the reason.
    #[serde(default)]
    pub message: Option<String>,
}

/// What a block does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Resources are made.
    Creating,
    /// They are changed.
    Updating,
    /// They are taken away.
    Deleting,
    /// One is brought from a state to another.
    Processing,
    /// They are found to be unmanageable.
    Failing,
}

/// Where in a block the provider is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It begins.
    Start,
    /// It is done.
    Finish,
    /// It could not be done.
    Fail,
}

/// An attribute was changed.
#[derive(Clone, Debug, Deserialize)]
pub struct AttributeChanged {
    /// The identity.
    pub name: Data,
    /// The attribute.
    pub attribute: String,
    /// What it was.
    #[serde(default)]
    pub is: Data,
    /// What it is now.
    #[serde(default)]
    pub should: Data,
    /// What there is to say about it.
    #[serde(default)]
    pub message: Option<String>,
}

/// How far the work is.
#[derive(Clone, Debug, Deserialize)]
pub struct Progress {
    /// How much is done.
    pub done: f64,
    /// How much there is.
    #[serde(default)]
    pub total: Option<f64>,
    /// In words.
    #[serde(default)]
    pub message: Option<String>,
}

/// A part of the answer to a `get`, before the answer itself.
#[derive(Clone, Debug, Deserialize)]
pub struct PartOfResources {
    /// The id of the request.
    pub id: u64,
    /// Resources.
    pub resources: Vec<Data>,
}

/// Resources could not be changed.
#[derive(Clone, Debug, Deserialize)]
pub struct Failed {
    /// The identities or titles; empty if unknown.
    #[serde(default)]
    pub names: Data,
}

/// Something must not be shown from now on.
#[derive(Clone, Debug, Deserialize)]
pub struct Secret {
    /// What is secret, tagged as such.
    pub value: Data,
}

/// What the code of a module printed.
#[derive(Clone, Debug, Deserialize)]
pub struct Output {
    /// Where it printed.
    pub stream: Stream,
    /// What it printed.
    pub text: String,
}

/// Where something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// The standard output.
    Stdout,
    /// The standard error output.
    Stderr,
}
