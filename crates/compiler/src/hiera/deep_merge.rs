//! Merging hashes with the hashes and arrays in them, as the Ruby library `deep_merge` does.

use std::sync::Arc;

use indexmap::IndexSet;
use pcore::keyed::{HashSet, RandomState};
use pcore::{Hash, Value, regexp::Regexp};

use crate::functions::ruby::{order, sort};

pub(super) struct DeepMerge {
    knockout: Option<Knockout>,
    sort_arrays: bool,
    merge_hashes_in_arrays: bool,
}

/// What marks an element that is to be taken out.
struct Knockout {
    prefix: String,
    /// The prefix at the beginning of a line.
    pattern: Regexp,
}

impl Knockout {
    /// What an element without the mark is, if it has one.
    fn unmarked(&self, text: &str) -> Option<String> {
        let rest = self.pattern.replace_all(text, "").ok()?;
        (rest != text).then(|| rest.into_owned())
    }

    fn is_marked(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|text| self.pattern.is_match(text).unwrap_or(false))
    }
}

impl DeepMerge {
    pub(super) fn new(options: &Hash) -> Result<DeepMerge, String> {
        let is_on = |name: &str| matches!(options.get_str(name), Some(Value::Boolean(true)));
        let knockout = match options.get_str("knockout_prefix").and_then(Value::as_str) {
            None => None,
            Some("") => return Err("knockout_prefix cannot be an empty string in deep_merge!".into()),
            Some(prefix) => Some(Knockout {
                prefix: prefix.to_owned(),
                pattern: Regexp::new(&format!("^{prefix}"))
                    .map_err(|error| format!("the knockout_prefix '{prefix}' cannot be used: {error}"))?,
            }),
        };
        Ok(DeepMerge {
            knockout,
            sort_arrays: is_on("sort_merged_arrays"),
            merge_hashes_in_arrays: is_on("merge_hash_arrays"),
        })
    }

    /// Puts a source into a target.
    pub(super) fn merge(&self, source: Value, target: Value) -> Result<Value, String> {
        match (source, target) {
            (Value::Undef, target) => Ok(target),
            (source, Value::Undef | Value::Boolean(false)) => Ok(source),
            (Value::Hash(source), Value::Hash(target)) => self.merge_hashes(&source, target),
            (Value::Hash(source), target) => self.replace_with_hash(&source, target),
            (Value::Array(source), target) => self.merge_arrays(source.into_iter().collect(), target),
            (source, _) => Ok(self.replacing(source)),
        }
    }

    fn merge_hashes(&self, source: &Hash, target: Arc<Hash>) -> Result<Value, String> {
        let mut target = Arc::unwrap_or_clone(target);
        for (key, value) in source.iter() {
            let known = target.get(key).filter(|known| !matches!(known, Value::Undef | Value::Boolean(false)));
            // Without a counterpart a value is merged with itself: then its own marks count.
            let into = known.unwrap_or(value).clone();
            let merged = self.merge(value.clone(), into)?;
            target.insert(key.clone(), merged);
        }
        Ok(target.into())
    }

    /// A hash replaces something else; all its values but the first are merged with themselves.
    fn replace_with_hash(&self, source: &Hash, target: Value) -> Result<Value, String> {
        if source.is_empty() {
            return Ok(target);
        }
        let mut made = source.clone();
        for (key, value) in source.iter().skip(1) {
            let merged = self.merge(value.clone(), value.clone())?;
            made.insert(key.clone(), merged);
        }
        Ok(made.into())
    }

    fn merge_arrays(&self, mut source: Vec<Value>, target: Value) -> Result<Value, String> {
        let mut target = target;
        if let Some(knockout) = &self.knockout
            && source.iter().any(|item| item.as_str() == Some(&knockout.prefix))
        {
            // A mark alone takes out everything.
            source.retain(|item| item.as_str() != Some(&knockout.prefix));
            target = match target {
                Value::Array(_) => Value::array([]),
                Value::Hash(_) => Value::hash([]),
                Value::String(_) => Value::from(""),
                _ => Value::Undef,
            };
        }
        let Value::Array(target) = target else {
            if let Some(knockout) = &self.knockout {
                source.retain(|item| !knockout.is_marked(item));
            }
            return Ok(source.into());
        };
        let mut target: Vec<Value> = target.into_iter().collect();
        if let Some(knockout) = &self.knockout {
            let mut out: HashSet<Value> = HashSet::default();
            source.retain(|item| match item.as_str().and_then(|text| knockout.unmarked(text)) {
                Some(unmarked) => {
                    out.insert(Value::from(unmarked));
                    out.insert(item.clone());
                    false
                }
                None => true,
            });
            if !out.is_empty() {
                target.retain(|item| !out.contains(item));
            }
        }
        let all_hashes = |items: &[Value]| items.iter().all(|item| matches!(item, Value::Hash(_)));
        let mut joined: Vec<Value> = if self.merge_hashes_in_arrays && all_hashes(&source) && all_hashes(&target) {
            let mut source = source.into_iter();
            let mut joined = Vec::with_capacity(target.len().max(source.len()));
            for item in target {
                joined.push(self.merge(source.next().unwrap_or_else(|| Value::hash([])), item)?);
            }
            joined.extend(source);
            joined
        } else {
            target.into_iter().chain(source).collect::<IndexSet<Value, RandomState>>().into_iter().collect()
        };
        if self.sort_arrays {
            sort::merge_sort(&mut joined, &mut order::compared).map_err(|failure| failure.into_failure().message)?;
        }
        Ok(joined.into())
    }

    /// The replacement for something that the source cannot be merged with.
    fn replacing(&self, source: Value) -> Value {
        match (&self.knockout, source.as_str()) {
            (Some(knockout), Some(text)) if knockout.unmarked(text).is_some() => Value::from(""),
            _ => source,
        }
    }
}
