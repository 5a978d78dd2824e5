//! What the hashes in definitions must look like, as types: their mismatches become the messages.

use std::sync::{Arc, LazyLock};

use super::{AttributeKind, ObjectType};
use crate::{
    regexp::Regexp,
    types::{PatternType, StructElement, StructType, Type},
};

/// Returns the Struct of these keys: name, whether it may be missing, what it holds.
pub(in crate::types) fn structure<const N: usize>(keys: [(&str, Presence, Type); N]) -> Arc<StructType> {
    let elements = keys.map(|(name, presence, value_type)| StructElement {
        name: name.into(),
        // As everywhere in Puppet, a key whose value may be undef may be missing.
        optional: presence == Optional || value_type.accepts_undef(),
        value_type,
    });
    Arc::new(StructType { elements: elements.into() })
}

/// Whether a key must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::types) enum Presence {
    Required,
    Optional,
}

use Presence::{Optional, Required};

/// A Pattern of one expression, which is ours and therefore well formed.
fn pattern(source: &str) -> Type {
    Type::Pattern(Arc::new(PatternType::new(Regexp::new(source).map(Arc::new))))
}

/// The name of an attribute, a function or a parameter.
pub(super) fn member_name() -> Type {
    pattern(r"\A[a-z_]\w*\z")
}

/// The name of a type with any number of segments.
pub(in crate::types) fn qualified_name() -> Type {
    pattern(r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z")
}

/// The name of a type inside a type set.
pub(in crate::types) fn simple_type_name() -> Type {
    pattern(r"\A[A-Z]\w*\z")
}

/// Annotations of a type or member.
pub(in crate::types) fn annotations() -> Type {
    let annotation = Type::type_of(Type::Object(Some(Arc::clone(ObjectType::annotation()))));
    Type::optional(Type::hash(annotation, Type::hash(member_name(), Type::Any)))
}

/// The type of a function's type.
pub(super) fn function_type() -> Type {
    Type::type_of(Type::Callable(Arc::default()))
}

/// A whole definition.
pub(in crate::types) fn definition_shape() -> &'static Arc<StructType> {
    static SHAPE: LazyLock<Arc<StructType>> = LazyLock::new(|| {
        let members = |key: Type, value: Type| Type::hash(key, value);
        let function_name = Type::variant([member_name(), Type::exact_string("[]")]);
        let anything = || Type::NotUndef(None);
        structure([
            ("name", Optional, qualified_name()),
            ("parent", Optional, Type::Type(None)),
            ("type_parameters", Optional, members(member_name(), anything())),
            ("attributes", Optional, members(member_name(), anything())),
            ("constants", Optional, members(member_name(), Type::Any)),
            ("functions", Optional, members(function_name, anything())),
            ("equality", Optional, Type::variant([member_name(), Type::array(member_name())])),
            ("equality_include_type", Optional, Type::BOOLEAN),
            ("checks", Optional, Type::Any),
            ("annotations", Optional, annotations()),
        ])
    });
    &SHAPE
}

/// An attribute that is more than a type.
pub(super) fn attribute() -> &'static Arc<StructType> {
    static SHAPE: LazyLock<Arc<StructType>> = LazyLock::new(|| {
        structure([
            ("type", Required, Type::Type(None)),
            ("final", Optional, Type::BOOLEAN),
            ("override", Optional, Type::BOOLEAN),
            ("kind", Optional, Type::enumeration(AttributeKind::NAMES)),
            ("value", Optional, Type::Any),
            ("annotations", Optional, annotations()),
        ])
    });
    &SHAPE
}

/// A function that is more than a type.
pub(super) fn function() -> &'static Arc<StructType> {
    static SHAPE: LazyLock<Arc<StructType>> = LazyLock::new(|| {
        structure([
            ("type", Required, function_type()),
            ("final", Optional, Type::BOOLEAN),
            ("override", Optional, Type::BOOLEAN),
            ("annotations", Optional, annotations()),
        ])
    });
    &SHAPE
}

/// A type parameter that is more than a type. Puppet passes over further keys, and so do we.
pub(super) fn type_parameter() -> &'static Arc<StructType> {
    static SHAPE: LazyLock<Arc<StructType>> = LazyLock::new(|| structure([("type", Required, Type::Type(None))]));
    &SHAPE
}
