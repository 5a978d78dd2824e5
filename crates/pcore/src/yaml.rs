//! YAML as Ruby's Psych reads and writes it.
//!
//! Text becomes *events* (`events`, the only module that uses the parser), events become a tree of [`Node`]s with
//! positions, and nodes become [`Value`]s in the order and by the rules of `Psych.safe_load` with symbols and aliases
//! allowed, which is how Puppet reads Hiera data (`load`, `tag`). [`Scalar`] decides what an unquoted scalar means. In
//! the other direction, `emit` writes what `write` has checked, in the styles that Psych chooses (`style`).
//!
//! Psych has values that [`Value`] cannot represent: integers beyond 64 bits, dates. A [`Node`] still has them; a
//! conversion ends in a [`YamlError`] with the position.

mod emit;
mod error;
mod events;
mod load;
mod moment;
mod node;
mod number;
mod scalar;
mod style;
mod tag;
mod tag_comma;
mod write;

#[cfg(test)]
mod tests;

pub use error::{Position, YamlError, YamlProblem};
pub use events::{MAX_DEPTH, PARSER};
pub use load::{MAX_ALIASED_NODES, ParseOptions};
pub use moment::parse_time;
pub use node::{Node, NodeKind, documents, first_document};
pub use number::BigInteger;
pub use scalar::Scalar;
pub use write::{WriteOptions, write, write_with};

use crate::value::Value;

/// Parses the first document of a text; a text without a document is `undef`.
///
/// Everything after the first document is ignored, as in Psych, including errors. (Puppet's own wrapper turns an empty
/// document into `false`; that is up to the caller.)
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
    parse_with(text, ParseOptions::default())
}

/// Parses the first document of a text with options.
///
/// ```
/// use pcore::yaml::{self, ParseOptions};
///
/// let text = "--- !ruby/object:Run\nat: 1970-01-01 01:00:00.5 +01:00\n";
/// let read = yaml::parse_with(text, ParseOptions { times: true, objects: true }).unwrap();
/// assert_eq!(format!("{read:?}"), "{'at' => Timestamp('1970-01-01T00:00:00.500000000 UTC')}");
/// ```
pub fn parse_with(text: &str, options: ParseOptions) -> Result<Value, YamlError> {
    first_document(text)?.map_or(Ok(Value::Undef), |root| load::load(&root, options))
}

/// Parses all documents of a text.
///
/// ```
/// use pcore::{Value, yaml};
///
/// assert_eq!(yaml::parse_all("--- 1\n--- yes\n").unwrap(), [Value::from(1), Value::from(true)]);
/// ```
pub fn parse_all(text: &str) -> Result<Vec<Value>, YamlError> {
    documents(text)?.iter().map(|root| load::load(root, ParseOptions::default())).collect()
}
