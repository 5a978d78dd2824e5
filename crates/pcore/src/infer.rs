//! The type of a value, in three degrees of detail.

use std::sync::Arc;

use crate::{
    common::common_type,
    semver::VersionRange,
    types::{
        ArrayType, FloatRange, HashType, InitType, IntegerRange, ObjectExtension, PatternType, ResourceType,
        RuntimeType, StructElement, StructType, TimeRange, Type, UriType,
    },
    value::Value,
};

/// Returns the narrowest type: each element of an array and each key of a hash has its own.
///
/// ```
/// use pcore::{Value, infer};
///
/// let list = Value::array([1.into(), "a".into()]);
/// assert_eq!(infer::detailed(&list).to_string(), "Tuple[Integer[1, 1], String]");
/// assert_eq!(infer::reduced(&list).to_string(), "Array[ScalarData, 2, 2]");
/// assert_eq!(infer::generalized(&list).to_string(), "Array[ScalarData]");
/// ```
pub fn detailed(value: &Value) -> Type {
    match value {
        Value::Array(items) if items.is_empty() => ArrayType::empty(),
        Value::Array(items) => Type::tuple(items.iter().map(detailed)),
        Value::Hash(hash) if hash.is_empty() => HashType::empty(),
        Value::Hash(hash) => {
            let names: Option<Vec<_>> = hash
                .keys()
                .map(|key| match key {
                    Value::String(name) if !name.is_empty() => Some(name.clone()),
                    _ => None,
                })
                .collect();
            match names {
                Some(names) => {
                    let elements = names.into_iter().zip(hash.values()).map(|(name, value)| StructElement {
                        name,
                        optional: false,
                        value_type: detailed(value),
                    });
                    Type::Struct(Arc::new(StructType { elements: elements.collect() }))
                }
                None => HashType::sized(
                    Type::variant(hash.keys().map(detailed)),
                    Type::variant(hash.values().map(detailed)),
                    Some(IntegerRange::exactly(hash.len())),
                ),
            }
        }
        Value::SemVer(version) => {
            let only = VersionRange::new(Some((**version).clone()), Some((**version).clone()), false);
            Type::SemVer([only].into())
        }
        other => reduced(other),
    }
}

/// Returns the type with one element type for an array, and one key and value type for a hash.
pub fn reduced(value: &Value) -> Type {
    match value {
        Value::Undef => Type::Undef,
        Value::Default => Type::Default,
        Value::Boolean(value) => Type::Boolean(Some(*value)),
        Value::Integer(number) => Type::integer(*number, *number),
        Value::Float(number) => Type::Float(FloatRange { from: *number, to: *number }),
        Value::String(text) => Type::exact_string(text.clone()),
        Value::Symbol(_) => RuntimeType::symbol(),
        Value::Regexp(regexp) => Type::Regexp(Some(Arc::clone(regexp))),
        Value::Array(items) if items.is_empty() => ArrayType::empty(),
        Value::Array(items) => ArrayType::sized(reduced_all(items.iter()), Some(IntegerRange::exactly(items.len()))),
        Value::Hash(hash) if hash.is_empty() => HashType::empty(),
        Value::Hash(hash) => HashType::sized(
            reduced_all(hash.keys()),
            reduced_all(hash.values()),
            Some(IntegerRange::exactly(hash.len())),
        ),
        Value::Sensitive(secret) => match without_contents(&reduced(secret).generalized()) {
            Type::Any => Type::Sensitive(None),
            called => Type::Sensitive(Some(Arc::new(called))),
        },
        Value::Type(inner) => Type::Type(Some(Arc::clone(inner))),
        Value::Binary(_) => Type::Binary,
        Value::Timestamp(stamp) => Type::Timestamp(Arc::new(TimeRange::exactly(*stamp))),
        Value::Timespan(span) => Type::Timespan(Arc::new(TimeRange::exactly(*span))),
        Value::SemVer(_) => Type::SemVer(Arc::from([])),
        Value::SemVerRange(_) => Type::SemVerRange,
        Value::Uri(uri) => UriType::of(uri),
        Value::Object(instance) => ObjectExtension::of(instance),
        Value::Iterator(iterator) => Type::Iterator(Some(Arc::new(iterator.element_type()))),
    }
}

/// Returns the type that a secret may be described as: some generalized types still contain strings from the value.
fn without_contents(inferred: &Type) -> Type {
    match inferred {
        Type::Regexp(_) => Type::Regexp(None),
        Type::Pattern(_) => Type::Pattern(Arc::new(PatternType::new([]))),
        Type::SemVer(_) => Type::SemVer(Arc::from([])),
        Type::Class(_) => Type::Class(None),
        Type::Resource(resource) => {
            Type::Resource(Arc::new(ResourceType { type_name: resource.type_name.clone(), title: None }))
        }
        Type::Init(init) => {
            let contained = init.contained.as_ref().map(|part| Arc::new(without_contents(part)));
            Type::Init(Arc::new(InitType { contained, arguments: Vec::new() }))
        }
        Type::Struct(_) => Type::any_hash(),
        Type::Object(Some(object)) if object.name().is_none() => Type::Object(None),
        Type::TypeSet(_) => Type::TypeSet(None),
        Type::Reference(_) => Type::Any,
        other => other.map_parts(&mut without_contents),
    }
}

/// Returns the reduced type without ranges and sizes.
pub fn generalized(value: &Value) -> Type {
    reduced(value).generalized()
}

/// How many types are merged one after the other, as Puppet does. Longer lists are merged pairwise, which gives the
/// same result without copying the intermediate type for every element.
const ONE_BY_ONE: usize = 64;

fn reduced_all<'a>(values: impl Iterator<Item = &'a Value>) -> Type {
    let mut types: Vec<Type> = values.map(reduced).collect();
    while types.len() > ONE_BY_ONE {
        types = types.chunks(2).map(common_of).collect();
    }
    common_of(&types)
}

fn common_of(types: &[Type]) -> Type {
    types.iter().cloned().reduce(|one, two| common_type(&one, &two)).unwrap_or(Type::Unit)
}
