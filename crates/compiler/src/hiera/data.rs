//! Data files: YAML, JSON and HOCON, each read once.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use pcore::{Hash, Value, hocon, json, mismatch, parse_type, yaml};
use resource_api::log::Level;
use syntax::Strictness;

use super::{problem::Problem, search::Search};
use crate::input;

/// A file that was read.
#[derive(Debug)]
pub(super) struct DataFile {
    pub data: Hash,
    /// Whether there are symbols in it, which no value of the language can be.
    pub has_symbols: bool,
    /// Whether somebody has looked at the names of its keys.
    pub checked: AtomicBool,
}

/// The formats of data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Yaml,
    Json,
    Hocon,
}

impl Format {
    /// The format that a function of a hierarchy reads.
    pub(super) fn of(function: &str) -> Option<Format> {
        match function {
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }
}

impl Search<'_, '_> {
    /// A file, from memory when it was read before.
    pub(super) fn file(&mut self, path: &Path, format: Format) -> Result<Arc<DataFile>, Problem> {
        if let Some(known) = self.hiera.memory().files.get(path) {
            return Ok(known.clone());
        }
        let text = self.read_text(path)?;
        let shown = path.display();
        let data = match format {
            Format::Yaml => self.yaml_hash(&text, path)?,
            Format::Json | Format::Hocon => {
                let read = match format {
                    Format::Json => json::parse(&text).map_err(|error| error.to_string()),
                    _ => hocon::parse(&text).map_err(|error| error.to_string()),
                };
                let read = read.map_err(|error| Problem::new(format!("Unable to parse ({shown}): {error}")))?;
                match read {
                    Value::Hash(data) => Arc::unwrap_or_clone(data),
                    other => {
                        let function = if format == Format::Json { "json_data" } else { "hocon_data" };
                        let subject = format!(
                            "Value returned from data_hash function '{function}', when using location '{shown}',"
                        );
                        return Err(no_hash(&subject, &other));
                    }
                }
            }
        };
        let has_symbols = data.iter().any(|(key, value)| has_symbol(key) || has_symbol(value));
        let file = Arc::new(DataFile { data, has_symbols, checked: AtomicBool::new(false) });
        self.hiera.memory().files.insert(PathBuf::from(path), file.clone());
        Ok(file)
    }

    fn yaml_hash(&mut self, text: &str, path: &Path) -> Result<Hash, Problem> {
        let read = parse_yaml(text, path).map_err(|error| Problem::new(format!("Unable to parse {error}")))?;
        match read {
            read @ Value::Hash(_) => match with_text_keys(read) {
                Value::Hash(data) => Ok(Arc::unwrap_or_clone(data)),
                _ => Ok(Hash::default()),
            },
            other => {
                let message = format!("{}: file does not contain a valid yaml hash", path.display());
                // An empty file is no mistake that stops anything.
                let empty = matches!(other, Value::Undef | Value::Boolean(false));
                if self.compilation.options.strict == Strictness::Error && !empty {
                    return Err(Problem::new(message));
                }
                self.compilation.log.line(Level::Warning, &message);
                Ok(Hash::default())
            }
        }
    }

    fn read_text(&self, path: &Path) -> Result<String, Problem> {
        let shown = path.display();
        let failed = |error: io::Error| Problem::new(format!("Could not read {shown}: {error}"));
        let bytes = input::read_found(path, self.compilation.budget.limits.size as u64);
        let bytes = bytes.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => Problem::from(input::too_large(path, &error)),
            _ => failed(error),
        })?;
        String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            Problem::new(format!("Could not read {shown}: it is not UTF-8 at byte {place}"))
        })
    }
}

/// Says that something is no hash that must be one.
pub(super) fn no_hash(subject: &str, value: &Value) -> Problem {
    let subject = format!("{subject} has wrong type,");
    let message = parse_type("Hash").ok().and_then(|hash| mismatch::explain(&subject, &hash, value));
    Problem::new(message.unwrap_or_else(|| format!("{subject} expects a Hash value")))
}

/// Reads YAML; what is wrong with it is told with the file and the place in it.
pub(super) fn parse_yaml(text: &str, path: &Path) -> Result<Value, String> {
    yaml::parse(text).map_err(|error| {
        let message = error.to_string();
        let message = message.strip_prefix("(<unknown>): ").unwrap_or(&message);
        format!("({}): {message}", path.display())
    })
}

/// The same value with texts for the keys that are symbols.
pub(super) fn with_text_keys(value: Value) -> Value {
    if !has_symbol(&value) {
        return value;
    }
    match value {
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| {
            let key = match key {
                Value::Symbol(name) => Value::String(name.clone()),
                other => other.clone(),
            };
            (key, with_text_keys(value.clone()))
        })),
        Value::Array(items) => items.into_iter().map(with_text_keys).collect(),
        other => other,
    }
}

/// Whether there is a symbol in a value.
pub(super) fn has_symbol(value: &Value) -> bool {
    match value {
        Value::Symbol(_) => true,
        Value::Array(items) => items.iter().any(has_symbol),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_symbol(key) || has_symbol(value)),
        _ => false,
    }
}
