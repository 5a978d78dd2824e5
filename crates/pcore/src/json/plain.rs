//! Documents whose shape the reader knows: they are read straight into what they stand for, without a value in between.

use std::fmt;

use ecow::EcoVec;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::value::{Hash, Value};

/// Reads a text of a known shape; nothing where anything is different. Who needs to know what, or where numbers are not
/// whole or do not fit into 64 bits, uses [`parse`](super::parse).
///
/// ```
/// use pcore::json;
///
/// let ports: Option<Vec<u16>> = json::read_as("[80, 443]");
/// assert_eq!(ports, Some(vec![80, 443]));
/// assert_eq!(json::read_as::<Vec<u16>>("[80, 443"), None);
/// ```
pub fn read_as<'t, T: Deserialize<'t>>(text: &'t str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Any value in a text of a known shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain(pub Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plain, D::Error> {
        deserializer.deserialize_any(PlainVisitor).map(Plain)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
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

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        i64::try_from(number).map(Value::Integer).map_err(E::custom)
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut items = EcoVec::new();
        while let Some(Plain(item)) = elements.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut hash = Hash::default();
        while let Some((Plain(key), Plain(value))) = entries.next_entry()? {
            hash.insert(key, value);
        }
        Ok(Value::from(hash))
    }
}
