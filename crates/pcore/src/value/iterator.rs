//! Sequences that are computed when they are walked: what `reverse_each`, `step` and integer ranges return.

use ecow::EcoVec;

use super::Value;
use crate::{infer, types::Type};

/// A sequence that is computed when it is walked; walking it again starts anew.
///
/// ```
/// use pcore::{LazyIterator, Value};
///
/// let backwards = LazyIterator::range(1, 3).reversed();
/// let items: Vec<_> = backwards.iter().collect();
/// assert_eq!(items, [Value::from(3), Value::from(2), Value::from(1)]);
/// ```
#[derive(Clone, Debug)]
pub struct LazyIterator {
    source: Source,
    /// The stride of `step`, and the direction.
    step: usize,
    reversed: bool,
}

#[derive(Clone, Debug)]
enum Source {
    Items(EcoVec<Value>),
    Range { from: i64, to: i64 },
}

impl LazyIterator {
    /// Walks the items of an array.
    pub fn items(items: EcoVec<Value>) -> LazyIterator {
        LazyIterator { source: Source::Items(items), step: 1, reversed: false }
    }

    /// Walks the whole numbers from `from` to `to`, both included.
    pub fn range(from: i64, to: i64) -> LazyIterator {
        LazyIterator { source: Source::Range { from, to }, step: 1, reversed: false }
    }

    /// Walks the same sequence from its end.
    ///
    /// A stepped sequence is written out first: its last element depends on its length.
    #[must_use]
    pub fn reversed(self) -> LazyIterator {
        if self.step == 1 {
            return LazyIterator { reversed: !self.reversed, ..self };
        }
        LazyIterator { reversed: true, ..LazyIterator::items(self.iter().collect()) }
    }

    /// Walks every `step`th element, the first one included; a step of zero counts as one.
    #[must_use]
    pub fn stepped(self, step: usize) -> LazyIterator {
        LazyIterator { step: self.step.saturating_mul(step.max(1)), ..self }
    }

    /// Returns the type of the elements, as `Iterator[T]` names it.
    pub fn element_type(&self) -> Type {
        match &self.source {
            Source::Range { from, to } => Type::integer(*from, *to),
            Source::Items(items) => Type::variant(items.iter().map(infer::detailed)),
        }
    }

    /// Walks the elements.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        let length = self.length();
        (0..length).step_by(self.step).map(move |index| self.at(if self.reversed { length - 1 - index } else { index }))
    }

    fn length(&self) -> usize {
        match &self.source {
            Source::Items(items) => items.len(),
            Source::Range { from, to } if from <= to => {
                usize::try_from(i128::from(*to) - i128::from(*from) + 1).unwrap_or(usize::MAX)
            }
            Source::Range { .. } => 0,
        }
    }

    fn at(&self, index: usize) -> Value {
        match &self.source {
            Source::Items(items) => items.get(index).cloned().unwrap_or_default(),
            Source::Range { from, .. } => Value::Integer(from.wrapping_add_unsigned(index as u64)),
        }
    }
}
