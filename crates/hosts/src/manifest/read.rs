//! From a document to a manifest: every check, with its location.

use std::{path::Path, time::Duration};

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;
use pcore::{Hash, TypeNames, Value};
use protocol::{VERSIONS, calls};
use resource_api::definition::{
    PathStep,
    document::{self, DocumentError, Format, Source},
    ruby_class,
};
use resource_api::transport::Schema;

use super::{Concurrency, Conditions, Manifest, timeouts};
use crate::Mode;

/// The keys of a manifest.
const KEYS: [&str; 13] = [
    "protocol",
    "exec",
    "mode",
    "suitable",
    "concurrency",
    "provides",
    "default_for",
    "batch",
    "timeouts",
    "types",
    "transports",
    "devices",
    "attribute_groups",
];

/// The keys that cannot be left empty.
const REQUIRED: [&str; 2] = ["protocol", "exec"];

/// Requests that can have a deadline.
const METHODS: [&str; 10] = [
    calls::GET,
    calls::SET,
    calls::CANONICALIZE,
    calls::INSYNC,
    calls::GENERATE,
    calls::REFRESH,
    calls::TRANSPORT_CONNECT,
    calls::TRANSPORT_VERIFY,
    calls::TRANSPORT_FACTS,
    calls::TRANSPORT_CLOSE,
];

/// The longest deadline: what is longer is a mistake, or none at all.
const MAX_TIMEOUT: f64 = 365.0 * 86_400.0;

pub(super) fn read(source: &Source, format: Format, names: &dyn TypeNames) -> Result<Manifest, DocumentError> {
    let (value, place) = document::parse_with_locations(source, format)?;
    let mut reader = Reader { place: &place, names, diagnostics: Vec::new() };
    let Some(map) = value.as_hash() else {
        let message = format!("a manifest is a map, not `{}`", ruby_class(&value));
        let diagnostic =
            Diagnostic::error(Span::default(), message).hint("write keys such as protocol, exec and types");
        return Err(DocumentError { source: source.clone(), diagnostics: vec![diagnostic] });
    };
    let path = Path::new(&source.name);
    let mut manifest = reader.manifest(map);
    manifest.name = path.file_stem().map(|stem| stem.to_string_lossy().as_ref().into()).unwrap_or_default();
    manifest.path = path.to_owned();
    let mut diagnostics = reader.diagnostics;
    if map.get_str("types").is_some_and(|types| types.as_array().is_none_or(|types| !types.is_empty())) {
        match document::read(source, format, names) {
            Ok(types) => manifest.types = types,
            Err(error) => diagnostics.extend(error.diagnostics),
        }
    }
    let serves_nothing = manifest.types.is_empty() && manifest.provides.is_empty() && manifest.transports.is_empty();
    if diagnostics.is_empty() && serves_nothing {
        let message = "the provider has no types";
        diagnostics.push(
            Diagnostic::error(Span::default(), message)
                .hint("define some under `types`, or name types of others under `provides`"),
        );
    }
    if diagnostics.is_empty() { Ok(manifest) } else { Err(DocumentError { source: source.clone(), diagnostics }) }
}

