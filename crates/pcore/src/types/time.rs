//! `Timespan[from, to]` and `Timestamp[from, to]`.

use std::{
    fmt::{self, Display, Write},
    sync::Arc,
};

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::{
    convert::{timespan_from_value, timestamp_from_value},
    time::{Timespan, Timestamp},
    value::Value,
};

/// A range of times, both ends included; a missing end is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange<T> {
    /// The earliest or shortest.
    pub from: Option<T>,
    /// The latest or longest.
    pub to: Option<T>,
}

// Written out because a derived `Default` would ask for `T: Default`.
impl<T> Default for TimeRange<T> {
    fn default() -> TimeRange<T> {
        TimeRange { from: None, to: None }
    }
}

/// Creates the type from the parameters of `Timespan[…]`.
pub(super) fn timespan_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    TimeRange::<Timespan>::from_parameters(parameters, "Timespan-Type", timespan_from_value)
        .map(|range| Type::Timespan(Arc::new(range)))
}

/// Creates the type from the parameters of `Timestamp[…]`.
pub(super) fn timestamp_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    TimeRange::<Timestamp>::from_parameters(parameters, "Timestamp-Type", timestamp_from_value)
        .map(|range| Type::Timestamp(Arc::new(range)))
}

impl<T: Copy + Ord + Display> TimeRange<T> {
    fn from_parameters(
        parameters: &Parameters<'_>,
        label: &str,
        convert: fn(&Value) -> Result<T, String>,
    ) -> Result<TimeRange<T>, ParameterError> {
        parameters.arity(0, 2, label)?;
        let bound = |index: usize| match parameters.get(index) {
            None | Some(Value::Default | Value::Undef) => Ok(None),
            Some(parameter) => convert(parameter).map(Some).map_err(|message| parameters.error_at(index, message)),
        };
        let range = TimeRange { from: bound(0)?, to: bound(1)? };
        match (range.from, range.to) {
            (Some(from), Some(to)) if from > to => {
                Err(parameters.error(format!("'from' must be less or equal to 'to'. Got ({from}, {to}")))
            }
            _ => Ok(range),
        }
    }

    /// Returns the range of one time.
    pub fn exactly(time: T) -> TimeRange<T> {
        TimeRange { from: Some(time), to: Some(time) }
    }

    /// Returns whether the time is in the range.
    pub fn contains(&self, time: &T) -> bool {
        self.from.is_none_or(|from| from <= *time) && self.to.is_none_or(|to| *time <= to)
    }

    /// Returns whether the whole of `other` is in this range.
    pub fn covers(&self, other: &TimeRange<T>) -> bool {
        let starts_before = self.from.is_none_or(|own| other.from.is_some_and(|others| own <= others));
        let ends_after = self.to.is_none_or(|own| other.to.is_some_and(|others| own >= others));
        starts_before && ends_after
    }

    /// Returns the union where it has no gap.
    pub(super) fn merged(&self, other: &TimeRange<T>) -> Option<TimeRange<T>> {
        let reaches = |end: Option<T>, start: Option<T>| match (end, start) {
            (Some(end), Some(start)) => end >= start,
            _ => true,
        };
        if !reaches(self.to, other.from) || !reaches(other.to, self.from) {
            return None;
        }
        let wider = |own: Option<T>, others: Option<T>, pick: fn(T, T) -> T| Some(pick(own?, others?));
        Some(TimeRange { from: wider(self.from, other.from, Ord::min), to: wider(self.to, other.to, Ord::max) })
    }

    /// Writes the parameters as they appear in brackets; nothing if both ends are open.
    pub(super) fn write_parameters(&self, f: &mut dyn Write) -> fmt::Result {
        match (self.from, self.to) {
            (None, None) => return Ok(()),
            (None, Some(_)) => f.write_str("default")?,
            (Some(from), _) => write!(f, "'{from}'")?,
        }
        match self.to {
            // Puppet writes the range of one time as that time alone, although it reads back as an open range.
            Some(to) if Some(to) != self.from => write!(f, ", '{to}'"),
            _ => Ok(()),
        }
    }
}
