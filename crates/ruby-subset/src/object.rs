//! The objects that a program computes with, and how they come from Puppet's values and become such again.
//!
//! Texts, arrays and hashes are shared and change in place, as in Ruby. What Ruby has no class of its own for (secrets,
//! types, times) stays a value.

mod key;
mod match_data;
mod table;

use std::{
    cell::{Cell, RefCell},
    cmp::Ordering,
    rc::Rc,
    sync::Arc,
};

use ecow::EcoString;
use pcore::{Value, regexp::Regexp};

pub(crate) use self::{key::Key, match_data::Match, table::Table};

use crate::{
    address::Address,
    error::{Error, Outcome, raise, type_error},
    methods::Uri,
    tree::Block,
};

/// How deep arrays and hashes may be nested in each other.
pub(crate) const MAX_NESTING: usize = 200;

/// How many parts an object may have, counting what is in it several times as often.
const MAX_PARTS: usize = 10_000_000;

/// How many bytes of a text count as a part.
const BYTES_PER_PART: usize = 10;

/// An object.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(Rc<RefCell<EcoString>>),
    Symbol(EcoString),
    Array(Rc<Items>),
    Hash(Rc<Entries>),
    Range(Rc<Range>),
    Regexp(Arc<Regexp>),
    Match(Rc<Match>),
    Proc(Callable),
    Enumerator(Rc<Enumerator>),
    /// A class or module, by its name.
    Class(EcoString),
    /// Bytes that are not text, such as digests.
    Bytes(Rc<[u8]>),
    /// An integer of more than 64 bits: only its digits can be asked for.
    Wide(u128),
    /// An address of the Internet, or a network of such.
    Address(Rc<Address>),
    /// An address of a resource.
    Uri(Rc<Uri>),
    /// An exception that was rescued: its class and message.
    Exception(Rc<Error>),
    /// The scope of Puppet.
    Scope,
    /// What the methods of a template without a receiver belong to.
    Template,
    Value(Value),
}

/// The elements of an array.
#[derive(Debug, Default)]
pub(crate) struct Items(pub RefCell<Vec<Object>>);

/// The entries of a hash.
#[derive(Debug, Default)]
pub(crate) struct Entries(pub RefCell<Table>);

/// `a..b`, either of which may be missing.
#[derive(Debug)]
pub(crate) struct Range {
    pub from: Object,
    pub to: Object,
    pub exclusive: bool,
}

/// A call that waits for its block: `list.map` in `list.map.with_index { … }`.
#[derive(Debug)]
pub(crate) struct Enumerator {
    pub receiver: Object,
    pub method: EcoString,
    /// What it goes over.
    pub elements: Object,
}

/// Something that can be called: code with the variables that it sees, or a method by its name.
#[derive(Clone, Debug)]
pub(crate) enum Callable {
    Code(Rc<Closure>),
    Method(EcoString),
    /// The lambda that the function was called with.
    Host,
    /// Another one, which gets the number of the call or an object besides.
    With(Rc<(Callable, Extra)>),
}

/// What a call gets besides its arguments.
#[derive(Debug)]
pub(crate) enum Extra {
    Count(Cell<i64>),
    Object(Object),
}

#[derive(Debug)]
pub(crate) struct Closure {
    pub block: Arc<Block>,
    pub variables: Rc<Variables>,
    /// The call that `break` ends.
    pub tag: u64,
    pub is_lambda: bool,
}

impl Closure {
    /// The same code as a lambda: it minds the number of arguments, and `return` ends it.
    pub fn as_lambda(&self) -> Closure {
        Closure { block: self.block.clone(), variables: self.variables.clone(), tag: self.tag, is_lambda: true }
    }
}

/// The variables of a block, with those that it sees.
#[derive(Debug)]
pub(crate) struct Variables {
    pub slots: RefCell<Vec<Object>>,
    pub parent: Option<Rc<Variables>>,
    pub tag: u64,
    /// The block that the method around was given.
    pub given: Option<Callable>,
}

/// Takes nested containers apart one after the other, however deep they are.
fn drop_iteratively(mut waiting: Vec<Object>) {
    while let Some(object) = waiting.pop() {
        match object {
            Object::Array(items) => {
                if let Some(items) = Rc::into_inner(items) {
                    waiting.append(&mut items.0.borrow_mut());
                }
            }
            Object::Hash(entries) => {
                if let Some(entries) = Rc::into_inner(entries) {
                    let map = std::mem::take(&mut entries.0.borrow_mut().map);
                    waiting.extend(map.into_iter().flat_map(|(_, (key, value))| [key, value]));
                }
            }
            _ => {}
        }
    }
}

