//! The types of the hashes in definitions: their mismatches become the messages.

use std::sync::{Arc, LazyLock};

use super::{AttributeKind, ObjectType};
use crate::types::{PatternType, StructElement, StructType, Type};

/// Returns the Struct of these keys: name, presence, value type.
pub(in crate::types) fn structure<const N: usize>(keys: [(&str, Presence, Type); N]) -> Arc<StructType> {
    let elements = keys.map(|(name, presence, value_type)| StructElement {
        name: name.into(),
        // As everywhere in Puppet, a key whose value may be undef is optional.
        optional: presence == Optional || value_type.accepts_undef(),
        value_type,
    });
    Arc::new(StructType { elements: elements.into() })
}

/// Whether a key is required.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::types) enum Presence {
    Required,
    Optional,
}

use Presence::{Optional, Required};

/// Returns the type of the name of an attribute, a function or a parameter.
pub(super) fn member_name() -> Type {
    PatternType::compiled_in(r"\A[a-z_]\w*\z")
}

/// Returns the type of a type name with any number of segments.
pub(in crate::types) fn qualified_name() -> Type {
    PatternType::compiled_in(r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z")
}

/// Returns the type of the name of a type inside a type set.
pub(in crate::types) fn simple_type_name() -> Type {
    PatternType::compiled_in(r"\A[A-Z]\w*\z")
}

/// Returns the type of annotations of a type or member.
pub(in crate::types) fn annotations() -> Type {
    let annotation = Type::type_of(Type::Object(Some(Arc::clone(ObjectType::annotation()))));
    Type::optional(Type::hash(annotation, Type::hash(member_name(), Type::Any)))
}

/// Returns the type of a function's type.
pub(super) fn function_type() -> Type {
    Type::type_of(Type::Callable(Arc::default()))
}

/// The type of a whole definition.
pub(in crate::types) static DEFINITION: LazyLock<Arc<StructType>> = LazyLock::new(|| {
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

/// The type of the long form of an attribute.
pub(super) static ATTRIBUTE: LazyLock<Arc<StructType>> = LazyLock::new(|| {
    structure([
        ("type", Required, Type::Type(None)),
        ("final", Optional, Type::BOOLEAN),
        ("override", Optional, Type::BOOLEAN),
        ("kind", Optional, Type::enumeration(AttributeKind::KEYWORDS.map(|(keyword, _)| keyword))),
        ("value", Optional, Type::Any),
        ("annotations", Optional, annotations()),
    ])
});

/// The type of the long form of a function.
pub(super) static FUNCTION: LazyLock<Arc<StructType>> = LazyLock::new(|| {
    structure([
        ("type", Required, function_type()),
        ("final", Optional, Type::BOOLEAN),
        ("override", Optional, Type::BOOLEAN),
        ("annotations", Optional, annotations()),
    ])
});

/// The type of the long form of a type parameter. Further keys are ignored, as in Puppet.
pub(super) static TYPE_PARAMETER: LazyLock<Arc<StructType>> =
    LazyLock::new(|| structure([("type", Required, Type::Type(None))]));
