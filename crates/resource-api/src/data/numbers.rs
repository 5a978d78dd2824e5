//! Integers with their ranges, and floating-point numbers.

use ecow::{EcoString, eco_format};
use pcore::Value;

use super::{Data, DataError};

impl Data for i64 {
    fn puppet_type() -> EcoString {
        "Integer".into()
    }

    fn from_value(value: &Value) -> Result<i64, DataError> {
        value.as_integer().ok_or_else(|| DataError::mismatch::<i64>(value))
    }

    fn into_value(self) -> Value {
        Value::Integer(self)
    }
}

macro_rules! smaller_integers {
    ($($integer:ident)*) => {
        $(impl Data for $integer {
            fn puppet_type() -> EcoString {
                eco_format!("Integer[{}, {}]", $integer::MIN, $integer::MAX)
            }

            fn from_value(value: &Value) -> Result<$integer, DataError> {
                let number = value.as_integer().and_then(|number| $integer::try_from(number).ok());
                number.ok_or_else(|| DataError::mismatch::<$integer>(value))
            }

            fn into_value(self) -> Value {
                Value::Integer(self.into())
            }
        })*
    };
}

smaller_integers! { i8 u8 i16 u16 i32 u32 }

impl Data for f64 {
    fn puppet_type() -> EcoString {
        "Float".into()
    }

    fn from_value(value: &Value) -> Result<f64, DataError> {
        if let Value::Float(number) = value { Ok(*number) } else { Err(DataError::mismatch::<f64>(value)) }
    }

    fn into_value(self) -> Value {
        Value::Float(self)
    }
}
