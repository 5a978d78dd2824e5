//! Whether a `hiera.yaml` can be used, in Puppet's words, with the line where there is one.

use std::path::Path;

use pcore::keyed::HashMap;
use pcore::{Hash, Type, Value, mismatch, never, parse_type, regexp::Regexp};

use super::{Layer, lookup_error::LookupError};

const FUNCTIONS: [&str; 4] = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"];
const LOCATION_KEYS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];

/// What a file of version 5 may say.
fn schema() -> Type {
    let options = r"Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], Data]";
    let hierarchy = format!(
        "Array[Struct[{{'name' => String[1], Optional['options'] => {options}, Optional['data_hash'] => String[1], \
         Optional['lookup_key'] => String[1], Optional['hiera3_backend'] => String[1], Optional['v4_data_hash'] => \
         String[1], Optional['data_dig'] => String[1], Optional['path'] => String[1], Optional['paths'] => \
         Array[String[1], 1], Optional['glob'] => String[1], Optional['globs'] => Array[String[1], 1], \
         Optional['uri'] => String[1], Optional['uris'] => Array[String[1], 1], Optional['mapped_paths'] => \
         Array[String[1], 3, 3], Optional['datadir'] => String[1]}}]]"
    );
    let text = format!(
        "Struct[{{'version' => Integer[5, 5], Optional['defaults'] => Struct[{{Optional['data_hash'] => String[1], \
         Optional['lookup_key'] => String[1], Optional['data_dig'] => String[1], Optional['datadir'] => String[1], \
         Optional['options'] => {options}}}], Optional['hierarchy'] => {hierarchy}, Optional['plan_hierarchy'] => \
         {hierarchy}, Optional['default_hierarchy'] => {hierarchy}}}]"
    );
    parse_type(&text).unwrap_or_else(|_| never!("the type of hiera.yaml is valid", Type::Any))
}

/// Refuses all versions but 5.
pub(super) fn check_version(config: &Hash, path: &Path, layer: &Layer) -> Result<(), LookupError> {
    let version = match config.get_str("version") {
        None | Some(Value::Undef) => 3,
        Some(Value::Integer(version)) => *version,
        Some(Value::Float(version)) if *version == 5.0 => 5,
        Some(Value::String(version)) => crate::functions::ruby::number::to_i(version),
        Some(_) => 0,
    };
    let message = match (version, layer) {
        (5, _) => return Ok(()),
        (3, Layer::Environment) => "hiera.yaml version 3 cannot be used in an environment".to_owned(),
        (3, Layer::Module(_)) => "hiera.yaml version 3 cannot be used in a module".to_owned(),
        (4, Layer::Global) => "hiera.yaml version 4 cannot be used in the global layer".to_owned(),
        (3, Layer::Global) if config.get_str("version").is_none() => {
            "This runtime does not support hiera.yaml version 3, which a file without 'version' has; say 'version: 5' \
             and convert the file"
                .to_owned()
        }
        (3 | 4, _) => {
            format!("This runtime does not support hiera.yaml version {version}; convert the file to version 5")
        }
        _ => format!("This runtime does not support hiera.yaml version {version}"),
    };
    Err(LookupError::in_file(message, Some(path), None))
}

/// Checks a file of version 5.
pub(super) fn check(config: &Hash, text: &str, path: &Path, layer: &Layer) -> Result<(), LookupError> {
    let subject = format!("The Lookup Configuration at '{}' has wrong type,", path.display());
    if let Some(message) = mismatch::explain(&subject, &schema(), &Value::from(config.clone())) {
        return Err(LookupError::new(message));
    }
    let at = |message: String, line: Option<usize>| Err(LookupError::in_file(message, Some(path), line));
    let defaults = config.get_str("defaults").and_then(Value::as_hash);
    if let Some(defaults) = defaults {
        if count(defaults, &FUNCTIONS) > 1 {
            return at(format!("Only one of {} can be defined in defaults", listed(&FUNCTIONS)), None);
        }
        if let Some(key) = reserved(defaults) {
            return at(format!("Option key '{key}' used in defaults is reserved by Puppet"), None);
        }
    }
    for name in ["hierarchy", "plan_hierarchy", "default_hierarchy"] {
        let entries = config.get_str(name).and_then(Value::as_array).unwrap_or_default();
        if name == "default_hierarchy" && config.get_str(name).is_some() && !matches!(layer, Layer::Module(_)) {
            let line = line_of(text, r"(?:^|\s+)default_hierarchy:", 1);
            return at("'default_hierarchy' is only allowed in the module layer".into(), line);
        }
        for entry in entries.iter().filter_map(Value::as_hash) {
            if let Err((message, line)) = check_entry(entry, defaults, text) {
                return at(message, line);
            }
        }
        if let Err((message, line)) = check_names(entries, text) {
            return at(message, line);
        }
    }
    Ok(())
}

