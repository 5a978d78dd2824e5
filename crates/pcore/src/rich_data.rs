//! Values of every kind as JSON: Puppet's rich data format, in which catalogs, facts and plans travel.
//!
//! JSON has strings, numbers, booleans, lists, and hashes with string keys. Everything else becomes a *typed hash*: a
//! hash with the key `__ptype` that names a type, and either `__pvalue` or the attributes of an object of that type:
//!
//! ```json
//! {"__ptype": "Timespan", "__pvalue": "0-00:00:05.0"}
//! {"__ptype": "Pcore::IntegerType", "from": 1, "to": 5}
//! {"__ptype": "Deferred", "name": "upcase", "arguments": ["x"]}
//! ```
//!
//! Types are objects like any other here; the types of these objects are the *meta types*, `Pcore::IntegerType` and its
//! kin. A value that is already in the document may be replaced by a *local reference* to its path.
//!
//! [`decode`] turns plain data into values, [`encode`] does the reverse. The secret in a `Sensitive` is part of the
//! encoded data, because that is the format; no error ever shows it.

mod decode;
mod decode_named;
mod decode_type;
mod encode;
mod encode_type;
mod reference;

#[cfg(test)]
mod tests;

use ecow::EcoString;

use crate::{
    TypeNames,
    json::{self, JsonError, JsonPath, JsonPathError, WriteError},
    value::Value,
};

/// The limit on the levels of a document, with local references followed.
pub const MAX_DEPTH: usize = json::MAX_DEPTH;

/// The limit on the values in a document, counting the target of a local reference each time.
pub const MAX_NODES: usize = 5_000_000;

/// The key that names the type of a typed hash.
pub(crate) const TYPE_KEY: &str = "__ptype";
/// The key of the value of a typed hash, unless it is an object with attributes.
pub(crate) const VALUE_KEY: &str = "__pvalue";

/// Whether a key of a hash makes it a typed hash.
pub fn is_mark(key: &str) -> bool {
    key == TYPE_KEY
}

/// The prefix of the name of every meta type.
const META_PREFIX: &str = "Pcore::";

/// Options of [`encode`]. The default is Puppet's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// Writes a value that occurs twice only once, with a local reference for the second occurrence. Types that contain
    /// themselves are always written like this, because there is no other way.
    pub local_references: bool,
    /// Writes the name of the type of an object instead of its definition.
    pub types_by_name: bool,
    /// Writes symbols as strings, which is what they are read back as.
    pub symbols_as_strings: bool,
}

impl EncodeOptions {
    /// How the parameters of resources are written in catalogs.
    pub const CATALOG: EncodeOptions =
        EncodeOptions { local_references: false, types_by_name: true, symbols_as_strings: true };
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        EncodeOptions { local_references: true, types_by_name: true, symbols_as_strings: false }
    }
}

/// Why something is not rich data, or cannot be written as rich data.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RichDataError {
    /// The text is not JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// The data cannot be written as JSON.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Something in the document cannot be read, or something in the value cannot be written.
    #[error("{path}: {problem}")]
    At {
        /// The path of the value.
        path: JsonPath,
        /// What is wrong with it.
        problem: RichDataProblem,
    },
}

