//! Problems while reading facts.

use std::{path::PathBuf, time::Duration};

/// A problem with a file of facts, which is ignored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// `facter.conf` cannot be used.
    #[error("Facter failed to read config file {} with the following error: {reason}", path.display())]
    Configuration {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file has no facts, but something else.
    #[error("Could not interpret fact file {}", path.display())]
    NoFacts {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("Failed to handle {} as {kind} facts: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What it should be: `YAML`.
        kind: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A command wrote to stderr.
    #[error("Command {} completed with the following stderr message: {message}", path.display())]
    Message {
        /// The command.
        path: PathBuf,
        /// Its output.
        message: String,
    },
    /// A command took too long, and was terminated with its children.
    #[error("Fact file {} was ended: it took longer than {} seconds", path.display(), limit.as_secs_f64())]
    Deadline {
        /// The command.
        path: PathBuf,
        /// The limit.
        limit: Duration,
    },
    /// A command wrote too much, and was terminated with its children.
    #[error("Fact file {} was ended: it wrote more than {limit} bytes", path.display())]
    Output {
        /// The command.
        path: PathBuf,
        /// The limit.
        limit: usize,
    },
    /// A command lies in a tree of files whose commands are not run.
    #[error("Fact file {} was not run: it belongs to another machine", path.display())]
    NotRun {
        /// The command.
        path: PathBuf,
    },
    /// Facts cannot be cached.
    #[error("Could not write cache: {reason} - {}", path.display())]
    Cache {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An external fact does not fit into a structure.
    #[error("fact `{name}` cannot be added: there is a fact `{}` that is no hash", name.split('.').next().unwrap_or(name))]
    Structure {
        /// The fact.
        name: String,
    },
}
