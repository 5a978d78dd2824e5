//! Local references: `{"__ptype": "LocalRef", "__pvalue": "$['a'][0]"}` is replaced by the value at the path.
//!
//! A path leads through the decoded values, not through the text of the document: it has no step for `__pvalue`, and
//! leads by key through hashes that are written as lists. From outside it never leads into a Sensitive, which would
//! reveal the secret; from inside, the path of the Sensitive is the path of its content.

use std::sync::Arc;

use ecow::EcoString;

use super::{MAX_DEPTH, RichDataError, RichDataProblem, TYPE_KEY, VALUE_KEY, decode::Decoder};
use crate::{
    json::{JsonPath, Step},
    value::{Hash, Value},
};

/// The limit on local references that a path leads through. Puppet never writes such paths.
const MAX_HOPS: usize = 16;

impl<'d> Decoder<'d> {
    /// Reads the target of a local reference.
    pub(super) fn reference(&mut self, node: &'d Value, text: &'d EcoString) -> Result<Value, RichDataError> {
        let (target, path) = self.locate(node, text, MAX_HOPS)?;
        let address: *const Value = target;
        if let Some(cached) = self.named_types.get(&address) {
            return Ok(Value::from(cached.clone()));
        }
        if self.following.contains(&address) {
            return Err(self.error(RichDataProblem::EndlessReference(path)));
        }
        self.shared(target, path)
    }

    /// Returns the target of a reference with its path, or any other node itself.
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
        if let Some(cached) = self.located.get(&address) {
            return Ok(cached.clone());
        }
        let target_path: JsonPath = text.parse().map_err(|error| self.error(RichDataProblem::BadReference(error)))?;
        let lost = |decoder: &Decoder<'_>| decoder.error(RichDataProblem::LostReference(target_path.clone()));
        let Some(hops) = hops.checked_sub(1).filter(|_| target_path.steps().len() <= MAX_DEPTH) else {
            return Err(lost(self));
        };
        let mut current = self.root;
        let mut path = JsonPath::default();
        for step in target_path.steps() {
            (current, path) = self.follow(current, path, hops)?;
            current = self.step_into(current, step, &mut path).ok_or_else(|| lost(self))?;
        }
        let located = self.follow(current, path, hops)?;
        self.located.insert(address, located.clone());
        Ok(located)
    }

    /// Returns the target of a reference, the content of a Sensitive that is being read, or the node itself.
    fn follow(
        &mut self,
        node: &'d Value,
        mut path: JsonPath,
        hops: usize,
    ) -> Result<(&'d Value, JsonPath), RichDataError> {
        if let Some(text) = reference_text(node) {
            return self.locate(node, text, hops);
        }
        if !self.secrets.contains(&std::ptr::from_ref(node)) {
            return Ok((node, path));
        }
        path.push(VALUE_KEY);
        let secret = node.as_hash().and_then(|hash| hash.get_str(VALUE_KEY)).unwrap_or(&Value::Undef);
        self.follow(secret, path, hops)
    }

    /// Follows one step into a value of the document.
    fn step_into(&mut self, node: &'d Value, step: &Step, path: &mut JsonPath) -> Option<&'d Value> {
        match node {
            Value::Array(items) => {
                let Step::Integer(index) = step else { return None };
                path.push(step.clone());
                items.get(usize::try_from(*index).ok()?)
            }
            Value::Hash(hash) => self.step_into_hash(node, hash, step, path),
            _ => None,
        }
    }

    fn step_into_hash(
        &mut self,
        node: &'d Value,
        hash: &'d Arc<Hash>,
        step: &Step,
        path: &mut JsonPath,
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
                path.push(VALUE_KEY);
                path.push(position);
                items.get(position)
            }
            (Some(_), Some(Value::Hash(attributes))) => {
                path.push(VALUE_KEY);
                path.push(step.clone());
                attributes.get(&step.to_key())
            }
            _ => {
                path.push(step.clone());
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
