//! Encodes values as plain data.

use std::{borrow::Cow, mem::Discriminant, sync::Arc};

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{EncodeOptions, MAX_DEPTH, META_PREFIX, RichDataError, RichDataProblem, TYPE_KEY, VALUE_KEY};
use crate::{
    binary,
    json::{JsonPath, Step},
    regexp::{Regexp, RegexpOptions},
    time::Timespan,
    types::Type,
    value::{Hash, ObjectInstance, Value},
};

pub(super) fn encode(value: &Value, options: EncodeOptions, limit: usize) -> Result<Value, RichDataError> {
    Encoder::new(options, limit).value(value)
}

/// Encodes one document.
///
/// A value that has already been written is recognized by its identity. Identities are addresses, so everything with an
/// identity must live until the document is finished: it belongs to the value that is being written, or to `retained`.
pub(super) struct Encoder {
    pub(super) options: EncodeOptions,
    /// The path at which a local reference finds the current value; see [`super::reference`].
    path: JsonPath,
    /// How many enclosing keys have no path; if there are any, the value cannot be referred to.
    unnamed: usize,
    depth: usize,
    max_depth: usize,
    /// How many more values may be written.
    remaining: usize,
    written: FxHashMap<Identity, Written>,
    /// The identities in the order they were written.
    order: Vec<Identity>,
    /// Intermediate values that must live as long as their identities.
    pub(super) retained: Vec<Value>,
}

/// The identity of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    /// Its kind and its address.
    Address(&'static str, usize),
    /// The kind of a type without parameters, which has no address.
    Bare(Discriminant<Type>),
}

/// An encoded value.
struct Written {
    /// Its path; `None` if no path leads there.
    path: Option<JsonPath>,
    /// The local reference to it, which all later mentions share.
    reference: Option<Value>,
    /// The number of levels below it.
    height: usize,
}

impl Encoder {
    fn new(options: EncodeOptions, limit: usize) -> Encoder {
        Encoder {
            options,
            path: JsonPath::default(),
            unnamed: 0,
            depth: 0,
            max_depth: 0,
            remaining: limit,
            written: FxHashMap::default(),
            order: Vec::new(),
            retained: Vec::new(),
        }
    }

    /// Encodes one value.
    pub(super) fn value(&mut self, value: &Value) -> Result<Value, RichDataError> {
        self.count()?;
        match value {
            Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => Ok(value.clone()),
            Value::Float(number) if number.is_finite() => Ok(value.clone()),
            Value::Float(_) => Err(self.error(RichDataProblem::NotFinite)),
            Value::Default => Ok(Value::hash([(TYPE_KEY.into(), "Default".into())])),
            Value::Symbol(text) if self.options.symbols_as_strings => Ok(Value::String(text.clone())),
            Value::Symbol(text) => Ok(typed_hash("Symbol", Value::String(text.clone()))),
            Value::Regexp(regexp) => Ok(typed_hash("Regexp", regexp_text(regexp).into())),
            Value::Binary(bytes) => Ok(typed_hash("Binary", binary::encode_strict(bytes).into())),
            Value::Timestamp(stamp) => Ok(typed_hash("Timestamp", stamp.to_string().into())),
            Value::Timespan(span) => Ok(typed_hash("Timespan", timespan_text(*span).into())),
            Value::SemVer(version) => Ok(typed_hash("SemVer", version.to_string().into())),
            Value::SemVerRange(range) => Ok(typed_hash("SemVerRange", range.to_string().into())),
            Value::Uri(uri) => Ok(typed_hash("URI", uri.to_string().into())),
            Value::Array(items) => {
                // Empty arrays have no memory of their own, so they cannot be identified.
                let identity = (!items.is_empty()).then(|| Identity::Address("Array", items.as_ptr().addr()));
                self.once(identity, |encoder| encoder.items(items.iter()))
            }
            Value::Hash(hash) => {
                self.once(Some(Identity::Address("Hash", Arc::as_ptr(hash).addr())), |encoder| encoder.hash(hash))
            }
            Value::Sensitive(secret) => self
                .once(Some(Identity::Address("Sensitive", Arc::as_ptr(secret).addr())), |encoder| {
                    encoder.sensitive(secret)
                }),
            Value::Type(inner) => self
                .once(Some(Identity::Address("type", Arc::as_ptr(inner).addr())), |encoder| encoder.type_value(inner)),
            Value::Object(instance) => self
                .once(Some(Identity::Address("object", Arc::as_ptr(instance).addr())), |encoder| {
                    encoder.object(instance)
                }),
            // Puppet has no form for these; a reader gets the elements.
            Value::Iterator(iterator) => self.nested(|encoder| {
                let items = iterator.iter().enumerate();
                let items = items.map(|(index, item)| encoder.step(index, |inner| inner.value(&item)));
                Ok(Value::Array(items.collect::<Result<_, _>>()?))
            }),
        }
    }

