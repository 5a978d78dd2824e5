//! Values for readers that support only JSON: everything that is not Data becomes a string.
//!
//! This is what Puppet does if rich data is disabled. A Sensitive stays a typed hash even here, so that readers can
//! recognize it. Each replacement is reported, so that the caller can warn or refuse.

use std::fmt;

use ecow::EcoString;

use super::{MAX_DEPTH, MAX_NODES, RichDataError, RichDataProblem, encode::typed_hash};
use crate::{
    json::{JsonPath, Step},
    value::{Hash, Value},
};

/// Data, and a list of what was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Degraded {
    /// The value as Data.
    pub data: Value,
    /// Each value that has become a string.
    pub losses: Vec<Degradation>,
}

/// A value that has become a string. Its text form is Puppet's warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Degradation {
    /// The path of the value; for a key, the path of the hash.
    pub path: JsonPath,
    /// The kind of the value, as Puppet's warning names it.
    pub kind: EcoString,
    /// Whether it is a key of a hash.
    pub is_key: bool,
    /// The string that replaces it; `None` within a Sensitive.
    pub text: Option<EcoString>,
}

impl fmt::Display for Degradation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.to_string();
        f.write_str(path.strip_prefix('$').unwrap_or(&path))?;
        let article = if self.kind.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
        match (self.is_key, self.kind.as_str()) {
            (true, kind) => write!(f, " contains a hash with {article} {kind} key.")?,
            (false, "default") => f.write_str(" contains the special value default.")?,
            (false, kind) => write!(f, " contains {article} {kind} value.")?,
        }
        match &self.text {
            Some(text) => write!(f, " It will be converted to the String '{text}'"),
            None => f.write_str(" It will be converted to a String"),
        }
    }
}

/// Turns a value into Data, replacing everything else by strings.
///
/// ```
/// use pcore::{Value, json, rich_data};
///
/// let value = Value::hash([("mode".into(), Value::Default)]);
/// let degraded = rich_data::degrade(&value)?;
/// assert_eq!(json::write(&degraded.data).unwrap(), r#"{"mode":"default"}"#);
/// assert_eq!(
///     degraded.losses[0].to_string(),
///     "['mode'] contains the special value default. It will be converted to the String 'default'",
/// );
/// # Ok::<(), rich_data::RichDataError>(())
/// ```
pub fn degrade(value: &Value) -> Result<Degraded, RichDataError> {
    let mut degrader = Degrader { path: JsonPath::default(), depth: 0, nodes: 0, secret: None, losses: Vec::new() };
    match degrader.value(value) {
        Ok(data) => Ok(Degraded { data, losses: degrader.losses }),
        Err(problem) if degrader.secret.is_some() => {
            let problem = if problem == RichDataProblem::TooLarge { problem } else { RichDataProblem::Sensitive };
            Err(RichDataError::At { path: degrader.shown_path(), problem })
        }
        Err(problem) => Err(RichDataError::At { path: degrader.path, problem }),
    }
}

struct Degrader {
    path: JsonPath,
    depth: usize,
    nodes: usize,
    /// The path of the Sensitive whose content is being converted.
    secret: Option<JsonPath>,
    losses: Vec<Degradation>,
}

impl Degrader {
    fn value(&mut self, value: &Value) -> Result<Value, RichDataProblem> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(RichDataProblem::TooLarge);
        }
        match value {
            Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => Ok(value.clone()),
            Value::Float(number) if number.is_finite() => Ok(value.clone()),
            Value::Float(_) => Err(RichDataProblem::NotFinite),
            Value::Array(items) => self.nested(|inner| {
                let items = items.iter().enumerate().map(|(index, item)| inner.step(index.into(), item));
                Ok(Value::Array(items.collect::<Result<_, _>>()?))
            }),
            Value::Hash(hash) => self.nested(|inner| inner.hash(hash)),
            Value::Sensitive(secret) => self.nested(|inner| {
                let outer = inner.secret.clone();
                inner.secret = Some(inner.shown_path());
                let data = inner.value(secret)?;
                inner.secret = outer;
                Ok(typed_hash("Sensitive", data))
            }),
            other => {
                let kind = if matches!(other, Value::Default) { "default".into() } else { class_name(other) };
                let text = self.lose(other, kind, false);
                Ok(Value::String(text))
            }
        }
    }

    fn hash(&mut self, hash: &Hash) -> Result<Value, RichDataProblem> {
        let mut data = Hash::with_capacity(hash.len());
        for (key, value) in hash.iter() {
            let key = match key {
                Value::String(text) => text.clone(),
                other => self.lose(other, class_name(other), true),
            };
            let value = self.step(Step::Key(key.clone()), value)?;
            data.insert(Value::String(key), value);
        }
        Ok(Value::from(data))
    }

    fn lose(&mut self, value: &Value, kind: EcoString, is_key: bool) -> EcoString {
        let text: EcoString = match value {
            Value::Iterator(iterator) => {
                ecow::eco_format!("Iterator[{}]-Value", iterator.element_type().normalized().generalized())
            }
            other => ecow::eco_format!("{other}"),
        };
        let shown = self.secret.is_none().then(|| text.clone());
        self.losses.push(Degradation { path: self.shown_path(), kind, is_key, text: shown });
        text
    }

    /// Returns the path that may be shown: within a Sensitive, that of the Sensitive.
    fn shown_path(&self) -> JsonPath {
        self.secret.clone().unwrap_or_else(|| self.path.clone())
    }

    fn nested<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, RichDataProblem>) -> Result<T, RichDataProblem> {
        self.depth += 1;
        if self.depth >= MAX_DEPTH {
            return Err(RichDataProblem::TooDeep);
        }
        let result = act(self)?;
        self.depth -= 1;
        Ok(result)
    }

    fn step(&mut self, step: Step, value: &Value) -> Result<Value, RichDataProblem> {
        self.path.push(step);
        let result = self.value(value)?;
        self.path.pop();
        Ok(result)
    }
}

/// Returns the Ruby class of a value, as Puppet's warnings show it.
fn class_name(value: &Value) -> EcoString {
    match value {
        Value::Type(inner) => ecow::eco_format!("{}-Type", inner.kind_name()),
        Value::Uri(uri) if uri.scheme() == Some("http") => "URI::HTTP".into(),
        Value::Uri(uri) if uri.scheme() == Some("https") => "URI::HTTPS".into(),
        other => other.ruby_class().into(),
    }
}
