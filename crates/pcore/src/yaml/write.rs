//! Writes values as text, byte for byte like Ruby's `to_yaml`.
//!
//! Ruby's own extensions are omitted: an object that occurs twice is written twice, not as an anchor and an alias.

use std::borrow::Cow;

use libyaml_safer::{Emitter, Encoding, Error, Event, MappingStyle, ScalarStyle, SequenceStyle};

use super::{MAX_DEPTH, YamlError, direct, style, substitute::Substitutes};
use crate::{
    time::Timestamp,
    value::{Hash, Value, write_float, write_source},
};

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
    match direct::write(value, options) {
        Some(text) => Ok(text),
        None => emitted(value, options),
    }
}

/// Writes a value that has been checked, using the emitter.
pub(super) fn emitted(value: &Value, options: WriteOptions<'_>) -> Result<String, YamlError> {
    let mut substitutes = Substitutes::new(value);
    let mut bytes = Vec::new();
    {
        let mut emitter = Emitter::new();
        emitter.set_output_string(&mut bytes);
        emitter.set_unicode(true);
        let mut writer = Writer { emitter, substitutes: &mut substitutes, options };
        writer.emit(Event::stream_start(Encoding::Utf8))?;
        writer.emit(Event::document_start(None, &[], false))?;
        match value {
            Value::Hash(hash) => writer.hash(hash, options.tag)?,
            other => writer.value(other)?,
        }
        writer.emit(Event::document_end(true))?;
        writer.emit(Event::stream_end())?;
    }
    let text = String::from_utf8(bytes).map_err(|_| YamlError::Emitter { problem: "output is not UTF-8" })?;
    Ok(substitutes.restore(text))
}

/// A step from a collection to its elements.
enum Step<'v> {
    Index(usize),
    Key(&'v Value),
}

/// Refuses everything that is not data or is nested too deeply, before anything is written.
fn check<'v>(value: &'v Value, options: WriteOptions<'_>, path: &mut Vec<Step<'v>>) -> Result<(), YamlError> {
    if path.len() >= MAX_DEPTH && matches!(value, Value::Array(_) | Value::Hash(_)) {
        return Err(YamlError::ValueTooDeep);
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
        Value::Sensitive(_) => return Err(YamlError::Sensitive { path: shown(path) }),
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
    Err(YamlError::NotData { kind, path: shown(path) })
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

struct Writer<'w, 's> {
    emitter: Emitter<'w>,
    substitutes: &'s mut Substitutes,
    options: WriteOptions<'s>,
}

impl Writer<'_, '_> {
    fn value(&mut self, value: &Value) -> Result<(), YamlError> {
        if let Some(word) = word(value, self.options) {
            return self.plain(&word);
        }
        match value {
            Value::String(text) => self.string(text),
            Value::Symbol(name) if name.is_empty() => {
                self.emit(Event::scalar(None, Some("!ruby/symbol"), "", false, false, ScalarStyle::Any))
            }
            Value::Symbol(name) => self.plain(&format!(":{name}")),
            Value::Array(items) => {
                self.emit(Event::sequence_start(None, None, true, SequenceStyle::Block))?;
                items.iter().try_for_each(|item| self.value(item))?;
                self.emit(Event::sequence_end())
            }
            Value::Hash(hash) => self.hash(hash, None),
            // Everything that is not data has already been refused, and words are written elsewhere.
            Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Timestamp(_)
            | Value::Default
            | Value::Regexp(_)
            | Value::Sensitive(_)
            | Value::Type(_)
            | Value::Binary(_)
            | Value::Timespan(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_)
            | Value::Object(_)
            | Value::Iterator(_) => self.plain(""),
        }
    }

    fn hash(&mut self, hash: &Hash, tag: Option<&str>) -> Result<(), YamlError> {
        self.emit(Event::mapping_start(None, tag, tag.is_none(), MappingStyle::Block))?;
        for (key, value) in hash.iter() {
            self.value(key)?;
            self.value(value)?;
        }
        self.emit(Event::mapping_end())
    }

    fn string(&mut self, text: &str) -> Result<(), YamlError> {
        // A key that would merge needs a tag to stay a key.
        if text == "<<" {
            let tag = Some("tag:yaml.org,2002:str");
            return self.emit(Event::scalar(None, tag, text, false, false, ScalarStyle::SingleQuoted));
        }
        let style = style::of(text);
        let text = self.substitutes.put(text);
        self.emit(Event::scalar(None, None, &text, true, true, style))
    }

    /// Writes a scalar that keeps its meaning only without quotes.
    fn plain(&mut self, text: &str) -> Result<(), YamlError> {
        let text = self.substitutes.put(text);
        self.emit(Event::scalar(None, None, &text, true, false, ScalarStyle::Any))
    }

    fn emit(&mut self, event: Event) -> Result<(), YamlError> {
        self.emitter.emit(event).map_err(|error: Error| YamlError::Emitter { problem: error.problem() })
    }
}

/// Returns the text of a value with a single form; `None` for other values.
pub(super) fn word(value: &Value, options: WriteOptions<'_>) -> Option<Cow<'static, str>> {
    match value {
        Value::Boolean(true) => Some(Cow::Borrowed("true")),
        Value::Boolean(false) => Some(Cow::Borrowed("false")),
        Value::Integer(number) => Some(Cow::Owned(number.to_string())),
        Value::Float(number) => Some(Cow::Owned(float(*number))),
        Value::Timestamp(time) => Some(Cow::Owned(Moments::new(options.offset?).write(*time))),
        _ => None,
    }
}

/// Writes points in time as Psych does.
///
/// Most times of a document are in few different seconds, so the text of the last one is cached.
pub(super) struct Moments {
    zone: String,
    second: Option<i64>,
    written: String,
}

impl Moments {
    /// For a clock with the given offset from UTC in seconds.
    pub(super) fn new(offset: i32) -> Moments {
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.unsigned_abs() / 60;
        let zone = format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60);
        Moments { zone, second: None, written: String::new() }
    }

    pub(super) fn write(&mut self, time: Timestamp) -> String {
        let second = time.seconds();
        if self.second != Some(second) {
            let text = Timestamp::from_seconds(second).format("%F %T", Some(self.zone.as_str().into()));
            // A zone of hours and minutes is always valid.
            self.written = text.unwrap_or_else(|_| time.to_string());
            self.second = Some(second);
        }
        let nanoseconds = time.as_nanoseconds() - i128::from(second) * 1_000_000_000;
        format!("{}.{nanoseconds:09} {}", self.written, self.zone)
    }
}

fn float(number: f64) -> String {
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
