//! `Float[from, to]`.

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
};

use super::{
    Type,
    parameters::{ParameterError, ParameterErrorKind, Parameters},
};
use crate::value::{Value, float_key, write_float};

/// A range of floating point numbers, both ends included; infinite ends are open.
#[derive(Clone, Copy, Debug)]
pub struct FloatRange {
    /// The lowest number.
    pub from: f64,
    /// The highest number.
    pub to: f64,
}

impl FloatRange {
    /// All floating point numbers.
    pub const ANY: FloatRange = FloatRange { from: f64::NEG_INFINITY, to: f64::INFINITY };

    /// Creates the type from the parameters of `Float[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 2, "Float-Type")?;
        for (index, parameter) in parameters.values().enumerate() {
            if !matches!(parameter, Value::Integer(_) | Value::Float(_) | Value::Default) {
                let class = parameters.name_of_class(parameter);
                return Err(parameters.error_of(
                    ParameterErrorKind::Element,
                    index,
                    format!("Float-Type [] requires all arguments to be floats, or integers (or default). Got {class}"),
                ));
            }
        }
        let bound = |index: usize, open: f64| match parameters.get(index) {
            Some(Value::Integer(number)) => *number as f64,
            Some(Value::Float(number)) => *number,
            _ => open,
        };
        let range = FloatRange { from: bound(0, f64::NEG_INFINITY), to: bound(1, f64::INFINITY) };
        if range.from > range.to {
            let mut message = String::from("'from' must be less or equal to 'to'. Got (");
            let _ = write_float(&mut message, range.from);
            message.push_str(", ");
            let _ = write_float(&mut message, range.to);
            return Err(parameters.error(message));
        }
        Ok(Type::Float(range))
    }

    /// Returns whether the number is in the range; NaN never is.
    pub fn contains(self, number: f64) -> bool {
        self.from <= number && number <= self.to
    }

    /// Returns whether the whole of `other` is in this range.
    pub fn covers(self, other: FloatRange) -> bool {
        self.from <= other.from && self.to >= other.to
    }

    /// Returns the smallest range that covers both.
    pub fn hull(self, other: FloatRange) -> FloatRange {
        FloatRange { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// Returns the union where it has no gap.
    pub(super) fn merged(self, other: FloatRange) -> Option<FloatRange> {
        (self.to >= other.from && other.to >= self.from).then(|| self.hull(other))
    }

    /// Writes the parameters as they appear in brackets; nothing if both ends are open.
    pub(super) fn write_parameters(self, f: &mut dyn Write) -> fmt::Result {
        let open_start = self.from == f64::NEG_INFINITY;
        let open_end = self.to == f64::INFINITY;
        if open_start && open_end {
            return Ok(());
        }
        if open_start {
            f.write_str("default")?
        } else {
            write_float(f, self.from)?
        }
        if open_end {
            return Ok(());
        }
        f.write_str(", ")?;
        write_float(f, self.to)
    }
}

impl PartialEq for FloatRange {
    fn eq(&self, other: &FloatRange) -> bool {
        float_key(self.from) == float_key(other.from) && float_key(self.to) == float_key(other.to)
    }
}

impl Eq for FloatRange {}

impl Hash for FloatRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (float_key(self.from), float_key(self.to)).hash(state);
    }
}
