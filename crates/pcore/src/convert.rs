//! `new`: making values of other values.
//!
//! A *constructor* is what stands behind `new` of a type: signatures as a function has them, each with the conversion
//! that it leads to. Each file below holds the constructor of one type, in the same order: its signatures, the
//! conversions, what it says when nothing fits. `constructor_of` is the one place where they are listed.
//!
//! What `new` returns is always of the type it was asked for: the result is checked at the end, which is how
//! `Integer[1, 5].new('9')` is refused.

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

/// How far one `new` may lead to another; only an `Init` of a type that contains it goes beyond two.
const MAX_DEPTH: usize = 50;

/// How many elements an array or hash may get that is counted out rather than given.
const MAX_ITEMS: usize = 10_000_000;

/// How long a path into a tree may be: each step nests a hash.
const MAX_PATH: usize = 1_000;

/// What some conversions ask of the outside.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The types that `Type.new('Name')` may name besides Puppet's own.
    pub names: &'a dyn TypeNames,
    /// The time that `Timestamp.new()` returns.
    pub now: Option<Timestamp>,
    /// How many seconds the time zone `current` is ahead of UTC.
    pub utc_offset: i32,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Surroundings { names: &NoNames, now: None, utc_offset: 0 }
    }
}

/// Makes an instance of a type, as `Type.new(arguments)` does.
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
pub fn new_instance(wanted: &Type, arguments: &[Value]) -> Result<Value, ConversionError> {
    new_instance_in(&Surroundings::default(), wanted, arguments)
}

/// Makes an instance of a type at a certain time, which is what `Timestamp.new()` returns.
pub fn new_instance_at(now: Timestamp, wanted: &Type, arguments: &[Value]) -> Result<Value, ConversionError> {
    new_instance_in(&Surroundings { now: Some(now), ..Surroundings::default() }, wanted, arguments)
}

/// Makes an instance of a type with the help of the outside.
pub fn new_instance_in(
    surroundings: &Surroundings<'_>,
    wanted: &Type,
    arguments: &[Value],
) -> Result<Value, ConversionError> {
    make(surroundings, wanted, arguments, 0)
}

/// Returns the arguments that each signature of `new` takes; nothing where the type has no `new`.
pub(crate) fn constructor_parameters(wanted: &Type) -> Option<Vec<TupleType>> {
    match wanted.resolved() {
        Type::Optional(Some(contained)) | Type::NotUndef(Some(contained)) => constructor_parameters(contained),
        Type::Object(Some(object)) => Some(object::parameters(object)),
        Type::ObjectExtension(extension) => Some(object::parameters(extension.base())),
        other => Some(constructor_of(other)?.parameters().cloned().collect()),
    }
}

/// Makes an instance and checks that it is one. What is an instance already is returned as it is.
fn make(
    surroundings: &Surroundings<'_>,
    wanted: &Type,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, ConversionError> {
    if depth > MAX_DEPTH {
        return Err(ConversionError::Unsupported(wanted.to_string()));
    }
    if let ([only], false) = (arguments, matches!(wanted, Type::Init(_)))
        && wanted.is_instance(only)
    {
        return Ok(only.clone());
    }
    let made = construct(surroundings, wanted, arguments, depth)?;
    check(wanted, &made)?;
    Ok(made)
}

/// Calls the constructor that stands behind a type.
fn construct(
    surroundings: &Surroundings<'_>,
    wanted: &Type,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, ConversionError> {
    match wanted.resolved() {
        Type::Optional(Some(contained)) | Type::NotUndef(Some(contained)) => {
            construct(surroundings, contained, arguments, depth)
        }
        Type::Init(init) => init::construct(surroundings, init, arguments, depth),
        Type::Object(Some(object)) => object::instantiate(object, arguments),
        Type::ObjectExtension(extension) => object::instantiate(extension.base(), arguments),
        other => match constructor_of(other) {
            Some(constructor) => constructor.call(&Call { arguments, surroundings }),
            None => Err(ConversionError::Unsupported(other.to_string())),
        },
    }
}

/// Returns the constructor of a type; nothing for a type that has none, or leaves it to another.
fn constructor_of(wanted: &Type) -> Option<&'static LazyLock<Constructor>> {
    Some(match wanted {
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
        Type::Any
        | Type::Undef
        | Type::Default
        | Type::Scalar
        | Type::ScalarData
        | Type::CatalogEntry
        | Type::Enum(_)
        | Type::Pattern(_)
        | Type::Collection(_)
        | Type::Variant(_)
        | Type::Optional(_)
        | Type::NotUndef(Some(_))
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Callable(_)
        | Type::Init(_)
        | Type::Runtime(_)
        | Type::Class(_)
        | Type::Resource(_)
        | Type::Object(_)
        | Type::ObjectExtension(_)
        | Type::TypeSet(_)
        | Type::Alias(_)
        | Type::Reference(_) => return None,
    })
}

/// Refuses a value that was made but is not of the type.
fn check(wanted: &Type, made: &Value) -> Result<(), ConversionError> {
    if wanted.is_instance(made) {
        return Ok(());
    }
    Err(ConversionError::WrongType(explain(&format!("Converted value from {wanted}.new()"), wanted, made)))
}

/// Says why a value is not of the type, without showing any part of a secret in it.
fn explain(subject: &str, wanted: &Type, value: &Value) -> String {
    let subject = format!("{subject} has wrong type,");
    let value = masked(value);
    // What is left of a secret may be of the type that the secret itself was not of.
    mismatch::explain(&subject, wanted, &value)
        .unwrap_or_else(|| format!("{subject} expects {wanted}, got {}", infer::detailed(&value)))
}
