//! The types of the Puppet language.
//!
//! [`Type`] is the shape of every type. Each kind that has parameters has a file of its own with the same parts in the
//! same order: its shape, how it is created from parameters, which values are its instances, which types it accepts,
//! how it is written. This file holds the kinds that have no parameters, and the operations on all types:
//!
//! * [`Type::is_instance`]: is this value of the type?
//! * [`Type::accepts`]: is every value of that type of this type, too? (*assignability*)
//! * [`Type::generalized`], [`Type::normalized`]: the same type with less detail, or in its simplest form.
//!
//! Two of Puppet's terms appear throughout: a *contained* type is the one in the brackets of `Optional[T]` and its kin;
//! a *bare* type is one written without brackets.

pub mod alias;
mod array;
mod assignable;
mod callable;
mod catalog_entry;
mod collection;
mod enumeration;
mod float;
mod generalize;
mod hash;
mod init;
mod integer;
mod iterable;
mod names;
mod normalize;
mod object;
mod parameters;
mod parts;
mod pattern;
mod printer;
mod runtime;
mod search;
mod semver;
mod string;
mod structure;
mod time;
mod tuple;
mod type_set;
mod uri;
mod variant;

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use ecow::EcoString;

pub use alias::{AliasError, MAX_ALIAS_DEPTH, TypeAlias};
pub use array::ArrayType;
pub use callable::CallableType;
pub use catalog_entry::ResourceType;
pub use enumeration::EnumType;
pub use float::FloatRange;
pub use hash::HashType;
pub use init::InitType;
pub use integer::IntegerRange;
pub use names::{NATIVE_RESOURCES, builtin_names, builtin_type};
pub use object::{
    Attribute, AttributeKind, MemberLabel, ModelTraits, ObjectError, ObjectExtension, ObjectFunction, ObjectType,
};
pub use parameters::{ParameterError, ParameterErrorKind};
pub use pattern::PatternType;
pub use printer::Printer;
pub use runtime::RuntimeType;
pub use string::StringType;
pub use structure::{StructElement, StructType};
pub use time::TimeRange;
pub use tuple::TupleType;
pub use type_set::{TypeSet, TypeSetError, TypeSetReference};
pub use uri::UriType;
pub use variant::VariantTypes;

pub(crate) use assignable::Guard;
pub(crate) use names::builtin;
pub(crate) use search::Search;

use crate::{
    regexp::Regexp,
    semver::VersionRange,
    time::{Timespan, Timestamp},
    value::Value,
};

/// The type in the brackets of `Optional[T]`; `None` for the bare form.
pub type Contained = Option<Arc<Type>>;

