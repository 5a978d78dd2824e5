//! From plain data to values.

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{DecodeOptions, MAX_DEPTH, MAX_NODES, META_PREFIX, RichDataError, RichDataProblem, TYPE_KEY, VALUE_KEY};
use crate::{
    TypeNames,
    binary::{self, BinaryFormat},
    convert::{self, Surroundings},
    json::{JsonPath, Step},
    parse_type_with,
    regexp::Regexp,
    semver::{Version, VersionRange},
    time::{Timespan, Timestamp},
    types::Type,
    uri::Uri,
    value::{Hash, Value},
};

pub(super) fn decode(data: &Value, names: &dyn TypeNames, options: DecodeOptions) -> Result<Value, RichDataError> {
    Decoder::new(data, names, options).value(data)
}

/// Reads one document.
///
/// Values of the document are known by their address, which is theirs alone for as long as it is borrowed.
pub(super) struct Decoder<'d> {
    pub(super) root: &'d Value,
    pub(super) names: &'d dyn TypeNames,
    options: DecodeOptions,
    /// Where in the document the value stands that is being read.
    pub(super) path: JsonPath,
    /// How many levels lie above that value, local references followed.
    depth: usize,
    /// The greatest depth since this was last set.
    deepest: usize,
    /// How many values have been read.
    nodes: usize,
    /// What local references have led to.
    pub(super) shared: FxHashMap<*const Value, Shared>,
    /// The targets of the local references that are being followed.
    pub(super) following: Vec<*const Value>,
    /// The Sensitives that are being read.
    pub(super) secrets: Vec<*const Value>,
    /// The types that have a name, and may therefore contain themselves.
    pub(super) named_types: FxHashMap<*const Value, Type>,
    /// The way of each local reference that has been followed.
    pub(super) located: FxHashMap<*const Value, (&'d Value, JsonPath)>,
    /// The positions of the keys in hashes that are written as lists.
    pub(super) positions: FxHashMap<*const Value, Hash>,
}

/// What a local reference stands for.
#[derive(Clone)]
pub(super) struct Shared {
    value: Value,
    nodes: usize,
    height: usize,
}

