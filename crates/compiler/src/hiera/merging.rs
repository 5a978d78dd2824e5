//! What becomes of several values of one key.

use indexmap::IndexSet;
use pcore::keyed::RandomState;
use pcore::{Hash, Type, Value, mismatch, parse_type};

use super::{
    deep_merge::DeepMerge,
    explain::{Branch, Event},
    lookup_error::{LookupError, LookupResult},
    search::Search,
};
use crate::{
    error::Interrupt,
    evaluate::flattened,
    lookup::{Merge, Strategy},
};

impl Search<'_, '_> {
    /// Searches the variants in order, and merges their values.
    pub(super) fn merged<V>(
        &mut self,
        merge: &Merge,
        variants: &[V],
        mut find: impl FnMut(&mut Self, &V) -> LookupResult,
    ) -> LookupResult {
        if matches!(merge.strategy, Strategy::First | Strategy::Default) {
            for variant in variants {
                if let Some(value) = find(self, variant)? {
                    return Ok(Some(value));
                }
            }
            return Ok(None);
        }
        if variants.is_empty() {
            return Ok(None);
        }
        if let [only] = variants {
            return Ok(find(self, only)?.map(|value| single(merge, value)));
        }
        let branch = || Branch::Merge { strategy: merge.strategy.name(), options: merge.options.clone() };
        self.explained(branch, |search| {
            let mut joined = Merger::new(merge)?;
            for variant in variants {
                if let Some(value) = find(search, variant)? {
                    joined.add(value)?;
                }
            }
            let Some(value) = joined.finish() else { return Ok(None) };
            search.explain(|explainer| explainer.event(Event::Result(value.clone())));
            Ok(Some(value))
        })
    }
}

/// One value alone: only elements that are there twice matter.
fn single(merge: &Merge, value: Value) -> Value {
    match value {
        Value::Array(items) if merge.strategy == Strategy::Unique => {
            items.into_iter().collect::<Elements>().into_iter().collect()
        }
        other => other,
    }
}

type Elements = IndexSet<Value, RandomState>;

/// Values on their way to become one, from the most important to the least.
pub(super) enum Merger {
    Unique {
        elements: Option<Elements>,
        /// The first value, while it is the only one: its type has not been checked.
        first: Option<Value>,
    },
    Hashes(Vec<Value>),
    Deep {
        merge: Box<DeepMerge>,
        reverse: bool,
        value: Option<Value>,
    },
}

impl Merger {
    pub(super) fn new(merge: &Merge) -> Result<Merger, LookupError> {
        Ok(match merge.strategy {
            Strategy::Unique => Merger::Unique { elements: None, first: None },
            Strategy::First | Strategy::Default | Strategy::Hash => Merger::Hashes(Vec::new()),
            Strategy::Deep | Strategy::ReverseDeep | Strategy::UnconstrainedDeep => Merger::Deep {
                merge: Box::new(DeepMerge::new(&merge.options).map_err(Interrupt::unplaced)?),
                reverse: merge.strategy == Strategy::ReverseDeep,
                value: None,
            },
        })
    }

    pub(super) fn add(&mut self, value: Value) -> Result<(), LookupError> {
        match self {
            Merger::Unique { elements, first } => {
                let expected = "Variant[Scalar, Array[Data]]";
                let Some(elements) = elements else {
                    *elements = Some(flattened([&value]).into_iter().cloned().collect());
                    *first = Some(value);
                    return Ok(());
                };
                if first.take().is_some() {
                    // The first was made an array before it was looked at, so only what is in it can be wrong.
                    let items = elements.iter().cloned().collect();
                    fits("first", expected, &items)?;
                }
                fits("second", expected, &value)?;
                elements.extend(flattened([&value]).into_iter().cloned());
            }
            Merger::Hashes(values) => {
                let expected = "Hash[String, Data]";
                if let [first] = values.as_slice() {
                    fits("first", expected, first)?;
                }
                if !values.is_empty() {
                    fits("second", expected, &value)?;
                }
                values.push(value);
            }
            Merger::Deep { merge, reverse, value: joined } => {
                *joined = Some(match joined.take() {
                    None => value,
                    Some(higher) => {
                        let (source, target) = if *reverse { (value, higher) } else { (higher, value) };
                        merge.merge(source, target).map_err(Interrupt::unplaced)?
                    }
                });
            }
        }
        Ok(())
    }

    /// The value; nothing where there was none.
    pub(super) fn finish(self) -> Option<Value> {
        match self {
            Merger::Unique { elements, first } => match (elements, first) {
                // Nested arrays become one, but a value alone keeps what is in it twice.
                (Some(_), Some(alone)) => Some(flattened([&alone]).into_iter().cloned().collect()),
                (elements, _) => Some(elements?.into_iter().collect()),
            },
            Merger::Hashes(mut values) => {
                if values.len() < 2 {
                    return values.pop();
                }
                // The least important has its keys first.
                let mut joined = Hash::default();
                for value in values.iter().rev().filter_map(Value::as_hash) {
                    joined.extend(value.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                Some(joined.into())
            }
            Merger::Deep { value, .. } => value,
        }
    }
}

fn fits(which: &str, expected: &str, value: &Value) -> Result<(), LookupError> {
    let expected = parse_type(expected).unwrap_or(Type::Any);
    let subject = format!("The {which} element of the merge has wrong type,");
    match mismatch::explain(&subject, &expected, value) {
        Some(message) => Err(LookupError::new(message)),
        None => Ok(()),
    }
}
