//! Files with the connection data of a device: HOCON, JSON or YAML.
//!
//! The extension decides: all but `.json`, `.yaml` and `.yml` are HOCON, which includes JSON. No error quotes the file.

#[cfg(test)]
mod tests;

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use pcore::{Hash, Value, hocon, json, yaml};

use crate::{FileError, file};

/// Why a file with credentials cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CredentialsError {
    /// It does not exist. The missing quote is missing in Puppet's message, too.
    #[error("Trying to load config from '{}, but file does not exist.", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error(transparent)]
    File(FileError),
    /// A syntax error.
    #[error("{}:{line}:{column}: {problem}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: u64,
        /// The error, without quoting the file.
        problem: String,
    },
    /// Not a map.
    #[error("{}: expected a map of names and values, found {found}", .path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What was found.
        found: &'static str,
    },
}

/// A file with credentials that every user can read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} can be read by every user of this machine, and may hold passwords: chmod o-rwx {0}", .path.display())]
pub struct WorldReadable {
    /// The file.
    pub path: PathBuf,
}

/// Reads a file. An empty one is an empty map.
pub fn read(path: &Path) -> Result<Hash, CredentialsError> {
    let text = file::read(path).map_err(|error| match error {
        FileError::Missing(path) => CredentialsError::Missing(path),
        other => CredentialsError::File(other),
    })?;
    parse(&text, path)
}

/// Reads the text of a file.
pub fn parse(text: &str, path: &Path) -> Result<Hash, CredentialsError> {
    if text.trim().is_empty() {
        return Ok(Hash::default());
    }
    let syntax = |line, column, problem| CredentialsError::Syntax { path: path.to_owned(), line, column, problem };
    let value = match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => {
            json::parse(text).map_err(|error| syntax(error.line as u64, error.column as u64, error.message))
        }
        Some("yaml" | "yml") => yaml::parse(text).map_err(|error| {
            let (line, column, problem) = describe(&error);
            syntax(line, column, problem)
        }),
        _ => hocon::parse(text)
            .map_err(|error| syntax(error.line() as u64, error.column() as u64, error.redacted().to_owned())),
    }?;
    let found = match value {
        Value::Hash(info) if info.iter().all(|(key, _)| key.as_str().is_some()) => return Ok((*info).clone()),
        // A YAML file with only comments.
        Value::Undef => return Ok(Hash::default()),
        Value::Hash(_) => "a map with names that are no texts",
        Value::Array(_) => "a list",
        _ => "a single value",
    };
    Err(CredentialsError::Shape { path: path.to_owned(), found })
}

/// Returns a warning if every user can read a file.
pub fn world_readable(path: &Path) -> Option<WorldReadable> {
    const READ_BY_OTHERS: u32 = 0o004;
    let metadata = path.metadata().ok()?;
    let is_world_readable = metadata.is_file() && metadata.permissions().mode() & READ_BY_OTHERS != 0;
    is_world_readable.then(|| WorldReadable { path: path.to_owned() })
}

/// Whether a value with this name is probably secret. Used without a schema.
pub fn is_secret_name(name: &str) -> bool {
    const WORDS: [&str; 10] = [
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "apikey",
        "api_key",
        "private_key",
        "credential",
        "community",
    ];
    let name = name.to_ascii_lowercase().replace('-', "_");
    name == "pass" || name == "key" || WORDS.iter().any(|word| name.contains(word))
}

/// Visits every value with a secret name, at any depth.
pub fn each_secret(info: &Hash, each: &mut dyn FnMut(&Value)) {
    for (name, value) in info.iter() {
        match value {
            _ if name.as_str().is_some_and(is_secret_name) => each(value),
            Value::Hash(inner) => each_secret(inner, each),
            Value::Array(items) => {
                items.iter().filter_map(Value::as_hash).for_each(|inner| each_secret(inner, each));
            }
            _ => {}
        }
    }
}

/// The location and message of a YAML error, without quoting the file.
pub(crate) fn describe(error: &yaml::YamlError) -> (u64, u64, String) {
    use yaml::YamlError;
    let problem = match error {
        YamlError::Syntax { problem, context: None, .. } => (*problem).to_owned(),
        YamlError::Syntax { problem, context: Some(context), .. } => format!("{problem} {context}"),
        YamlError::DisallowedClass { .. } | YamlError::UnusableTag { .. } => String::from("a tag cannot be used here"),
        YamlError::UnknownAlias { .. } => String::from("an alias has no anchor; quote a text that starts with '*'"),
        YamlError::RecursiveAlias { .. } => String::from("an alias contains itself"),
        YamlError::TooManyNodes { .. } => String::from("aliases expand to too many nodes"),
        YamlError::TooDeep { .. } => String::from("it is nested too deep"),
        YamlError::NotANumber { .. } | YamlError::NotAFloat { .. } => String::from("invalid number"),
        YamlError::BigInteger { .. } => String::from("an integer exceeds 64 bits"),
        YamlError::NotText { .. } => String::from("binary content is not text"),
        _ => String::from("it cannot be read"),
    };
    let at = error.position().map_or((1, 1), |at| (at.line, at.column));
    (at.0, at.1, problem)
}
