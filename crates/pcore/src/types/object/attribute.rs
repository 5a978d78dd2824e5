//! The members of an Object type: attributes, type parameters and functions.

use std::fmt::{self, Display, Formatter};

use ecow::EcoString;

use crate::{infer, types::Type, value::Value};

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
    /// The keywords in a definition; the normal kind has none.
    pub(super) const KEYWORDS: [(&'static str, AttributeKind); 4] = [
        ("constant", AttributeKind::Constant),
        ("derived", AttributeKind::Derived),
        ("given_or_derived", AttributeKind::GivenOrDerived),
        ("reference", AttributeKind::Reference),
    ];

    /// Returns its keyword in a definition; the normal kind has none.
    pub fn name(self) -> Option<&'static str> {
        AttributeKind::KEYWORDS.iter().find(|(_, kind)| *kind == self).map(|(keyword, _)| *keyword)
    }

    pub(super) fn from_name(name: Option<&str>) -> AttributeKind {
        let named = AttributeKind::KEYWORDS.iter().find(|(keyword, _)| Some(*keyword) == name);
        named.map(|(_, kind)| *kind).unwrap_or_default()
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
pub(super) struct Member<'a> {
    pub(super) feature: Feature,
    pub(super) name: &'a EcoString,
    pub(super) member_type: &'a Type,
    pub(super) is_final: bool,
    pub(super) overrides: bool,
    pub(super) is_constant: bool,
}

impl<'a> Member<'a> {
    /// Returns an attribute or a type parameter as a member.
    pub(super) fn attribute(feature: Feature, attribute: &'a Attribute) -> Member<'a> {
        let &Attribute { ref name, ref value_type, is_final, overrides, .. } = attribute;
        let is_constant = attribute.is_constant();
        Member { feature, name, member_type: value_type, is_final, overrides, is_constant }
    }

    /// Returns a function as a member.
    pub(super) fn function(function: &'a ObjectFunction) -> Member<'a> {
        let &ObjectFunction { ref name, ref function_type, is_final, overrides, .. } = function;
        let feature = Feature::Function;
        Member { feature, name, member_type: function_type, is_final, overrides, is_constant: false }
    }

    pub(super) fn label(&self, owner: &str) -> MemberLabel {
        MemberLabel::new(self.feature, owner, self.name)
    }
}
