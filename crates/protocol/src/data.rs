//! Values on the wire: plain JSON, and Puppet's rich data for what JSON lacks.

use std::fmt;

use ecow::EcoVec;
use pcore::{
    Hash, TypeNames, Value,
    json::MAX_DEPTH,
    rich_data::{self, EncodeOptions},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, SeqAccess, Visitor},
    ser::{Error as _, SerializeMap, SerializeSeq},
};

/// How the typed hash of a value of another language is called, and its members.
const RUNTIME: &str = "Runtime";
const TYPE_KEY: &str = "__ptype";
const VALUE_KEY: &str = "__pvalue";

/// A value as it came: plain JSON, in which typed hashes are not looked at yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data(pub Value);

/// Why data does not encode a value. It never shows a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct DataError {
    reason: String,
}

impl Data {
    /// Returns the encoded value. `names` resolves the types that are not Puppet's own.
    ///
    /// A symbol of Ruby is one; what else only Ruby knows (a class, a block) is a symbol with its name.
    ///
    /// ```
    /// use pcore::{NoNames, Value};
    /// use protocol::Data;
    ///
    /// let data: Data = serde_json::from_str(r#"{"since": {"__ptype": "SemVer", "__pvalue": "1.2.3"}}"#).unwrap();
    /// let value = data.value(&NoNames).unwrap();
    /// assert_eq!(format!("{value:?}"), "{'since' => SemVer('1.2.3')}");
    /// ```
    pub fn value(self, names: &dyn TypeNames) -> Result<Value, DataError> {
        if !has_types(&self.0) {
            return Ok(self.0);
        }
        let plain = with_symbols(self.0);
        rich_data::decode(&plain, names).map_err(|error| DataError { reason: error.to_string() })
    }
}

/// Whether it has parts that plain JSON cannot express.
fn has_types(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_types),
        Value::Hash(entries) => entries.get_str(TYPE_KEY).is_some() || entries.values().any(has_types),
        _ => false,
    }
}

/// Writes what only Ruby knows in the form that rich data has for symbols.
fn with_symbols(data: Value) -> Value {
    match data {
        Value::Array(items) => items.into_iter().map(with_symbols).collect(),
        Value::Hash(entries) if entries.get_str(TYPE_KEY).and_then(Value::as_str) == Some(RUNTIME) => {
            let text = |key: &str| entries.get_str(key).and_then(Value::as_str);
            let name = text(VALUE_KEY).or_else(|| text("name")).unwrap_or(RUNTIME);
            Value::hash([(TYPE_KEY.into(), "Symbol".into()), (VALUE_KEY.into(), name.into())])
        }
        Value::Hash(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (key.clone(), with_symbols(value.clone()))))
        }
        other => other,
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        deserializer.deserialize_any(Reader).map(Data)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Undef)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Integer(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        let number = i64::try_from(number);
        number.map(Value::Integer).map_err(|_| E::custom("integer outside the 64-bit range"))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut items = EcoVec::new();
        while let Some(Data(item)) = elements.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut hash = Hash::default();
        while let Some(Data(key)) = entries.next_key()? {
            let Data(value) = entries.next_value()?;
            hash.insert(key, value);
        }
        Ok(Value::from(hash))
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Typed(&self.0).serialize(serializer)
    }
}

/// A value on its way out. Secrets are tagged, and in clear text.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'v> {
    value: &'v Value,
    symbols: Symbols,
    depth: usize,
}

/// How symbols are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// As strings, for languages without symbols.
    Texts,
    /// As such, for Ruby.
    Tagged,
}

impl<'v> Outgoing<'v> {
    /// A value for a language that has symbols, or has none.
    pub fn new(value: &'v Value, symbols: Symbols) -> Outgoing<'v> {
        Outgoing { value, symbols, depth: 0 }
    }

    fn inner(self, value: &'v Value) -> Outgoing<'v> {
        Outgoing { value, depth: self.depth + 1, ..self }
    }
}

impl Serialize for Outgoing<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth > MAX_DEPTH {
            return Err(S::Error::custom(format!("a value is nested more than {MAX_DEPTH} levels deep")));
        }
        match self.value {
            Value::Undef => serializer.serialize_unit(),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Float(number) if number.is_finite() => serializer.serialize_f64(*number),
            Value::String(text) => serializer.serialize_str(text),
            Value::Symbol(text) if self.symbols == Symbols::Texts => serializer.serialize_str(text),
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| sequence.serialize_element(&self.inner(item)))?;
                sequence.end()
            }
            Value::Hash(hash) if hash.keys().all(|key| key.as_str().is_some_and(|key| key != TYPE_KEY)) => {
                let mut map = serializer.serialize_map(Some(hash.len()))?;
                for (key, value) in hash.iter() {
                    map.serialize_entry(key.as_str().unwrap_or_default(), &self.inner(value))?;
                }
                map.end()
            }
            Value::Sensitive(secret) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry(TYPE_KEY, "Sensitive")?;
                map.serialize_entry(VALUE_KEY, &self.inner(secret))?;
                map.end()
            }
            other => {
                let options = EncodeOptions {
                    local_references: false,
                    symbols_as_strings: self.symbols == Symbols::Texts,
                    ..EncodeOptions::default()
                };
                let encoded = rich_data::encode(other, options).map_err(|error| S::Error::custom(error.to_string()))?;
                Typed(&encoded).serialize(serializer)
            }
        }
    }
}

/// Rich data that is in its plain form already, and within its bounds.
struct Typed<'v>(&'v Value);

impl Serialize for Typed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| sequence.serialize_element(&Typed(item)))?;
                sequence.end()
            }
            Value::Hash(hash) => {
                let mut map = serializer.serialize_map(Some(hash.len()))?;
                hash.iter().try_for_each(|(key, value)| {
                    map.serialize_entry(key.as_str().unwrap_or_default(), &Typed(value))
                })?;
                map.end()
            }
            scalar => Outgoing::new(scalar, Symbols::Texts).serialize(serializer),
        }
    }
}