/// A type of the Puppet language.
///
/// ```
/// use pcore::{Type, Value, parse_type};
///
/// let port = parse_type("Integer[0, 65535]").unwrap();
/// assert!(port.is_instance(&Value::from(443)));
/// assert!(parse_type("Numeric").unwrap().accepts(&port));
/// assert_eq!(port.to_string(), "Integer[0, 65535]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Everything.
    Any,
    /// Assignable to and from everything: the element type of an empty array. It cannot be written in a manifest.
    Unit,
    /// Only `undef`.
    Undef,
    /// Only `default`.
    Default,
    /// Strings, numbers, booleans, regular expressions, versions and times.
    Scalar,
    /// Strings, numbers and booleans.
    ScalarData,
    /// Integers and floating point numbers.
    Numeric,
    /// Bytes.
    Binary,
    /// Ranges of versions.
    SemVerRange,
    /// The types `Class` and `Resource`.
    CatalogEntry,
    /// `true` and `false`, or one of them.
    Boolean(Option<bool>),
    /// Integers in a range.
    Integer(IntegerRange),
    /// Floating point numbers in a range.
    Float(FloatRange),
    /// Strings: any, of some length, or a single one.
    String(StringType),
    /// One of several strings.
    Enum(Arc<EnumType>),
    /// Strings that match one of several regular expressions.
    Pattern(Arc<PatternType>),
    /// Regular expressions, or one of them.
    Regexp(Option<Arc<Regexp>>),
    /// Durations in a range.
    Timespan(Arc<TimeRange<Timespan>>),
    /// Points in time in a range.
    Timestamp(Arc<TimeRange<Timestamp>>),
    /// Versions in one of several ranges; no range means any version.
    SemVer(Arc<[VersionRange]>),
    /// URIs with matching parts.
    Uri(Option<Arc<UriType>>),
    /// Arrays and hashes of some size.
    Collection(Option<IntegerRange>),
    /// Arrays with elements of one type.
    Array(Arc<ArrayType>),
    /// Hashes with keys of one type and values of another.
    Hash(Arc<HashType>),
    /// Arrays with a type for each position.
    Tuple(Arc<TupleType>),
    /// Hashes with a type for each key.
    Struct(Arc<StructType>),
    /// Values of any of several types.
    Variant(VariantTypes),
    /// `undef`, or a value of the type.
    Optional(Contained),
    /// Anything but `undef`.
    NotUndef(Contained),
    /// Secrets.
    Sensitive(Contained),
    /// Types.
    Type(Contained),
    /// Values that can be iterated.
    Iterable(Contained),
    /// Lazy sequences.
    Iterator(Contained),
    /// Lambdas and functions.
    Callable(Arc<CallableType>),
    /// Values that can be passed to `new` of a type.
    Init(Arc<InitType>),
    /// Objects of a foreign runtime.
    Runtime(Arc<RuntimeType>),
    /// A class of the catalog.
    Class(Option<EcoString>),
    /// A resource of the catalog, or its type.
    Resource(Arc<ResourceType>),
    /// Instances of Object types; `None` for the bare `Object`, which accepts all of them.
    Object(Option<Arc<ObjectType>>),
    /// An Object type with type parameters filled in.
    ObjectExtension(Arc<ObjectExtension>),
    /// A set of types under one name; `None` for the bare `TypeSet`.
    TypeSet(Option<Arc<TypeSet>>),
    /// A name for another type.
    Alias(Arc<TypeAlias>),
    /// An unresolved name, as it was written.
    Reference(EcoString),
}

static DEFAULT_ARRAY: LazyLock<Arc<ArrayType>> =
    LazyLock::new(|| Arc::new(ArrayType { element: Type::Any, size: None }));
static DEFAULT_HASH: LazyLock<Arc<HashType>> =
    LazyLock::new(|| Arc::new(HashType { key: Type::Any, value: Type::Any, size: None }));

/// Constructors.
impl Type {
    /// Any integer.
    pub const INTEGER: Type = Type::Integer(IntegerRange::ANY);
    /// Any floating point number.
    pub const FLOAT: Type = Type::Float(FloatRange::ANY);
    /// Any string.
    pub const STRING: Type = Type::String(StringType::Any);
    /// A string of at least one character.
    pub const NON_EMPTY_STRING: Type = Type::String(StringType::Sized(IntegerRange { from: 1, to: i64::MAX }));
    /// `true` or `false`.
    pub const BOOLEAN: Type = Type::Boolean(None);

    /// Returns `Integer[from, to]`.
    pub fn integer(from: i64, to: i64) -> Type {
        Type::Integer(IntegerRange { from, to })
    }

    /// Returns the type of one string, which prints as `String`.
    pub fn exact_string(text: impl Into<EcoString>) -> Type {
        Type::String(StringType::Exact(text.into()))
    }

    /// Returns `Enum[values…]`.
    pub fn enumeration<T: Into<EcoString>>(values: impl IntoIterator<Item = T>) -> Type {
        Type::Enum(Arc::new(EnumType::new(values.into_iter().map(Into::into).collect(), false)))
    }

    /// Returns the bare `Array`.
    pub fn any_array() -> Type {
        Type::Array(Arc::clone(&DEFAULT_ARRAY))
    }

    /// Returns `Array[element]`.
    pub fn array(element: Type) -> Type {
        ArrayType::sized(element, None)
    }

    /// Returns the bare `Hash`.
    pub fn any_hash() -> Type {
        Type::Hash(Arc::clone(&DEFAULT_HASH))
    }

    /// Returns `Hash[key, value]`.
    pub fn hash(key: Type, value: Type) -> Type {
        HashType::sized(key, value, None)
    }

    /// Returns `Tuple[types…]`.
    pub fn tuple(types: impl IntoIterator<Item = Type>) -> Type {
        Type::Tuple(Arc::new(TupleType { types: types.into_iter().collect(), size: None }))
    }