impl Drop for Items {
    fn drop(&mut self) {
        let items = std::mem::take(self.0.get_mut());
        if items.iter().any(|item| matches!(item, Object::Array(_) | Object::Hash(_))) {
            drop_iteratively(items);
        }
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        let map = std::mem::take(&mut self.0.get_mut().map);
        if map.values().any(|(_, value)| matches!(value, Object::Array(_) | Object::Hash(_))) {
            drop_iteratively(map.into_iter().map(|(_, (_, value))| value).collect());
        }
    }
}

impl Object {
    pub fn text(text: impl Into<EcoString>) -> Object {
        Object::String(Rc::new(RefCell::new(text.into())))
    }

    pub fn array(items: Vec<Object>) -> Object {
        Object::Array(Rc::new(Items(RefCell::new(items))))
    }

    pub fn pair(one: Object, two: Object) -> Object {
        Object::array(vec![one, two])
    }

    pub fn table(table: Table) -> Object {
        Object::Hash(Rc::new(Entries(RefCell::new(table))))
    }

    /// A hash of the given entries; a later entry replaces an earlier one with the same key.
    pub fn hash(entries: impl IntoIterator<Item = (Object, Object)>) -> Outcome {
        let mut table = Table::default();
        for (key, value) in entries {
            table.insert(key, value)?;
        }
        Ok(Object::table(table))
    }

    pub fn size(size: usize) -> Object {
        Object::Integer(i64::try_from(size).unwrap_or(i64::MAX))
    }