type EntryError = (String, Option<usize>);

fn check_entry(entry: &Hash, defaults: Option<&Hash>, text: &str) -> Result<(), EntryError> {
    let name = entry.get_str("name").and_then(Value::as_str).unwrap_or_default();
    match count(entry, &FUNCTIONS) {
        0 if defaults.is_some_and(|defaults| count(defaults, &FUNCTIONS) == 0) => {
            return Err((format!("One of {} must be defined in hierarchy '{name}'", listed(&FUNCTIONS)), None));
        }
        0 | 1 => {}
        _ => return Err((format!("Only one of {} can be defined in hierarchy '{name}'", listed(&FUNCTIONS)), None)),
    }
    if let Some(backend) = entry.get_str("hiera3_backend") {
        let line = line_of(text, r"\s+hiera3_backend:", 1);
        return Err((format!("'hiera3_backend' cannot be used here: the backend '{backend}' is for Hiera 3"), line));
    }
    if let Some(function) = entry.get_str("v4_data_hash") {
        let line = line_of(text, r"\s+v4_data_hash:", 1);
        return Err((format!("'v4_data_hash' cannot be used here: write 'data_hash: {function}'"), line));
    }
    if count(entry, &LOCATION_KEYS) > 1 {
        return Err((format!("Only one of {} can be defined in hierarchy '{name}'", listed(&LOCATION_KEYS)), None));
    }
    match reserved(entry) {
        Some(key) => Err((format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet"), None)),
        None => Ok(()),
    }
}

/// No two entries may have one name.
fn check_names(entries: &[Value], text: &str) -> Result<(), EntryError> {
    let mut known: HashMap<&str, ()> = HashMap::default();
    for entry in entries.iter().filter_map(Value::as_hash) {
        let name = entry.get_str("name").and_then(Value::as_str).unwrap_or_default();
        if known.insert(name, ()).is_none() {
            continue;
        }
        let pattern = format!(r#"\s+name:\s+['"]?{}(?:[^\w]|$)"#, Regexp::escape(name));
        let first = line_of(text, &pattern, 1);
        let second = first.and_then(|first| line_of(text, &pattern, first + 1));
        let message = format!("Hierarchy name '{name}' defined more than once.");
        return Err(match (first, second) {
            (Some(first), Some(second)) => (format!("{message} First defined at (line: {first})"), Some(second)),
            (first, _) => (message, first),
        });
    }
    Ok(())
}

fn count(hash: &Hash, names: &[&str]) -> usize {
    names.iter().filter(|name| hash.get_str(name).is_some()).count()
}

fn reserved(hash: &Hash) -> Option<&'static str> {
    let options = hash.get_str("options").and_then(Value::as_hash)?;
    ["path", "uri"].into_iter().find(|name| options.get_str(name).is_some())
}

/// `a, b, c, or d`.
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}, or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The line on which an entry names a function.
pub(super) fn line_of_function(text: &str, kind: &str, function: &str) -> Option<usize> {
    line_of(text, &format!(r#"{kind}['"]?:\s*['"]?{}(?:[^\w:]|$)"#, Regexp::escape(function)), 1)
}

/// The first line from one on that a pattern is found in; comments do not count. As Puppet has it, a mark in quotes begins
/// one, too.
fn line_of(text: &str, pattern: &str, from: usize) -> Option<usize> {
    let pattern = Regexp::new(pattern).ok()?;
    let lines = text.split_inclusive('\n').enumerate().skip(from.saturating_sub(1));
    let mut matching =
        lines.filter(|(_, line)| pattern.is_match(line.split('#').next().unwrap_or(line)).unwrap_or(false));
    matching.next().map(|(index, _)| index + 1)
}