    /// Returns `Optional[contained]`.
    pub fn optional(contained: Type) -> Type {
        Type::Optional(Some(Arc::new(contained)))
    }

    /// Returns `NotUndef[contained]`; `NotUndef[Any]` is the bare `NotUndef`.
    pub fn not_undef(contained: Type) -> Type {
        Type::NotUndef(unless_any(contained))
    }

    /// Returns `Type[contained]`.
    pub fn type_of(contained: Type) -> Type {
        Type::Type(Some(Arc::new(contained)))
    }

    /// Returns `Sensitive[contained]`, which never reveals more than the general type.
    pub fn sensitive(contained: &Type) -> Type {
        Type::Sensitive(unless_any(contained.generalized()))
    }

    /// Returns the Variant of the types: flat, without duplicates, and the type itself if there is only one.
    pub fn variant(types: impl IntoIterator<Item = Type>) -> Type {
        let mut flat: Vec<Type> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut add = |member: Type| {
            if seen.insert(member.clone()) {
                flat.push(member);
            }
        };
        for member in types {
            match member {
                Type::Variant(members) => members.iter().cloned().for_each(&mut add),
                single => add(single),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Type::Variant(flat.into()) }
    }
}

/// Queries.
impl Type {
    /// Returns whether the value is of this type. Allocates nothing if every part of the value fits.
    ///
    /// ```
    /// use pcore::{Value, parse_type};
    ///
    /// let names = parse_type("Array[Pattern[/\\A[a-z]+\\Z/], 1]").unwrap();
    /// assert!(names.is_instance(&Value::array(["alice".into(), "bob".into()])));
    /// assert!(!names.is_instance(&Value::array([])));
    /// ```
    #[inline]
    pub fn is_instance(&self, value: &Value) -> bool {
        self.is_instance_in(value, &mut Search::default())
    }

    #[inline]
    pub(crate) fn is_instance_in(&self, value: &Value, search: &mut Search) -> bool {
        // The most common cases are inlined; all others cost a call.
        match (self, value) {
            (Type::Any, _) => true,
            (Type::Integer(range), Value::Integer(number)) => range.contains(*number),
            (Type::String(StringType::Any), Value::String(_)) | (Type::Boolean(None), Value::Boolean(_)) => true,
            _ => self.is_instance_of_kind(value, search),
        }
    }

