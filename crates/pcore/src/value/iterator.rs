//! Sequences that are computed when they are walked: what `reverse_each`, `step` and integer ranges return.

use std::fmt;

use ecow::EcoVec;

use super::Value;
use crate::{infer, types::Type};

/// How many elements of a sequence can be had at once.
const MAX_ITEMS: u64 = 10_000_000;

/// A sequence that is computed when it is walked; walking it again starts anew.
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
    /// What the elements are said to be; otherwise it is found out when somebody asks.
    element_type: Option<Type>,
    /// The place of the first element in the source.
    first: u64,
    /// How far the next element is away, backwards when negative.
    stride: i128,
    /// How many elements there are.
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
    /// Walks the items of an array.
    pub fn items(items: EcoVec<Value>) -> LazyIterator {
        let length = items.len() as u64;
        LazyIterator { source: Source::Items(items), element_type: None, first: 0, stride: 1, length }
    }

    /// Walks the whole numbers from `from` to `to`, both included.
    pub fn range(from: i64, to: i64) -> LazyIterator {
        let length = if from <= to { to.abs_diff(from).saturating_add(1) } else { 0 };
        LazyIterator { source: Source::Numbers { from, to }, element_type: None, first: 0, stride: 1, length }
    }

    /// Says what the elements are, so that nobody needs to look at them.
    #[must_use]
    pub fn with_element_type(self, element_type: Type) -> LazyIterator {
        LazyIterator { element_type: Some(element_type), ..self }
    }

    /// Walks the same sequence from its end.
    #[must_use]
    pub fn reversed(self) -> LazyIterator {
        let first = self.place(self.length.saturating_sub(1));
        LazyIterator { first, stride: -self.stride, ..self }
    }

    /// Walks every `step`th element, the first one included; a step of zero counts as one.
    #[must_use]
    pub fn stepped(self, step: usize) -> LazyIterator {
        let step = step.max(1) as u64;
        let stride = self.stride.saturating_mul(i128::from(step));
        LazyIterator { stride, length: self.length.div_ceil(step), ..self }
    }

    /// Returns the type of the elements, as `Iterator[T]` names it.
    pub fn element_type(&self) -> Type {
        match (&self.element_type, &self.source) {
            (Some(said), _) => said.clone(),
            (None, Source::Numbers { from, to }) => Type::integer(*from, *to),
            (None, Source::Items(items)) if items.is_empty() => Type::Unit,
            (None, Source::Items(items)) => Type::variant(items.iter().map(infer::detailed)),
        }
    }

    /// Walks the elements.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.length).map(|index| self.at(self.place(index)))
    }

    /// Returns all elements, unless they are more than an array may have: numbers can be counted up for ever.
    pub fn to_items(&self) -> Option<EcoVec<Value>> {
        (self.length <= MAX_ITEMS).then(|| self.iter().collect())
    }

    /// Returns the values that it holds; none where it counts numbers.
    pub fn source(&self) -> &[Value] {
        match &self.source {
            Source::Items(items) => items,
            Source::Numbers { .. } => &[],
        }
    }

    /// Returns the place in the source of an element, which must be there.
    fn place(&self, index: u64) -> u64 {
        let distance = self.stride.saturating_mul(i128::from(index));
        u64::try_from(i128::from(self.first).saturating_add(distance)).unwrap_or_default()
    }

    fn at(&self, place: u64) -> Value {
        match &self.source {
            Source::Items(items) => {
                usize::try_from(place).ok().and_then(|place| items.get(place)).cloned().unwrap_or_default()
            }
            Source::Numbers { from, .. } => Value::Integer(from.wrapping_add_unsigned(place)),
        }
    }
}

/// Writes what interpolation shows of a sequence: nothing but what kind it is of.
impl fmt::Display for LazyIterator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iterator[{}]-Value", self.element_type().generalized())
    }
}