/// Reads parts, and goes on after what is wrong.
struct Reader<'p> {
    place: &'p dyn Fn(&[PathStep]) -> Span,
    /// The data types that attributes may have.
    names: &'p dyn TypeNames,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn manifest(&mut self, map: &Hash) -> Manifest {
        self.protocol(map);
        let warnings = map.keys().filter(|key| !key.as_str().is_some_and(|key| KEYS.contains(&key)));
        let warnings = warnings.map(|key| format!("a manifest has no key '{key}'")).collect();
        Manifest {
            name: EcoString::new(),
            path: Default::default(),
            exec: self.exec(map),
            mode: self.word(map, "mode", &[("persistent", Mode::Persistent), ("oneshot", Mode::Oneshot)]),
            suitable: self.suitable(map),
            concurrency: self.word(
                map,
                "concurrency",
                &[("none", Concurrency::None), ("type", Concurrency::Type), ("free", Concurrency::Free)],
            ),
            provides: self.texts(map, &["provides".into()]),
            default_for: self.facts(map.get_str("default_for"), &["default_for".into()]),
            batch: self.read(map, &["batch".into()], ("true or false", ""), as_boolean).unwrap_or_default(),
            timeouts: timeouts(self.timeouts(map)),
            types: Vec::new(),
            transports: self.transports(map),
            devices: self.texts(map, &["devices".into()]),
            warnings,
        }
    }

    fn wrong(&mut self, path: &[PathStep], message: String, hint: &str) {
        let diagnostic = Diagnostic::error((self.place)(path), message);
        self.diagnostics.push(if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) });
    }

    /// Reads the value of the key at the end of a path. If it is something else than expected, that is reported.
    fn read<'m, T>(
        &mut self,
        map: &'m Hash,
        path: &[PathStep],
        (expected, hint): (&str, &str),
        read: impl FnOnce(&'m Value) -> Option<T>,
    ) -> Option<T> {
        let Some(PathStep::Key(key)) = path.last() else { return None };
        let given = map.get_str(key).filter(|given| !given.is_undef() || REQUIRED.contains(&key.as_str()))?;
        let value = read(given);
        if value.is_none() {
            self.wrong(path, format!("`{key}` must be {expected}, not `{}`", ruby_class(given)), hint);
        }
        value
    }

    fn protocol(&mut self, map: &Hash) {
        let known = VERSIONS.map(|version| version.to_string()).join(", ");
        let hint = format!("this runtime speaks version {known}: write `protocol: {known}`");
        if map.get_str("protocol").is_none() {
            return self.wrong(&[], "the manifest does not say which `protocol` the provider speaks".to_owned(), &hint);
        }
        let path = ["protocol".into()];
        let version = self.read(map, &path, ("a number", &hint), Value::as_integer);
        if let Some(version) = version.filter(|version| !VERSIONS.iter().any(|known| i64::from(*known) == *version)) {
            self.wrong(&path, format!("version {version} of the provider protocol is not known"), &hint);
        }
    }

    fn exec(&mut self, map: &Hash) -> Vec<String> {
        let hint = "write the program and its arguments as a list: exec: [./colors.py]";
        if map.get_str("exec").is_none() {
            self.wrong(&[], "the manifest does not say what to execute: `exec` is missing".to_owned(), hint);
        }
        let words = self.read(map, &["exec".into()], ("a list of texts", hint), |given| {
            given.as_array().filter(|words| !words.is_empty())
        });
        let mut exec = Vec::new();
        for (index, word) in words.unwrap_or_default().iter().enumerate() {
            match word {
                Value::String(text) if !text.contains('\0') && (index > 0 || !text.is_empty()) => {
                    exec.push(text.to_string());
                }
                Value::Integer(_) | Value::Float(_) => exec.push(word.to_string()),
                other => {
                    let message = format!("`exec` must be a list of texts, and this is a `{}`", ruby_class(other));
                    self.wrong(&["exec".into(), index.into()], message, hint);
                }
            }
        }
        exec
    }

    /// One of several keywords; the first by default.
    fn word<T: Copy>(&mut self, map: &Hash, key: &str, words: &[(&str, T)]) -> T {
        let (_, first) = words[0];
        let Some(given) = map.get_str(key).filter(|given| !given.is_undef()) else { return first };
        if let Some((_, meant)) = words.iter().find(|(word, _)| given.as_str() == Some(word)) {
            return *meant;
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.wrong(&[key.into()], format!("`{key}` must be one of {}, not '{given}'", known.join(", ")), "");
        first
    }

    fn texts(&mut self, map: &Hash, path: &[PathStep]) -> Vec<EcoString> {
        let texts = self.read(map, path, ("a list of names", "write them in brackets"), |given| {
            given.as_array()?.iter().map(|item| item.as_str().map(EcoString::from)).collect()
        });
        texts.unwrap_or_default()
    }

    /// Schemas of transports. A process that ends after each request cannot hold a connection.
    fn transports(&mut self, map: &Hash) -> Vec<Schema> {
        let key: PathStep = "transports".into();
        let expected = ("a list of schemas", "write each with name, desc and connection_info");
        let given = self.read(map, std::slice::from_ref(&key), expected, Value::as_array).unwrap_or_default();
        if !given.is_empty() && map.get_str("mode").and_then(Value::as_str) == Some("oneshot") {
            let message = "a provider with `mode: oneshot` cannot have transports".to_owned();
            self.wrong(&["mode".into()], message, "a connection lives longer than one request: write mode: persistent");
        }
        let mut schemas: Vec<Schema> = Vec::with_capacity(given.len());
        for (index, definition) in given.iter().enumerate() {
            let place = [key.clone(), index.into()];
            match Schema::from_value_with(definition, self.names) {
                Ok(schema) if schemas.iter().any(|known| known.name() == schema.name()) => {
                    let message = format!("the transport '{}' is defined twice", schema.name());
                    self.wrong(&[&place[..], &["name".into()]].concat(), message, "give one of them another name");
                }
                Ok(schema) => schemas.push(schema),
                Err(error) => {
                    let path = [&place[..], error.path()].concat();
                    self.wrong(&path, error.message().to_owned(), &error.hints().join("; "));
                }
            }
        }
        schemas
    }

    fn suitable(&mut self, map: &Hash) -> Conditions {
        let expected = ("a map", "write suitable: {commands: [python3]}");
        let Some(conditions) = self.read(map, &["suitable".into()], expected, Value::as_hash) else {
            return Conditions::default();
        };
        let known = ["commands", "facts"];
        for key in conditions.keys().filter(|key| !key.as_str().is_some_and(|key| known.contains(&key))) {
            // Ignoring a condition would let the provider be used where it must not be.
            let message = format!("`suitable` has no condition '{key}'; it is one of {}", known.join(", "));
            let step = PathStep::Key(key.as_str().unwrap_or_default().into());
            self.wrong(&["suitable".into(), step], message, "");
        }
        Conditions {
            commands: self.texts(conditions, &["suitable".into(), "commands".into()]),
            facts: self.facts(conditions.get_str("facts"), &["suitable".into(), "facts".into()]),
        }
    }

    /// Facts with the values that they may have.
    fn facts(&mut self, given: Option<&Value>, path: &[PathStep]) -> Vec<(EcoString, Vec<Value>)> {
        let values = |value: &Value| match value {
            Value::Array(items) => items.to_vec(),
            single => vec![single.clone()],
        };
        match given {
            None | Some(Value::Undef) => Vec::new(),
            Some(Value::Hash(facts)) => {
                facts.iter().map(|(name, value)| (EcoString::from(name.to_string()), values(value))).collect()
            }
            Some(other) => {
                let message = format!("facts must be a map from names to values, not `{}`", ruby_class(other));
                self.wrong(path, message, "write {os.family: [Debian]}");
                Vec::new()
            }
        }
    }

    fn timeouts(&mut self, map: &Hash) -> Vec<(EcoString, Duration)> {
        let expected = ("a map", "write timeouts: {get: 60, set: 300}");
        let entries = self.read(map, &["timeouts".into()], expected, Value::as_hash);
        let mut timeouts = Vec::new();
        for (method, seconds) in entries.into_iter().flat_map(Hash::iter) {
            let method = EcoString::from(method.to_string());
            let path = ["timeouts".into(), PathStep::Key(method.clone())];
            if !METHODS.contains(&method.as_str()) {
                self.wrong(&path, format!("there is no request '{method}'; it is one of {}", METHODS.join(", ")), "");
                continue;
            }
            let number = match seconds {
                #[expect(clippy::cast_precision_loss, reason = "what is lost is far beyond the limit")]
                Value::Integer(number) => Some(*number as f64),
                Value::Float(number) => Some(*number),
                _ => None,
            };
            match number.filter(|number| *number > 0.0 && *number <= MAX_TIMEOUT) {
                Some(number) => timeouts.push((method, Duration::from_secs_f64(number))),
                None => self.wrong(&path, format!("`timeouts.{method}` must be a number of seconds"), ""),
            }
        }
        timeouts
    }
}

fn as_boolean(value: &Value) -> Option<bool> {
    if let Value::Boolean(is_on) = value { Some(*is_on) } else { None }
}
