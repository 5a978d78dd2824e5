//! What objects can do: a file for each class, each with a function that knows the methods by their names.
//!
//! A function returns nothing for a method that it does not know; the class's own file goes first, then `enumerable` for
//! what can be iterated over, `comparable` for what has an order, and `general` for all objects.

mod address;
mod array;
mod array_change;
mod bytes;
mod comparable;
mod constants;
mod definition;
mod digest;
mod enumerable;
mod enumerable_group;
mod enumerator;
mod foreign;
mod general;
mod hash;
mod hash_change;
mod kernel;
mod nil;
mod number;
mod pattern;
mod range;
mod scope;
mod string;
mod string_change;
mod string_parts;
mod substitute;
mod symbol;
mod uri;

use std::rc::Rc;

use ecow::EcoString;

use crate::{
    error::{Outcome, argument_error, type_error},
    machine::{Machine, no_conversion},
    object::{Callable, Entries, Object},
};

pub(crate) use comparable::compare;
pub(crate) use uri::Uri;

/// What a method answers: nothing when there is no such method.
type Answer = Outcome<Option<Object>>;

/// The arguments of a call.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a> {
    pub objects: &'a [Object],
    pub block: Option<&'a Callable>,
    pub method: &'a str,
}

impl<'a> Arguments<'a> {
    pub fn get(&self, index: usize) -> Option<&'a Object> {
        self.objects.get(index)
    }

    /// Checks the number of arguments.
    pub fn count(&self, least: usize, most: usize) -> Outcome<()> {
        let given = self.objects.len();
        if (least..=most).contains(&given) {
            return Ok(());
        }
        let expected = match most {
            usize::MAX => format!("{least}+"),
            _ if least == most => least.to_string(),
            _ => format!("{least}..{most}"),
        };
        argument_error(format!("wrong number of arguments (given {given}, expected {expected})"))
    }

    /// The argument at an index, which must exist.
    pub fn object(&self, index: usize) -> Outcome<&'a Object> {
        let given = self.objects.len();
        let missing = || argument_error(format!("wrong number of arguments (given {given}, expected {})", index + 1));
        self.get(index).map_or_else(missing, Ok)
    }

    pub fn text(&self, index: usize) -> Outcome<EcoString> {
        let object = self.object(index)?;
        match object {
            Object::String(text) => Ok(text.borrow().clone()),
            other => type_error(no_conversion(other, "String")),
        }
    }

    /// The elements of an argument that must be an array, as they are now.
    pub fn array(&self, index: usize) -> Outcome<Vec<Object>> {
        let object = self.object(index)?;
        object.as_items().map_or_else(|| type_error(no_conversion(object, "Array")), Ok)
    }

    pub fn hash(&self, index: usize) -> Outcome<&'a Rc<Entries>> {
        match self.object(index)? {
            Object::Hash(entries) => Ok(entries),
            other => type_error(no_conversion(other, "Hash")),
        }
    }

    pub fn integer(&self, index: usize) -> Outcome<i64> {
        to_integer(self.object(index)?)
    }

    /// An integer that may be missing.
    pub fn optional_integer(&self, index: usize) -> Outcome<Option<i64>> {
        self.get(index).map(to_integer).transpose()
    }

    /// A number of things, which cannot be negative.
    pub fn size(&self, index: usize) -> Outcome<usize> {
        let number = self.integer(index)?;
        usize::try_from(number).or_else(|_| argument_error("negative array size (or size too big)"))
    }
}

/// A number where an integer is required.
fn to_integer(object: &Object) -> Outcome<i64> {
    match object {
        Object::Integer(number) => Ok(*number),
        Object::Float(number) => Ok(*number as i64),
        Object::Nil => type_error("no implicit conversion from nil to integer"),
        Object::Boolean(value) => type_error(format!("no implicit conversion of {value} into Integer")),
        other => type_error(no_conversion(other, "Integer")),
    }
}

