//! Writes values as text, byte for byte like Ruby's `to_yaml`.
//!
//! Ruby's own extensions are omitted: an object that occurs twice is written twice, not as an anchor and an alias.

use super::{MAX_DEPTH, YamlError, YamlProblem, emit::emit};
use crate::value::{Value, write_float, write_source};

/// Writes plain data as YAML.
///
/// Data are `undef`, booleans, numbers, strings, symbols, and arrays and hashes of these. Anything else is an error
/// with its path; a `Sensitive` is never written.
///
/// ```
/// use pcore::{Value, yaml};
///
/// let value = Value::hash([("mode".into(), "0644".into()), ("ports".into(), Value::array([80.into(), 443.into()]))]);
/// assert_eq!(yaml::write(&value).unwrap(), "---\nmode: '0644'\nports:\n- 80\n- 443\n");
/// ```
pub fn write(value: &Value) -> Result<String, YamlError> {
    write_with(value, WriteOptions::default())
}

/// Options of [`write_with`]. The default is the behaviour of [`write()`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions<'t> {
    /// The tag of the document, such as `!ruby/object:Puppet::Transaction::Report`. Only a hash has one.
    pub tag: Option<&'t str>,
    /// The offset from UTC in seconds in which points in time are written. Without it they are not data.
    pub offset: Option<i32>,
}

/// Writes plain data as YAML with the given options.
///
/// ```
/// use pcore::{Value, time::Timestamp, yaml::{self, WriteOptions}};
///
/// let value = Value::hash([("at".into(), Timestamp::from_seconds(0).into())]);
/// let options = WriteOptions { tag: Some("!ruby/object:Run"), offset: Some(3600) };
/// let text = "--- !ruby/object:Run\nat: 1970-01-01 01:00:00.000000000 +01:00\n";
/// assert_eq!(yaml::write_with(&value, options).unwrap(), text);
/// ```
pub fn write_with(value: &Value, options: WriteOptions<'_>) -> Result<String, YamlError> {
    check(value, options, &mut Vec::new())?;
    Ok(emit(value, options))
}

/// A step from a collection to its elements.
enum Step<'v> {
    Index(usize),
    Key(&'v Value),
}

/// Refuses everything that is not data or is nested too deeply, before anything is written.
fn check<'v>(value: &'v Value, options: WriteOptions<'_>, path: &mut Vec<Step<'v>>) -> Result<(), YamlError> {
    if path.len() >= MAX_DEPTH && matches!(value, Value::Array(_) | Value::Hash(_)) {
        return Err(YamlProblem::ValueTooDeep.into());
    }
    let kind = match value {
        Value::Undef
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_) => return Ok(()),
        Value::Timestamp(_) if options.offset.is_some() => return Ok(()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                check(item, options, path)?;
                path.pop();
            }
            return Ok(());
        }
        Value::Hash(hash) => {
            for (key, value) in hash.iter() {
                path.push(Step::Key(key));
                check(key, options, path)?;
                check(value, options, path)?;
                path.pop();
            }
            return Ok(());
        }
        Value::Sensitive(_) => return Err(YamlProblem::Sensitive { path: shown(path) }.into()),
        Value::Default => "the value default",
        Value::Regexp(_) => "a Regexp",
        Value::Type(_) => "a Type",
        Value::Binary(_) => "a Binary",
        Value::Timestamp(_) => "a Timestamp",
        Value::Timespan(_) => "a Timespan",
        Value::SemVer(_) => "a SemVer",
        Value::SemVerRange(_) => "a SemVerRange",
        Value::Uri(_) => "a URI",
        Value::Object(_) => "an Object",
        Value::Iterator(_) => "an Iterator",
    };
    Err(YamlProblem::NotData { kind, path: shown(path) }.into())
}

fn shown(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        text.push('[');
        match step {
            Step::Index(index) => text.push_str(&index.to_string()),
            // Writing to a string cannot fail; a Sensitive in a key is not shown.
            Step::Key(key) => drop(write_source(&mut text, key)),
        }
        text.push(']');
    }
    text
}

pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        return ".nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_float(&mut text, number);
    text
}