    pub fn is_true(&self) -> bool {
        !matches!(self, Object::Nil | Object::Boolean(false))
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<EcoString> {
        if let Object::String(text) = self { Some(text.borrow().clone()) } else { None }
    }

    /// The elements of an array, as they are now.
    pub fn as_items(&self) -> Option<Vec<Object>> {
        if let Object::Array(items) = self { Some(items.0.borrow().clone()) } else { None }
    }

    /// Whether two are the same object.
    pub fn is_same(&self, other: &Object) -> bool {
        match (self, other) {
            (Object::String(one), Object::String(two)) => Rc::ptr_eq(one, two),
            (Object::Array(one), Object::Array(two)) => Rc::ptr_eq(one, two),
            (Object::Hash(one), Object::Hash(two)) => Rc::ptr_eq(one, two),
            _ => {
                std::mem::discriminant(self) == std::mem::discriminant(other) && self.equals(other, 0).unwrap_or(false)
            }
        }
    }

    /// An object for a value of Puppet.
    pub fn from_value(value: &Value) -> Object {
        match value {
            Value::Undef => Object::Nil,
            Value::Default => Object::Symbol("default".into()),
            Value::Boolean(value) => Object::Boolean(*value),
            Value::Integer(value) => Object::Integer(*value),
            Value::Float(value) => Object::Float(*value),
            Value::String(text) => Object::text(text.clone()),
            Value::Symbol(name) => Object::Symbol(name.clone()),
            Value::Regexp(regexp) => Object::Regexp(regexp.clone()),
            Value::Array(items) => Object::array(items.iter().map(Object::from_value).collect()),
            Value::Hash(hash) => {
                let mut table = Table::default();
                for (key, value) in hash.iter() {
                    let object = Object::from_value(key);
                    let key = Key::new(&object, 0).unwrap_or_else(|_| Key::Value(key.clone()));
                    table.map.insert(key, (object, Object::from_value(value)));
                }
                Object::table(table)
            }
            Value::Sensitive(_)
            | Value::Type(_)
            | Value::Binary(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_)
            | Value::Object(_)
            | Value::Iterator(_) => Object::Value(value.clone()),
        }
    }

    /// The value that a function of Puppet gets.
    pub fn to_value(&self, depth: usize) -> Outcome<Value> {
        self.to_value_within(depth, &Cell::new(0))
    }

    fn to_value_within(&self, depth: usize, walked: &Cell<usize>) -> Outcome<Value> {
        too_much(self, depth, walked)?;
        Ok(match self {
            Object::Nil => Value::Undef,
            Object::Boolean(value) => Value::Boolean(*value),
            Object::Integer(value) => Value::Integer(*value),
            Object::Float(value) => Value::Float(*value),
            Object::String(text) => Value::String(text.borrow().clone()),
            Object::Symbol(name) if name == "default" => Value::Default,
            Object::Symbol(name) if name == "undef" => Value::Undef,
            Object::Symbol(name) => Value::Symbol(name.clone()),
            Object::Array(items) => items
                .0
                .borrow()
                .iter()
                .map(|item| item.to_value_within(depth + 1, walked))
                .collect::<Outcome<Value>>()?,
            Object::Hash(entries) => {
                let entries = entries.0.borrow();
                let pairs = entries.map.values();
                let part = |part: &Object| part.to_value_within(depth + 1, walked);
                let pairs = pairs.map(|(key, value)| Ok((part(key)?, part(value)?)));
                Value::hash(pairs.collect::<Outcome<Vec<_>>>()?)
            }
            Object::Regexp(regexp) => Value::Regexp(regexp.clone()),
            Object::Value(value) => value.clone(),
            Object::Bytes(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => Value::from(text),
                Err(_) => return type_error("a text that is not in UTF-8 is not a value of Puppet"),
            },
            Object::Range(_)
            | Object::Match(_)
            | Object::Proc(_)
            | Object::Enumerator(_)
            | Object::Class(_)
            | Object::Exception(_)
            | Object::Wide(_)
            | Object::Uri(_)
            | Object::Address(_)
            | Object::Scope
            | Object::Template => {
                return type_error(format!("{} is not a value of Puppet", crate::text::class_name(self)));
            }
        })
    }

    /// `==`
    pub fn equals(&self, other: &Object, depth: usize) -> Outcome<bool> {
        self.equals_within(other, depth, &Cell::new(0))
    }

    fn equals_within(&self, other: &Object, depth: usize, walked: &Cell<usize>) -> Outcome<bool> {
        too_much(self, depth, walked)?;
        Ok(match (self, other) {
            (Object::Nil, Object::Nil) | (Object::Scope, Object::Scope) | (Object::Template, Object::Template) => true,
            (Object::Boolean(one), Object::Boolean(two)) => one == two,
            (Object::Integer(one), Object::Integer(two)) => one == two,
            (Object::Float(one), Object::Float(two)) => one == two,
            (Object::Integer(one), Object::Float(two)) | (Object::Float(two), Object::Integer(one)) => {
                crate::number::compare(*one, *two) == Some(Ordering::Equal)
            }
            (Object::String(one), Object::String(two)) => *one.borrow() == *two.borrow(),
            (Object::Symbol(one), Object::Symbol(two)) | (Object::Class(one), Object::Class(two)) => one == two,
            (Object::Array(one), Object::Array(two)) => {
                let (one, two) = (one.0.borrow(), two.0.borrow());
                if one.len() != two.len() {
                    return Ok(false);
                }
                for (one, two) in one.iter().zip(two.iter()) {
                    if !one.equals_within(two, depth + 1, walked)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Object::Hash(one), Object::Hash(two)) => {
                let (one, two) = (one.0.borrow(), two.0.borrow());
                if one.map.len() != two.map.len() {
                    return Ok(false);
                }
                for (key, (_, value)) in &one.map {
                    let Some((_, other)) = two.map.get(key) else { return Ok(false) };
                    if !value.equals_within(other, depth + 1, walked)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Object::Range(one), Object::Range(two)) => {
                one.exclusive == two.exclusive
                    && one.from.equals(&two.from, depth + 1)?
                    && one.to.equals(&two.to, depth + 1)?
            }
            (Object::Regexp(one), Object::Regexp(two)) => one == two,
            (Object::Value(one), Object::Value(two)) => one == two,
            (Object::Bytes(one), Object::Bytes(two)) => one == two,
            (Object::Uri(one), Object::Uri(two)) => one == two,
            (Object::Wide(one), Object::Wide(two)) => one == two,
            (Object::Address(one), Object::Address(two)) => one == two,
            _ => false,
        })
    }
}

/// Refuses objects that contain themselves, and such that are too deep for the stack.
pub(crate) fn too_deep(depth: usize) -> Outcome<()> {
    if depth > MAX_NESTING {
        return raise(Error::LIMIT, format!("more than {MAX_NESTING} levels of arrays and hashes"));
    }
    Ok(())
}

/// Refuses an object that is nested too deep, or that makes what is walked too much: objects may hold each other, and
/// long texts, so often that no machine could write them down.
pub(crate) fn too_much(object: &Object, depth: usize, walked: &Cell<usize>) -> Outcome<()> {
    let weight = match object {
        Object::String(text) => 1 + text.borrow().len() / BYTES_PER_PART,
        Object::Symbol(name) => 1 + name.len() / BYTES_PER_PART,
        Object::Bytes(bytes) => 1 + bytes.len() / BYTES_PER_PART,
        _ => 1,
    };
    walked.set(walked.get().saturating_add(weight));
    if walked.get() > MAX_PARTS {
        return raise(Error::LIMIT, format!("The limit of {MAX_PARTS} values in one value is exceeded"));
    }
    too_deep(depth)
}
