//! A secret in a field.

use std::fmt;

use ecow::{EcoString, eco_format};
use pcore::Value;

use super::{Data, DataError};

/// A secret: nothing that formats it shows what is inside.
///
/// ```
/// use resource_api::Sensitive;
///
/// let password = Sensitive::new("hunter2".to_owned());
/// assert_eq!(format!("{password} {password:?}"), "Sensitive [value redacted] Sensitive [value redacted]");
/// assert_eq!(password.expose(), "hunter2");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Wraps a secret.
    pub fn new(secret: T) -> Sensitive<T> {
        Sensitive(secret)
    }

    /// The secret itself. Whoever asks for it answers for it.
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// The secret itself, unwrapped.
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T: Data> Data for Sensitive<T> {
    fn puppet_type() -> EcoString {
        eco_format!("Sensitive[{}]", T::puppet_type())
    }

    fn from_value(value: &Value) -> Result<Sensitive<T>, DataError> {
        match value {
            // An error of the secret itself is not passed on: an own type might quote it.
            Value::Sensitive(secret) => {
                T::from_value(secret).map(Sensitive).map_err(|_| DataError::mismatch::<Sensitive<T>>(value))
            }
            _ => Err(DataError::mismatch::<Sensitive<T>>(value)),
        }
    }

    fn into_value(self) -> Value {
        Value::sensitive(self.0.into_value())
    }
}

impl<T> fmt::Display for Sensitive<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sensitive [value redacted]")
    }
}

impl<T> fmt::Debug for Sensitive<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
