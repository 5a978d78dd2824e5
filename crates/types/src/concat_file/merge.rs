//! Merges fragments of structured data.

use pcore::{Hash, Value, json, keyed::IndexSet, yaml};
use resource_api::{Failure, Outcome, definition::ruby_class, render::interpolate};

/// Whether fragments are merged as structured data, rather than joined as text.
pub(super) fn is_structured(format: &str) -> bool {
    ["yaml", "json", "json-pretty", "json-array", "json-array-pretty"].contains(&format)
}

/// Merges fragments. If one of them is secret, messages quote none of them.
pub(super) fn merge(format: &str, texts: &[Vec<u8>], forces: bool, is_secret: bool) -> Outcome<String> {
    let failed = |error: String| {
        let reason = if is_secret { "invalid data".to_owned() } else { error };
        Failure::new(format!("cannot parse a fragment: {reason}"))
    };
    let mut values = Vec::with_capacity(texts.len());
    for text in texts {
        let text = std::str::from_utf8(text).map_err(|error| failed(error.to_string()))?;
        values.push(match format {
            "yaml" => yaml::parse(text).map_err(|error| failed(error.to_string()))?,
            _ => json::parse(text).map_err(|error| failed(error.to_string()))?,
        });
    }
    let whole = if format.starts_with("json-array") {
        Value::array(values)
    } else {
        let merging = Merging { forces, is_secret };
        let empty = Value::from(Hash::default());
        values.into_iter().try_fold(empty, |whole, value| merging.merged(whole, value))?
    };
    let written = match format {
        "yaml" => yaml::write(&whole).map_err(|error| error.to_string()),
        _ if format.ends_with("-pretty") => json::write_pretty(&whole).map_err(|error| error.to_string()),
        _ => json::write(&whole).map_err(|error| error.to_string()),
    };
    written.map_err(failed)
}

struct Merging {
    forces: bool,
    is_secret: bool,
}

impl Merging {
    /// Merges two values; the first takes precedence. The depth was limited when they were parsed.
    fn merged(&self, first: Value, second: Value) -> Outcome<Value> {
        if is_empty(&second) {
            return Ok(first);
        }
        if is_empty(&first) {
            return match second {
                Value::Hash(_) | Value::Array(_) => Ok(second),
                other => Err(unmergeable(&other)),
            };
        }
        match (first, second) {
            (Value::Array(first), Value::Array(second)) => {
                let all = first.iter().chain(second.iter()).cloned();
                Ok(Value::array(all.collect::<IndexSet<Value>>()))
            }
            (Value::Hash(first), Value::Hash(second)) => self.merged_hashes(&first, &second),
            (Value::Hash(_) | Value::Array(_), other) | (other, _) => Err(unmergeable(&other)),
        }
    }

    fn merged_hashes(&self, first: &Hash, second: &Hash) -> Outcome<Value> {
        let mut whole = first.clone();
        for (key, new) in second.iter() {
            let value = match first.get(key) {
                None => new.clone(),
                Some(old)
                    if matches!((old, new), (Value::Hash(_), Value::Hash(_)) | (Value::Array(_), Value::Array(_))) =>
                {
                    self.merged(old.clone(), new.clone())?
                }
                Some(old) if old == new || self.forces => old.clone(),
                Some(old) => return Err(self.duplicate(key, old, new)),
            };
            whole.insert(key.clone(), value);
        }
        Ok(Value::from(whole))
    }

    fn duplicate(&self, key: &Value, old: &Value, new: &Value) -> Failure {
        if self.is_secret {
            return Failure::new("Duplicate key found. Use 'force' attribute to merge keys.");
        }
        let (key, old, new) = (interpolate(key), interpolate(old), interpolate(new));
        Failure::new(format!(
            "Duplicate key '{key}' found with values '{old}' and {new}'. Use 'force' attribute to merge keys."
        ))
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Hash(entries) => entries.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

fn unmergeable(value: &Value) -> Failure {
    let class = ruby_class(value);
    Failure::new(format!("fragments must be either all hashes or all arrays, got {class}"))
}