impl<'d> Decoder<'d> {
    fn new(root: &'d Value, names: &'d dyn TypeNames, options: DecodeOptions) -> Decoder<'d> {
        Decoder {
            root,
            names,
            options,
            path: JsonPath::default(),
            depth: 0,
            deepest: 0,
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
            // Scalars of JSON, and what has been decoded already.
            other => Ok(other.clone()),
        }
    }

    fn array(&mut self, items: &'d [Value]) -> Result<Value, RichDataError> {
        self.nested(|decoder| {
            let items = items.iter().enumerate().map(|(index, item)| decoder.step(index, |inner| inner.value(item)));
            Ok(Value::Array(items.collect::<Result<_, _>>()?))
        })
    }

    /// Reads the values of some entries, whose keys are texts.
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
        let held = hash.get_str(VALUE_KEY);
        match (name.as_str(), held) {
            ("Default", _) => Ok(Value::Default),
            ("Sensitive", held) => self.sensitive(node, held.unwrap_or(&Value::Undef)),
            ("Hash", Some(Value::Array(items))) => self.pairs(items),
            ("Hash", _) => Err(self.malformed(name, "a list of keys and values as __pvalue")),
            ("LocalRef", Some(Value::String(path))) => self.reference(node, path),
            ("Symbol", Some(Value::String(text))) => Ok(Value::Symbol(text.clone())),
            ("LocalRef" | "Symbol", _) => Err(self.malformed(name, "a String as __pvalue")),
            (meta, _) if meta.starts_with(META_PREFIX) => self.meta(node, hash, name),
            (_, Some(Value::String(text))) => match scalar(name, text) {
                Some(scalar) => scalar.map_err(|reason| self.refused(name, reason)),
                None => self.of_named_type(node, hash, name),
            },
            _ => self.of_named_type(node, hash, name),
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
            // Both the reason and the place could show a part of the secret.
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
            Some(held) => Ok(Value::from(held)),
            None => self.unknown(node, name),
        }
    }

    fn of_named_type(&mut self, node: &'d Value, hash: &'d Hash, name: &EcoString) -> Result<Value, RichDataError> {
        let wanted = parse_type_with(name, self.names).map_err(|diagnostic| self.refused(name, diagnostic.message))?;
        match wanted.unresolved_reference() {
            Some(_) => self.unknown(node, name),
            None => self.instance(&wanted, hash),
        }
    }

    fn unknown(&self, node: &Value, name: &EcoString) -> Result<Value, RichDataError> {
        if self.options.keep_unknown {
            return Ok(node.clone());
        }
        Err(self.error(RichDataProblem::UnknownType(name.clone())))
    }

    fn of_embedded_type(&mut self, embedded: &'d Value, hash: &'d Hash) -> Result<Value, RichDataError> {
        match self.step(TYPE_KEY, |inner| inner.value(embedded))? {
            Value::Type(wanted) => self.instance(&wanted, hash),
            _ => Err(self.malformed(TYPE_KEY, "a type")),
        }
    }

    /// Makes an instance from a text in `__pvalue`, or from attributes there or in the typed hash itself.
    fn instance(&mut self, wanted: &Type, hash: &'d Hash) -> Result<Value, RichDataError> {
        let argument = match hash.get_str(VALUE_KEY) {
            Some(Value::String(text)) => Value::String(text.clone()),
            // A value with a type of its own is read as that, or a secret in it would be taken for plain text.
            Some(node @ Value::Hash(attributes)) if attributes.get_str(TYPE_KEY).is_some() => {
                match self.step(VALUE_KEY, |inner| inner.value(node))? {
                    Value::Sensitive(_) => {
                        return Err(self.malformed(wanted.kind_name(), "a String or attributes as __pvalue"));
                    }
                    other => other,
                }
            }
            Some(Value::Hash(attributes)) => self.step(VALUE_KEY, |inner| inner.entries(attributes.iter()))?,
            Some(_) => return Err(self.malformed(wanted.kind_name(), "a String or attributes as __pvalue")),
            None => self.entries(hash.iter().filter(|(key, _)| key.as_str() != Some(TYPE_KEY)))?,
        };
        let arguments = match &argument {
            Value::Hash(attributes) if attributes.is_empty() => &[][..],
            _ => std::slice::from_ref(&argument),
        };
        let surroundings = Surroundings { names: self.names, ..Surroundings::default() };
        convert::new_instance_in(&surroundings, wanted, arguments)
            .map_err(|error| self.refused(wanted.kind_name(), error.to_string()))
    }

    /// Reads what a local reference leads to, once for all that lead there.
    pub(super) fn shared(&mut self, node: &'d Value, path: JsonPath) -> Result<Value, RichDataError> {
        let address: *const Value = node;
        if let Some(known) = self.shared.get(&address).cloned() {
            self.count(known.nodes)?;
            self.deepest = self.deepest.max(self.depth + known.height);
            return if self.deepest > MAX_DEPTH { Err(self.error(RichDataProblem::TooDeep)) } else { Ok(known.value) };
        }
        let outer_path = std::mem::replace(&mut self.path, path);
        let outer_deepest = std::mem::replace(&mut self.deepest, self.depth);
        let nodes = self.nodes;
        self.following.push(address);
        let value = self.value(node)?;
        self.following.pop();
        let height = self.deepest.saturating_sub(self.depth);
        self.shared.insert(address, Shared { value: value.clone(), nodes: self.nodes.saturating_sub(nodes), height });
        self.deepest = self.deepest.max(outer_deepest);
        self.path = outer_path;
        Ok(value)
    }

    /// Counts values that have been read.
    fn count(&mut self, nodes: usize) -> Result<(), RichDataError> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > MAX_NODES { Err(self.error(RichDataProblem::TooLarge)) } else { Ok(()) }
    }

    /// Does something one level deeper. An error ends the reading, so nothing needs to be undone after one.
    fn nested<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, RichDataError>) -> Result<T, RichDataError> {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > MAX_DEPTH {
            return Err(self.error(RichDataProblem::TooDeep));
        }
        let made = act(self)?;
        self.depth -= 1;
        Ok(made)
    }

    /// Does something one step further in the document.
    pub(super) fn step<T>(
        &mut self,
        step: impl Into<Step>,
        act: impl FnOnce(&mut Self) -> Result<T, RichDataError>,
    ) -> Result<T, RichDataError> {
        self.path.push(step);
        let made = act(self)?;
        self.path.pop();
        Ok(made)
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

/// Reads a value that is written as one text; nothing where the type is not of this kind.
fn scalar(type_name: &str, text: &str) -> Option<Result<Value, String>> {
    fn read<T: Into<Value>, E: ToString>(read: Result<T, E>) -> Option<Result<Value, String>> {
        Some(read.map(Into::into).map_err(|error| error.to_string()))
    }
    match type_name {
        "Binary" => {
            let bytes = binary::decode(text, BinaryFormat::Strict).map_err(|error| error.to_string());
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
