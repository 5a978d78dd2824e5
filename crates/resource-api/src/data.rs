//! Conversion between Rust types and Puppet values: the fields of a struct and the attributes of a resource.

mod ensure;
mod sensitive;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, hash};

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Hash, Value, mismatch, parse_type};

pub use ensure::Ensure;
pub use sensitive::Sensitive;

use crate::State;

/// A Rust type that can be the type of an attribute.
///
/// | Rust | Puppet |
/// |---|---|
/// | `String`, `EcoString` | `String` |
/// | `bool` | `Boolean` |
/// | `i64` | `Integer` |
/// | `i8`, `u8`, `i16`, `u16`, `i32`, `u32` | `Integer` with their range: `u16` is `Integer[0, 65535]` |
/// | `f64` | `Float` |
/// | `Option<T>` | `Optional[T]` |
/// | `Vec<T>` | `Array[T]` |
/// | `BTreeMap<K, T>`, `IndexMap<K, T>` | `Hash[K, T]` |
/// | [`Sensitive<T>`] | `Sensitive[T]` |
/// | [`Ensure`] | `Enum[present, absent]` |
/// | `Value` | `Any` |
///
/// `u64` and `usize` do not implement it, because an Integer is a signed 64-bit number. `PathBuf` does not, because a
/// String is always Unicode.
///
/// To implement it for a type of your own, name its Puppet type and convert in both directions:
///
/// ```
/// use resource_api::{Data, data::DataError, pcore::Value};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Color { Red, Green }
///
/// impl Data for Color {
///     fn puppet_type() -> ecow::EcoString {
///         "Enum[red, green]".into()
///     }
///     fn from_value(value: &Value) -> Result<Color, DataError> {
///         match value.as_str() {
///             Some("red") => Ok(Color::Red),
///             Some("green") => Ok(Color::Green),
///             _ => Err(DataError::mismatch::<Color>(value)),
///         }
///     }
///     fn into_value(self) -> Value {
///         match self { Color::Red => "red", Color::Green => "green" }.into()
///     }
/// }
/// assert_eq!(Vec::<Color>::from_value(&Value::array(["red".into()])), Ok(vec![Color::Red]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no Puppet type is known for `{Self}`",
    note = "write String, bool, i64 or a smaller integer, f64, Ensure, Value, or Option, Vec, BTreeMap or Sensitive of \
            them",
    note = "or implement `resource_api::Data` for `{Self}`"
)]
pub trait Data: Sized {
    /// The Puppet type of the values.
    fn puppet_type() -> EcoString;

    /// Converts from a value. Must accept every value of [`puppet_type`](Data::puppet_type).
    fn from_value(value: &Value) -> Result<Self, DataError>;

    /// Converts to a value of [`puppet_type`](Data::puppet_type); `undef` means that there is none.
    fn into_value(self) -> Value;
}

/// Why a value cannot be converted to a Rust type.
///
/// The message names types only, because the value may be secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DataError {
    message: String,
}

impl DataError {
    /// Creates an error with a message that follows the name of an attribute, for example `expects a day in the
    /// future`.
    pub fn new(message: impl Into<String>) -> DataError {
        DataError { message: message.into() }
    }

    /// Creates the error for a value that is not of the Puppet type of `T`.
    pub fn mismatch<T: Data>(value: &Value) -> DataError {
        let expected = T::puppet_type();
        let explained = parse_type(&expected).ok().and_then(|parsed| mismatch::explain_secret("", &parsed, value));
        DataError::new(explained.unwrap_or_else(|| format!("expects a value of {expected}")))
    }

    /// Turns the error of a member into the error of a collection of type `T`.
    fn inside<T: Data>(value: &Value, member: DataError) -> DataError {
        let is_mismatch = parse_type(&T::puppet_type()).is_ok_and(|expected| !expected.is_instance(value));
        if is_mismatch { DataError::mismatch::<T>(value) } else { member }
    }

    fn of(self, attribute: &str) -> DataError {
        DataError::new(format!("{attribute} {}", self.message))
    }
}

impl State {
    /// Reads an attribute as a Rust type. A missing attribute is read as `undef`.
    ///
    /// ```
    /// use resource_api::State;
    ///
    /// let state = State::new().with("port", 443);
    /// assert_eq!(state.read::<u16>("port"), Ok(443));
    /// assert_eq!(state.read::<Option<String>>("host"), Ok(None));
    /// assert_eq!(
    ///     state.read::<String>("port").unwrap_err().to_string(),
    ///     "port expects a String value, got Integer"
    /// );
    /// ```
    pub fn read<T: Data>(&self, attribute: &str) -> Result<T, DataError> {
        self.read_with(attribute, T::from_value)
    }

