//! Files with the connection data of a device: HOCON, JSON or YAML.
//!
//! The extension decides: all but `.json`, `.yaml` and `.yml` are HOCON, which includes JSON. No error quotes the file.

#[cfg(test)]
mod tests;

use std::{os::unix::fs::PermissionsExt as _, path::Path};

use pcore::{Hash, Value, hocon, json, yaml};

use crate::{DeviceError, file};

/// Reads a file. An empty one is an empty map.
pub fn read(path: &Path) -> Result<Hash, DeviceError> {
    match file::read(path) {
        Ok(text) => parse(&text, path),
        // The missing quote is missing in Puppet's message, too.
        Err(DeviceError::Missing(path)) => {
            Err(DeviceError::Wrong(format!("Trying to load config from '{}, but file does not exist.", path.display())))
        }
        Err(error) => Err(error),
    }
}

/// Reads the text of a file.
pub fn parse(text: &str, path: &Path) -> Result<Hash, DeviceError> {
    if text.trim().is_empty() {
        return Ok(Hash::default());
    }
    let value = match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => json::parse(text)
            .map_err(|error| DeviceError::at(path, error.line as u64, error.column as u64, &error.message)),
        Some("yaml" | "yml") => yaml::parse(text).map_err(|error| of_yaml(path, &error)),
        _ => hocon::parse(text)
            .map_err(|error| DeviceError::at(path, error.line() as u64, error.column() as u64, error.redacted())),
    }?;
    let found = match value {
        Value::Hash(info) if info.iter().all(|(key, _)| key.as_str().is_some()) => return Ok((*info).clone()),
        // A YAML file with only comments.
        Value::Undef => return Ok(Hash::default()),
        Value::Hash(_) => "a map with names that are no texts",
        Value::Array(_) => "a list",
        _ => "a single value",
    };
    Err(DeviceError::of_file(path, &format!("expected a map of names and values, found {found}")))
}

/// Returns a warning if every user can read a file.
pub fn world_readable(path: &Path) -> Option<String> {
    const READ_BY_OTHERS: u32 = 0o004;
    let metadata = path.metadata().ok()?;
    let is_world_readable = metadata.is_file() && metadata.permissions().mode() & READ_BY_OTHERS != 0;
    let path = path.display();
    is_world_readable.then(|| {
        format!("{path} can be read by every user of this machine, and may hold passwords: chmod o-rwx {path}")
    })
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

/// The error for invalid YAML, without quoting the file.
pub(crate) fn of_yaml(path: &Path, error: &yaml::YamlError) -> DeviceError {
    use yaml::YamlProblem;
    let problem = match &error.problem {
        YamlProblem::Syntax { problem, context: None } => *problem,
        YamlProblem::Syntax { problem, context: Some(context) } => &format!("{problem} {context}"),
        YamlProblem::DisallowedClass(_) | YamlProblem::UnusableTag(_) => "a tag cannot be used here",
        YamlProblem::UnknownAlias(_) => "an alias has no anchor; quote a text that starts with '*'",
        YamlProblem::RecursiveAlias(_) => "an alias contains itself",
        YamlProblem::TooManyNodes => "aliases expand to too many nodes",
        YamlProblem::TooDeep => "it is nested too deep",
        YamlProblem::NotANumber { .. } | YamlProblem::NotAFloat(_) => "invalid number",
        YamlProblem::BigInteger(_) => "an integer exceeds 64 bits",
        YamlProblem::NotText => "binary content is not text",
        _ => "it cannot be read",
    };
    let (line, column) = error.at.map_or((1, 1), |at| (at.line, at.column));
    DeviceError::at(path, line, column, problem)
}
