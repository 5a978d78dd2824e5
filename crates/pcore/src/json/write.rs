//! Writes a value as a JSON text.

use ecow::EcoString;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{
    MAX_DEPTH,
    path::{JsonPath, Step},
};
use crate::value::Value;

/// Why a value cannot be written as JSON.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct WriteError {
    /// The path of the value.
    pub path: JsonPath,
    /// The reason.
    pub problem: WriteProblem,
}

/// What JSON cannot represent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteProblem {
    /// A value that is not Data.
    #[error("expects a Data value, got {0}")]
    NotData(EcoString),
    /// A hash key that is not a string.
    #[error("expects a String as hash key, got {0}")]
    Key(EcoString),
    /// A secret: plain JSON would reveal it.
    #[error("cannot write a Sensitive value as plain JSON")]
    Sensitive,
    /// NaN or an infinity.
    #[error("cannot write NaN or infinity as JSON")]
    NotFinite,
    /// More levels than allowed.
    #[error("nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
}

/// Writes a Data value as JSON in one line.
///
/// ```
/// use pcore::{Value, json};
///
/// let value = Value::hash([("ports".into(), Value::array([Value::from(80), Value::from(443)]))]);
/// assert_eq!(json::write(&value)?, r#"{"ports":[80,443]}"#);
///
/// let secret = Value::array([Value::sensitive(Value::from("s3cret"))]);
/// let error = json::write(&secret).unwrap_err();
/// assert_eq!(error.to_string(), "$[0]: cannot write a Sensitive value as plain JSON");
/// # Ok::<(), json::WriteError>(())
/// ```
pub fn write(value: &Value) -> Result<String, WriteError> {
    check(value, &mut JsonPath::default())?;
    finish(serde_json::to_string(&Data(value)))
}

/// Writes a Data value as JSON in lines that are indented by two blanks.
pub fn write_pretty(value: &Value) -> Result<String, WriteError> {
    check(value, &mut JsonPath::default())?;
    finish(serde_json::to_string_pretty(&Data(value)))
}

/// `check` has accepted the value, so an error here only means that `check` and `Data` disagree.
fn finish(written: serde_json::Result<String>) -> Result<String, WriteError> {
    let disagreement = |error: serde_json::Error| WriteProblem::NotData(error.to_string().into());
    written.map_err(|error| WriteError { path: JsonPath::default(), problem: disagreement(error) })
}

/// Checks whether a value at a path of a document can be written.
pub fn check(value: &Value, path: &mut JsonPath) -> Result<(), WriteError> {
    let fail = |path: &JsonPath, problem| Err(WriteError { path: path.clone(), problem });
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => Ok(()),
        Value::Float(number) if number.is_finite() => Ok(()),
        Value::Float(_) => fail(path, WriteProblem::NotFinite),
        Value::Array(_) | Value::Hash(_) if path.steps().len() + 1 >= MAX_DEPTH => fail(path, WriteProblem::TooDeep),
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            path.push(index);
            check(item, path)?;
            path.pop();
            Ok(())
        }),
        Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
            let Value::String(name) = key else { return fail(path, WriteProblem::Key(kind_name(key).into())) };
            path.push(Step::Key(name.clone()));
            check(value, path)?;
            path.pop();
            Ok(())
        }),
        Value::Sensitive(_) => fail(path, WriteProblem::Sensitive),
        other => fail(path, WriteProblem::NotData(kind_name(other).into())),
    }
}

/// Returns the kind of a value without revealing its content.
pub(crate) fn kind_name(value: &Value) -> &str {
    match value {
        Value::Undef => "Undef",
        Value::Default => "Default",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Symbol(_) => "Symbol",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Sensitive",
        Value::Type(_) => "Type",
        Value::Binary(_) => "Binary",
        Value::Timestamp(_) => "Timestamp",
        Value::Timespan(_) => "Timespan",
        Value::SemVer(_) => "SemVer",
        Value::SemVerRange(_) => "SemVerRange",
        Value::Uri(_) => "URI",
        Value::Object(instance) => instance.object_type().label(),
        Value::Iterator(_) => "Iterator",
    }
}

/// A value that `check` has accepted.
struct Data<'a>(&'a Value);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Undef => serializer.serialize_unit(),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Float(number) => serializer.serialize_f64(*number),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| sequence.serialize_element(&Data(item)))?;
                sequence.end()
            }
            Value::Hash(hash) => {
                let mut map = serializer.serialize_map(Some(hash.len()))?;
                hash.iter().try_for_each(|(key, value)| map.serialize_entry(&Data(key), &Data(value)))?;
                map.end()
            }
            other => Err(S::Error::custom(kind_name(other))),
        }
    }
}
