//! Lazy sequences: the results of `reverse_each`, `step` and integer ranges.

use std::fmt;

use ecow::EcoVec;

use super::Value;
use crate::{infer, types::Type};

/// The limit on the elements that are collected at once.
const MAX_ITEMS: u64 = 10_000_000;

/// A sequence that is computed when it is iterated; each iteration starts from the beginning.
///
/// ```
/// use pcore::{LazyIterator, Value};
///
/// let backwards = LazyIterator::range(1, 3).reversed();
/// let items: Vec<_> = backwards.iter().collect();
/// assert_eq!(items, [Value::from(3), Value::from(2), Value::from(1)]);
/// assert_eq!(backwards.to_string(), "Iterator[Integer]-Value");
/// ```
#[derive(Clone, Debug)]
pub struct LazyIterator {
    source: Source,
    /// The declared type of the elements; otherwise it is inferred on demand.
    element_type: Option<Type>,
    /// The index of the first element in the source.
    first: u64,
    /// The distance to the next element, negative when backwards.
    stride: i128,
    /// The number of elements.
    length: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Items(EcoVec<Value>),
    /// Counts up from a number.
    Numbers {
        from: i64,
        to: i64,
    },
}

impl LazyIterator {
    /// Iterates over the items of an array.
    pub fn items(items: EcoVec<Value>) -> LazyIterator {
        let length = items.len() as u64;
        LazyIterator { source: Source::Items(items), element_type: None, first: 0, stride: 1, length }
    }

    /// Iterates over the integers from `from` to `to`, both included.
    pub fn range(from: i64, to: i64) -> LazyIterator {
        let length = if from <= to { to.abs_diff(from).saturating_add(1) } else { 0 };
        LazyIterator { source: Source::Numbers { from, to }, element_type: None, first: 0, stride: 1, length }
    }

    /// Declares the type of the elements, so that it need not be inferred.
    #[must_use]
    pub fn with_element_type(self, element_type: Type) -> LazyIterator {
        LazyIterator { element_type: Some(element_type), ..self }
    }

    /// Iterates over the same sequence backwards.
    #[must_use]
    pub fn reversed(self) -> LazyIterator {
        let first = self.source_index(self.length.saturating_sub(1));
        LazyIterator { first, stride: -self.stride, ..self }
    }

    /// Iterates over every `step`th element, including the first; a step of zero counts as one.
    #[must_use]
    pub fn stepped(self, step: usize) -> LazyIterator {
        let step = step.max(1) as u64;
        let stride = self.stride.saturating_mul(i128::from(step));
        LazyIterator { stride, length: self.length.div_ceil(step), ..self }
    }

    /// Returns the type of the elements, as `Iterator[T]` names it.
    pub fn element_type(&self) -> Type {
        match (&self.element_type, &self.source) {
            (Some(declared), _) => declared.clone(),
            (None, Source::Numbers { from, to }) => Type::integer(*from, *to),
            (None, Source::Items(items)) if items.is_empty() => Type::Unit,
            (None, Source::Items(items)) => Type::variant(items.iter().map(infer::detailed)),
        }
    }

    /// Iterates over the elements.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.length).map(|index| self.at(self.source_index(index)))
    }

    /// Collects all elements, unless there are more than an array may have: ranges may be endless.
    pub fn to_items(&self) -> Option<EcoVec<Value>> {
        (self.length <= MAX_ITEMS).then(|| self.iter().collect())
    }

    /// Returns the stored values; none for a range of numbers.
    pub fn source(&self) -> &[Value] {
        match &self.source {
            Source::Items(items) => items,
            Source::Numbers { .. } => &[],
        }
    }

    /// Returns the index in the source of an existing element.
    fn source_index(&self, index: u64) -> u64 {
        let distance = self.stride.saturating_mul(i128::from(index));
        u64::try_from(i128::from(self.first).saturating_add(distance)).unwrap_or_default()
    }

    fn at(&self, index: u64) -> Value {
        match &self.source {
            Source::Items(items) => {
                usize::try_from(index).ok().and_then(|index| items.get(index)).cloned().unwrap_or_default()
            }
            Source::Numbers { from, .. } => Value::Integer(from.wrapping_add_unsigned(index)),
        }
    }
}

/// Writes only the kind of the sequence, as in interpolation.
impl fmt::Display for LazyIterator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iterator[{}]-Value", self.element_type().generalized())
    }
}
