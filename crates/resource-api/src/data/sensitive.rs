//! Secret values.

use std::fmt;

use ecow::{EcoString, eco_format};
use pcore::Value;

use super::{Data, DataError};

/// A secret. Formatting it never shows the content.
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

    /// Returns the secret. The caller is responsible for keeping it secret.
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// Unwraps the secret.
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
            // The inner error is dropped, because the error of a custom type might quote the secret.
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