    pub(super) fn items<'v>(&mut self, items: impl Iterator<Item = &'v Value>) -> Result<Value, RichDataError> {
        self.nested(|encoder| {
            let items = items.enumerate().map(|(index, item)| encoder.step(index, |inner| inner.value(item)));
            Ok(Value::Array(items.collect::<Result<_, _>>()?))
        })
    }

    pub(super) fn hash(&mut self, hash: &Hash) -> Result<Value, RichDataError> {
        let is_plain = |key: &Value| key.as_str().is_some_and(|key| key != TYPE_KEY);
        if hash.keys().all(is_plain) {
            return self.nested(|encoder| {
                let mut data = Hash::with_capacity(hash.len());
                for (key, value) in hash.iter() {
                    let step = Step::from(key.as_str().unwrap_or_default());
                    let value = encoder.step(step, |inner| inner.value(value))?;
                    data.insert(key.clone(), value);
                }
                Ok(Value::from(data))
            });
        }
        self.nested(|encoder| encoder.nested(|encoder| encoder.pairs(hash)))
    }

    /// Encodes a hash with keys that are not strings.
    fn pairs(&mut self, hash: &Hash) -> Result<Value, RichDataError> {
        let mut items = Vec::with_capacity(2 * hash.len());
        for (key, value) in hash.iter() {
            // No path leads to a key.
            self.unnamed += 1;
            let key = self.value(key)?;
            self.unnamed -= 1;
            let value = match Step::from_key(&key) {
                Some(step) => self.step(step, |inner| inner.value(value))?,
                None => {
                    self.unnamed += 1;
                    let value = self.value(value)?;
                    self.unnamed -= 1;
                    value
                }
            };
            items.extend([key, value]);
        }
        Ok(typed_hash("Hash", Value::from(items)))
    }

    /// Encodes a secret. Inside it, local references may lead to its own parts; from outside, none may.
    fn sensitive(&mut self, secret: &Value) -> Result<Value, RichDataError> {
        let (outside, path) = (self.order.len(), self.path.clone());
        let data = self.nested(|encoder| encoder.value(secret));
        for identity in self.order.drain(outside..) {
            self.written.remove(&identity);
        }
        match data {
            Ok(data) => Ok(typed_hash("Sensitive", data)),
            // Both the reason and the path could show a part of the secret.
            Err(_) => Err(RichDataError::At { path, problem: RichDataProblem::Sensitive }),
        }
    }

    fn object(&mut self, instance: &ObjectInstance) -> Result<Value, RichDataError> {
        let object_type = instance.object_type();
        if object_type.model().is_some() {
            return self.attributes(instance, instance.initializers());
        }
        let parameters = object_type.parameters();
        let required = parameters.iter().filter(|parameter| parameter.value.is_none()).count();
        let mut attributes: Vec<_> = instance.iter().zip(parameters).collect();
        while attributes.len() > required {
            let ((_, value), parameter) = attributes[attributes.len() - 1];
            if parameter.value.as_ref() != Some(value) {
                break;
            }
            attributes.pop();
        }
        self.attributes(instance, attributes.into_iter().map(|((name, value), _)| (name, Cow::Borrowed(value))))
    }

    fn attributes<'v>(
        &mut self,
        instance: &ObjectInstance,
        attributes: impl Iterator<Item = (&'v EcoString, Cow<'v, Value>)>,
    ) -> Result<Value, RichDataError> {
        let object_type = instance.object_type();
        self.nested(|encoder| {
            let label = object_type.label();
            let by_name = encoder.options.types_by_name && label != "Object" || label.starts_with(META_PREFIX);
            let type_name = if by_name {
                Value::from(label)
            } else {
                let embedded = Type::Object(Some(Arc::clone(object_type)));
                encoder.step(TYPE_KEY, |inner| inner.type_value(&embedded))?
            };
            let mut data = Hash::with_capacity(attributes.size_hint().0 + 1);
            data.insert(TYPE_KEY.into(), type_name);
            for (name, value) in attributes {
                if let Cow::Owned(result) = &value {
                    encoder.retained.push(result.clone());
                }
                let value = encoder.step(name.as_str(), |inner| inner.value(&value))?;
                data.insert(Value::String(name.clone()), value);
            }
            Ok(Value::from(data))
        })
    }

    /// Encodes something, or a local reference to its first occurrence.
    pub(super) fn once(
        &mut self,
        identity: Option<Identity>,
        act: impl FnOnce(&mut Self) -> Result<Value, RichDataError>,
    ) -> Result<Value, RichDataError> {
        let Some(identity) = identity.filter(|_| self.options.local_references) else { return act(self) };
        self.remembered(identity, act)
    }

    /// Does the same even if local references are disabled: a value that contains itself cannot be written otherwise.
    pub(super) fn remembered(
        &mut self,
        identity: Identity,
        act: impl FnOnce(&mut Self) -> Result<Value, RichDataError>,
    ) -> Result<Value, RichDataError> {
        if let Some(Written { path: Some(path), reference, height }) = self.written.get_mut(&identity) {
            if self.depth + *height >= MAX_DEPTH {
                return Err(self.error(RichDataProblem::TooDeep));
            }
            return Ok(reference.get_or_insert_with(|| typed_hash("LocalRef", path.to_string().into())).clone());
        }
        let path = (self.unnamed == 0).then(|| self.path.clone());
        if self.written.insert(identity, Written { path, reference: None, height: 0 }).is_none() {
            self.order.push(identity);
        }
        let outer_max_depth = std::mem::replace(&mut self.max_depth, self.depth);
        let data = act(self)?;
        let height = self.max_depth.saturating_sub(self.depth);
        self.max_depth = self.max_depth.max(outer_max_depth);
        match self.written.get_mut(&identity) {
            Some(written) if written.path.is_some() && self.options.local_references => written.height = height,
            _ => {
                self.written.remove(&identity);
            }
        }
        Ok(data)
    }

    /// Returns whether the value is being written where no path leads to it.
    pub(super) fn is_out_of_reach(&self, identity: Identity) -> bool {
        self.written.get(&identity).is_some_and(|written| written.path.is_none())
    }

    /// Counts one more value.
    pub(super) fn count(&mut self) -> Result<(), RichDataError> {
        match self.remaining.checked_sub(1) {
            Some(remaining) => self.remaining = remaining,
            None => return Err(self.error(RichDataProblem::TooLarge)),
        }
        Ok(())
    }

    /// Runs a step one level deeper. An error ends the writing, so nothing needs to be undone after one.
    pub(super) fn nested<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, RichDataError>,
    ) -> Result<T, RichDataError> {
        self.depth += 1;
        self.max_depth = self.max_depth.max(self.depth);
        if self.depth >= MAX_DEPTH {
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
}

/// Returns a typed hash with a `__pvalue`.
pub(super) fn typed_hash(type_name: &str, value: Value) -> Value {
    Value::hash([(TYPE_KEY.into(), type_name.into()), (VALUE_KEY.into(), value)])
}

/// Returns a regular expression as a string that reads back with the same meaning: options become a group.
pub(super) fn regexp_text(regexp: &Regexp) -> String {
    if regexp.options() == RegexpOptions::default() {
        return regexp.source().to_owned();
    }
    let delimited = regexp.to_string();
    delimited.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).unwrap_or(&delimited).to_owned()
}

/// Returns a Timespan as a string that reads back as the same one.
///
/// Puppet omits the zeros before a fraction, so that 0.05 seconds would be read as 0.5. They are written here, and
/// Puppet reads them.
fn timespan_text(span: Timespan) -> String {
    let text = span.to_string();
    let fraction = span.as_nanoseconds().unsigned_abs() % 1_000_000_000;
    match text.rsplit_once('.') {
        Some((whole, _)) if fraction > 0 => format!("{whole}.{}", format!("{fraction:09}").trim_end_matches('0')),
        _ => text,
    }
}
