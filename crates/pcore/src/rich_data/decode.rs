//! Decodes plain data to values.

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{MAX_DEPTH, MAX_NODES, META_PREFIX, RichDataError, RichDataProblem, TYPE_KEY, VALUE_KEY};
use crate::{
    TypeNames, binary,
    convert::{self, ConversionContext},
    json::{JsonPath, Step},
    parse_type_with,
    regexp::Regexp,
    semver::{Version, VersionRange},
    time::{Timespan, Timestamp},
    types::Type,
    uri::Uri,
    value::{Hash, Value},
};

pub(super) fn decode(data: &Value, names: &dyn TypeNames) -> Result<Value, RichDataError> {
    Decoder::new(data, names).value(data)
}

/// Decodes one document.
///
/// Values of the document are identified by their address, which is unique while the document is borrowed.
pub(super) struct Decoder<'d> {
    pub(super) root: &'d Value,
    pub(super) names: &'d dyn TypeNames,
    /// The path of the value that is being read.
    pub(super) path: JsonPath,
    /// The depth of that value, with local references followed.
    depth: usize,
    /// The greatest depth since this was last reset.
    max_depth: usize,
    /// How many values have been read.
    nodes: usize,
    /// The targets of local references that have been read.
    pub(super) shared: FxHashMap<*const Value, Shared>,
    /// The targets of the local references that are being followed.
    pub(super) following: Vec<*const Value>,
    /// The Sensitives that are being read.
    pub(super) secrets: Vec<*const Value>,
    /// The types that have a name, and may therefore contain themselves.
    pub(super) named_types: FxHashMap<*const Value, Type>,
    /// The targets of local references that have been followed.
    pub(super) located: FxHashMap<*const Value, (&'d Value, JsonPath)>,
    /// The indices of the keys in hashes that are written as lists.
    pub(super) positions: FxHashMap<*const Value, Hash>,
}

/// The target of a local reference.
#[derive(Clone)]
pub(super) struct Shared {
    value: Value,
    nodes: usize,
    height: usize,
}

