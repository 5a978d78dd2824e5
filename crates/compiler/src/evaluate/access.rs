//! `x[y]`: elements of collections and strings, parameters of types and resources.

mod reference;
mod slice;
mod type_parameters;

use std::ops::Range;

use pcore::{Type, Value, types::ResourceType};
use syntax::ast::{Expression, Kind};

use self::type_parameters::access_type;
use super::{flattened, value_label};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    lazy_facts::Path,
};

/// An access, for its messages.
pub(super) struct Access<'a> {
    frame: &'a Frame,
    expression: &'a Expression,
    operand: &'a Expression,
    keys: &'a [Expression],
}

impl Access<'_> {
    /// A failure at one of the keys. Keys that came out of an array are all blamed on the last one.
    fn failure_at_key(&self, index: usize, message: impl Into<String>) -> Interrupt {
        self.frame.failure(self.key(index), message)
    }

    fn key(&self, index: usize) -> &Expression {
        self.keys.get(index).or(self.keys.last()).unwrap_or(self.expression)
    }

    fn not_applicable(&self, left: &Value) -> Interrupt {
        let message = format!("Operator '[]' is not applicable to {}.", value_label::with_article(left));
        self.frame.failure(self.operand, message)
    }
}

impl Compilation<'_> {
    pub(crate) fn evaluate_access(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operand: &Expression,
        keys: &[Expression],
    ) -> Outcome {
        let left = match self.facts_for(frame, operand, keys, Path::Key) {
            Some(facts) => facts,
            None => self.evaluate(frame, operand)?,
        };
        let access = Access { frame, expression, operand, keys };
        // One key that is no array is by far the commonest.
        if let ([key], Value::Hash(hash)) = (keys, &left) {
            let key = self.evaluate(frame, key)?;
            return Ok(hash.get(&key).cloned().unwrap_or_default());
        }
        let given = self.evaluate_keys(&access, &left)?;
        if let (Value::Object(instance), [Value::String(name)]) = (&left, &given[..])
            && instance.object_type().model().is_some()
        {
            let read = self.read_feature(instance, name)?;
            return read.ok_or_else(|| Compilation::no_feature(instance, name));
        }
        match &left {
            Value::Array(items) => self.access_array(&access, items, &given),
            Value::Hash(hash) => {
                let found = given.iter().filter_map(|key| hash.get(key)).filter(|value| !value.is_undef());
                Ok(found.cloned().collect())
            }
            Value::String(text) => access_string(&access, text, &given),
            Value::Binary(bytes) => {
                let Some(slice) = text_slice(&access, bytes.len(), &given)? else {
                    return Ok(Value::Binary([].into()));
                };
                Ok(Value::Binary(bytes[slice].into()))
            }
            Value::Type(held) => match &**held {
                Type::Resource(resource) => self.access_resource(&access, resource, given),
                Type::Class(name) => self.access_class(&access, name.as_ref(), given),
                // Data that has the name of a kind of resource does not hide its resources.
                Type::Object(Some(object)) if object.model().is_some() && self.find_kind(object.label())?.is_some() => {
                    match ResourceType::of_kind(object.label()) {
                        Type::Resource(resource) => self.access_resource(&access, &resource, given),
                        _ => Err(access.not_applicable(&left)),
                    }
                }
                other => access_type(&access, &left, other, &given).and_then(|made| self.checked(made)),
            },
            Value::Undef => Err(self.element_of_undef(access.not_applicable(&left), frame, operand, keys)),
            other => Err(access.not_applicable(other)),
        }
    }

    /// Evaluates the keys. After `Class`, an unknown name is not yet a failure.
    fn evaluate_keys(&mut self, access: &Access<'_>, left: &Value) -> Outcome<Vec<Value>> {
        let lenient = matches!(left, Value::Type(held) if matches!(**held, Type::Class(_)));
        let mut values = Vec::with_capacity(access.keys.len());
        for key in access.keys {
            values.push(match &key.kind {
                Kind::TypeName(name) if lenient => {
                    let known = self.named_type(name)?;
                    Value::from(known.unwrap_or_else(|| Type::Reference(name.clone())))
                }
                _ => self.evaluate(access.frame, key)?,
            });
        }
        Ok(values)
    }

    fn access_array(&mut self, access: &Access<'_>, items: &[Value], given: &[Value]) -> Outcome {
        let keys = flattened(given);
        if !(1..=2).contains(&keys.len()) {
            let message = format!("Array supports [] with one or two arguments. Got {}", keys.len());
            return Err(access.frame.failure(access.operand, message));
        }
        let mut numbers = Vec::with_capacity(2);
        for (index, key) in keys.into_iter().enumerate() {
            match self.coerce_number(access.frame, access.key(index), key.clone())? {
                Value::Integer(number) => numbers.push(number),
                other => {
                    let found = key_kind(&other);
                    let message = format!("An Array[] cannot use {found} where Integer is expected");
                    return Err(access.failure_at_key(index, message));
                }
            }
        }
        Ok(match numbers[..] {
            [index] => slice::index(items.len(), index).and_then(|index| items.get(index)).cloned().unwrap_or_default(),
            [from, count, ..] => {
                let slice = slice::range(items.len(), from, count);
                slice.map_or(&[][..], |slice| &items[slice]).iter().cloned().collect()
            }
            [] => Value::Undef,
        })
    }
}

fn access_string(access: &Access<'_>, text: &str, given: &[Value]) -> Outcome {
    let length = if text.is_ascii() { text.len() } else { text.chars().count() };
    let Some(slice) = text_slice(access, length, given)? else { return Ok(Value::from("")) };
    if text.is_ascii() {
        return Ok(Value::from(&text[slice]));
    }
    let characters = text.chars().skip(slice.start).take(slice.len());
    Ok(Value::String(characters.collect()))
}

/// Which characters, or bytes, keys mean; nothing when they are outside.
fn text_slice(access: &Access<'_>, length: usize, given: &[Value]) -> Outcome<Option<Range<usize>>> {
    let keys = flattened(given);
    if !(1..=2).contains(&keys.len()) {
        let message = format!("String supports [] with one or two arguments. Got {}", keys.len());
        return Err(access.frame.failure(access.operand, message));
    }
    let mut numbers = Vec::with_capacity(2);
    for (index, key) in keys.into_iter().enumerate() {
        let number = key.as_str().and_then(super::number_in).unwrap_or_else(|| key.clone());
        let Value::Integer(number) = number else {
            let found = key_kind(&number);
            let article = value_label::article(&found);
            let message = format!(
                "A substring operation does not accept {article} {found} as a character index. Expected an Integer"
            );
            return Err(access.failure_at_key(index, message));
        };
        numbers.push(number);
    }
    Ok(match numbers[..] {
        [index] => slice::index(length, index).map(|start| start..start + 1),
        [from, count, ..] => slice::range(length, from, count),
        [] => None,
    })
}

/// The type that messages name for a key that does not fit.
pub(super) fn key_kind(value: &Value) -> String {
    match value {
        Value::Undef => "Undef".into(),
        Value::Default => "Default".into(),
        other => pcore::infer::generalized(other).to_string(),
    }
}
