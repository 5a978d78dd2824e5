//! `Tuple[types…, from, to]`.

use std::sync::Arc;

use super::{
    Guard, IntegerRange, Search, Type, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// Arrays with a type for each position; the last type repeats where the size allows more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TupleType {
    /// The type of each position. The bare `Tuple` has none.
    pub types: Vec<Type>,
    /// The number of elements; `None` for one of each type.
    pub size: Option<IntegerRange>,
}

impl TupleType {
    /// Creates the type from the parameters of `Tuple[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let (count, size) = parameters.split_trailing_size()?;
        parameters.with_len(count).at_least_one("A Tuple-Type")?;
        let types = (0..count).map(|index| parameters.type_at(index, "a Tuple-Type")).collect::<Result<_, _>>()?;
        Ok(Type::Tuple(Arc::new(TupleType { types, size })))
    }

    /// Returns the type of the element at a position.
    pub fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or(self.types.last())
    }

    /// Returns the possible number of elements.
    pub fn size_range(&self) -> IntegerRange {
        match self.size {
            Some(size) => size,
            None if self.types.is_empty() => IntegerRange::ANY_SIZE,
            None => IntegerRange::exactly(self.types.len()),
        }
    }

    /// Returns whether the number of items fits, and each is of the type of its position.
    pub fn is_instance(&self, items: &[Value]) -> bool {
        self.is_instance_in(items, &mut Search::default())
    }

    pub(super) fn is_instance_in(&self, items: &[Value], search: &mut Search) -> bool {
        self.size_range().contains_length(items.len())
            && items
                .iter()
                .enumerate()
                .all(|(index, item)| self.at(index).is_none_or(|part| part.is_instance_in(item, search)))
    }

    /// Returns whether every array of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        match other {
            Type::Tuple(other) => self.accepts_tuple(other, guard),
            Type::Array(other) => {
                let size = other.size.unwrap_or(IntegerRange::ANY_SIZE);
                let positions = self.types.len().min(usize::try_from(size.to).unwrap_or(usize::MAX));
                self.size_range().covers(size)
                    && self.types[..positions].iter().all(|part| assignable::accepts(part, &other.element, guard))
            }
            _ => false,
        }
    }

    /// Returns whether every array of another Tuple type is of this one.
    pub(super) fn accepts_tuple(&self, other: &TupleType, guard: &mut Guard) -> bool {
        if self == other {
            return true;
        }
        if !self.size_range().covers(other.size_range()) {
            return false;
        }
        if self.types.is_empty() {
            return true;
        }
        if other.types.is_empty() {
            return self.size_range().from == 0;
        }
        let positions = other.types.iter().enumerate();
        positions
            .into_iter()
            .all(|(index, part)| self.at(index).is_none_or(|expected| assignable::accepts(expected, part, guard)))
    }

    /// Returns whether this is the bare `Tuple`.
    pub fn is_default(&self) -> bool {
        self.size.is_none() && self.types.is_empty()
    }
}
