//! What a transport needs to connect, checked.

use std::fmt;

use ecow::EcoString;
use pcore::{Hash, Value};

use super::Schema;
use crate::{Data, Failure, Outcome, Sensitive, State, definition::ruby_class::ruby_class};

/// Connection information that fits its schema; made by [`Schema::prepare`].
///
/// Values are asked for by name, in the type in which they are needed. An optional one is read as an `Option`:
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

    /// The schema that it fits.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The value of an attribute, unless there is none; what is sensitive is wrapped.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.known(name)
    }

    /// The attributes with their values, in the order in which they were given.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&EcoString, &Value)> {
        self.values.iter()
    }

    /// Reads an attribute as a Rust type; one that is missing is read as `undef`, which an `Option` takes.
    pub fn read<T: Data>(&self, name: &str) -> Outcome<T> {
        let value = self.values.get(name).unwrap_or(&Value::Undef);
        T::from_value(value).map_err(|error| Failure::developer(format!("{}.{name} {error}", self.schema.name())))
    }

    /// A text that must be there and that is no secret.
    pub fn text(&self, name: &str) -> Outcome<&str> {
        match self.required(name)? {
            Value::String(text) | Value::Symbol(text) => Ok(text),
            Value::Sensitive(_) => Err(self.refuse(name, "is a secret", "ask for it with `secret`")),
            other => Err(self.refuse(name, &format!("is no text, but a {}", ruby_class(other)), "see its type")),
        }
    }

    /// A number that must be there.
    pub fn integer(&self, name: &str) -> Outcome<i64> {
        match self.required(name)? {
            Value::Integer(number) => Ok(*number),
            other => Err(self.refuse(name, &format!("is no Integer, but a {}", ruby_class(other)), "see its type")),
        }
    }

    /// A secret text that must be there. It need not be wrapped: whether it is depends on the schema.
    pub fn secret(&self, name: &str) -> Outcome<Sensitive<String>> {
        match super::address::text(self.required(name)?) {
            Some(text) => Ok(Sensitive::new(text.to_owned())),
            None => Err(self.refuse(name, "is no text", "read it in its own type with `read`")),
        }
    }

    /// Everything as a map, secrets wrapped: what a transport in another process gets.
    pub fn to_hash(&self) -> Hash {
        self.values.iter().map(|(name, value)| (name.clone().into(), value.clone())).collect()
    }

    fn required(&self, name: &str) -> Outcome<&Value> {
        self.get(name).ok_or_else(|| self.refuse(name, "was not given", "give it, or a default in the schema"))
    }

    fn refuse(&self, name: &str, problem: &str, advice: &str) -> Failure {
        Failure::developer(format!("the connection info `{}.{name}` {problem}; {advice}", self.schema.name()))
    }
}

/// Shows names alone: the values are passwords, and ways to where they open a door.
impl fmt::Debug for ConnectionInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ConnectionInfo")
            .field("transport", self.schema.name())
            .field("given", &self.values.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