impl<'d> Decoder<'d> {
    fn new(root: &'d Value, names: &'d dyn TypeNames) -> Decoder<'d> {
        Decoder {
            root,
            names,
            path: JsonPath::default(),
            depth: 0,
            max_depth: 0,
            nodes: 0,
            shared: FxHashMap::default(),
            following: Vec::new(),
            secrets: Vec::new(),
            named_types: FxHashMap::default(),
            located: FxHashMap::default(),
            positions: FxHashMap::default(),
        }
    }

    /// Reads one value of the document.
    pub(super) fn value(&mut self, node: &'d Value) -> Result<Value, RichDataError> {
        self.count(1)?;
        match node {
            Value::Array(items) => self.array(items),
            Value::Hash(hash) => match hash.get_str(TYPE_KEY) {
                Some(Value::String(name)) => self.nested(|decoder| decoder.typed(node, hash, name)),
                Some(embedded @ Value::Hash(_)) => self.nested(|decoder| decoder.of_embedded_type(embedded, hash)),
                _ => self.nested(|decoder| decoder.entries(hash.iter())),
            },
            // Scalars of JSON, and values that have already been decoded.
            other => Ok(other.clone()),
        }
    }

    fn array(&mut self, items: &'d [Value]) -> Result<Value, RichDataError> {
        self.nested(|decoder| {
            let items = items.iter().enumerate().map(|(index, item)| decoder.step(index, |inner| inner.value(item)));
            Ok(Value::Array(items.collect::<Result<_, _>>()?))
        })
    }

    /// Reads the values of entries with string keys.
    fn entries(&mut self, entries: impl Iterator<Item = (&'d Value, &'d Value)>) -> Result<Value, RichDataError> {
        let mut hash = Hash::default();
        for (key, value) in entries {
            let step = Step::from_key(key).unwrap_or(Step::Undef);
            let value = self.step(step, |inner| inner.value(value))?;
            hash.insert(key.clone(), value);
        }
        Ok(Value::from(hash))
    }

    /// Reads a typed hash.
    fn typed(&mut self, node: &'d Value, hash: &'d Hash, name: &'d EcoString) -> Result<Value, RichDataError> {
        let content = hash.get_str(VALUE_KEY);
        match (name.as_str(), content) {
            ("Default", _) => Ok(Value::Default),
            ("Sensitive", content) => self.sensitive(node, content.unwrap_or(&Value::Undef)),
            ("Hash", Some(Value::Array(items))) => self.pairs(items),
            ("Hash", _) => Err(self.malformed(name, "a list of keys and values as __pvalue")),
            ("LocalRef", Some(Value::String(path))) => self.reference(node, path),
            ("Symbol", Some(Value::String(text))) => Ok(Value::Symbol(text.clone())),
            ("LocalRef" | "Symbol", _) => Err(self.malformed(name, "a String as __pvalue")),
            (meta, _) if meta.starts_with(META_PREFIX) => self.meta(node, hash, name),
            (_, Some(Value::String(text))) => match scalar(name, text) {
                Some(scalar) => scalar.map_err(|reason| self.refused(name, reason)),
                None => self.of_named_type(hash, name),
            },
            _ => self.of_named_type(hash, name),
        }
    }

    fn sensitive(&mut self, node: &'d Value, secret: &'d Value) -> Result<Value, RichDataError> {
        let path = self.path.clone();
        self.secrets.push(node);
        match self.step(VALUE_KEY, |inner| inner.value(secret)) {
            Ok(secret) => {
                self.secrets.pop();
                Ok(Value::sensitive(secret))
            }
            // Both the reason and the path could show a part of the secret.
            Err(_) => Err(RichDataError::At { path, problem: RichDataProblem::Sensitive }),
        }
    }

    fn pairs(&mut self, items: &'d [Value]) -> Result<Value, RichDataError> {
        if items.len() % 2 == 1 {
            return Err(self.malformed("Hash", "a value for each key in __pvalue"));
        }
        self.step(VALUE_KEY, |decoder| {
            let mut hash = Hash::with_capacity(items.len() / 2);
            for (index, pair) in items.chunks_exact(2).enumerate() {
                if let [key, value] = pair {
                    let key = decoder.step(2 * index, |inner| inner.value(key))?;
                    let value = decoder.step(2 * index + 1, |inner| inner.value(value))?;
                    hash.insert(key, value);
                }
            }
            Ok(Value::from(hash))
        })
    }

    fn meta(&mut self, node: &'d Value, hash: &'d Hash, name: &'d EcoString) -> Result<Value, RichDataError> {
        match self.meta_type(node, hash, name)? {
            Some(decoded) => Ok(Value::from(decoded)),
            None => Err(self.error(RichDataProblem::UnknownType(name.clone()))),
        }
    }

    fn of_named_type(&mut self, hash: &'d Hash, name: &EcoString) -> Result<Value, RichDataError> {
        let target = parse_type_with(name, self.names).map_err(|diagnostic| self.refused(name, diagnostic.message))?;
        match target.unresolved_reference() {
            Some(_) => Err(self.error(RichDataProblem::UnknownType(name.clone()))),
            None => self.instance(&target, hash),
        }
    }

    fn of_embedded_type(&mut self, embedded: &'d Value, hash: &'d Hash) -> Result<Value, RichDataError> {
        match self.step(TYPE_KEY, |inner| inner.value(embedded))? {
            Value::Type(target) => self.instance(&target, hash),
            _ => Err(self.malformed(TYPE_KEY, "a type")),
        }
    }

    /// Creates an instance from a string in `__pvalue`, or from attributes there or in the typed hash itself.
    fn instance(&mut self, target: &Type, hash: &'d Hash) -> Result<Value, RichDataError> {
        let argument = match hash.get_str(VALUE_KEY) {
            Some(Value::String(text)) => Value::String(text.clone()),
            // A typed hash is read as its own type; otherwise a secret in it would be treated as plain text.
            Some(node @ Value::Hash(attributes)) if attributes.get_str(TYPE_KEY).is_some() => {
                match self.step(VALUE_KEY, |inner| inner.value(node))? {
                    Value::Sensitive(_) => {
                        return Err(self.malformed(target.kind_name(), "a String or attributes as __pvalue"));
                    }
                    other => other,
                }
            }
            Some(Value::Hash(attributes)) => self.step(VALUE_KEY, |inner| inner.entries(attributes.iter()))?,
            Some(_) => return Err(self.malformed(target.kind_name(), "a String or attributes as __pvalue")),
            None => self.entries(hash.iter().filter(|(key, _)| key.as_str() != Some(TYPE_KEY)))?,
        };
        let arguments = match &argument {
            Value::Hash(attributes) if attributes.is_empty() => &[][..],
            _ => std::slice::from_ref(&argument),
        };
        let context = ConversionContext { names: self.names, ..ConversionContext::default() };
        convert::new_instance_in(&context, target, arguments)
            .map_err(|error| self.refused(target.kind_name(), error.to_string()))
    }

    /// Reads the target of a local reference, only once for all references to it.
    pub(super) fn shared(&mut self, node: &'d Value, path: JsonPath) -> Result<Value, RichDataError> {
        let address: *const Value = node;
        if let Some(cached) = self.shared.get(&address).cloned() {
            self.count(cached.nodes)?;
            self.max_depth = self.max_depth.max(self.depth + cached.height);
            return if self.max_depth > MAX_DEPTH {
                Err(self.error(RichDataProblem::TooDeep))
            } else {
                Ok(cached.value)
            };
        }
        let outer_path = std::mem::replace(&mut self.path, path);
        let outer_max_depth = std::mem::replace(&mut self.max_depth, self.depth);
        let nodes = self.nodes;
        self.following.push(address);
        let value = self.value(node)?;
        self.following.pop();
        let height = self.max_depth.saturating_sub(self.depth);
        self.shared.insert(address, Shared { value: value.clone(), nodes: self.nodes.saturating_sub(nodes), height });
        self.max_depth = self.max_depth.max(outer_max_depth);
        self.path = outer_path;
        Ok(value)
    }

    /// Counts values that have been read.
    fn count(&mut self, nodes: usize) -> Result<(), RichDataError> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > MAX_NODES { Err(self.error(RichDataProblem::TooLarge)) } else { Ok(()) }
    }

    /// Runs a step one level deeper. An error ends the reading, so nothing needs to be undone after one.
    fn nested<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, RichDataError>) -> Result<T, RichDataError> {
        self.depth += 1;
        self.max_depth = self.max_depth.max(self.depth);
        if self.depth > MAX_DEPTH {
            return Err(self.error(RichDataProblem::TooDeep));
        }
        let result = act(self)?;
        self.depth -= 1;
        Ok(result)
    }

    /// Runs a step one path element further in the document.
    pub(super) fn step<T>(
        &mut self,
        step: impl Into<Step>,
        act: impl FnOnce(&mut Self) -> Result<T, RichDataError>,
    ) -> Result<T, RichDataError> {
        self.path.push(step);
        let result = act(self)?;
        self.path.pop();
        Ok(result)
    }

    pub(super) fn error(&self, problem: RichDataProblem) -> RichDataError {
        RichDataError::At { path: self.path.clone(), problem }
    }

    pub(super) fn malformed(&self, type_name: &str, expected: &'static str) -> RichDataError {
        self.error(RichDataProblem::Malformed { type_name: type_name.into(), expected })
    }

    pub(super) fn refused(&self, type_name: &str, reason: String) -> RichDataError {
        self.error(RichDataProblem::Refused { type_name: type_name.into(), reason })
    }
}

/// Reads a value that is written as a string; `None` if the type is of another kind.
fn scalar(type_name: &str, text: &str) -> Option<Result<Value, String>> {
    fn read<T: Into<Value>, E: ToString>(read: Result<T, E>) -> Option<Result<Value, String>> {
        Some(read.map(Into::into).map_err(|error| error.to_string()))
    }
    match type_name {
        "Binary" => {
            let bytes = binary::decode_strict(text).map_err(|error| error.to_string());
            Some(bytes.map(|bytes| Value::Binary(bytes.into())))
        }
        "Regexp" => read(Regexp::new(text)),
        "Timestamp" => read(Timestamp::parse(text)),
        "Timespan" => read(Timespan::parse(text)),
        "SemVer" => read(Version::parse(text)),
        "SemVerRange" => read(VersionRange::parse(text)),
        "URI" => read(Uri::parse(text)),
        _ => None,
    }
}
