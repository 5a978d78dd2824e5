//! The members of an Object type: attributes, type parameters and functions.

use std::{
    fmt::{self, Display, Formatter},
    sync::Arc,
};

use ecow::EcoString;

use crate::{
    infer,
    types::{CallableType, Type},
    value::Value,
};

/// An attribute of an Object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Its name.
    pub name: EcoString,
    /// The type of its value.
    pub value_type: Type,
    /// The source of its value.
    pub kind: AttributeKind,
    /// The default, or the value of a constant.
    pub value: Option<Value>,
    /// Whether a child must not override it. Constants are final, except to other constants.
    pub is_final: bool,
    /// Whether it overrides an inherited one.
    pub overrides: bool,
    /// Its annotations: a hash from types to hashes.
    pub annotations: Option<Value>,
}

impl Attribute {
    /// Returns whether it is the same for all instances.
    pub fn is_constant(&self) -> bool {
        self.kind == AttributeKind::Constant
    }

    /// Returns whether a constructor takes a value for it.
    pub fn is_parameter(&self) -> bool {
        !matches!(self.kind, AttributeKind::Constant | AttributeKind::Derived)
    }

    /// Returns whether it is optional in a constructor.
    pub fn is_optional(&self) -> bool {
        self.value.is_some() || self.value_type.accepts_undef()
    }

    /// Returns whether it can be written as an entry of `constants`, which cannot have a type.
    pub(super) fn is_plain_constant(&self) -> bool {
        self.is_constant() && self.value.as_ref().is_some_and(|value| infer::generalized(value) == self.value_type)
    }
}

/// The source of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AttributeKind {
    /// The constructor, or a default.
    #[default]
    Normal,
    /// It is the same for all instances.
    Constant,
    /// It is computed.
    Derived,
    /// The constructor; otherwise it is computed.
    GivenOrDerived,
    /// It refers to another object.
    Reference,
}

impl AttributeKind {
    pub(super) const NAMES: [&'static str; 4] = ["constant", "derived", "given_or_derived", "reference"];

    /// Returns its keyword in a definition; the normal kind has none.
    pub fn name(self) -> Option<&'static str> {
        match self {
            AttributeKind::Normal => None,
            AttributeKind::Constant => Some("constant"),
            AttributeKind::Derived => Some("derived"),
            AttributeKind::GivenOrDerived => Some("given_or_derived"),
            AttributeKind::Reference => Some("reference"),
        }
    }

    pub(super) fn from_name(name: Option<&str>) -> AttributeKind {
        match name {
            Some("constant") => AttributeKind::Constant,
            Some("derived") => AttributeKind::Derived,
            Some("given_or_derived") => AttributeKind::GivenOrDerived,
            Some("reference") => AttributeKind::Reference,
            _ => AttributeKind::Normal,
        }
    }
}

/// A function of an Object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectFunction {
    /// Its name; `[]` is allowed, too.
    pub name: EcoString,
    /// Its type: a Callable, or an alias or Variant of such.
    pub function_type: Type,
    /// Whether a child must not override it.
    pub is_final: bool,
    /// Whether it overrides an inherited one.
    pub overrides: bool,
    /// Its annotations: a hash from types to hashes.
    pub annotations: Option<Value>,
}

impl ObjectFunction {
    /// Returns its signatures.
    pub fn callables(&self) -> Vec<&Arc<CallableType>> {
        let mut callables = Vec::new();
        collect_callables(&self.function_type, &mut callables);
        callables
    }
}

fn collect_callables<'a>(function_type: &'a Type, callables: &mut Vec<&'a Arc<CallableType>>) {
    match function_type.resolved() {
        Type::Callable(callable) => callables.push(callable),
        Type::Variant(types) => types.iter().for_each(|part| collect_callables(part, callables)),
        _ => {}
    }
}

/// The kind of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    Attribute,
    TypeParameter,
    Function,
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::Attribute => "attribute",
            Feature::TypeParameter => "type_parameter",
            Feature::Function => "function",
        })
    }
}

/// A member as messages name it: `attribute Car[wheels]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberLabel {
    pub(super) feature: Feature,
    pub(super) owner: EcoString,
    pub(super) name: EcoString,
}

impl MemberLabel {
    pub(super) fn new(feature: Feature, owner: &str, name: &str) -> MemberLabel {
        MemberLabel { feature, owner: owner.into(), name: name.into() }
    }
}

impl Display for MemberLabel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}[{}]", self.feature, self.owner, self.name)
    }
}

/// Any member, as far as overriding is concerned.
#[derive(Clone, Copy)]
pub(super) enum Member<'a> {
    Attribute(&'a Attribute),
    TypeParameter(&'a Attribute),
    Function(&'a ObjectFunction),
}

impl Member<'_> {
    pub(super) fn label(&self, owner: &str) -> MemberLabel {
        let (feature, name) = match self {
            Member::Attribute(attribute) => (Feature::Attribute, &attribute.name),
            Member::TypeParameter(parameter) => (Feature::TypeParameter, &parameter.name),
            Member::Function(function) => (Feature::Function, &function.name),
        };
        MemberLabel::new(feature, owner, name)
    }

    pub(super) fn member_type(&self) -> &Type {
        match self {
            Member::Attribute(attribute) | Member::TypeParameter(attribute) => &attribute.value_type,
            Member::Function(function) => &function.function_type,
        }
    }

    pub(super) fn is_final(&self) -> bool {
        match self {
            Member::Attribute(attribute) | Member::TypeParameter(attribute) => attribute.is_final,
            Member::Function(function) => function.is_final,
        }
    }

    pub(super) fn overrides(&self) -> bool {
        match self {
            Member::Attribute(attribute) | Member::TypeParameter(attribute) => attribute.overrides,
            Member::Function(function) => function.overrides,
        }
    }

    pub(super) fn is_constant(&self) -> bool {
        matches!(self, Member::Attribute(attribute) if attribute.is_constant())
    }
}
