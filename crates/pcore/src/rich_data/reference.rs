//! Local references: `{"__ptype": "LocalRef", "__pvalue": "$['a'][0]"}` stands for what the path leads to.
//!
//! A path goes through the values that the document stands for, not through its text: it has no step for `__pvalue`,
//! and leads through hashes that are written as lists by their keys. From outside it never leads into a Sensitive, which
//! would lay the secret open; from within, the place of the Sensitive is the place of what it holds.

use std::sync::Arc;

use ecow::EcoString;

use super::{MAX_DEPTH, RichDataError, RichDataProblem, TYPE_KEY, VALUE_KEY, decode::Decoder};
use crate::{
    json::{JsonPath, Step},
    value::{Hash, Value},
};

/// How many local references a path may lead through before it arrives. Puppet writes no such paths.
const MAX_HOPS: usize = 16;

impl<'d> Decoder<'d> {
    /// Reads what a local reference stands for.
    pub(super) fn reference(&mut self, node: &'d Value, text: &'d EcoString) -> Result<Value, RichDataError> {
        let (target, place) = self.locate(node, text, MAX_HOPS)?;
        let address: *const Value = target;
        if let Some(known) = self.named_types.get(&address) {
            return Ok(Value::from(known.clone()));
        }
        if self.following.contains(&address) {
            return Err(self.error(RichDataProblem::EndlessReference(place)));
        }
        self.shared(target, place)
    }

    /// Returns the value of the document that a node stands for, and its place: itself unless it is a reference.
    pub(super) fn dereferenced(&mut self, node: &'d Value) -> Result<(&'d Value, JsonPath), RichDataError> {
        match reference_text(node) {
            Some(text) => self.locate(node, text, MAX_HOPS),
            None => Ok((node, self.path.clone())),
        }
    }

    fn locate(
        &mut self,
        node: &'d Value,
        text: &'d EcoString,
        hops: usize,
    ) -> Result<(&'d Value, JsonPath), RichDataError> {
        let address: *const Value = node;
        if let Some(known) = self.located.get(&address) {
            return Ok(known.clone());
        }
        let wanted: JsonPath = text.parse().map_err(|error| self.error(RichDataProblem::BadReference(error)))?;
        let lost = |decoder: &Decoder<'_>| decoder.error(RichDataProblem::LostReference(wanted.clone()));
        let Some(hops) = hops.checked_sub(1).filter(|_| wanted.steps().len() <= MAX_DEPTH) else {
            return Err(lost(self));
        };
        let mut current = self.root;
        let mut place = JsonPath::default();
        for step in wanted.steps() {
            (current, place) = self.arrive(current, place, hops)?;
            current = self.enter(current, step, &mut place).ok_or_else(|| lost(self))?;
        }
        let located = self.arrive(current, place, hops)?;
        self.located.insert(address, located.clone());
        Ok(located)
    }

    /// Returns what stands for a node: what a reference leads to, and from within a Sensitive what it holds.
    fn arrive(
        &mut self,
        node: &'d Value,
        mut place: JsonPath,
        hops: usize,
    ) -> Result<(&'d Value, JsonPath), RichDataError> {
        if let Some(text) = reference_text(node) {
            return self.locate(node, text, hops);
        }
        if !self.secrets.contains(&std::ptr::from_ref(node)) {
            return Ok((node, place));
        }
        place.push(VALUE_KEY);
        let secret = node.as_hash().and_then(|hash| hash.get_str(VALUE_KEY)).unwrap_or(&Value::Undef);
        self.arrive(secret, place, hops)
    }

    /// Goes one step into a value of the document.
    fn enter(&mut self, node: &'d Value, step: &Step, place: &mut JsonPath) -> Option<&'d Value> {
        match node {
            Value::Array(items) => {
                let Step::Integer(index) = step else { return None };
                place.push(step.clone());
                items.get(usize::try_from(*index).ok()?)
            }
            Value::Hash(hash) => self.enter_hash(node, hash, step, place),
            _ => None,
        }
    }

    fn enter_hash(
        &mut self,
        node: &'d Value,
        hash: &'d Arc<Hash>,
        step: &Step,
        place: &mut JsonPath,
    ) -> Option<&'d Value> {
        let type_name = hash.get_str(TYPE_KEY).and_then(Value::as_str);
        match (type_name, hash.get_str(VALUE_KEY)) {
            (Some("Sensitive"), _) => None,
            (Some("Hash"), Some(Value::Array(items))) => {
                let positions = self.positions.entry(node).or_insert_with(|| {
                    let keys = items.iter().enumerate().step_by(2);
                    keys.map(|(index, key)| (key.clone(), Step::from(index + 1).to_key())).collect()
                });
                let position = positions.get(&step.to_key())?.as_integer()?;
                let position = usize::try_from(position).ok()?;
                place.push(VALUE_KEY);
                place.push(position);
                items.get(position)
            }
            (Some(_), Some(Value::Hash(attributes))) => {
                place.push(VALUE_KEY);
                place.push(step.clone());
                attributes.get(&step.to_key())
            }
            _ => {
                place.push(step.clone());
                hash.get(&step.to_key())
            }
        }
    }
}

/// Returns the path of a local reference.
fn reference_text(node: &Value) -> Option<&EcoString> {
    let hash = node.as_hash().filter(|hash| hash.get_str(TYPE_KEY).and_then(Value::as_str) == Some("LocalRef"))?;
    match hash.get_str(VALUE_KEY) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}
