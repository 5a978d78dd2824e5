//! The narrowest type, of those Puppet considers, that covers two others.

use std::sync::Arc;

use ecow::EcoString;

use crate::types::{ArrayType, EnumType, HashType, PatternType, ResourceType, StringType, Type, alias};

/// Returns a type that accepts both types; `Undef` adds nothing.
///
/// ```
/// use pcore::{common_type, parse_type};
///
/// let common = |one: &str, two: &str| common_type(&parse_type(one).unwrap(), &parse_type(two).unwrap()).to_string();
/// assert_eq!(common("Integer[1, 2]", "Integer[5, 9]"), "Integer[1, 9]");
/// assert_eq!(common("Integer", "Float"), "Numeric");
/// assert_eq!(common("Integer", "Undef"), "Integer");
/// ```
pub fn common_type(one: &Type, two: &Type) -> Type {
    match (one, two) {
        (Type::Undef | Type::Unit, other) | (other, Type::Undef | Type::Unit) => return other.clone(),
        _ => {}
    }
    if one.accepts(two) {
        return one.clone();
    }
    if two.accepts(one) {
        return two.clone();
    }
    of_one_kind(one, two).unwrap_or_else(|| of_a_family(one, two))
}

/// Returns the common type of two types of the same kind.
fn of_one_kind(one: &Type, two: &Type) -> Option<Type> {
    Some(match (one, two) {
        (Type::Array(one), Type::Array(two)) => ArrayType::sized(common_type(&one.element, &two.element), None),
        (Type::Hash(one), Type::Hash(two)) => {
            HashType::sized(common_type(&one.key, &two.key), common_type(&one.value, &two.value), None)
        }
        (Type::Class(_), Type::Class(_)) => Type::Class(None),
        (Type::Resource(one), Type::Resource(two)) => match &one.type_name {
            Some(name) if one.type_name == two.type_name => ResourceType::of_kind(name.clone()),
            _ => Type::Resource(Arc::default()),
        },
        (Type::Integer(one), Type::Integer(two)) => Type::Integer(one.hull(*two)),
        (Type::Float(one), Type::Float(two)) => Type::Float(one.hull(*two)),
        (Type::String(one), Type::String(two)) => common_string(one, two),
        (Type::String(string), Type::Enum(enumeration)) | (Type::Enum(enumeration), Type::String(string)) => {
            match string.exact() {
                Some(text) => enumeration_of(enumeration.values.iter().chain([text])),
                None => enumeration_of([]),
            }
        }
        (Type::Enum(one), Type::Enum(two)) => enumeration_of(one.values.iter().chain(&two.values)),
        (Type::Pattern(one), Type::Pattern(two)) => {
            Type::Pattern(Arc::new(PatternType::new(one.patterns.iter().chain(&two.patterns).cloned())))
        }
        (Type::Variant(one), Type::Variant(two)) => Type::variant(one.iter().chain(two.iter()).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => Type::Regexp(None),
        (Type::Callable(_), Type::Callable(_)) => Type::Callable(Arc::default()),
        _ => return None,
    })
}

fn common_string(one: &StringType, two: &StringType) -> Type {
    match (one, two) {
        (StringType::Sized(one), StringType::Sized(two)) => Type::String(StringType::Sized(one.hull(*two))),
        (StringType::Exact(one), StringType::Exact(two)) => enumeration_of([one, two]),
        _ => Type::STRING,
    }
}

fn enumeration_of<'a>(values: impl IntoIterator<Item = &'a EcoString>) -> Type {
    Type::Enum(Arc::new(EnumType::new(values.into_iter().cloned().collect(), false)))
}

/// Returns the narrowest general type that accepts both.
fn of_a_family(one: &Type, two: &Type) -> Type {
    let accepts_both = |family: &Type| family.accepts(one) && family.accepts(two);
    for family in [Type::Numeric, Type::ScalarData, Type::Scalar, Type::Alias(Arc::clone(&alias::DATA))] {
        if accepts_both(&family) {
            return family;
        }
    }
    if let (Type::Type(one), Type::Type(two)) = (one, two) {
        return match (one, two) {
            (Some(one), Some(two)) => Type::type_of(common_type(one, two)),
            _ => Type::Type(None),
        };
    }
    let rich_data = Type::Alias(Arc::clone(&alias::RICH_DATA));
    if accepts_both(&rich_data) { rich_data } else { Type::Any }
}