    /// Sets an attribute, unless the value is `None`.
    pub fn write(&mut self, attribute: impl Into<EcoString>, value: impl Data) {
        self.write_value(attribute, value.into_value());
    }

    /// Like [`State::read`], for `#[derive(Resource)]`. Its bounds must be identical everywhere, so that an error is
    /// reported once.
    #[doc(hidden)]
    pub fn read_with<T>(
        &self,
        attribute: &str,
        from_value: fn(&Value) -> Result<T, DataError>,
    ) -> Result<T, DataError> {
        from_value(self.get(attribute).unwrap_or(&Value::Undef)).map_err(|error| error.of(attribute))
    }

    /// Like [`State::write`], for `#[derive(Resource)]`.
    #[doc(hidden)]
    pub fn write_value(&mut self, attribute: impl Into<EcoString>, value: Value) {
        if !value.is_undef() {
            self.insert(attribute, value);
        }
    }
}

/// Types whose values need no conversion: the Puppet type, the values to read, and how to write them.
macro_rules! scalars {
    ($($rust:ty, $puppet:literal, $value:pat => $read:expr, $write:expr;)*) => {
        $(impl Data for $rust {
            fn puppet_type() -> EcoString {
                $puppet.into()
            }

            fn from_value(value: &Value) -> Result<$rust, DataError> {
                match value {
                    $value => Ok($read),
                    _ => Err(DataError::mismatch::<$rust>(value)),
                }
            }

            fn into_value(self) -> Value {
                $write(self)
            }
        })*
    };
}

// Ruby providers use symbols where others use strings.
scalars! {
    EcoString, "String", Value::String(text) | Value::Symbol(text) => text.clone(), Value::String;
    String, "String", Value::String(text) | Value::Symbol(text) => text.as_str().to_owned(), Value::from;
    bool, "Boolean", Value::Boolean(truth) => *truth, Value::Boolean;
    i64, "Integer", Value::Integer(number) => *number, Value::Integer;
    f64, "Float", Value::Float(number) => *number, Value::Float;
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

impl Data for Value {
    fn puppet_type() -> EcoString {
        "Any".into()
    }

    fn from_value(value: &Value) -> Result<Value, DataError> {
        Ok(value.clone())
    }

    fn into_value(self) -> Value {
        self
    }
}

impl<T: Data> Data for Option<T> {
    fn puppet_type() -> EcoString {
        eco_format!("Optional[{}]", T::puppet_type())
    }

    fn from_value(value: &Value) -> Result<Option<T>, DataError> {
        if value.is_undef() { Ok(None) } else { T::from_value(value).map(Some) }
    }

    fn into_value(self) -> Value {
        self.map_or(Value::Undef, T::into_value)
    }
}

impl<T: Data> Data for Vec<T> {
    fn puppet_type() -> EcoString {
        eco_format!("Array[{}]", T::puppet_type())
    }

    fn from_value(value: &Value) -> Result<Vec<T>, DataError> {
        let items = value.as_array().ok_or_else(|| DataError::mismatch::<Vec<T>>(value))?;
        let read: Result<Vec<T>, DataError> = items.iter().map(T::from_value).collect();
        read.map_err(|error| DataError::inside::<Vec<T>>(value, error))
    }

    fn into_value(self) -> Value {
        self.into_iter().map(T::into_value).collect()
    }
}

/// The two maps differ only in their order.
macro_rules! maps {
    ($([$($generics:tt)*] $map:ty;)*) => {
        $(impl<$($generics)*> Data for $map {
            fn puppet_type() -> EcoString {
                eco_format!("Hash[{}, {}]", K::puppet_type(), T::puppet_type())
            }

            fn from_value(value: &Value) -> Result<Self, DataError> {
                let entries = value.as_hash().ok_or_else(|| DataError::mismatch::<Self>(value))?;
                let read: Result<Self, DataError> =
                    entries.iter().map(|(key, value)| Ok((K::from_value(key)?, T::from_value(value)?))).collect();
                read.map_err(|error| DataError::inside::<Self>(value, error))
            }

            fn into_value(self) -> Value {
                self.into_iter().map(|(key, value)| (key.into_value(), value.into_value())).collect::<Hash>().into()
            }
        })*
    };
}

maps! {
    [K: Data + Ord, T: Data] BTreeMap<K, T>;
    [K: Data + hash::Hash + Eq, T: Data, S: hash::BuildHasher + Default] IndexMap<K, T, S>;
}
