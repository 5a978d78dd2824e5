//! External facts: files in `facts.d` (`key=value` lines, YAML, JSON, commands that print either), and variables
//! `FACTER_<name>` of the environment.
//!
//! A variable wins over a file; of two files, the one in the earlier directory wins, and in one directory the one
//! with the later name.

#[cfg(test)]
mod tests;

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use pcore::{Hash, Value, json, yaml};

use process::{Collected, Limits, RunError, run};

use crate::{cache::Cache, configuration::Configuration, facts::Options, root::Root};

/// How large a file of facts may be.
const MAX_FILE: u64 = 16 << 20;

/// How much a command may print.
const MAX_OUTPUT: usize = 16 << 20;

/// External facts by their names, which are small.
pub(crate) fn facts(
    root: &Root,
    options: &Options,
    configuration: &Configuration,
    cache: &mut Cache<'_>,
    warnings: &mut Vec<String>,
) -> Hash {
    let mut facts = variables(root);
    for directory in directories(root, options, configuration) {
        let mut names: Vec<_> = fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.') && !configuration.blocks(name))
            .collect();
        names.sort_unstable_by(|left, right| right.cmp(left));
        for name in names {
            let found = match cache.get(&name) {
                Some(kept) => kept,
                None => {
                    let path = directory.join(&name);
                    let found = read(root, options, &path, warnings);
                    cache.put(&name, &found, warnings);
                    found
                }
            };
            for (name, value) in found.iter() {
                let name = Value::from(text_of(name).to_lowercase());
                if !facts.contains_key(&name) && !value.is_undef() {
                    facts.insert(name, value.clone());
                }
            }
        }
    }
    facts
}

/// `FACTER_role=web` is the fact `role`.
fn variables(root: &Root) -> Hash {
    let facts = root.variables().filter_map(|(name, value)| {
        let name = name.to_lowercase();
        let name = name.strip_prefix("facter")?;
        let name = name.strip_prefix('_').unwrap_or(name);
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_name.then(|| (Value::from(name), Value::from(value)))
    });
    facts.collect()
}

/// The directories of external facts: those of the options first, then the configured or default ones.
fn directories(root: &Root, options: &Options, configuration: &Configuration) -> Vec<PathBuf> {
    let mut directories = options.external.clone();
    if configuration.no_external {
        return directories;
    }
    if !configuration.external.is_empty() {
        directories.extend(configuration.external.iter().map(|directory| root.locate(directory)));
    } else if root.system.user().is_none_or(|user| user == 0) {
        let usual = ["/etc/puppetlabs/facter/facts.d", "/etc/facter/facts.d", "/opt/puppetlabs/facter/facts.d"];
        directories.extend(usual.iter().map(|directory| root.locate(directory)));
    } else if let Some(home) = root.variable("HOME") {
        let own = [".puppetlabs/opt/facter/facts.d", ".facter/facts.d"];
        directories.extend(own.iter().map(|directory| root.locate(Path::new(home).join(directory))));
    }
    directories
}

