//! `new`: creating values from other values.
//!
//! A *constructor* implements `new` of a type: signatures as functions have them, each with its conversion. Each file
//! below holds the constructor of one type, in the same order: signatures, conversions, errors. `constructor_of` lists
//! them all.
//!
//! The result of `new` always is of the requested type: it is checked at the end, which is how `Integer[1, 5].new('9')`
//! is refused.

mod array;
mod binary;
mod boolean;
mod constructor;
mod error;
mod float;
mod hash;
mod init;
mod integer;
mod masking;
mod number;
mod object;
mod regexp;
mod semver;
mod sensitive;
mod string;
mod time;
mod r#type;
mod unit;
mod uri;

#[cfg(test)]
mod tests;

pub use error::{ConversionError, Subject};
pub(crate) use time::{timespan_from_value, timestamp_from_value};

use std::sync::LazyLock;

use crate::{
    infer, mismatch,
    parse::{NoNames, TypeNames},
    time::Timestamp,
    types::{TupleType, Type},
    value::Value,
};
use constructor::{Call, Constructor};
use masking::masked;

/// The limit on nested calls of `new`; only an `Init` of a type that contains it needs more than two.
const MAX_DEPTH: usize = 50;

/// The limit on the elements of an array or hash whose size is computed from the arguments.
const MAX_ITEMS: usize = 10_000_000;

/// The limit on the length of a path into a tree: each step nests a hash.
const MAX_PATH: usize = 1_000;

/// What some conversions need from their caller.
#[derive(Clone, Copy)]
pub struct ConversionContext<'a> {
    /// The types that `Type.new('Name')` may name in addition to Puppet's own.
    pub names: &'a dyn TypeNames,
    /// The time that `Timestamp.new()` returns.
    pub now: Option<Timestamp>,
    /// How many seconds the time zone `current` is ahead of UTC.
    pub utc_offset: i32,
}

impl Default for ConversionContext<'_> {
    fn default() -> Self {
        ConversionContext { names: &NoNames, now: None, utc_offset: 0 }
    }
}

/// Creates an instance of a type, as `Type.new(arguments)` does.
///
/// ```
/// use pcore::{Value, convert::new_instance, parse_type};
///
/// let port = parse_type("Integer[0, 65535]").unwrap();
/// assert_eq!(new_instance(&port, &["0x1bb".into()]).unwrap(), Value::from(443));
/// assert_eq!(
///     new_instance(&port, &["http".into()]).unwrap_err().to_string(),
///     "'new' The string 'http' cannot be converted to Integer"
/// );
/// ```
pub fn new_instance(target: &Type, arguments: &[Value]) -> Result<Value, ConversionError> {
    new_instance_in(&ConversionContext::default(), target, arguments)
}

/// Creates an instance of a type with a given context.
pub fn new_instance_in(
    context: &ConversionContext<'_>,
    target: &Type,
    arguments: &[Value],
) -> Result<Value, ConversionError> {
    make(context, target, arguments, 0)
}

/// Returns the arguments that each signature of `new` takes; `None` if the type has no `new`.
pub fn constructor_parameters(target: &Type) -> Option<Vec<TupleType>> {
    match target.resolved() {
        Type::Optional(Some(contained)) | Type::NotUndef(Some(contained)) => constructor_parameters(contained),
        Type::Object(Some(object)) => Some(object::parameters(object)),
        Type::ObjectExtension(extension) => Some(object::parameters(extension.base())),
        other => Some(constructor_of(other)?.parameters().cloned().collect()),
    }
}

/// Creates an instance and checks it. A value that already is an instance is returned as it is.
fn make(
    context: &ConversionContext<'_>,
    target: &Type,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, ConversionError> {
    if depth > MAX_DEPTH {
        return Err(ConversionError::Unsupported(target.to_string()));
    }
    if let ([only], false) = (arguments, matches!(target, Type::Init(_)))
        && target.is_instance(only)
    {
        return Ok(only.clone());
    }
    let instance = construct(context, target, arguments, depth)?;
    check(target, &instance)?;
    Ok(instance)
}

/// Calls the constructor of a type.
fn construct(
    context: &ConversionContext<'_>,
    target: &Type,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, ConversionError> {
    match target.resolved() {
        Type::Optional(Some(contained)) | Type::NotUndef(Some(contained)) => {
            construct(context, contained, arguments, depth)
        }
        Type::Init(init) => init::construct(context, init, arguments, depth),
        Type::Object(Some(object)) => object::instantiate(object, arguments),
        Type::ObjectExtension(extension) => object::instantiate(extension.base(), arguments),
        other => match constructor_of(other) {
            Some(constructor) => constructor.call(&Call { arguments, context }),
            None => Err(ConversionError::Unsupported(other.to_string())),
        },
    }
}

/// Returns the constructor of a type; `None` if it has none or delegates to another type.
fn constructor_of(target: &Type) -> Option<&'static LazyLock<Constructor>> {
    Some(match target {
        Type::Array(_) | Type::Tuple(_) => &array::ARRAY,
        Type::Binary => &binary::BINARY,
        Type::Boolean(_) => &boolean::BOOLEAN,
        Type::Float(_) => &float::FLOAT,
        Type::Hash(_) | Type::Struct(_) => &hash::HASH,
        Type::Integer(_) => &integer::INTEGER,
        Type::NotUndef(None) | Type::Unit => &unit::UNIT,
        Type::Numeric => &float::NUMERIC,
        Type::Regexp(_) => &regexp::REGEXP,
        Type::SemVer(_) => &semver::SEM_VER,
        Type::SemVerRange => &semver::SEM_VER_RANGE,
        Type::Sensitive(_) => &sensitive::SENSITIVE,
        Type::String(_) => &string::STRING,
        Type::Timespan(_) => &time::TIMESPAN,
        Type::Timestamp(_) => &time::TIMESTAMP,
        Type::Type(_) => &r#type::TYPE,
        Type::Uri(_) => &uri::URI,
        _ => return None,
    })
}

/// Refuses a result that is not of the requested type.
fn check(target: &Type, instance: &Value) -> Result<(), ConversionError> {
    if target.is_instance(instance) {
        return Ok(());
    }
    Err(ConversionError::WrongType(explain(&format!("Converted value from {target}.new()"), target, instance)))
}

/// Explains why a value is not of the type, without showing any part of a secret in it.
fn explain(subject: &str, target: &Type, value: &Value) -> String {
    let subject = format!("{subject} has wrong type,");
    let value = masked(value);
    // The masked value may be of the type even though the secret was not.
    mismatch::explain(&subject, target, &value)
        .unwrap_or_else(|| format!("{subject} expects {target}, got {}", infer::detailed(&value)))
}