/// What can be wrong with one value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RichDataProblem {
    /// The type is unknown.
    #[error("No implementation mapping found for Puppet Type {0}")]
    UnknownType(EcoString),
    /// The data does not have the form that the type expects.
    #[error("{type_name} expects {expected}")]
    Malformed {
        /// The type.
        type_name: EcoString,
        /// The form that was expected.
        expected: &'static str,
    },
    /// The type refuses the data; the reason is the type's own.
    #[error("{type_name}: {reason}")]
    Refused {
        /// The type.
        type_name: EcoString,
        /// Its reason.
        reason: String,
    },
    /// The type has no such attribute.
    #[error("{type_name} has no attribute named '{attribute}'")]
    UnknownAttribute {
        /// The type.
        type_name: EcoString,
        /// The attribute.
        attribute: EcoString,
    },
    /// A local reference is not a valid path.
    #[error(transparent)]
    BadReference(#[from] JsonPathError),
    /// A local reference leads nowhere.
    #[error("the local reference {0} has no target")]
    LostReference(JsonPath),
    /// A local reference leads to a value that contains it.
    #[error("the local reference {0} refers to a value that contains it")]
    EndlessReference(JsonPath),
    /// The content of a Sensitive cannot be read or written. The reason might show part of it.
    #[error("the content of the Sensitive is not rich data")]
    Sensitive,
    /// A type contains itself at a path that no local reference can reach.
    #[error("Endless recursion detected when attempting to serialize value of class {0}")]
    EndlessRecursion(EcoString),
    /// NaN or an infinity, which JSON cannot represent.
    #[error("cannot write NaN or infinity as JSON")]
    NotFinite,
    /// There are more levels than allowed.
    #[error("nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// There are more values than allowed.
    #[error("more than {MAX_NODES} values")]
    TooLarge,
}

/// Decodes plain data to values.
///
/// `names` provides the types that are not Puppet's own.
///
/// ```
/// use pcore::{NoNames, json, rich_data};
///
/// let data = json::parse(r#"{"since": {"__ptype": "SemVer", "__pvalue": "1.2.3"}}"#).unwrap();
/// let value = rich_data::decode(&data, &NoNames)?;
/// assert_eq!(format!("{value:?}"), "{'since' => SemVer('1.2.3')}");
/// # Ok::<(), rich_data::RichDataError>(())
/// ```
pub fn decode(data: &Value, names: &dyn TypeNames) -> Result<Value, RichDataError> {
    decode::decode(data, names)
}

/// Decodes a JSON text with rich data.
///
/// ```
/// use pcore::{NoNames, rich_data};
///
/// let value = rich_data::from_json(r#"{"__ptype": "Pcore::IntegerType", "from": 1}"#, &NoNames)?;
/// assert_eq!(value.to_string(), "Integer[1]");
///
/// let error = rich_data::from_json(r#"{"a": [{"__ptype": "Nothing"}]}"#, &NoNames).unwrap_err();
/// assert_eq!(error.to_string(), "$['a'][0]: No implementation mapping found for Puppet Type Nothing");
/// # Ok::<(), rich_data::RichDataError>(())
/// ```
pub fn from_json(text: &str, names: &dyn TypeNames) -> Result<Value, RichDataError> {
    decode(&json::parse(text)?, names)
}

/// Encodes values as plain data.
///
/// ```
/// use pcore::{NoNames, Value, json, rich_data::{self, EncodeOptions}};
///
/// let value = Value::hash([(Value::from(1), Value::sensitive(Value::from("s3cret")))]);
/// let data = rich_data::encode(&value, EncodeOptions::default())?;
/// assert_eq!(
///     json::write(&data).unwrap(),
///     r#"{"__ptype":"Hash","__pvalue":[1,{"__ptype":"Sensitive","__pvalue":"s3cret"}]}"#,
/// );
/// assert_eq!(rich_data::decode(&data, &NoNames)?, value);
/// # Ok::<(), rich_data::RichDataError>(())
/// ```
pub fn encode(value: &Value, options: EncodeOptions) -> Result<Value, RichDataError> {
    encode::encode(value, options, MAX_NODES)
}

/// Encodes a value as JSON in one line.
///
/// ```
/// use pcore::{Value, parse_type, rich_data::{self, EncodeOptions}};
///
/// let port = Value::from(parse_type("Integer[0, 65535]").unwrap());
/// let written = rich_data::to_json(&port, EncodeOptions::default())?;
/// assert_eq!(written, r#"{"__ptype":"Pcore::IntegerType","from":0,"to":65535}"#);
/// # Ok::<(), rich_data::RichDataError>(())
/// ```
pub fn to_json(value: &Value, options: EncodeOptions) -> Result<String, RichDataError> {
    Ok(json::write(&encode(value, options)?)?)
}
