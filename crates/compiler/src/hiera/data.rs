//! Data files: YAML, JSON and HOCON, each read once.

use std::{
    io,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use pcore::{Hash, Value, hocon, json, mismatch, parse_type, yaml};
use resource_api::log::Level;
use syntax::Strictness;

use super::{lookup_error::LookupError, search::Search};
use crate::input;

#[derive(Debug)]
pub(super) struct DataFile {
    pub data: Hash,
    /// Whether there are symbols in it, which no value of the language can be.
    pub has_symbols: bool,
    /// Whether the names of its keys have been checked.
    pub checked: AtomicBool,
}

impl DataFile {
    fn new(data: Hash) -> DataFile {
        let has_symbols = data.iter().any(|(key, value)| has_symbol(key) || has_symbol(value));
        DataFile { data, has_symbols, checked: AtomicBool::new(false) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Yaml,
    Json,
    Hocon,
}

impl Format {
    /// The format that a function of a hierarchy reads.
    pub(super) fn of(function: &str) -> Option<Format> {
        [Format::Yaml, Format::Json, Format::Hocon].into_iter().find(|format| format.function() == function)
    }

    fn function(self) -> &'static str {
        match self {
            Format::Yaml => "yaml_data",
            Format::Json => "json_data",
            Format::Hocon => "hocon_data",
        }
    }
}

impl Search<'_, '_> {
    /// A file, from memory when it was read before.
    pub(super) fn file(&mut self, path: &Path, format: Format) -> Result<Arc<DataFile>, LookupError> {
        self.hiera.found.files.get(path, || {
            let text = self.read_text(path)?;
            let parsed = match format {
                Format::Yaml => return Ok(Arc::new(DataFile::new(self.yaml_hash(&text, path)?))),
                Format::Json => json::parse(&text).map_err(|error| error.to_string()),
                Format::Hocon => hocon::parse(&text).map_err(|error| error.to_string()),
            };
            let failed = |error: String| LookupError::new(format!("Unable to parse ({}): {error}", path.display()));
            parsed_hash(parsed.map_err(failed)?, format, path).map(DataFile::new).map(Arc::new)
        })
    }

    fn yaml_hash(&mut self, text: &str, path: &Path) -> Result<Hash, LookupError> {
        let read = parse_yaml(text, path).map_err(|error| LookupError::new(format!("Unable to parse {error}")))?;
        match with_text_keys(read) {
            Value::Hash(data) => Ok(Arc::unwrap_or_clone(data)),
            other => {
                let message = format!("{}: file does not contain a valid yaml hash", path.display());
                // An empty file is not an error.
                let empty = matches!(other, Value::Undef | Value::Boolean(false));
                if self.compilation.options().strict == Strictness::Error && !empty {
                    return Err(LookupError::new(message));
                }
                self.compilation.log.line(Level::Warning, &message);
                Ok(Hash::default())
            }
        }
    }

    fn read_text(&self, path: &Path) -> Result<String, LookupError> {
        let shown = path.display();
        let failed = |error: io::Error| LookupError::new(format!("Could not read {shown}: {error}"));
        let bytes = input::read_found(path, self.compilation.budget.limits.size as u64);
        let bytes = bytes.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => LookupError::from(input::too_large(path, &error)),
            _ => failed(error),
        })?;
        String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            LookupError::new(format!("Could not read {shown}: it is not UTF-8 at byte {offset}"))
        })
    }
}

fn parsed_hash(value: Value, format: Format, path: &Path) -> Result<Hash, LookupError> {
    match value {
        Value::Hash(data) => Ok(Arc::unwrap_or_clone(data)),
        other => {
            let (function, path) = (format.function(), path.display());
            let subject = format!("Value returned from data_hash function '{function}', when using location '{path}',");
            Err(not_a_hash(&subject, &other))
        }
    }
}

pub(super) fn not_a_hash(subject: &str, value: &Value) -> LookupError {
    let subject = format!("{subject} has wrong type,");
    let message = parse_type("Hash").ok().and_then(|hash| mismatch::explain(&subject, &hash, value));
    LookupError::new(message.unwrap_or_else(|| format!("{subject} expects a Hash value")))
}

/// Parses YAML. Errors contain the file and the location.
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

pub(super) fn has_symbol(value: &Value) -> bool {
    match value {
        Value::Symbol(_) => true,
        Value::Array(items) => items.iter().any(has_symbol),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_symbol(key) || has_symbol(value)),
        _ => false,
    }
}