    fn is_instance_of_kind(&self, value: &Value, search: &mut Search) -> bool {
        match self {
            Type::Any | Type::Unit => true,
            Type::Undef => value.is_undef(),
            Type::Default => matches!(value, Value::Default),
            Type::ScalarData => is_scalar_data(value),
            Type::Scalar => is_scalar_data(value) || is_rich_scalar(value),
            Type::Numeric => matches!(value, Value::Integer(_) | Value::Float(_)),
            Type::Binary => matches!(value, Value::Binary(_)),
            Type::SemVerRange => matches!(value, Value::SemVerRange(_)),
            // Only the type of a resource is a catalog entry, never a value.
            Type::CatalogEntry | Type::Class(_) | Type::Resource(_) | Type::Callable(_) | Type::Reference(_) => false,
            Type::Boolean(expected) => {
                matches!(value, Value::Boolean(actual) if expected.is_none_or(|expected| expected == *actual))
            }
            Type::Integer(range) => matches!(value, Value::Integer(number) if range.contains(*number)),
            Type::Float(range) => matches!(value, Value::Float(number) if range.contains(*number)),
            Type::String(string) => matches!(value, Value::String(text) if string.is_instance(text)),
            Type::Enum(enumeration) => matches!(value, Value::String(text) if enumeration.is_instance(text)),
            Type::Pattern(pattern) => matches!(value, Value::String(text) if pattern.is_instance(text)),
            Type::Regexp(expected) => matches!(value, Value::Regexp(actual)
                if expected.as_ref().is_none_or(|expected| expected == actual)),
            Type::Timespan(range) => matches!(value, Value::Timespan(span) if range.contains(span)),
            Type::Timestamp(range) => matches!(value, Value::Timestamp(stamp) if range.contains(stamp)),
            Type::SemVer(ranges) => matches!(value, Value::SemVer(version)
                if ranges.is_empty() || ranges.iter().any(|range| range.contains(version))),
            Type::Uri(parts) => matches!(value, Value::Uri(uri)
                if parts.as_ref().is_none_or(|parts| parts.is_instance(uri))),
            Type::Collection(size) => collection::is_instance(*size, value),
            Type::Array(array) => matches!(value, Value::Array(items) if array.is_instance_in(items, search)),
            Type::Hash(hash) => matches!(value, Value::Hash(entries) if hash.is_instance_in(entries, search)),
            Type::Tuple(tuple) => matches!(value, Value::Array(items) if tuple.is_instance_in(items, search)),
            Type::Struct(structure) => {
                matches!(value, Value::Hash(entries) if structure.is_instance_in(entries, search))
            }
            Type::Variant(types) => types.iter().any(|member| member.is_instance_in(value, search)),
            Type::Optional(contained) => {
                value.is_undef() || contained.as_ref().is_some_and(|inner| inner.is_instance_in(value, search))
            }
            Type::NotUndef(contained) => {
                !value.is_undef() && contained.as_ref().is_none_or(|inner| inner.is_instance_in(value, search))
            }
            Type::Sensitive(contained) => matches!(value, Value::Sensitive(secret)
                if contained.as_ref().is_none_or(|inner| inner.is_instance_in(secret, search))),
            Type::Type(contained) => matches!(value, Value::Type(actual)
                if contained.as_ref().is_none_or(|inner| inner.accepts(actual))),
            Type::Iterable(contained) => iterable::is_iterable_instance(contained.as_deref(), value),
            Type::Iterator(contained) => matches!(value, Value::Iterator(iterator)
                if contained.as_ref().is_none_or(|inner| inner.accepts(&iterator.element_type()))),
            Type::Init(init) => init.is_instance_in(value, search),
            Type::Runtime(runtime) => runtime.is_instance(value),
            // Types are objects, too: instances of Puppet's own meta types.
            Type::Object(None) => matches!(value, Value::Object(_) | Value::Type(_)),
            Type::Object(Some(object)) => matches!(value, Value::Object(instance) if object.is_instance(instance)),
            Type::ObjectExtension(extension) => {
                matches!(value, Value::Object(instance) if extension.is_instance(instance))
            }
            Type::TypeSet(_) => matches!(value, Value::Type(actual) if matches!(**actual, Type::TypeSet(_))),
            Type::Alias(alias) => search.is_instance(alias, value),
        }
    }

    /// Returns whether every value of `other` also is of this type.
    pub fn accepts(&self, other: &Type) -> bool {
        assignable::accepts(self, other, &mut Guard::default())
    }

    /// Returns whether Puppet treats every value of another type as one of this type when it describes a mismatch. It
    /// then assumes that a Hash has the keys of a Struct.
    pub(crate) fn accepts_leniently(&self, other: &Type) -> bool {
        assignable::accepts(self, other, &mut Guard::assuming_keys())
    }

    /// Implements the language's `==` on types: the same, or each accepts the other.
    pub fn equals(left: &Type, right: &Type) -> bool {
        left == right || (left.accepts(right) && right.accepts(left))
    }

    /// Returns whether `undef` is of this type.
    pub fn accepts_undef(&self) -> bool {
        self.accepts(&Type::Undef)
    }

    /// Returns the type that any aliases resolve to; an alias that is still being defined is returned as it is.
    pub fn resolved(&self) -> &Type {
        let mut current = self;
        // An alias never resolves to a cycle of aliases (see `alias`), so this ends.
        while let Type::Alias(alias) = current {
            match alias.resolved() {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }

    /// Returns whether both are of the same kind: both an Integer, both a Struct, whatever their parameters.
    pub fn is_same_kind(&self, other: &Type) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// Returns the contained type, except for `Any`, which is the same as the bare form.
fn unless_any(contained: Type) -> Contained {
    if contained == Type::Any { None } else { Some(Arc::new(contained)) }
}

fn is_scalar_data(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_))
}

fn is_rich_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::Regexp(_) | Value::SemVer(_) | Value::SemVerRange(_) | Value::Timespan(_) | Value::Timestamp(_)
    )
}
