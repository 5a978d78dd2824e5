//! Parses a JSON text into a value.

use std::{cell::RefCell, fmt};

use ecow::EcoVec;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::MAX_DEPTH;
use crate::value::{Hash, Value};

/// Why a text is not JSON, or cannot be represented as a value.
///
/// The message never quotes the text, which may hold secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line: {line}, column: {column})")]
pub struct JsonError {
    /// The line, counted from one.
    pub line: usize,
    /// The column in bytes, counted from one.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

/// Parses a JSON text.
///
/// Keys keep their order; the last value of a duplicate key counts. An integer that does not fit into 64 bits is an
/// error rather than an approximate float.
///
/// ```
/// use pcore::{Value, json};
///
/// let value = json::parse(r#"{"ports": [80, 443], "ratio": 0.5}"#)?;
/// assert_eq!(format!("{value:?}"), "{'ports' => [80, 443], 'ratio' => 0.5}");
///
/// let error = json::parse("[1,\n 2").unwrap_err();
/// assert_eq!(error.line, 2);
/// # Ok::<(), json::JsonError>(())
/// ```
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let numbers = RefCell::new(Numbers::new(text));
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = Reader { numbers: &numbers }.deserialize(&mut deserializer);
    if let Some(error) = numbers.into_inner().error {
        return Err(error);
    }
    let value = read?;
    deserializer.end()?;
    Ok(value)
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> JsonError {
        let (line, column) = (error.line(), error.column());
        let mut message = error.to_string();
        if let Some(position) = message.rfind(" at line ") {
            message.truncate(position);
        }
        if message == "recursion limit exceeded" {
            message = format!("nested more than {MAX_DEPTH} levels deep");
        }
        JsonError { line, column, message }
    }
}

/// 2⁶³: floats from here on may be integers that do not fit into 64 bits.
const MIN_AMBIGUOUS: f64 = 9_223_372_036_854_775_808.0;

/// Reads the next value.
#[derive(Clone, Copy)]
struct Reader<'a, 't> {
    numbers: &'a RefCell<Numbers<'t>>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Undef)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        self.numbers.borrow_mut().skipped += 1;
        Ok(Value::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        match i64::try_from(number) {
            Ok(number) => self.visit_i64(number),
            Err(_) => self.number(),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        // serde_json also represents `-0` and integers beyond 64 bits as floats; only the text distinguishes them.
        let is_negative_zero = number == 0.0 && number.is_sign_negative();
        if is_negative_zero || number.abs() >= MIN_AMBIGUOUS {
            return self.number();
        }
        self.numbers.borrow_mut().skipped += 1;
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut items = EcoVec::new();
        while let Some(item) = elements.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut hash = Hash::default();
        while let Some(key) = entries.next_key_seed(self)? {
            let value = entries.next_value_seed(self)?;
            hash.insert(key, value);
        }
        Ok(Value::from(hash))
    }
}

impl Reader<'_, '_> {
    fn number<E: Error>(self) -> Result<Value, E> {
        self.numbers.borrow_mut().next().ok_or_else(|| E::custom("a number outside the range of values"))
    }
}

/// The numbers of a text in order.
///
/// For some numbers the parser's result does not show whether the text is an integer or a float. They are looked up in
/// the text here.
struct Numbers<'a> {
    text: &'a str,
    position: usize,
    line: usize,
    line_start: usize,
    /// The number of unambiguous numbers since the last lookup, which are skipped by the next one.
    skipped: usize,
    /// The error of the last number.
    error: Option<JsonError>,
}

impl<'a> Numbers<'a> {
    fn new(text: &'a str) -> Numbers<'a> {
        Numbers { text, position: 0, line: 1, line_start: 0, skipped: 0, error: None }
    }

    /// Returns the next number; `None` if it does not fit into a value.
    fn next(&mut self) -> Option<Value> {
        for _ in 0..std::mem::take(&mut self.skipped) {
            self.next_word()?;
        }
        let word = self.next_word()?;
        if word.contains(['.', 'e', 'E']) {
            return word.parse().ok().map(Value::Float);
        }
        let number = word.parse().ok().map(Value::Integer);
        if number.is_none() {
            let column = self.position - word.len() - self.line_start + 1;
            let message = String::from("integer outside the 64-bit range");
            self.error = Some(JsonError { line: self.line, column, message });
        }
        number
    }

    fn next_word(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            match byte {
                b'"' => self.skip_string(),
                b'-' | b'0'..=b'9' => {
                    let start = self.position;
                    let is_part = |part: &u8| matches!(part, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                    while bytes.get(self.position).is_some_and(is_part) {
                        self.position += 1;
                    }
                    return self.text.get(start..self.position);
                }
                b'\n' => {
                    self.position += 1;
                    self.line += 1;
                    self.line_start = self.position;
                }
                _ => self.position += 1,
            }
        }
        None
    }

    fn skip_string(&mut self) {
        self.position += 1;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position).filter(|byte| **byte != b'"') {
            self.position += if byte == b'\\' { 2 } else { 1 };
        }
        self.position += 1;
    }
}
