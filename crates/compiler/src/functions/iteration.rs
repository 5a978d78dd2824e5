//! Walking values: what `each`, `map`, `filter` and their kin share.
//!
//! Arrays, hashes, texts (by character), whole numbers (from 0 to below it), `Integer[a, b]`, `Enum[…]` and iterators
//! can be walked. A block with one parameter gets an element, which of a hash is a pair; one with two gets the key of a
//! hash or else the index, and the value. Which of the two a block is, its function's signature has decided.

use std::{ops::ControlFlow, slice, str::Chars, sync::Arc};

use ecow::EcoVec;
use pcore::{
    LazyIterator, Type, Value,
    types::{IntegerRange, StringType, TupleType},
};

use super::Call;
use crate::error::{Interrupt, Outcome};

/// One step of a walk.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The key, where a hash is walked.
    pub key: Option<Value>,
    /// The element, or the value of the entry.
    pub value: Value,
}

impl Element {
    /// The element as one value: an entry of a hash is a pair.
    pub fn whole(&self) -> Value {
        match &self.key {
            Some(key) => Value::array([key.clone(), self.value.clone()]),
            None => self.value.clone(),
        }
    }

    /// The key, or else the index.
    pub fn label(&self, index: usize) -> Value {
        self.key.clone().unwrap_or_else(|| Value::Integer(i64::try_from(index).unwrap_or(i64::MAX)))
    }
}

/// A walk through a value.
pub(crate) enum Walk<'v> {
    Items(slice::Iter<'v, Value>),
    Entries(Box<dyn Iterator<Item = (&'v Value, &'v Value)> + 'v>),
    Characters(Chars<'v>),
    Numbers(std::ops::RangeInclusive<i64>),
    Words(slice::Iter<'v, ecow::EcoString>),
    Lazy(Box<dyn Iterator<Item = Value> + 'v>),
}

impl<'v> Walk<'v> {
    /// Begins a walk; nothing for a value that cannot be walked, which signatures keep out.
    pub fn of(value: &'v Value) -> Option<Walk<'v>> {
        Some(match value {
            Value::Array(items) => Walk::Items(items.iter()),
            Value::Hash(hash) => Walk::Entries(Box::new(hash.iter())),
            Value::String(text) => Walk::Characters(text.chars()),
            Value::Integer(number @ 1..) => Walk::Numbers(0..=number - 1),
            Value::Integer(0) => Walk::Items([].iter()),
            Value::Iterator(iterator) => Walk::Lazy(Box::new(iterator.iter())),
            Value::Type(held) => match held.resolved() {
                Type::Integer(range) if range.is_finite() => Walk::Numbers(range.from..=range.to),
                Type::Enum(values) => Walk::Words(values.values.iter()),
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl Iterator for Walk<'_> {
    type Item = Element;

    fn next(&mut self) -> Option<Element> {
        let value = match self {
            Walk::Items(items) => items.next()?.clone(),
            Walk::Entries(entries) => {
                let (key, value) = entries.next()?;
                return Some(Element { key: Some(key.clone()), value: value.clone() });
            }
            Walk::Characters(characters) => Value::from(characters.next()?.encode_utf8(&mut [0; 4]) as &str),
            Walk::Numbers(numbers) => Value::Integer(numbers.next()?),
            Walk::Words(words) => Value::String(words.next()?.clone()),
            Walk::Lazy(elements) => elements.next()?,
        };
        Some(Element { key: None, value })
    }
}

/// What a block gets of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One argument.
    Whole,
    /// Two: the key or the index, and the value.
    Labelled,
    /// One: of a hash only the value.
    Value,
}

/// Whether `break()` in the block ends the walk, or is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaks {
    End,
    Illegal,
}

impl Call<'_, '_> {
    /// Calls the block for each element of a value until `take`, which sees the element, its index and the block's
    /// answer, has had enough.
    pub(crate) fn visit(
        &mut self,
        walked: &Value,
        shape: Shape,
        breaks: Breaks,
        mut take: impl FnMut(&mut Self, Element, usize, Value) -> Outcome<ControlFlow<()>>,
    ) -> Outcome<()> {
        for (index, element) in self.walk(walked)?.enumerate() {
            let answer = match shape {
                Shape::Whole => self.yield_block(&[element.whole()]),
                Shape::Labelled => self.yield_block(&[element.label(index), element.value.clone()]),
                Shape::Value => self.yield_block(slice::from_ref(&element.value)),
            };
            let answer = match answer {
                Err(Interrupt::Break(_)) if breaks == Breaks::End => return Ok(()),
                other => other?,
            };
            if take(self, element, index, answer)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Calls the block with each element of a sequence; `break()` ends it.
    pub(crate) fn yield_each(&mut self, walked: &Value) -> Outcome {
        self.visit(walked, Shape::Whole, Breaks::End, |_, _, _, _| Ok(ControlFlow::Continue(())))?;
        Ok(Value::Undef)
    }

    /// Begins a walk through an argument that the signature says can be walked.
    pub(crate) fn walk<'v>(&self, walked: &'v Value) -> Outcome<Walk<'v>> {
        Walk::of(walked).ok_or_else(|| self.cannot_be_iterated())
    }

    fn cannot_be_iterated(&self) -> Interrupt {
        Interrupt::unplaced(format!("{}(): the value cannot be iterated", self.name))
    }

    /// An argument as a sequence that is computed when it is walked. The characters of a text are gathered for that.
    pub(crate) fn lazy(&self, index: usize) -> Outcome<LazyIterator> {
        let value = self.argument(index);
        if let Value::String(text) = value {
            self.compilation.budget.count(text.chars().count())?;
        }
        lazy(value).ok_or_else(|| self.cannot_be_iterated())
    }

    /// Adds to a result, unless it has grown too large.
    pub(crate) fn push(&self, made: &mut EcoVec<Value>, value: Value) -> Outcome<()> {
        self.compilation.budget.count(made.len() + 1)?;
        made.push(value);
        Ok(())
    }
}

/// A value as a sequence that is computed when it is walked; nothing for one that cannot be walked.
fn lazy(value: &Value) -> Option<LazyIterator> {
    Some(match value {
        Value::Array(items) => LazyIterator::items(items.clone()),
        Value::Iterator(iterator) => LazyIterator::clone(iterator),
        Value::Integer(0) => LazyIterator::items(EcoVec::new()),
        Value::Integer(number) => LazyIterator::range(0, number - 1),
        Value::String(_) => collected(value)?.with_element_type(Type::String(StringType::Sized(ONE))),
        Value::Hash(hash) => {
            let pair = |key: Type, value: Type| {
                let size = Some(IntegerRange { from: 2, to: 2 });
                Type::Tuple(Arc::new(TupleType { types: vec![key, value], size }))
            };
            let element = if hash.is_empty() {
                pair(Type::Unit, Type::Unit)
            } else {
                pair(
                    Type::variant(hash.keys().map(pcore::infer::detailed)),
                    Type::variant(hash.values().map(pcore::infer::detailed)),
                )
            };
            collected(value)?.with_element_type(element)
        }
        Value::Type(held) => match held.resolved() {
            Type::Integer(range) if range.is_finite() => LazyIterator::range(range.from, range.to),
            words @ Type::Enum(_) => collected(value)?.with_element_type(words.clone()),
            _ => return None,
        },
        _ => return None,
    })
}

/// The length of one character.
const ONE: IntegerRange = IntegerRange { from: 1, to: 1 };

fn collected(value: &Value) -> Option<LazyIterator> {
    Some(LazyIterator::items(Walk::of(value)?.map(|element| element.whole()).collect()))
}