/// The facts of a file; none if it is not a file of facts, and a warning if it is invalid.
fn read(root: &Root, options: &Options, path: &Path, warnings: &mut Vec<String>) -> Hash {
    let Ok(data) = fs::metadata(path) else { return Hash::default() };
    if !data.is_file() {
        return Hash::default();
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let unreadable = |kind: &str, reason: String| unreadable(path, kind, &reason);
    let text = |kind: &str| {
        if data.len() > MAX_FILE {
            return Err(unreadable(kind, format!("it has more than {MAX_FILE} bytes")));
        }
        fs::read_to_string(path).map_err(|error| unreadable(kind, error.to_string()))
    };
    let found = match ending.as_str() {
        "yaml" => {
            let read = |text: String| yaml::parse(&text).map_err(|error| unreadable("YAML", error.to_string()));
            let safe = |value| match has_symbol(&value) {
                true => Err(unreadable("YAML", String::from("Tried to load unspecified class: Symbol"))),
                false => Ok(value),
            };
            text("YAML").and_then(read).and_then(safe)
        }
        "txt" => text("text").map(|text| Value::from(lines(&text))),
        "json" => {
            text("JSON").and_then(|text| json::parse(&text).map_err(|error| unreadable("JSON", error.to_string())))
        }
        "bat" | "cmd" | "com" | "exe" => return Hash::default(),
        _ if data.permissions().mode() & 0o111 == 0 => return Hash::default(),
        _ if !root.runs_commands => {
            Err(format!("Fact file {} was not run: it belongs to another machine", path.display()))
        }
        _ => execute(path, options.deadline).map(|output| {
            let errors = String::from_utf8_lossy(&output.stderr);
            let message = errors.trim();
            if !message.is_empty() {
                let path = path.display();
                warnings.push(format!("Command {path} completed with the following stderr message: {message}"));
            }
            of_output(&String::from_utf8_lossy(&output.stdout))
        }),
    };
    match found {
        Ok(Value::Hash(hash)) => plain_hash(&hash),
        Ok(Value::Undef) => Hash::default(),
        Ok(_) => {
            warnings.push(format!("Could not interpret fact file {}", path.display()));
            Hash::default()
        }
        Err(warning) => {
            warnings.push(warning);
            Hash::default()
        }
    }
}

/// Runs a command; its exit code means nothing.
fn execute(path: &Path, deadline: Duration) -> Result<Collected, String> {
    let mut command = Command::new(path);
    // The owner of the current directory must not influence facts.
    command.current_dir("/").env("LC_ALL", "C").env("LANG", "C");
    let limits = Limits { time: Some(deadline), output: MAX_OUTPUT };
    let ended = |reason: String| format!("Fact file {} was ended: {reason}", path.display());
    run(&mut command, limits).map_err(|error| match error {
        RunError::Io(error) => unreadable(path, "executable", &error.to_string()),
        RunError::Late(limit) => ended(format!("it took longer than {} seconds", limit.as_secs_f64())),
        RunError::Large(limit) => ended(format!("it wrote more than {limit} bytes")),
    })
}

fn unreadable(path: &Path, kind: &str, reason: &str) -> String {
    format!("Failed to handle {} as {kind} facts: {reason}", path.display())
}

/// What a command printed: a hash in YAML or JSON, or lines.
fn of_output(text: &str) -> Value {
    match yaml::parse(text) {
        Ok(Value::Hash(hash)) => Value::Hash(hash),
        _ => Value::from(lines(text)),
    }
}

/// The lines `key=value` of a text; others are passed over.
fn lines(text: &str) -> Hash {
    let entry = |line: &str| {
        // The key has at least one letter, which may be an equals sign.
        let offset = line.char_indices().skip(1).find(|(_, letter)| *letter == '=').map(|(offset, _)| offset)?;
        let (key, value) = (line.get(..offset)?, line.get(offset + 1..)?);
        (!value.is_empty()).then(|| (Value::from(key), Value::from(value)))
    };
    text.lines().filter_map(entry).collect()
}

/// Whether there is a Ruby symbol in a value, which only a command may print.
fn has_symbol(value: &Value) -> bool {
    match value {
        Value::Symbol(_) => true,
        Value::Array(items) => items.iter().any(has_symbol),
        Value::Hash(hash) => hash.iter().any(|(key, value)| has_symbol(key) || has_symbol(value)),
        _ => false,
    }
}

/// A value of which every part has a form in JSON, as facts are sent to others.
fn plain(value: &Value) -> Value {
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) => value.clone(),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Hash(hash) => plain_hash(hash).into(),
        other => Value::from(text_of(other)),
    }
}

fn plain_hash(hash: &Hash) -> Hash {
    hash.iter().map(|(key, value)| (text_of(key).into(), plain(value))).collect()
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) | Value::Symbol(text) => text.to_string(),
        other => other.to_string(),
    }
}
