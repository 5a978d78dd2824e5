//! Validated connection information.

use std::fmt;

use ecow::EcoString;
use pcore::{Hash, Value};

use super::Schema;
use crate::{Data, Failure, Outcome, Sensitive, State, definition::ruby_class::ruby_class};

/// Connection information that matches its schema, created by [`Schema::prepare`].
///
/// Values are read by name, as the required type. An optional value is read as an `Option`:
///
/// ```
/// use resource_api::{Outcome, Sensitive, transport::ConnectionInfo};
///
/// fn address(info: &ConnectionInfo) -> Outcome<(String, Option<u16>, Sensitive<String>)> {
///     Ok((info.read("host")?, info.read("port")?, info.read("password")?))
/// }
/// ```
#[derive(Clone)]
pub struct ConnectionInfo {
    schema: Schema,
    values: State,
}

impl ConnectionInfo {
    pub(super) fn new(schema: Schema, values: State) -> ConnectionInfo {
        ConnectionInfo { schema, values }
    }

    /// The schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the value of an attribute. Sensitive values are wrapped.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.known(name)
    }

    /// Iterates over the attributes with their values, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&EcoString, &Value)> {
        self.values.iter()
    }

    /// Reads an attribute as a Rust type. A missing one is read as `undef`, which is `None` for an `Option`.
    pub fn read<T: Data>(&self, name: &str) -> Outcome<T> {
        let value = self.values.get(name).unwrap_or(&Value::Undef);
        T::from_value(value).map_err(|error| Failure::developer(format!("{}.{name} {error}", self.schema.name())))
    }

    /// Returns a required text that is not secret.
    pub fn text(&self, name: &str) -> Outcome<&str> {
        match self.required(name)? {
            Value::String(text) | Value::Symbol(text) => Ok(text),
            Value::Sensitive(_) => Err(self.refuse(name, "is a secret", "ask for it with `secret`")),
            other => Err(self.refuse(name, &format!("is not a text, but a {}", ruby_class(other)), "see its type")),
        }
    }

    /// Returns a required number.
    pub fn integer(&self, name: &str) -> Outcome<i64> {
        match self.required(name)? {
            Value::Integer(number) => Ok(*number),
            other => Err(self.refuse(name, &format!("is not an Integer, but a {}", ruby_class(other)), "see its type")),
        }
    }

    /// Returns a required secret text. Whether it is wrapped depends on the schema.
    pub fn secret(&self, name: &str) -> Outcome<Sensitive<String>> {
        match super::address::text(self.required(name)?) {
            Some(text) => Ok(Sensitive::new(text.to_owned())),
            None => Err(self.refuse(name, "is not a text", "read it in its own type with `read`")),
        }
    }

    /// Returns everything as a map with wrapped secrets, for a transport in another process.
    pub fn to_hash(&self) -> Hash {
        self.values.iter().map(|(name, value)| (name.clone().into(), value.clone())).collect()
    }

    fn required(&self, name: &str) -> Outcome<&Value> {
        self.get(name).ok_or_else(|| self.refuse(name, "was not given", "provide it, or a default in the schema"))
    }

    fn refuse(&self, name: &str, problem: &str, advice: &str) -> Failure {
        Failure::developer(format!("the connection info `{}.{name}` {problem}; {advice}", self.schema.name()))
    }
}

/// Shows names only, because the values include passwords and addresses.
impl fmt::Debug for ConnectionInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ConnectionInfo")
            .field("transport", self.schema.name())
            .field("given", &self.values.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
