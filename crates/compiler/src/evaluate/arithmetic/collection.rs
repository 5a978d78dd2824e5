//! `+ - <<` on arrays and hashes, and `+` on URIs and bytes.

use std::{borrow::Cow, sync::Arc};

use ecow::EcoVec;
use pcore::keyed::HashSet;
use pcore::{Hash, Value, uri::Uri};
use syntax::ast::BinaryOperator;

use super::Operation;
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
};

impl Compilation<'_> {
    pub(super) fn combine(&mut self, operation: &Operation<'_>, left: Value, right: Value) -> Outcome {
        match (left, operation.operator) {
            (Value::Array(mut items), BinaryOperator::ShiftLeft) => {
                self.budget.count(items.len() + 1)?;
                items.push(right);
                Ok(Value::Array(items))
            }
            (Value::Array(items), BinaryOperator::Subtract) => Ok(Value::Array(without(items, &right))),
            (Value::Array(items), _) => self.append(items, right),
            (Value::Hash(hash), BinaryOperator::Subtract) => Ok(remove_keys(hash, &right)),
            (Value::Hash(hash), BinaryOperator::Add) => self.merge(hash, right),
            (Value::Uri(base), _) => resolve(&base, &right),
            (Value::Binary(mut bytes), _) => {
                let Value::Binary(more) = right else {
                    return Err(Interrupt::unplaced("Can only append Binary to a Binary"));
                };
                self.budget.size(bytes.len() + more.len())?;
                bytes.extend_from_slice(&more);
                Ok(Value::Binary(bytes))
            }
            (other, _) => Err(operation.not_applicable(&other)),
        }
    }

    fn append(&self, mut items: EcoVec<Value>, right: Value) -> Outcome {
        match right {
            Value::Array(more) => {
                self.budget.count(items.len() + more.len())?;
                items.extend(more);
            }
            Value::Hash(hash) => {
                self.budget.count(items.len() + hash.len())?;
                items.extend(pairs(&hash));
            }
            other => {
                self.budget.count(items.len() + 1)?;
                items.push(other);
            }
        }
        Ok(Value::Array(items))
    }

    fn merge(&self, mut hash: Arc<Hash>, right: Value) -> Outcome {
        let added: Arc<Hash> = match right {
            Value::Hash(other) => other,
            Value::Array(items) => Arc::new(entries(&items)?),
            _ => return Err(Interrupt::unplaced("Can only append Array or Hash to a Hash")),
        };
        self.budget.count(hash.len() + added.len())?;
        let merged = Arc::make_mut(&mut hash);
        merged.extend(added.iter().map(|(key, value)| (key.clone(), value.clone())));
        Ok(Value::Hash(hash))
    }
}

/// The entries of a hash as arrays of two.
pub(crate) fn pairs(hash: &Hash) -> impl Iterator<Item = Value> + '_ {
    hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]))
}

/// Reads `[[key, value], …]`, or `[key, value, key, value]`.
fn entries(items: &[Value]) -> Outcome<Hash> {
    let of_pairs = !items.is_empty() && items.iter().all(|item| matches!(item, Value::Array(_)));
    if of_pairs {
        let pair = |item: &Value| match item.as_array() {
            Some([key, value]) => Ok((key.clone(), value.clone())),
            Some([key]) => Ok((key.clone(), Value::Undef)),
            other => {
                let found = other.map_or(0, <[Value]>::len);
                Err(Interrupt::unplaced(format!("invalid number of elements ({found} for 1..2)")))
            }
        };
        return items.iter().map(pair).collect();
    }
    if !items.len().is_multiple_of(2) {
        return Err(Interrupt::unplaced("odd number of arguments for Hash"));
    }
    Ok(items.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}

/// The items that do not equal any of those on the right. Texts keep their case here, but `1` is `1.0`.
fn without(items: EcoVec<Value>, right: &Value) -> EcoVec<Value> {
    let removed: HashSet<Value> = match right {
        Value::Array(unwanted) => unwanted.iter().map(|item| comparable(item).into_owned()).collect(),
        Value::Hash(hash) => pairs(hash).map(|pair| comparable(&pair).into_owned()).collect(),
        other => std::iter::once(comparable(other).into_owned()).collect(),
    };
    items.into_iter().filter(|item| !removed.contains(&*comparable(item))).collect()
}

/// The value with whole numbers in it as such, however they were written.
fn comparable(value: &Value) -> Cow<'_, Value> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Value::Float(number) if number.fract() == 0.0 && (-LIMIT..LIMIT).contains(number) => {
            Cow::Owned(Value::Integer(*number as i64))
        }
        Value::Array(items) => Cow::Owned(items.iter().map(|item| comparable(item).into_owned()).collect()),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (key.clone(), comparable(value).into_owned()));
            Cow::Owned(Value::hash(entries))
        }
        other => Cow::Borrowed(other),
    }
}

fn remove_keys(hash: Arc<Hash>, right: &Value) -> Value {
    let removed: HashSet<&Value> = match right {
        Value::Array(keys) => keys.iter().collect(),
        Value::Hash(other) => other.keys().collect(),
        key => std::iter::once(key).collect(),
    };
    let kept = hash.iter().filter(|(key, _)| !removed.contains(key));
    Value::hash(kept.map(|(key, value)| (key.clone(), value.clone())))
}

fn resolve(base: &Uri, right: &Value) -> Outcome {
    let reference = match right {
        Value::Uri(reference) => (**reference).clone(),
        Value::String(text) => Uri::parse(text).map_err(|error| Interrupt::unplaced(error.to_string()))?,
        _ => return Err(Interrupt::unplaced("An URI can only be merged with an URI or String")),
    };
    base.resolve(&reference).map(Value::from).map_err(|error| Interrupt::unplaced(error.to_string()))
}
