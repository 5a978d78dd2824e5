//! YAML as Ruby's Psych reads and writes it.
//!
//! Text becomes *events* (`events`, the one place that knows the parser), events become a tree of [`Node`]s with
//! positions, and nodes become [`Value`]s in the order and by the rules of `Psych.safe_load` with symbols and aliases
//! allowed, which is how Puppet reads Hiera data (`load`, `tag`). What an unquoted text means is [`Scalar`]'s to say.
//! The way back is `write`, which chooses styles as Psych does (`style`) and leaves the bytes to the emitter.
//!
//! Psych knows values that [`Value`] has no place for: integers beyond 64 bits, dates. A [`Node`] still shows them; a
//! conversion ends in a [`YamlError`] that says where.

mod error;
mod events;
mod load;
mod moment;
mod node;
mod number;
mod scalar;
mod stand_in;
mod style;
mod tag;
mod tag_comma;
mod write;

#[cfg(test)]
mod tests;

pub use error::{Position, YamlError};
pub use events::MAX_DEPTH;
pub use load::MAX_ALIASED_NODES;
pub use node::{Node, NodeKind, documents, first_document};
pub use number::BigInteger;
pub use scalar::Scalar;
pub use write::write;

use crate::value::Value;

/// Reads the first document of a text; a text without a document is `undef`.
///
/// What follows the first document is not read, as in Psych, not even to find its errors. (Puppet's own wrapper turns
/// an empty document into `false`; that is its caller's to do.)
///
/// ```
/// use pcore::{Value, yaml};
///
/// let read = yaml::parse("mode: 0644\nquoted: '0644'\n").unwrap();
/// assert_eq!(read, Value::hash([("mode".into(), 420.into()), ("quoted".into(), "0644".into())]));
///
/// let error = yaml::parse("a: b: c").unwrap_err();
/// assert_eq!(error.to_string(), "(<unknown>): mapping values are not allowed in this context at line 1 column 5");
/// ```
pub fn parse(text: &str) -> Result<Value, YamlError> {
    first_document(text)?.map_or(Ok(Value::Undef), |root| load::load(&root))
}

/// Reads all documents of a text.
///
/// ```
/// use pcore::{Value, yaml};
///
/// assert_eq!(yaml::parse_all("--- 1\n--- yes\n").unwrap(), [Value::from(1), Value::from(true)]);
/// ```
pub fn parse_all(text: &str) -> Result<Vec<Value>, YamlError> {
    documents(text)?.iter().map(load::load).collect()
}
