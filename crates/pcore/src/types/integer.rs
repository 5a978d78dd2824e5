//! `Integer[from, to]`, and the same range as the size of strings and collections.

use std::fmt::{self, Write};

use super::{
    Type,
    parameters::{ParameterError, ParameterErrorKind, Parameters},
};
use crate::value::Value;

/// A range of integers, both ends included. The smallest and largest `i64` represent an open end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntegerRange {
    /// The lowest number.
    pub from: i64,
    /// The highest number.
    pub to: i64,
}

impl IntegerRange {
    /// All integers.
    pub const ANY: IntegerRange = IntegerRange { from: i64::MIN, to: i64::MAX };
    /// The size of anything.
    pub const ANY_SIZE: IntegerRange = IntegerRange { from: 0, to: i64::MAX };

    /// Returns the range of one number; a length beyond 64 bits is clamped.
    pub fn exactly(number: usize) -> IntegerRange {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        IntegerRange { from: number, to: number }
    }

    /// Creates the type from the parameters of `Integer[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 2, "Integer-Type")?;
        for (index, parameter) in parameters.values().enumerate() {
            if !matches!(parameter, Value::Integer(_) | Value::Default) {
                let class = parameters.name_of_class(parameter);
                return Err(parameters.error_of(
                    ParameterErrorKind::Element,
                    index,
                    format!("Integer-Type [] requires all arguments to be integers (or default). Got {class}"),
                ));
            }
        }
        let bound = |index: usize, open: i64| parameters.get(index).and_then(Value::as_integer).unwrap_or(open);
        IntegerRange { from: bound(0, i64::MIN), to: bound(1, i64::MAX) }.ordered(parameters).map(Type::Integer)
    }

    /// Creates the size after the other parameters of a collection: one or two numbers, or an Integer type.
    pub(super) fn size_from_parameters(
        parameters: &Parameters<'_>,
        start: usize,
    ) -> Result<IntegerRange, ParameterError> {
        if let (Some(Type::Integer(range)), 1) =
            (parameters.get(start).and_then(Value::as_type), parameters.len() - start)
        {
            return Ok(range.as_size());
        }
        for (index, parameter) in parameters.values().enumerate().skip(start) {
            if !matches!(parameter, Value::Integer(_) | Value::Default) {
                let class = parameters.name_of_class(parameter);
                return Err(parameters.error_of(
                    ParameterErrorKind::Element,
                    index,
                    format!(
                        "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or \
                         default). Got a {class}"
                    ),
                ));
            }
        }
        let bound = |index: usize, open: i64| parameters.get(index).and_then(Value::as_integer).unwrap_or(open);
        let range = IntegerRange { from: bound(start, i64::MIN), to: bound(start + 1, i64::MAX) };
        range.ordered(parameters).map(IntegerRange::as_size)
    }

    fn ordered(self, parameters: &Parameters<'_>) -> Result<IntegerRange, ParameterError> {
        if self.from <= self.to {
            return Ok(self);
        }
        Err(parameters.error(format!("'from' must be less or equal to 'to'. Got ({}, {}", self.from, self.to)))
    }

    /// Returns the range as a size, which is never negative.
    pub fn as_size(self) -> IntegerRange {
        if self.from >= 0 { self } else { IntegerRange { from: 0, to: self.to.max(0) } }
    }

    /// Returns whether the number is in the range.
    pub fn contains(self, number: i64) -> bool {
        self.from <= number && number <= self.to
    }

    /// Returns whether a collection of this length has the right size.
    pub fn contains_length(self, length: usize) -> bool {
        self.contains(i64::try_from(length).unwrap_or(i64::MAX))
    }

    /// Returns whether the whole of `other` is in this range.
    pub fn covers(self, other: IntegerRange) -> bool {
        self.from <= other.from && self.to >= other.to
    }

    /// Returns whether both ends are closed.
    pub fn is_finite(self) -> bool {
        self.from != i64::MIN && self.to != i64::MAX
    }

    /// Returns the smallest range that covers both.
    pub fn hull(self, other: IntegerRange) -> IntegerRange {
        IntegerRange { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// Returns the union where it has no gap.
    pub(super) fn merged(self, other: IntegerRange) -> Option<IntegerRange> {
        let touches = |lower: IntegerRange, upper: IntegerRange| {
            lower.to >= upper.from || lower.to.checked_add(1) == Some(upper.from)
        };
        (touches(self, other) && touches(other, self)).then(|| self.hull(other))
    }

    /// Writes the parameters as they appear in brackets; nothing if both ends are open.
    pub(super) fn write_parameters(self, f: &mut dyn Write) -> fmt::Result {
        match (self.from, self.to) {
            // A single number is never an open end, not even the smallest and the largest.
            (from, to) if from == to => write!(f, "{from}, {to}"),
            (i64::MIN, i64::MAX) => Ok(()),
            (i64::MIN, to) => write!(f, "default, {to}"),
            (from, i64::MAX) => write!(f, "{from}"),
            (from, to) => write!(f, "{from}, {to}"),
        }
    }
}
