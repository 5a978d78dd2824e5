//! Everything in the text of a type, with its locations, for translating the type into another language.
//!
//! Names, values, defaults, descriptions and plain conditions are given as data. Code, and data that is unknown, is a
//! [`Remark`]: nothing in the definition of a type is left out, except `require`, constants and variables, whose values
//! appear where they are used.

mod condition;

use diagnostics::Span;
use ecow::EcoString;
use pcore::Value;

use crate::AttributeKind;

pub use condition::{Comparison, Condition, Piece, Refusal, Subject};

/// Something with its location.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its location.
    pub span: Span,
}

/// A type, with everything in its text.
#[derive(Clone, Debug, Default)]
pub struct TypeOutline {
    /// Its name.
    pub name: EcoString,
    /// Where it is defined.
    pub span: Span,
    /// Whether it is legacy, `Puppet::Type.newtype`.
    pub is_legacy: bool,
    /// What it is for.
    pub description: Option<Spanned<EcoString>>,
    /// Its attributes, in the order of the text.
    pub attributes: Vec<AttributeOutline>,
    /// What providers of the Resource API can do for it.
    pub features: Vec<Spanned<EcoString>>,
    /// What its resources come after or before.
    pub relations: Vec<Relation>,
    /// What is refused of a resource as a whole.
    pub validation: Option<Spanned<Vec<Refusal>>>,
    /// All else.
    pub remarks: Vec<Remark>,
}

/// An attribute, with everything in its text.
#[derive(Clone, Debug, Default)]
pub struct AttributeOutline {
    /// Its name.
    pub name: EcoString,
    /// What it is.
    pub kind: AttributeKind,
    /// Where it is defined.
    pub span: Span,
    /// The behaviour of an attribute of the Resource API, by its name.
    pub behaviour: Option<Spanned<EcoString>>,
    /// The data type of an attribute of the Resource API.
    pub data_type: Option<Spanned<EcoString>>,
    /// What it is for.
    pub description: Option<Spanned<EcoString>>,
    /// The values that it may have: texts, symbols, numbers, booleans and patterns; all where there are none.
    pub values: Vec<Spanned<Value>>,
    /// Other names of values.
    pub aliases: Vec<Spanned<Alias>>,
    /// Its default.
    pub default: Option<Spanned<Value>>,
    /// Whether it has several values.
    pub is_list: Option<Span>,
    /// Whether it is true or false.
    pub is_boolean: Option<Span>,
    /// Whether it must be given.
    pub is_required: Option<Span>,
    /// What is refused as its value.
    pub validation: Option<Spanned<Vec<Refusal>>>,
    /// All else.
    pub remarks: Vec<Remark>,
}

impl AttributeOutline {
    pub(crate) fn new(name: EcoString, kind: AttributeKind, span: Span) -> AttributeOutline {
        AttributeOutline { name, kind, span, ..AttributeOutline::default() }
    }

    /// Whether it is part of the identity: a parameter called `name` always is.
    pub fn is_namevar(&self) -> bool {
        crate::Attribute { name: self.name.clone(), kind: self.kind }.is_namevar()
    }
}

/// Another name of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The other name.
    pub name: EcoString,
    /// The value that it is an alias of.
    pub stands_for: EcoString,
}

/// Which resources come after or before, where names alone decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// `autorequire` or one of its sisters.
    pub word: EcoString,
    /// The type of the other resources.
    pub target: EcoString,
    /// Their titles; `$name` is the value of an attribute.
    pub titles: Vec<EcoString>,
    /// Its location.
    pub span: Span,
}

/// Something in the text that is not data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Remark {
    /// What it is.
    pub kind: RemarkKind,
    /// Its location.
    pub span: Span,
}

/// What a remark is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    /// A block that changes values: `munge` or `unmunge`.
    Conversion(EcoString),
    /// A block that refuses values, of which not all is plain.
    Validation,
    /// A default that is computed.
    Default,
    /// A value that is `present` where other properties are given, and nothing otherwise.
    DefaultWhenManaged,
    /// Values that are not all known.
    Values,
    /// A description that is not fully known.
    Description,
    /// What is done when a value is set.
    Setter(EcoString),
    /// A method.
    Method(EcoString),
    /// An option that means nothing to others.
    Option(EcoString),
    /// The class that an attribute or a type is derived from.
    Parent(EcoString),
    /// Something that holds only in some cases.
    Condition,
    /// Something else that is done.
    Code,
    /// A call of a method.
    Call(EcoString),
    /// What only some providers can do.
    Feature(EcoString),
    /// A provider.
    Provider(EcoString),
    /// A relation to resources that is computed: `autorequire` or one of its sisters, and their type.
    Relation(EcoString, EcoString),
    /// Titles are taken apart.
    TitlePatterns,
    /// Several resources may have the same namevar.
    Repeats,
    /// A module whose methods are taken over.
    Mixin(EcoString),
    /// Something that may add attributes.
    MayAdd,
    /// Something that a later statement replaces.
    Replaced(EcoString),
    /// A part of a definition that its text does not show.
    Unknown(EcoString),
}