impl Machine<'_> {
    /// Calls a method that is not the program's own; nothing where the object has none of that name.
    pub fn call_method(&mut self, receiver: &Object, arguments: &Arguments<'_>) -> Answer {
        let own = match receiver {
            Object::Nil => nil::call(arguments),
            Object::Boolean(value) => nil::call_boolean(*value, arguments),
            Object::Integer(number) => number::call_integer(self, *number, arguments),
            Object::Float(number) => number::call_float(*number, arguments),
            Object::String(text) => string::call(self, text, arguments),
            Object::Symbol(name) => symbol::call(self, name, arguments),
            Object::Array(items) => array::call(self, items, arguments),
            Object::Hash(entries) => hash::call(self, entries, arguments),
            Object::Range(range) => range::call(self, range, arguments),
            Object::Regexp(regexp) => pattern::call(self, regexp, arguments),
            Object::Match(found) => pattern::call_match(self, found, arguments),
            Object::Proc(callable) => kernel::call_proc(self, callable, arguments),
            Object::Enumerator(waiting) => enumerator::call(self, waiting, arguments),
            Object::Class(name) => constants::call(self, name, arguments),
            Object::Bytes(bytes) => bytes::call(bytes, arguments),
            Object::Uri(uri) => uri::call(uri, arguments),
            Object::Wide(number) => address::call_wide(*number, arguments),
            Object::Address(address) => address::call(address, arguments),
            Object::Exception(error) => Ok(foreign::call_exception(error, arguments)),
            Object::Scope => scope::call(self, arguments),
            Object::Template => kernel::call(self, arguments),
            Object::Value(value) => foreign::call(self, value, arguments),
        }?;
        if own.is_some() {
            return Ok(own);
        }
        match receiver {
            Object::Array(_) | Object::Hash(_) | Object::Range(_) | Object::Enumerator(_) => {
                enumerable::call(self, receiver, arguments)
            }
            Object::String(_) | Object::Integer(_) | Object::Float(_) | Object::Value(_) => {
                comparable::call(self, receiver, arguments)
            }
            _ => general::call(self, receiver, arguments),
        }
    }

    /// Calls a block with each of some objects.
    fn call_with_each(&mut self, block: &Callable, objects: Vec<Object>) -> Outcome<()> {
        objects.into_iter().try_for_each(|object| self.call_block(block, &[object]).map(drop))
    }

    /// What a method that iterates goes over.
    pub fn elements(&mut self, object: &Object) -> Outcome<Vec<Object>> {
        match object {
            Object::Array(items) => Ok(items.0.borrow().clone()),
            Object::Hash(entries) => {
                let pairs = entries.0.borrow().pairs();
                Ok(pairs.into_iter().map(|(key, value)| Object::pair(key, value)).collect())
            }
            Object::Range(range) => range::items(self, range),
            Object::Enumerator(waiting) => Ok(waiting.elements.as_items().unwrap_or_default()),
            Object::Nil => Ok(Vec::new()),
            other => Ok(vec![other.clone()]),
        }
    }
}

/// The position that an index means in a list of this length, from the end if it is negative.
fn resolve_index(number: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let index = if number < 0 { number.checked_add(length)? } else { number };
    usize::try_from(index).ok()
}

/// What a start and a length, or a range, mean among so many: nothing where it begins outside.
fn slice_bounds(start: i64, length: i64, total: usize) -> Option<(usize, usize)> {
    let start = resolve_index(start, total).filter(|start| *start <= total)?;
    let length = usize::try_from(length).ok()?;
    Some((start, length.min(total - start)))
}

/// What a range means among so many.
fn range_bounds(range: &crate::object::Range, total: usize) -> Outcome<Option<(usize, usize)>> {
    let from = if matches!(range.from, Object::Nil) { 0 } else { to_integer(&range.from)? };
    let (to, exclusive) = match &range.to {
        Object::Nil => (-1, false),
        to => (to_integer(to)?, range.exclusive),
    };
    let Some(start) = resolve_index(from, total).filter(|start| *start <= total) else { return Ok(None) };
    let count = i64::try_from(total).unwrap_or(i64::MAX);
    let end = if to < 0 { to.saturating_add(count) } else { to };
    let end = if exclusive { end } else { end.saturating_add(1) };
    let end = usize::try_from(end.clamp(0, count)).unwrap_or(total);
    Ok(Some((start, end.saturating_sub(start))))
}
