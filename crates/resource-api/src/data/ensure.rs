//! Whether a resource should exist.

use std::fmt;

use ecow::EcoString;
use pcore::Value;

use super::{Data, DataError};

/// Whether a resource exists, or should exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ensure {
    /// It exists.
    #[default]
    Present,
    /// It does not exist.
    Absent,
}

impl Data for Ensure {
    fn puppet_type() -> EcoString {
        "Enum[present, absent]".into()
    }

    fn from_value(value: &Value) -> Result<Ensure, DataError> {
        match value {
            Value::String(text) | Value::Symbol(text) if text == "present" => Ok(Ensure::Present),
            Value::String(text) | Value::Symbol(text) if text == "absent" => Ok(Ensure::Absent),
            _ => Err(DataError::mismatch::<Ensure>(value)),
        }
    }

    fn into_value(self) -> Value {
        self.to_string().into()
    }
}

impl fmt::Display for Ensure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Ensure::Present => "present",
            Ensure::Absent => "absent",
        })
    }
}
